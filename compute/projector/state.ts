/** What the store says about a symbol's inputs and how far its records follow them. */

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
  /** Sum of hashes. */
  readonly fingerprint: bigint;
  readonly dirty: boolean;
}

/** Start of the first and last current bar, UTC minutes. */
export interface BarEnds {
  readonly first: number;
  readonly last: number;
}

export interface SymbolState {
  readonly symbol: string;
  /** The registry's word on its bars; null where only news of it are known. */
  readonly registered: SymbolMeta | null;
  /** Ascending by kind and day. */
  readonly days: readonly LoggedDay[];
  /** Rows ever landed for it: the version of what is made now. */
  readonly landed: number;
  /** State that the records were last settled for; null: never. */
  readonly settled: { readonly landed: number; readonly ends: BarEnds | null } | null;
  /** Definition number by statistic, of the records that are there. */
  readonly definitions: ReadonlyMap<string, number>;
}

/** Of each of the symbols, in their order. */
export async function readStates(reader: Reader, symbols: readonly string[]): Promise<SymbolState[]> {
  const [days, units, coverage] = await Promise.all([
    readDays(reader, symbols),
    reader.query<{ symbol: string; statistic: string; definition: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, CAST(statistic, 'String') AS statistic, definition
       FROM market.computed_units FINAL WHERE symbol IN {symbols:Array(String)}`,
      { symbols },
    ),
    reader.query<{ symbol: string; version: number; has_bars: boolean; first_min: number; last_min: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, version, has_bars,
         intDiv(toUInt32(ifNull(first_bar, 0)), 60) AS first_min, intDiv(toUInt32(ifNull(last_bar, 0)), 60) AS last_min
       FROM market.symbol_coverage FINAL WHERE symbol IN {symbols:Array(String)}`,
      { symbols },
    ),
  ]);
  // After what has landed: a symbol is registered, or set anew, before the days that follow from it are logged. What
  // lands between these statements is dirty again, never lost.
  const registry = await reader.query<{ symbol: string; asset_class: AssetClass; interval_min: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, CAST(asset_class, 'String') AS asset_class, interval_min
     FROM market.symbols FINAL WHERE symbol IN {symbols:Array(String)}`,
    { symbols },
  );
  return symbols.map((symbol): SymbolState => {
    const own = days.get(symbol) ?? [];
    const known = registry.find((row) => row.symbol === symbol);
    const settled = coverage.find((row) => row.symbol === symbol);
    return {
      symbol,
      days: own,
      landed: own.reduce((sum, { rows }) => sum + rows, 0),
      registered: known ? { symbol, assetClass: known.asset_class, intervalMin: known.interval_min } : null,
      settled: settled
        ? {
            landed: settled.version,
            ends: settled.has_bars ? { first: settled.first_min, last: settled.last_min } : null,
          }
        : null,
      definitions: new Map(
        units.filter((unit) => unit.symbol === symbol).map(({ statistic, definition }) => [statistic, definition]),
      ),
    };
  });
}

/** What was ever landed for the symbols by kind and day, held against what their records were made from. */
async function readDays(reader: Reader, symbols: readonly string[]): Promise<Map<string, LoggedDay[]>> {
  const { length, columns } = await reader.native(
    `SELECT CAST(l.symbol, 'String') AS symbol, CAST(l.kind, 'String') AS kind, toInt32(l.day) AS day, l.rows AS rows,
       l.fingerprint AS fingerprint, c.rows = 0 OR c.fingerprint != l.fingerprint AS dirty
     FROM
     (
       SELECT symbol, kind, day, sum(rows) AS rows, sum(fingerprint) AS fingerprint
       FROM market.day_log WHERE symbol IN {symbols:Array(String)} GROUP BY symbol, kind, day
     ) AS l
     LEFT JOIN
     (
       SELECT symbol, kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE symbol IN {symbols:Array(String)}
     ) AS c
     ON c.symbol = l.symbol AND c.kind = l.kind AND c.day = l.day
     ORDER BY kind, day`,
    { symbols },
  );
  const column = <T>(name: string) => columns[name] as T;
  const [names, kinds] = [column<string[]>('symbol'), column<Kind[]>('kind')];
  const [days, dirty] = [column<Int32Array>('day'), column<Uint8Array>('dirty')];
  const [rows, fingerprints] = [column<BigUint64Array>('rows'), column<BigUint64Array>('fingerprint')];
  const bySymbol = new Map<string, LoggedDay[]>();
  for (let i = 0; i < length; i++) {
    const own = bySymbol.get(names[i]) ?? [];
    bySymbol.set(names[i], own);
    own.push({
      kind: kinds[i],
      day: days[i],
      rows: Number(rows[i]),
      fingerprint: fingerprints[i],
      dirty: dirty[i] === 1,
    });
  }
  return bySymbol;
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
