/**
 * Daily bars of a symbol whose base interval is shorter: its history of before the cutover (see bar-ends.ts). It is a series
 * of its own, as on a 1d feed, that ends where the shorter bars serve; the records of the two are put one behind the other.
 * Nothing looks across the cutover: the first session of shorter bars has no previous one, since a daily close is the
 * auction's, and a window of the day ends elsewhere. What a daily record would follow beyond it stays open.
 */

import { dateIn } from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isoDate, isoMonday, MINUTES_PER_DAY } from '../../lib/days.ts';
import { decodeBlocks } from '../../sql/formats/native.ts';
import type { Reader } from '../../sql/reader.ts';
import { adjust, type BarColumns, type Factors, factorsOf, type Split, type SymbolMeta } from '../market/bars.ts';
import { dayRecords } from '../market/candles.ts';
import { concatTables, filterRows, numbers, type RecordTable } from '../market/records.ts';
import { type SessionSpec, storedSession, utcWindow } from '../market/sessions.ts';
import { SymbolData } from '../market/symbol-data.ts';
import type { Warning } from '../market/warning.ts';
import type { AnyValues } from '../statistics/params.ts';
import { ALL_DATES, type DateRange, type KernelParams, type Statistic } from '../statistics/statistic.ts';
import { evaluate } from './evaluation.ts';
import { inOrder } from './load-bars.ts';
import { latestDate } from './range.ts';

/** Dates that daily bars serve, days since the epoch: from the first one up to where the base interval serves. */
export interface DailySpan {
  readonly first: number;
  /** The cutover: date of the first bar of the base interval that serves. Where none does, the day after the last daily bar. */
  readonly until: number;
  /** No bar of the base interval serves. */
  readonly isAlone: boolean;
}

/** Records of a statistic from daily bars, and their sessions, all dated before `until`. */
export interface DailyHistory {
  readonly records: RecordTable;
  readonly days: RecordTable;
  readonly until: number;
  readonly isAlone: boolean;
}

const DAYS_A_WEEK = 7;

export interface DailyEnds {
  readonly first: number;
  readonly last: number;
}

/**
 * Null where no daily bar is dated before.
 *
 * @param firstBar start of the first bar of the base interval that serves, UTC minutes; null without one
 */
export function dailySpan(
  dailies: DailyEnds | undefined,
  firstBar: number | null,
  assetClass: AssetClass,
): DailySpan | null {
  if (!dailies) return null;
  const { first, last } = dailies;
  if (firstBar === null) return { first, until: last + 1, isAlone: true };
  const until = dateIn(assetClass, firstBar);
  return first < until ? { first, until, isAlone: false } : null;
}

export async function readDailyEnds(
  reader: Reader,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, DailyEnds>> {
  if (symbols.length === 0) return new Map();
  const rows = await reader.query<DailyEnds & { symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, toInt32(toDate32(min(ts))) AS first, toInt32(toDate32(max(ts))) AS last
     FROM market.bars_daily FINAL WHERE symbol IN {symbols:Array(String)} GROUP BY symbol`,
    { symbols },
  );
  return new Map(rows.map(({ symbol, ...ends }) => [symbol, ends]));
}

/** What daily bars are adjusted by; null: nothing. */
export function dailyFactors(splits: readonly Split[], meta: SymbolMeta): Factors | null {
  return splits.length === 0 ? null : factorsOf(splits, asDaily(meta));
}

/** The daily bars that serve, adjusted. */
export async function loadDailyBars(
  reader: Reader,
  symbol: string,
  until: number,
  factors: Factors | null,
): Promise<BarColumns> {
  const bytes = await reader.nativeBytes(
    `SELECT toInt32(intDiv(toUInt32(ts), 60)) AS minute, open, high, low, close, volume FROM market.bars_daily FINAL
     WHERE symbol = {symbol:String} AND ts < toDateTime({until:UInt32}, 'UTC') SETTINGS max_threads = 1`,
    { symbol, until: until * MINUTES_PER_DAY * 60 },
  );
  return adjust(inOrder(decodeBlocks(bytes)), factors);
}

/**
 * Why daily bars give no records beside those of a shorter interval; null where they do.
 *
 * @param values all that affect records
 */
export function dailyUnused(
  { dailyHistory, title }: Pick<Statistic, 'dailyHistory' | 'title'>,
  session: SessionSpec,
  assetClass: AssetClass,
  values: AnyValues,
): string | null {
  if (!dailyHistory) return `${title} needs shorter ones`;
  if (!isWholeDay(session, assetClass)) {
    return assetClass === 'crypto'
      ? 'they hold whole days; include_extended_hours=true takes 00:00-24:00 UTC'
      : 'they hold regular hours alone; session=exchange takes these';
  }
  return dailyHistory.unused?.(values) ?? null;
}

/** The window is what a daily bar holds: an exchange's regular hours, or a crypto pair's UTC day. */
function isWholeDay(session: SessionSpec, assetClass: AssetClass): boolean {
  if (assetClass === 'crypto') {
    const { startMin, endMin } = utcWindow(session, assetClass);
    return startMin === 0 && endMin === MINUTES_PER_DAY;
  }
  const name = storedSession(session);
  return name === 'default' || name === 'exchange';
}

/** Records and sessions of daily bars, as on a 1d feed that ends at the cutover. Pure. */
export function dailyHistoryOf(
  statistic: Statistic,
  meta: SymbolMeta,
  bars: BarColumns,
  { until, isAlone }: Pick<DailySpan, 'until' | 'isAlone'>,
  params: KernelParams,
): DailyHistory {
  // That shorter bars serve from there shows that the week before is over.
  const end = until * MINUTES_PER_DAY;
  const data = new SymbolData({
    meta: asDaily(meta),
    bars,
    clock: { lastBarStart: isAlone ? end - MINUTES_PER_DAY : end, lastBarEnd: end },
    reachesStart: true,
    reachesEnd: true,
  });
  const records = evaluate(statistic, data, params, ALL_DATES).records!;
  return {
    records: withNull(records, statistic.dailyHistory?.otherwise ?? []),
    days: dayRecords(data.sessions(params.session)),
    until,
    isAlone,
  };
}

/** Latest session date of the daily bars; null without one. */
export function latestOfDailies(statistic: Statistic, history: DailyHistory | null | undefined): number | null {
  return history ? latestDate(statistic, history.records, history.days) : null;
}

/** The history before the records of the base interval. */
export function joined(
  statistic: Statistic,
  { records, days, until, isAlone }: DailyHistory,
  base: { readonly records: RecordTable; readonly days: RecordTable },
): { records: RecordTable; days: RecordTable } {
  const dates = numbers(days, 'date');
  const monday = isoMonday(until);
  const isDivided = !isAlone && dates.length > 0 && dates[dates.length - 1] >= monday;
  const own = statistic.recordOf === 'week' && isDivided ? wholeWeeks(statistic, base.records, monday) : base.records;
  const before =
    statistic.recordOf === 'week' && isDivided
      ? filterRows(records, (row) => numbers(records, 'date')[row] < monday)
      : records;
  return { records: concatTables([before, own]), days: concatTables([days, base.days]) };
}

/** A week that the cutover divides has no record, and the one after it is not compared with the part that is known. */
function wholeWeeks({ dailyHistory }: Statistic, records: RecordTable, monday: number): RecordTable {
  const dates = numbers(records, 'date');
  const kept = filterRows(records, (row) => dates[row] >= monday + DAYS_A_WEEK);
  const next = numbers(kept, 'date').findIndex((date) => date >= monday + 2 * DAYS_A_WEEK);
  return withNull(kept, dailyHistory?.comparesWeeks ?? [], next === -1 ? kept.length : next);
}

/** The first rows without values in some columns. */
function withNull(table: RecordTable, names: readonly string[], rows = table.length): RecordTable {
  if (names.length === 0 || rows === 0) return table;
  const nulled = names.map((name) => [name, Float64Array.from(numbers(table, name)).fill(Number.NaN, 0, rows)]);
  return { ...table, columns: { ...table.columns, ...Object.fromEntries(nulled) } };
}

const asDaily = (meta: SymbolMeta): SymbolMeta => ({
  symbol: meta.symbol,
  assetClass: meta.assetClass,
  intervalMin: MINUTES_PER_DAY,
});

/**
 * For `metadata.warnings`, of a range that begins before the cutover.
 *
 * @param why that they give no records: see `dailyUnused`
 */
export function dailyWarnings(
  { events }: Pick<Statistic, 'events'>,
  daily: DailySpan,
  { from, to }: DateRange,
  why: string | null,
): Warning[] {
  if (events || to < from || from >= daily.until || to < daily.first) return [];
  return [why === null ? servedWarning(daily.until) : unusedWarning(daily, why)];
}

export const servedWarning = (until: number): Warning => ({
  code: 'daily_bars_served',
  text: `before ${isoDate(until)} sessions are 1d bars: what needs order within the day is null there, and nothing is compared across that date`,
});

const unusedWarning = ({ first, until }: DailySpan, why: string): Warning => ({
  code: 'daily_bars_unused',
  text: `1d bars from ${isoDate(first)} to before ${isoDate(until)} are not used: ${why}`,
});
