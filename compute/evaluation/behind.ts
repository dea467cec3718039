/**
 * Which symbols' records are behind what is stored; of all symbols or of one process's share, where several
 * share the work. A share is the symbols whose key the log puts into its partitions: the store is asked for these alone, so
 * that many processes do not each look through the whole market.
 */

import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import { ALL_DATES } from '../statistics/statistic.ts';
import { COMPUTED_AS_REGISTERED, type Definitions, definitionParams, OTHER_DEFINITIONS } from './tables/coverage.ts';

export interface SymbolShare {
  /** Partitions that symbols are spread over. */
  readonly partitions: number;
  readonly mine: readonly number[];
  readonly range?: SymbolRange;
}

/** Symbols in alphabetical order, from after the one up to and with the other; null: no bound. */
export interface SymbolRange {
  readonly after: string | null;
  readonly upTo: string | null;
}

export const ALL_SYMBOLS: SymbolShare = { partitions: 1, mine: [0] };

/** A condition on the column `symbol` of a statement that is run with `shareParams`. */
export function inShare(share: SymbolShare | null): string {
  if (!share) return '1';
  const { after = null, upTo = null } = share.range ?? {};
  return [
    // The hash that producers choose a key's partition with.
    'has({mine:Array(UInt32)}, kafkaMurmurHash(symbol) % {partitions:UInt32})',
    ...(after === null ? [] : ['symbol > {after:String}']),
    ...(upTo === null ? [] : ['symbol <= {upTo:String}']),
  ].join(' AND ');
}

export function shareParams(share: SymbolShare | null): Params {
  if (!share) return {};
  const { after = null, upTo = null } = share.range ?? {};
  return {
    partitions: share.partitions,
    mine: share.mine,
    ...(after === null ? {} : { after }),
    ...(upTo === null ? {} : { upTo }),
  };
}

export function isInRange(symbol: string, share: SymbolShare | null): boolean {
  const { after = null, upTo = null } = share?.range ?? {};
  return (after === null || symbol > after) && (upTo === null || symbol <= upTo);
}

export interface Behind {
  readonly symbol: string;
  /** Ended days that are dirty; all its days where its records were computed otherwise than they would be now. */
  readonly days: number;
}

/**
 * Symbols whose records are not those that this build would compute of the days that have ended: these have changed, or the
 * class of a series, or a definition. No symbol here: records and summaries are up to date.
 *
 * @param today first UTC date that has not ended; left out: none counts as live
 */
export async function findBehind(
  reader: Reader,
  definitions: Definitions,
  share: SymbolShare | null = null,
  today: number = ALL_DATES.to,
): Promise<Behind[]> {
  const params = { ...definitionParams(definitions), ...shareParams(share), today: Math.min(today, ALL_DATES.to) };
  const candidates = await findCandidates(reader, share, params);
  if (candidates.length === 0) return [];
  const isCandidate = 'symbol IN {candidates:Array(String)}';
  return reader.query<Behind>(
    `SELECT substringIndex(d.series, ' ', 1) AS symbol,
       toUInt32(sum(if(c.inputs = d.marked AND ${COMPUTED_AS_REGISTERED} AND empty(${OTHER_DEFINITIONS}), d.dirty, d.all))) AS days
     FROM
     (
       SELECT l.series AS series, any(l.asset_class) AS asset_class, count() AS all,
         countIf((m.rows = 0 OR m.fingerprint != l.fingerprint) AND ${HAS_ENDED}) AS dirty,
         sum(m.fingerprint) AS marked
       FROM ${seriesDays(isCandidate)} AS l
       LEFT JOIN (SELECT series, kind, day, rows, fingerprint FROM market.computed_days FINAL WHERE ${isCandidate}) AS m
       ON m.series = l.series AND m.kind = l.kind AND m.day = l.day
       GROUP BY series
     ) AS d
     LEFT JOIN (SELECT * FROM market.symbol_coverage FINAL WHERE ${isCandidate}) AS c ON c.series = d.series
     GROUP BY symbol HAVING days > 0
     ORDER BY symbol`,
    { ...params, candidates },
  );
}

/**
 * SQL: the days of every series with the sums of what was landed, and the class that is registered: of bars those of its interval, all others of its symbol. A symbol
 * without a series has one without an interval; days of bars without their series count nowhere.
 */
const seriesDays = (condition: string) => `
  (
    SELECT concat(l.symbol, ' ', r.interval) AS series, any(r.asset_class) AS asset_class, l.kind AS kind, l.day AS day,
      sum(l.fingerprint) AS fingerprint
    FROM (SELECT symbol, interval, kind, day, fingerprint FROM market.day_log WHERE ${condition}) AS l
    LEFT JOIN
    (
      SELECT r.symbol AS symbol, r.interval AS interval, s.asset_class AS asset_class
      FROM (SELECT symbol, interval FROM market.series FINAL WHERE ${condition}) AS r
      LEFT JOIN (SELECT symbol, asset_class FROM market.symbols FINAL WHERE ${condition}) AS s ON s.symbol = r.symbol
    ) AS r ON r.symbol = l.symbol
    WHERE l.interval = '' OR l.interval = r.interval
    GROUP BY series, kind, day
  )`;

/** SQL: a day whose records are stored by now, or one of a kind that no record is dated by. */
const HAS_ENDED = "(day < toDate32({today:Int32}) OR kind = 'actions')";

/**
 * Symbols but those that are surely up to date: whose marks, and what its records were computed from, sum up to what has
 * landed on the days that have ended. Days are compared one by one for the others alone: of most symbols that is for nothing.
 */
async function findCandidates(reader: Reader, share: SymbolShare | null, params: Params): Promise<string[]> {
  const rows = await reader.query<{ name: string }>(
    `SELECT DISTINCT substringIndex(d.series, ' ', 1) AS name
     FROM
     (
       SELECT series, any(asset_class) AS asset_class, sumIf(fingerprint, ${HAS_ENDED}) AS ended
       FROM ${seriesDays(inShare(share))} GROUP BY series
     ) AS d
     LEFT JOIN
     (
       SELECT series, sumIf(fingerprint, ${HAS_ENDED}) AS ended, countIf(NOT ${HAS_ENDED}) AS live
       FROM market.computed_days FINAL WHERE ${inShare(share)} GROUP BY series
     ) AS m ON m.series = d.series
     LEFT JOIN (SELECT * FROM market.symbol_coverage FINAL WHERE ${inShare(share)}) AS c ON c.series = d.series
     WHERE NOT (d.ended = m.ended AND m.live = 0 AND c.inputs = m.ended
       AND ${COMPUTED_AS_REGISTERED} AND empty(${OTHER_DEFINITIONS}))`,
    params,
  );
  return rows.map(({ name }) => name);
}

/** Dirty days left. @param today days since the epoch */
export async function behindDays(reader: Reader, definitions: Definitions, today: number): Promise<number> {
  return (await findBehind(reader, definitions, null, today)).reduce((sum, { days }) => sum + days, 0);
}
