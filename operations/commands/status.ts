/** The answer of `status`, on the command line and at `/operator/status`: what is stored, what is behind, what failed. */

import type { CoverageMonth, SymbolCoverage } from '../../api/route.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { listQuarantined } from '../../compute/materialize/work.ts';
import { usEquities } from '../../exchange/calendar.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { tradingDaysOf } from '../../exchange/trading-days.ts';
import { lagMs } from '../../ingest/collectors/bars.ts';
import { CollectorStore } from '../../ingest/collectors/store.ts';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { skippedRanges } from '../../ingest/kafka/positions.ts';
import { waitingNewsStatus } from '../../ingest/landing/waiting-news.ts';
import type { Clock } from '../../lib/clock.ts';
import { dayOfMs, isWeekend, MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { collectorRows } from './collectors.ts';
import { retentionStatus } from './retention.ts';

interface StatusParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Events produced and not yet landed; null where this process has no log to ask. */
  readonly eventsBehind: () => Promise<number | null>;
  readonly behindDays: () => Promise<number>;
}

const LAST_IMPORTS = 10;

/** @param symbol of this one alone; imports are those of all */
export async function serviceStatus({ store, clock, eventsBehind, behindDays }: StatusParts, symbol?: string) {
  const { reader } = store;
  // What is behind comes first: where that is nothing, what is reported after it is the whole.
  const behind = { events: await eventsBehind(), days: await behindDays() };
  const symbols = await symbolStatus(reader, clock.nowMs(), symbol);
  const reasons = await reader.query<{ reason: string; n: number }>(
    `SELECT CAST(reason, 'String') AS reason, count() AS n FROM market.dead_letters FINAL
     GROUP BY reason ORDER BY reason`,
  );
  // Symbols that compute leaves alone because computing them fails; `statistic` null where it was not one statistic's.
  const quarantined = (await listQuarantined(reader))
    .filter((one) => symbol === undefined || one.symbol === symbol)
    .map(({ sinceMs, symbol, statistic, message }) => ({ symbol, statistic, message, since: isoTimestamp(sinceMs) }));
  const collectorStore = new CollectorStore(store, clock);
  const collectors = [];
  for (const one of await collectorStore.list()) {
    collectors.push(...(await collectorRows(collectorStore, clock, one, symbol)));
  }
  return {
    symbols,
    dead_letters: reasons.reduce((sum, { n }) => sum + n, 0),
    dead_letters_by_reason: Object.fromEntries(reasons.map(({ reason, n }) => [reason, n])),
    behind,
    news: await waitingNewsStatus(store),
    quarantined,
    skipped: await skippedRanges(reader),
    collectors,
    retention: await retentionStatus(store, clock),
    imports: await new ImportRecords(store, { clock }).list(LAST_IMPORTS),
  };
}

/** Sessions and bars a month of symbols after the one named, ascending, at most so many. */
export async function coverageOf(reader: Reader, after: string, limit: number): Promise<SymbolCoverage[]> {
  const names = await reader.query<{ symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol FROM market.symbols FINAL
     WHERE symbol > {after:String} ORDER BY symbol LIMIT {limit:UInt32}`,
    { after, limit },
  );
  const symbols = names.map(({ symbol }) => symbol);
  if (symbols.length === 0) return [];
  // The widest window that is kept: extended hours of equities and ETFs, the whole day of crypto.
  const rows = await reader.query<{ symbol: string; month: string; sessions: number; bars: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, formatDateTime(date, '%Y-%m') AS month, count() AS sessions,
       sum(bars) AS bars
     FROM market.v_stat_sessions
     WHERE session = 'extended' AND symbol IN {symbols:Array(String)}
       AND (symbol, interval) IN (SELECT symbol, interval FROM market.series_bases FINAL)
     GROUP BY symbol, month ORDER BY symbol, month`,
    { symbols },
  );
  const months = new Map<string, CoverageMonth[]>();
  for (const { symbol, ...month } of rows) months.set(symbol, [...(months.get(symbol) ?? []), month]);
  return symbols.map((symbol) => ({ symbol, months: months.get(symbol) ?? [] }));
}

interface RegisteredRow {
  readonly series: string;
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval: string;
  readonly interval_min: number;
  readonly is_base: boolean;
  readonly view_name: string;
  readonly sessions: number;
}

interface StoredBars {
  readonly series: string;
  readonly bars: number;
  readonly first_s: number;
  readonly last_s: number;
  /** Days of trading that have bars. */
  readonly days: number;
}

/** A row a series. */
export async function symbolStatus(reader: Reader, nowMs: number, symbol?: string) {
  const one = symbol === undefined ? '' : 'WHERE symbol = {symbol:String}';
  const rows = await reader.query<RegisteredRow>(
    `SELECT concat(r.symbol, ' ', r.interval) AS series, CAST(r.symbol, 'String') AS symbol,
       CAST(s.asset_class, 'String') AS asset_class, CAST(r.interval, 'String') AS interval, r.interval_min AS interval_min,
       r.interval = b.interval AS is_base, s.view_name AS view_name, c.sessions AS sessions
     FROM (SELECT * FROM market.series FINAL ${one}) AS r
     INNER JOIN (SELECT * FROM market.symbols FINAL ${one}) AS s ON s.symbol = r.symbol
     LEFT JOIN (SELECT * FROM market.series_bases FINAL ${one}) AS b ON b.symbol = r.symbol
     LEFT JOIN (SELECT series, sessions FROM market.symbol_coverage FINAL ${one}) AS c ON c.series = concat(r.symbol, ' ', r.interval)
     ORDER BY symbol, interval_min`,
    { symbol: symbol ?? '' },
  );
  const stored = new Map((await storedBars(reader, rows, nowMs)).map((bars) => [bars.series, bars]));
  const openDays = openDayCounter(nowMs);
  return rows.map((row) => {
    const bars = stored.get(row.series);
    const days = tradingDaysOf(row.asset_class);
    const dayOf = (seconds: number) => (isUtcDay(row) ? Math.floor(seconds / 86_400) : days.dayAt(seconds * 1000));
    return {
      symbol: row.symbol,
      asset_class: row.asset_class,
      interval: row.interval,
      // It answers where a request names no interval.
      base: Boolean(row.is_base),
      bars: bars?.bars ?? 0,
      sessions: row.sessions,
      // Starts, ISO 8601.
      first: bars ? isoTimestamp(bars.first_s * 1000) : null,
      last: bars ? isoTimestamp(bars.last_s * 1000) : null,
      // Seconds of trading by the calendar since the end of the last bar: 0 while the market is closed.
      lag_s: bars ? Math.floor(lagMs(days, bars.last_s * 1000, row.interval_min, nowMs) / 1000) : null,
      // Days of trading by the exchange's calendar (crypto: days) from the first to the last bar that have none.
      holes: bars ? openDays(row.asset_class, dayOf(bars.first_s), dayOf(bars.last_s)) - bars.days : 0,
      // Of the base series; null if an earlier symbol has the name.
      view: row.view_name === '' ? null : `market.${row.view_name}`,
    };
  });
}

/** Daily bars are at 00:00 UTC of their date; the days of crypto are those of UTC. */
const isUtcDay = (row: RegisteredRow) => row.asset_class === 'crypto' || row.interval_min === MINUTES_PER_DAY;

function storedBars(reader: Reader, rows: readonly RegisteredRow[], nowMs: number): Promise<StoredBars[]> {
  const closed = range(usEquities.from, dayOfMs(nowMs) + 1).filter((day) => !isWeekend(day) && !usEquities.hours(day));
  return reader.query<StoredBars>(
    // Days are not grouped by: each daily bar would be a group of its own.
    `SELECT series, count() AS bars, toUInt32(min(ts)) AS first_s, toUInt32(max(ts)) AS last_s, uniqExactIf(day, is_open) AS days
     FROM
     (
       SELECT concat(symbol, ' ', interval) AS series, ts, symbol IN {crypto:Array(String)} AS is_crypto,
         if(is_crypto OR interval = '1d', toDate32(ts), toDate32(ts, 'America/New_York')) AS day,
         is_crypto OR (toDayOfWeek(day) <= 5 AND toInt32(day) NOT IN (${closed.join(', ')})) AS is_open
       FROM market.bars FINAL WHERE symbol IN {symbols:Array(String)}
     )
     GROUP BY series`,
    {
      symbols: rows.map((row) => row.symbol),
      crypto: rows.filter((row) => row.asset_class === 'crypto').map((row) => row.symbol),
    },
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Counts the days of trading from one day to another, both included; the calendar is asked once per day. */
function openDayCounter(nowMs: number) {
  const days = tradingDaysOf('equity');
  const before = [0];
  for (const day of range(0, dayOfMs(nowMs) + 1)) before.push(before[day] + (days.isOpen(day) ? 1 : 0));
  return (assetClass: AssetClass, from: number, to: number) =>
    assetClass === 'crypto' ? to - from + 1 : before[to + 1] - before[from];
}
