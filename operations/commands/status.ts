/** What `status` tells, on the command line and at `/operator/status`: what is stored, what is behind, what went wrong. */

import type { CoverageMonth, SymbolCoverage } from '../../api/operator.ts';
import { readSplits } from '../../compute/evaluation/tables/events.ts';
import { splitLike } from '../../compute/market/bars.ts';
import { isoTimestamp } from '../../compute/market/render.ts';
import { listQuarantined } from '../../compute/materialize/work.ts';
import { usEquities } from '../../exchange/calendar.ts';
import { expectedBarsOf, type SeriesGrid } from '../../exchange/expected-bars.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN } from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { formatInterval } from '../../exchange/symbol.ts';
import { CollectorStore } from '../../ingest/collectors/store.ts';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { skippedRanges } from '../../ingest/kafka/positions.ts';
import { readGrids } from '../../ingest/landing/registry/stored-bars.ts';
import { waitingNewsStatus } from '../../ingest/landing/waiting-news.ts';
import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { dayOfMs, isoDate, isWeekend, MINUTES_PER_DAY } from '../../lib/days.ts';
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
  const unregistered = await unregisteredSymbols(reader, symbol);
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
    unregistered,
    split_suspects: await splitSuspects(reader, symbol),
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
     GROUP BY symbol, month ORDER BY symbol, month`,
    { symbols },
  );
  const months = new Map<string, CoverageMonth[]>();
  for (const { symbol, ...month } of rows) months.set(symbol, [...(months.get(symbol) ?? []), month]);
  return symbols.map((symbol) => ({ symbol, months: months.get(symbol) ?? [] }));
}

/** Symbols with stored bars that nobody has registered: these bars are in no statistic. */
async function unregisteredSymbols(reader: Reader, wanted?: string): Promise<string[]> {
  const candidates = await reader.query<{ symbol: string }>(
    `SELECT CAST(l.symbol, 'String') AS symbol
     FROM (SELECT DISTINCT symbol FROM market.day_log WHERE kind = 'bars') AS l
     LEFT JOIN (SELECT symbol, interval_min FROM market.symbols FINAL) AS s ON s.symbol = l.symbol
     WHERE s.interval_min = 0`,
  );
  const symbols = candidates.map(({ symbol }) => symbol).filter((symbol) => wanted === undefined || symbol === wanted);
  if (symbols.length === 0) return [];
  // A deletion of what never was is logged, too.
  const rows = await reader.query<{ symbol: string }>(
    `SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM market.bars FINAL
     WHERE symbol IN {symbols:Array(String)} ORDER BY symbol`,
    { symbols },
  );
  return rows.map(({ symbol }) => symbol);
}

interface Stored {
  readonly symbol: string;
  readonly bars: number;
  readonly first_s: number;
  readonly last_s: number;
  readonly days: number;
  /** Bars that start in regular hours. */
  readonly regular: number;
}

export async function symbolStatus(reader: Reader, nowMs: number, symbol?: string) {
  const one = symbol === undefined ? '' : 'WHERE symbol = {symbol:String}';
  const rows = await reader.query<{
    symbol: string;
    asset_class: AssetClass;
    interval_min: number;
    view_name: string;
    sessions: number;
  }>(
    `SELECT CAST(s.symbol, 'String') AS symbol, CAST(s.asset_class, 'String') AS asset_class, s.interval_min AS interval_min,
       s.view_name AS view_name, c.sessions AS sessions
     FROM (SELECT * FROM market.symbols FINAL ${one}) AS s
     LEFT JOIN (SELECT symbol, sessions FROM market.symbol_coverage FINAL) AS c ON c.symbol = s.symbol
     ORDER BY symbol`,
    { symbol: symbol ?? '' },
  );
  const isCrypto = (row: (typeof rows)[number]) => row.asset_class === 'crypto';
  const isDaily = (row: (typeof rows)[number]) => !isCrypto(row) && row.interval_min === MINUTES_PER_DAY;
  const groups: [typeof rows, DaysSql][] = [
    [rows.filter(isCrypto), CRYPTO_DAYS],
    [rows.filter(isDaily), dailyDays(nowMs)],
    [rows.filter((row) => !isCrypto(row) && !isDaily(row)), newYorkDays(nowMs)],
  ];
  const stored = new Map<string, Stored>();
  for (const [group, sql] of groups) {
    const symbols = group.map((row) => row.symbol);
    for (const found of await storedBars(reader, symbols, sql)) stored.set(found.symbol, found);
  }
  const grids = new Map<string, SeriesGrid>();
  for (const [intervalMin, group] of grouped(rows, (row) => row.interval_min)) {
    const symbols = group.map((row) => row.symbol);
    for (const [symbol, grid] of await readGrids(reader, symbols, intervalMin)) grids.set(symbol, grid);
  }
  const seriesOf = (row: (typeof rows)[number], { first_s, last_s }: Stored) => ({
    assetClass: row.asset_class,
    intervalMin: row.interval_min,
    first: first_s / 60,
    last: last_s / 60,
    grid: grids.get(row.symbol),
  });
  const known = rows.flatMap((row) => {
    const found = stored.get(row.symbol);
    return found ? [seriesOf(row, found)] : [];
  });
  const dailies = await dailyBars(
    reader,
    rows.map((row) => row.symbol),
  );
  const calendar = expectedBarsOf(known, nowMs);
  return rows.map((row) => {
    const found = stored.get(row.symbol);
    const series = found ? seriesOf(row, found) : null;
    const expected = series ? calendar.of(series) : { sessions: 0, bars: 0 };
    return {
      symbol: row.symbol,
      asset_class: row.asset_class,
      interval: formatInterval(row.interval_min),
      bars: found?.bars ?? 0,
      sessions: row.sessions,
      // Starts, ISO 8601.
      first: found ? isoTimestamp(found.first_s * 1000) : null,
      last: found ? isoTimestamp(found.last_s * 1000) : null,
      // Seconds of trading by the calendar since the end of the last bar: 0 while the market is closed.
      lag_s: series ? calendar.lagS(series, nowMs) : null,
      // Days of trading by the exchange's calendar (crypto: days) from the first to the last bar that have none.
      holes: Math.max(0, expected.sessions - (found?.days ?? 0)),
      // Of regular hours, from the first to the last bar.
      expected_bars: expected.bars,
      missing_bars: Math.max(0, expected.bars - (found?.regular ?? 0)),
      ...(dailies.get(row.symbol) ?? NO_DAILIES),
      // Null where an earlier symbol has the name.
      view: row.view_name === '' ? null : `market.${row.view_name}`,
    };
  });
}

/** Daily bars beside those of the interval, and the dates of the first and last of them. */
type DailyBars = { daily_bars: number; daily_first: string | null; daily_last: string | null };
const NO_DAILIES: DailyBars = { daily_bars: 0, daily_first: null, daily_last: null };

/** By symbol, of those that have some beside the bars of a shorter interval. */
async function dailyBars(reader: Reader, symbols: readonly string[]): Promise<ReadonlyMap<string, DailyBars>> {
  if (symbols.length === 0) return new Map();
  const rows = await reader.query<DailyBars & { symbol: string }>(
    `SELECT CAST(symbol, 'String') AS symbol, count() AS daily_bars, toString(toDate(min(ts))) AS daily_first,
       toString(toDate(max(ts))) AS daily_last
     FROM market.bars_daily FINAL WHERE symbol IN {symbols:Array(String)} GROUP BY symbol`,
    { symbols },
  );
  return new Map(rows.map(({ symbol, ...bars }) => [symbol, bars]));
}

/** SQL of a bar's day, of whether that is one of trading (of `day`), and of whether the bar is in regular hours. */
interface DaysSql {
  readonly day: string;
  readonly isOpen: string;
  readonly isRegular: string;
}

const CRYPTO_DAYS: DaysSql = { day: 'toDate32(ts)', isOpen: '1', isRegular: '1' };

/** Daily bars are at 00:00 UTC of their date. */
const dailyDays = (nowMs: number): DaysSql => ({ ...newYorkDays(nowMs), day: 'toDate32(ts)', isRegular: '1' });

function newYorkDays(nowMs: number): DaysSql {
  const closed: number[] = [];
  const special = new Map<number, { openMin: number; closeMin: number }>();
  for (let day = usEquities.from; day <= dayOfMs(nowMs) + 1; day++) {
    const hours = usEquities.hours(day);
    if (!hours && !isWeekend(day)) closed.push(day);
    if (hours && (hours.openMin !== EXCHANGE_OPEN_MIN || hours.closeMin !== EXCHANGE_CLOSE_MIN))
      special.set(day, hours);
  }
  const list = (values: Iterable<number>) => `[${[...values].join(', ')}]`;
  const own = (of: 'openMin' | 'closeMin', usual: number) =>
    `transform(toInt32(day), ${list(special.keys())}, ${list([...special.values()].map((hours) => hours[of]))}, ${usual})`;
  return {
    day: "toDate32(ts, 'America/New_York')",
    isOpen: `toDayOfWeek(day) <= 5 AND toInt32(day) NOT IN (${closed.join(', ')})`,
    isRegular: `minute >= ${own('openMin', EXCHANGE_OPEN_MIN)} AND minute < ${own('closeMin', EXCHANGE_CLOSE_MIN)}`,
  };
}

function storedBars(reader: Reader, symbols: readonly string[], sql: DaysSql): Promise<Stored[]> {
  if (symbols.length === 0) return Promise.resolve([]);
  return reader.query<Stored>(
    // Days are not grouped by: each daily bar would be a group of its own.
    `SELECT CAST(symbol, 'String') AS symbol, count() AS bars, toUInt32(min(ts)) AS first_s, toUInt32(max(ts)) AS last_s,
       uniqExactIf(day, is_open) AS days, countIf(is_open AND ${sql.isRegular}) AS regular
     FROM
     (
       SELECT symbol, ts, ${sql.day} AS day, toHour(ts, 'America/New_York') * 60 + toMinute(ts, 'America/New_York') AS minute,
         ${sql.isOpen} AS is_open
       FROM market.bars FINAL WHERE symbol IN {symbols:Array(String)}
     )
     GROUP BY symbol`,
    { symbols },
  );
}

const LISTED = 100;
/** Logarithm of the move of a usual night. */
const SAME = Math.log(1.4);

/** What bars look like that hold the split already and are adjusted for it again: its reverse. */
const reverseOf = (ratio: number) => (ratio < 1 ? `${Number((1 / ratio).toPrecision(6))}:1` : `1:${ratio}`);

/**
 * Openings that look as if a split lay in the night before them, though the bars are adjusted for all that are stored: of
 * all symbols or one, the newest first. `open_over_close`: over the close before; `looks_like`: new shares for old ones;
 * `stored_ratio`: of the split that is stored for the date, which the bars seem to hold already, null without one.
 */
export async function splitSuspects(reader: Reader, symbol?: string) {
  const wanted = `session = 'exchange' AND variant = '' AND (gap_from_close_x > 1.4 OR gap_from_close_x < 1 / 1.4)
    ${symbol === undefined ? '' : 'AND symbol = {symbol:String}'}`;
  const rows = await reader.query<{ symbol: string; day: number; x: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, toInt32(date) AS day, assumeNotNull(gap_from_close_x) AS x
     FROM market.stat_sessions FINAL
     WHERE ${wanted} AND symbol IN (SELECT symbol FROM market.stat_sessions WHERE ${wanted})
     ORDER BY day DESC, symbol`,
    { symbol: symbol ?? '' },
  );
  const splits = await readSplits(reader, [...new Set(rows.map((one) => one.symbol))]);
  const found = rows.flatMap((row) => {
    const stored = splits.get(row.symbol)?.find((split) => split.day === row.day);
    // One that is stored is looked at whatever its ratio is.
    const held = stored && Math.abs(Math.log(row.x / stored.ratio)) < SAME ? reverseOf(stored.ratio) : null;
    const like = splitLike(row.x) ?? held;
    return like === null ? [] : [{ ...row, like, stored }];
  });
  return found.slice(0, LISTED).map(({ symbol: name, day, x, like, stored }) => {
    const date = isoDate(day);
    return {
      symbol: name,
      date,
      open_over_close: Number(x.toFixed(6)),
      looks_like: like,
      stored_ratio: stored?.ratio ?? null,
      advice: stored
        ? `a split is stored for this date and the bars seem to hold it already: \`symbols set --symbol ${name} --adjusted-through ${date}\``
        : `if it was a split: \`import actions\`, with the row ${name},split,${date},${like}`,
    };
  });
}
