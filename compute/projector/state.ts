/** What the store says about a symbol's inputs and how far its records follow them. */

import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { AssetClass } from '../../lib/symbol.ts';
import type { Reader } from '../../sql/reader.ts';
import type { SymbolMeta } from '../sessions/build.ts';
import { inShare, type SymbolShare, shareParams } from './share.ts';

export type Kind = 'bars' | 'sentiment' | 'sentiment_crypto';

export interface LoggedDay {
  readonly kind: Kind;
  /** UTC date, days since the epoch. */
  readonly day: number;
  readonly rows: number;
  /** Sum of hashes, as text: it has 64 bits. */
  readonly fingerprint: string;
  readonly dirty: boolean;
}

export interface SymbolState {
  readonly symbol: string;
  /** The registry's word on its bars; null where only news of it are known. */
  readonly registered: SymbolMeta | null;
  /** Ascending by kind and day. */
  readonly days: readonly LoggedDay[];
  /** Rows ever landed for it: the version of what is made now. */
  readonly landed: number;
  /** State that the records were last settled for; null: never. `first` bar, UTC minutes. */
  readonly settled: { readonly landed: number; readonly firstBar: number | null } | null;
  /** Definition number by statistic, of the records that are there. */
  readonly definitions: ReadonlyMap<string, number>;
}

export async function readState(reader: Reader, symbol: string): Promise<SymbolState> {
  // Inputs first: what lands between these statements is then dirty again, never lost.
  const days = await reader.query<{ kind: Kind; day: number; rows: number; fingerprint: string; dirty: number }>(
    `SELECT CAST(l.kind, 'String') AS kind, toInt32(l.day) AS day, l.rows AS rows, toString(l.fingerprint) AS fingerprint,
       c.rows = 0 OR c.fingerprint != l.fingerprint AS dirty
     FROM
     (
       SELECT kind, day, sum(rows) AS rows, sum(fingerprint) AS fingerprint
       FROM market.day_log WHERE symbol = {symbol:String} GROUP BY kind, day
     ) AS l
     LEFT JOIN (SELECT kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE symbol = {symbol:String}) AS c
     ON c.kind = l.kind AND c.day = l.day
     ORDER BY kind, day`,
    { symbol },
  );
  const registry = await reader.query<{ asset_class: AssetClass; interval_min: number }>(
    `SELECT CAST(asset_class, 'String') AS asset_class, interval_min FROM market.symbols FINAL WHERE symbol = {symbol:String}`,
    { symbol },
  );
  const units = await reader.query<{ statistic: string; definition: number }>(
    `SELECT CAST(statistic, 'String') AS statistic, definition FROM market.computed_units FINAL WHERE symbol = {symbol:String}`,
    { symbol },
  );
  const coverage = await reader.query<{ version: number; has_bars: boolean; first_min: number }>(
    `SELECT version, has_bars, intDiv(toUInt32(ifNull(first_bar, 0)), 60) AS first_min
     FROM market.symbol_coverage FINAL WHERE symbol = {symbol:String}`,
    { symbol },
  );
  const [settled] = coverage;
  return {
    symbol,
    settled: settled ? { landed: settled.version, firstBar: settled.has_bars ? settled.first_min : null } : null,
    registered: registry[0]
      ? { symbol, assetClass: registry[0].asset_class, intervalMin: registry[0].interval_min }
      : null,
    days: days.map((day) => ({ ...day, dirty: day.dirty === 1 })),
    landed: days.reduce((sum, day) => sum + day.rows, 0),
    definitions: new Map(units.map((unit) => [unit.statistic, unit.definition])),
  };
}

export interface Behind {
  readonly symbol: string;
  /** Dirty days; all its days where its records were made by other definitions. */
  readonly days: number;
}

/** Symbols whose records do not follow their inputs, or were made by other definitions. */
export async function findBehind(
  reader: Reader,
  definitions: ReadonlyMap<string, number>,
  share: SymbolShare | null = null,
): Promise<Behind[]> {
  return reader.query<Behind>(
    `SELECT CAST(d.symbol, 'String') AS symbol, if(u.good < {count:UInt32}, d.all, d.dirty) AS days
     FROM
     (
       SELECT l.symbol AS symbol, count() AS all, countIf(c.rows = 0 OR c.fingerprint != l.fingerprint) AS dirty
       FROM (SELECT symbol, kind, day, sum(fingerprint) AS fingerprint FROM market.day_log
             WHERE ${inShare(share)} GROUP BY symbol, kind, day) AS l
       LEFT JOIN (SELECT symbol, kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE ${inShare(share)}) AS c
       ON c.symbol = l.symbol AND c.kind = l.kind AND c.day = l.day
       GROUP BY l.symbol
     ) AS d
     LEFT JOIN
     (
       SELECT symbol, countIf(has({wanted:Array(String)}, concat(statistic, '=', toString(definition)))) AS good
       FROM market.computed_units FINAL WHERE ${inShare(share)} GROUP BY symbol
     ) AS u
     ON u.symbol = d.symbol
     WHERE days > 0
     ORDER BY symbol`,
    {
      wanted: [...definitions].map(([name, number]) => `${name}=${number}`),
      count: definitions.size,
      ...shareParams(share),
    },
  );
}

/** Symbols whose summaries were made from an earlier state than their records. */
export async function findUnsummarized(
  reader: Reader,
  series: string,
  share: SymbolShare | null = null,
): Promise<string[]> {
  const rows = await reader.query<{ symbol: string }>(
    `SELECT CAST(c.symbol, 'String') AS symbol
     FROM (SELECT symbol, version FROM market.symbol_coverage FINAL WHERE ${inShare(share)}) AS c
     LEFT JOIN (SELECT symbol, version FROM market.computed_units FINAL WHERE statistic = {series:String}) AS s
     ON s.symbol = c.symbol
     WHERE s.version != c.version
     ORDER BY symbol`,
    { series, ...shareParams(share) },
  );
  return rows.map((row) => row.symbol);
}

/**
 * Start of the first and last current bar, UTC minutes; null where none is left.
 *
 * @param knownFirst the first bar, where nothing on its day or before it has changed
 */
export async function barEnds(
  reader: Reader,
  symbol: string,
  days: readonly number[],
  knownFirst: number | null,
): Promise<{ first: number; last: number } | null> {
  const ask = async (pick: 'min' | 'max', from: number, to: number): Promise<number | null> => {
    const [row] = await reader.query<{ n: number; at: number }>(
      `SELECT count() AS n, intDiv(toUInt32(${pick}(ts)), 60) AS at FROM market.bars FINAL
       WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({to:UInt32}, 'UTC')`,
      { symbol, from: from * MINUTES_PER_DAY * 60, to: (to + 1) * MINUTES_PER_DAY * 60 },
    );
    return row.n === 0 ? null : row.at;
  };
  // Deletions may have emptied days at either end: widen the look from there until a bar shows.
  const search = async (pick: 'min' | 'max'): Promise<number | null> => {
    const ordered = pick === 'min' ? days : [...days].reverse();
    for (let at = 0, width = 1; at < ordered.length; at += width, width *= 8) {
      const part = ordered.slice(at, at + width);
      const found = await ask(pick, Math.min(part[0], part.at(-1)!), Math.max(part[0], part.at(-1)!));
      if (found !== null) return found;
    }
    return null;
  };
  const last = await search('max');
  if (last === null) return null;
  return { first: knownFirst ?? (await search('min'))!, last };
}
