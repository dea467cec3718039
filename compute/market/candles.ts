/**
 * Candles from the bars of the sessions: of a timeframe, and the figures of each whole session. Slots count from the window's start; the last is cut at the
 * window's end. Only finished candles, and only slots that have a bar.
 */

import type { Figures } from '../../exchange/symbol.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoMonday, isWeekend, MINUTES_PER_DAY, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { lowerBound } from './bars.ts';
import { boolean, date, integer, number, oneOf, SYMBOL_FIELD } from './fields.ts';
import { type RecordTable, TableBuilder } from './records.ts';
import { type DataClock, NEW_YORK_BEHIND_MIN, regularHoursOf, type SessionSet, windowAt } from './sessions.ts';

/** Candles ascending, as columns. `start` and `end` are UTC minutes; `session` is the index of the (first) session. */
export interface CandleSet {
  readonly length: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly session: Int32Array;
  readonly sessions: SessionSet;
}

export const TIMEFRAMES = ['1m', '2m', '3m', '5m', '10m', '15m', '30m', '1H', '2H', '4H', '1D', '1W'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];
/** Hours, days and weeks in lower case, as intervals are written. Not minutes in upper case: `1M` is a month elsewhere. */
export const TIMEFRAME_ALIASES: ReadonlyMap<string, Timeframe> = new Map(
  TIMEFRAMES.flatMap((word) => (word === word.toLowerCase() ? [] : [[word.toLowerCase(), word] as const])),
);

export const TIMEFRAME_MIN: Readonly<Record<Timeframe, number>> = {
  '1m': 1,
  '2m': 2,
  '3m': 3,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '1H': 60,
  '2H': 120,
  '4H': 240,
  '1D': 1440,
  '1W': 10080,
};

/** A whole multiple of the base interval; days and weeks fit every feed. */
export function timeframeFits(timeframe: Timeframe, intervalMin: number): boolean {
  return TIMEFRAME_MIN[timeframe] % intervalMin === 0;
}

export function buildCandles(sessions: SessionSet, timeframe: Timeframe, clock: DataClock): CandleSet {
  if (timeframe === '1W') return weekly(sessions, clock);
  if (timeframe === '1D') return daily(sessions);
  if (TIMEFRAME_MIN[timeframe] === sessions.meta.intervalMin) return barsThemselves(sessions, clock);
  return intraday(sessions, TIMEFRAME_MIN[timeframe], clock);
}

function allocate(n: number) {
  return {
    start: new Int32Array(n),
    end: new Int32Array(n),
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    session: new Int32Array(n),
  };
}

function trim(c: ReturnType<typeof allocate>, length: number, sessions: SessionSet): CandleSet {
  const columns = Object.entries(c).map(([name, column]) => [name, column.subarray(0, length)]);
  return { length, ...(Object.fromEntries(columns) as typeof c), sessions };
}

function intraday(sessions: SessionSet, minutes: number, clock: DataClock): CandleSet {
  const { minute, open, high, low, close } = sessions.bars;
  const c = allocate(slotsOf(sessions, minutes));
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const windowStart = sessions.windowStart[s];
    const windowEnd = sessions.windowEnd[s];
    const last = sessions.end[s] - 1;
    for (let i = sessions.first[s]; i <= last; i++) {
      const start = windowStart + Math.floor((minute[i] - windowStart) / minutes) * minutes;
      const end = Math.min(start + minutes, windowEnd);
      if (clock.lastBarEnd < end) break;
      c.start[n] = start;
      c.end[n] = end;
      c.session[n] = s;
      c.open[n] = open[i];
      let top = high[i];
      let bottom = low[i];
      while (i < last && minute[i + 1] < end) {
        i++;
        if (high[i] > top) top = high[i];
        if (low[i] < bottom) bottom = low[i];
      }
      c.high[n] = top;
      c.low[n] = bottom;
      c.close[n] = close[i];
      n++;
    }
  }
  return trim(c, n, sessions);
}

/** Room for the candles of all sessions: no more than slots, nor than bars. */
function slotsOf(sessions: SessionSet, minutes: number): number {
  let slots = 0;
  for (let s = 0; s < sessions.length; s++) {
    const inWindow = Math.ceil((sessions.windowEnd[s] - sessions.windowStart[s]) / minutes);
    slots += Math.min(inWindow, sessions.end[s] - sessions.first[s]);
  }
  return slots;
}

/** A timeframe equal to the base interval: the bars themselves, wherever the window starts. Copied whole sessions at once. */
function barsThemselves(sessions: SessionSet, clock: DataClock): CandleSet {
  const { bars, meta } = sessions;
  let total = 0;
  for (let s = 0; s < sessions.length; s++) total += sessions.end[s] - sessions.first[s];
  const c = allocate(total);
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    const first = sessions.first[s];
    const end = sessions.end[s];
    c.start.set(bars.minute.subarray(first, end), n);
    for (const name of ['open', 'high', 'low', 'close'] as const) c[name].set(bars[name].subarray(first, end), n);
    c.session.fill(s, n, n + end - first);
    n += end - first;
  }
  for (let i = 0; i < n; i++) c.end[i] = c.start[i] + meta.intervalMin;
  while (n > 0 && clock.lastBarEnd < c.end[n - 1]) n--;
  return trim(c, n, sessions);
}

export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export function mergedPrices({ open, high, low, close }: SessionFigures, from: number, to: number): Prices {
  let top = high[from];
  let bottom = low[from];
  for (let s = from + 1; s < to; s++) {
    if (high[s] > top) top = high[s];
    if (low[s] < bottom) bottom = low[s];
  }
  return { open: open[from], high: top, low: bottom, close: close[to - 1] };
}

function mergeSessions(c: ReturnType<typeof allocate>, n: number, sessions: SessionSet, from: number, to: number) {
  const merged = mergedPrices(sessionFigures(sessions), from, to);
  for (const name of ['open', 'high', 'low', 'close'] as const) c[name][n] = merged[name];
  c.start[n] = sessions.bars.minute[sessions.first[from]];
  c.end[n] = sessions.windowEnd[to - 1];
  c.session[n] = from;
}

function daily(sessions: SessionSet): CandleSet {
  const c = allocate(sessions.length);
  let n = 0;
  for (let s = 0; s < sessions.length; s++) {
    if (sessions.complete[s]) mergeSessions(c, n++, sessions, s, s + 1);
  }
  return trim(c, n, sessions);
}

function weekly(sessions: SessionSet, clock: DataClock): CandleSet {
  const c = allocate(sessions.length);
  let n = 0;
  for (let s = 0; s < sessions.length; ) {
    const monday = isoMonday(sessions.date[s]);
    let to = s + 1;
    while (to < sessions.length && sessions.date[to] < monday + 7) to++;
    if (weekFinished(sessions, monday, clock)) mergeSessions(c, n++, sessions, s, to);
    s = to;
  }
  return trim(c, n, sessions);
}

/**
 * A week is over when a bar starts at or after the next Monday 00:00 UTC and, for crypto, also at or after the end of
 * that week's Sunday window (which may reach into Monday).
 */
export function weekFinished(sessions: SessionSet, monday: number, clock: DataClock): boolean {
  let over = (monday + 7) * MINUTES_PER_DAY;
  if (sessions.meta.assetClass === 'crypto' && sessions.meta.intervalMin < MINUTES_PER_DAY) {
    const { end } = windowAt(sessions.spec, 'crypto', NEW_YORK_BEHIND_MIN[0]);
    over = Math.max(over, (monday + 6) * MINUTES_PER_DAY + end);
  }
  return clock.lastBarStart >= over;
}

/**
 * Open, high, low, close and volume of each session, and which session came before: what most kernels start from. As
 * records they are what the range of every answer and the day counts of every summary rest on, and for analysts the daily
 * bars of each session window (`market.stat_sessions`).
 */
export interface SessionFigures extends Figures<Float64Array> {
  /** Index of the previous session, at most 7 calendar days back; -1 without one. */
  readonly previous: Int32Array;
}

export const PREVIOUS_MAX_DAYS = 7;

/** Kept with the sessions: many statistics, and many variants of one, start from the same sessions. */
const made = new WeakMap<SessionSet, SessionFigures>();

/** The figures of these sessions, made once; nobody may write to them. */
export const sessionFigures = (sessions: SessionSet): SessionFigures =>
  getOrMake(made, sessions, () => makeFigures(sessions));

/** Sums of volume add oldest first, so that equal input gives equal bytes. */
function makeFigures(sessions: SessionSet): SessionFigures {
  const n = sessions.length;
  const { bars } = sessions;
  const figures = {
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: new Float64Array(n),
    previous: new Int32Array(n),
  };
  for (let s = 0; s < n; s++) {
    const first = sessions.first[s];
    const end = sessions.end[s];
    let high = bars.high[first];
    let low = bars.low[first];
    let volume = 0;
    for (let i = first; i < end; i++) {
      if (bars.high[i] > high) high = bars.high[i];
      if (bars.low[i] < low) low = bars.low[i];
      volume += bars.volume[i];
    }
    figures.open[s] = bars.open[first];
    figures.high[s] = high;
    figures.low[s] = low;
    figures.close[s] = bars.close[end - 1];
    figures.volume[s] = volume;
    figures.previous[s] = s > 0 && sessions.date[s] - sessions.date[s - 1] <= PREVIOUS_MAX_DAYS ? s - 1 : -1;
  }
  return figures;
}

export const DAY_FIELDS = [
  SYMBOL_FIELD,
  date('date', 'Date of the session'),
  oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
  date('prev_date', 'Date of the previous session, at most 7 calendar days back', { nullable: true }),
  number('open', 'price', 'First price of the session', { nullable: false }),
  number('high', 'price', 'Highest price', { nullable: false }),
  number('low', 'price', 'Lowest price', { nullable: false }),
  number('close', 'price', 'Last price', { nullable: false }),
  number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
  integer('bars', 'bars', 'Bars of the session'),
  number('gap_from_close_x', 'ratio', "Open over the previous session's close", { formula: 'open / prev_close' }),
  boolean('cut', 'The window leaves out part of the regular hours of this date (equities, ETFs)'),
  boolean(
    'begins_late',
    'The first bar at or after the start of the clock comes more than 5 minutes, or one bar, after it',
  ),
  boolean('lacks_bars', 'More than a tenth of the bars that grid, window and regular hours call for are missing'),
  integer(
    'dropped_bars',
    'bars',
    'Bars left out because the exchange closed early on the date, or was closed between it and the next session',
  ),
  boolean('complete', 'Some stored bar of the symbol ends at or after the end of the window'),
] as const;

export function dayRecords(sessions: SessionSet): RecordTable {
  const n = sessions.length;
  const table = new TableBuilder(DAY_FIELDS, n);
  const figures = sessionFigures(sessions);
  const c = table.columns('date', 'weekday', 'prev_date', 'bars', 'gap_from_close_x', 'cut', 'complete');
  const quality = table.columns('begins_late', 'lacks_bars', 'dropped_bars');
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) table.column(name).set(figures[name]);
  for (let s = 0; s < n; s++) {
    const before = figures.previous[s];
    c.date[s] = sessions.date[s];
    c.weekday[s] = weekdayOf(sessions.date[s]);
    c.bars[s] = sessions.end[s] - sessions.first[s];
    c.cut[s] = cutsRegularHours(sessions, s) ? 1 : 0;
    c.complete[s] = sessions.complete[s];
    quality.begins_late[s] = beginsLate(sessions, s) ? 1 : 0;
    quality.lacks_bars[s] = lacksBars(sessions, s) ? 1 : 0;
    quality.dropped_bars[s] = sessions.dropped[s];
    if (before === -1) continue;
    c.prev_date[s] = sessions.date[before];
    c.gap_from_close_x[s] = figures.open[s] / figures.close[before];
  }
  return table.finish(n);
}

function cutsRegularHours(sessions: SessionSet, s: number): boolean {
  if (sessions.meta.assetClass === 'crypto' || sessions.meta.intervalMin >= MINUTES_PER_DAY) return false;
  const { open, close } = regularHoursOf(sessions.date[s]);
  return close > open && (sessions.windowStart[s] > open || sessions.windowEnd[s] < close);
}

/** A session may begin so much later than its clock and still open with the market. */
export const LATE_MIN = 5;

function beginsLate({ bars, meta, anchor, first, end }: SessionSet, s: number): boolean {
  if (meta.intervalMin >= MINUTES_PER_DAY) return false;
  const at = lowerBound(bars.minute, anchor[s], first[s], end[s]);
  return at === end[s] || bars.minute[at] - anchor[s] > Math.max(LATE_MIN, meta.intervalMin);
}

/** Compares bars with the slots of the grid in the window, and for equities and ETFs in regular hours. */
function lacksBars(sessions: SessionSet, s: number): boolean {
  const { meta, bars, windowStart, windowEnd, first, end } = sessions;
  if (meta.intervalMin >= MINUTES_PER_DAY) return false;
  // The last bar is on the grid; the first of a day may be cut by the opening.
  const phase = bars.minute[end[s] - 1] % meta.intervalMin;
  let [expected, there] = [0, 0];
  const count = (from: number, to: number) => {
    if (to <= from) return;
    expected += slotsBefore(to, phase, meta.intervalMin) - slotsBefore(from, phase, meta.intervalMin);
    const at = lowerBound(bars.minute, from, first[s], end[s]);
    there += lowerBound(bars.minute, to, at, end[s]) - at;
  };
  if (meta.assetClass === 'crypto') count(windowStart[s], windowEnd[s]);
  else {
    const lastDate = Math.floor((windowEnd[s] - 1) / MINUTES_PER_DAY);
    for (let date = Math.floor(windowStart[s] / MINUTES_PER_DAY); date <= lastDate; date++) {
      const { open, close } = isWeekend(date) ? { open: 0, close: 0 } : regularHoursOf(date);
      count(Math.max(windowStart[s], open), Math.min(windowEnd[s], close));
    }
  }
  return (expected - there) * 10 > expected;
}

/** Starts of bars before a minute, counted from the first of the grid. */
const slotsBefore = (minute: number, phase: number, intervalMin: number) => Math.ceil((minute - phase) / intervalMin);
