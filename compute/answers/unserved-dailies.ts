/**
 * Daily bars that the first date of shorter bars takes out of the answers though no shorter bars stand for them: those
 * up to the second date of shorter bars, so that one stray early bar is seen, and the one of the first date itself
 * where its shorter bars begin after its session does.
 */
import { isoDate, MINUTES_PER_DAY } from '../../lib/days.ts';
import { EXCHANGE_OPEN_MIN, newYorkDay, newYorkMinute } from '../../lib/new-york.ts';
import type { Reader } from '../../sql/reader.ts';
import { dailyUnused } from '../engine/daily-history.ts';
import { recordValues } from '../engine/tables/units.ts';
import type { DateRange } from '../statistics/statistic.ts';
import type { SymbolInfo, ViewRequest } from './answers.ts';

/** Days since the epoch. */
export interface UnservedDailies {
  /** First date of the shorter bars. */
  readonly since: number;
  /** The shorter bars of that date begin after its session, and there is a daily bar of it. */
  readonly isLate: boolean;
  /** First and last of the daily bars between the first and the second date of shorter bars; null: none. */
  readonly between: { readonly from: number; readonly to: number; readonly count: number } | null;
}

/** Null where there are none. */
export async function readUnservedDailies(reader: Reader, symbol: SymbolInfo): Promise<UnservedDailies | null> {
  const { firstBar } = symbol;
  if (!symbol.hasDailies || firstBar === null) return null;
  const isCrypto = symbol.assetClass === 'crypto';
  const since = isCrypto ? Math.floor(firstBar / MINUTES_PER_DAY) : newYorkDay(firstBar);
  const opens = isCrypto ? since * MINUTES_PER_DAY : newYorkMinute(since, EXCHANGE_OPEN_MIN);
  const dayStart = (day: number) => (isCrypto ? day * MINUTES_PER_DAY : newYorkMinute(day, 0));
  const own = await dailiesIn(reader, symbol, { from: since, to: since });
  const isLate = firstBar > opens && own !== null;
  const later = await dailiesIn(reader, symbol, { from: since + 1, to: null });
  if (later === null) return isLate ? { since, isLate, between: null } : null;
  // A narrow look answers nearly always; all later bars are looked at behind a stray one alone.
  const near = await hasBar(reader, symbol, dayStart(since + 1), dayStart(later.from + 1));
  if (near) return isLate ? { since, isLate, between: null } : null;
  const next = await firstBarFrom(reader, symbol, dayStart(later.from + 1));
  const until = next === null ? null : isCrypto ? Math.floor(next / MINUTES_PER_DAY) : newYorkDay(next);
  const between = until === null ? later : await dailiesIn(reader, symbol, { from: later.from, to: until - 1 });
  return { since, isLate, between };
}

/** For `metadata.warnings` of an answer that daily bars could serve; of one that begins before `earliest` nothing is said. */
export function unservedWarnings(
  { statistic, symbol, session, values, range: { earliest } }: ViewRequest,
  unserved: UnservedDailies | null,
  { from, to }: DateRange,
): string[] {
  if (unserved === null || statistic.events || unserved.since < (earliest ?? unserved.since)) return [];
  const own = recordValues(statistic.params, values, symbol.intervalMin);
  if (dailyUnused(statistic, session, symbol.assetClass, own) !== null) return [];
  const { since, isLate, between } = unserved;
  const first = isoDate(since);
  return [
    ...(isLate && from <= since && since <= to
      ? [
          `the 1d bar of ${first} is not used: the first shorter bars are of that date, and begin after its session does; to have it serve, delete the shorter bars of ${first}`,
        ]
      : []),
    ...(between && from <= between.to && between.from <= to
      ? [
          `${between.count} 1d bars of ${isoDate(between.from)} to ${isoDate(between.to)} are not used, and no shorter bars stand for them: the first shorter bars are of ${first}, the next ones later; where those of ${first} are stray, delete them, and the 1d bars serve`,
        ]
      : []),
  ];
}

async function dailiesIn(reader: Reader, { symbol }: SymbolInfo, { from, to }: { from: number; to: number | null }) {
  const [row] = await reader.query<{ from: number; to: number; count: number }>(
    `SELECT toInt32(toDate32(min(ts))) AS \`from\`, toInt32(toDate32(max(ts))) AS \`to\`, toUInt32(count()) AS count
     FROM market.bars_daily FINAL WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC')
       ${to === null ? '' : "AND ts < toDateTime({to:UInt32}, 'UTC')"}`,
    { symbol, from: from * DAY_SECONDS, ...(to === null ? {} : { to: (to + 1) * DAY_SECONDS }) },
  );
  return row === undefined || row.count === 0 ? null : row;
}

async function hasBar(reader: Reader, { symbol }: SymbolInfo, from: number, before: number): Promise<boolean> {
  const rows = await reader.query<{ at: number }>(
    `SELECT 1 AS at FROM market.bars FINAL WHERE symbol = {symbol:String}
       AND ts >= toDateTime({from:UInt32}, 'UTC') AND ts < toDateTime({before:UInt32}, 'UTC') LIMIT 1`,
    { symbol, from: from * 60, before: before * 60 },
  );
  return rows.length > 0;
}

/** Start of the first bar from a UTC minute on; null without one. */
async function firstBarFrom(reader: Reader, { symbol }: SymbolInfo, from: number): Promise<number | null> {
  const [row] = await reader.query<{ at: number; count: number }>(
    `SELECT intDiv(toUInt32(min(ts)), 60) AS at, toUInt32(count()) AS count FROM market.bars FINAL
     WHERE symbol = {symbol:String} AND ts >= toDateTime({from:UInt32}, 'UTC')`,
    { symbol, from: from * 60 },
  );
  return row === undefined || row.count === 0 ? null : row.at;
}

const DAY_SECONDS = MINUTES_PER_DAY * 60;
