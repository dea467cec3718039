/** Which part of the day a statistic looks at: the request's window, resolved to clock minutes. */

import { regularCloseMin } from '../../exchange/calendar.ts';
import {
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
  newYorkDay,
  newYorkMinute,
} from '../../exchange/new-york.ts';
import type { AssetClass } from '../../exchange/symbol.ts';
import { isWeekend, MINUTES_PER_DAY } from '../../lib/days.ts';
import { allocateBars, type BarColumns, lowerBound, PRICE_COLUMNS, type SymbolMeta } from './bars.ts';

type SessionMode = 'default' | 'extended' | 'exchange' | 'custom';

/**
 * A session window as asked for. `startMin` and `endMin` are UTC minutes of the day and rule in modes `default` and
 * `custom` (end 1440 = 24:00; an end at or before the start crosses midnight); `exchange` and `extended` follow the
 * New York clock for equities and ETFs.
 */
export interface SessionSpec {
  readonly mode: SessionMode;
  readonly startMin: number;
  readonly endMin: number;
  readonly startExplicit: boolean;
  /** Extended bars of equities and ETFs exist for the statistic. */
  readonly extended: boolean;
}

export const DEFAULT_START_MIN = 13 * 60 + 30;
export const DEFAULT_END_MIN = 20 * 60;

export const DEFAULT_SESSION: SessionSpec = {
  mode: 'default',
  startMin: DEFAULT_START_MIN,
  endMin: DEFAULT_END_MIN,
  startExplicit: false,
  extended: false,
};
export const EXTENDED_SESSION: SessionSpec = { ...DEFAULT_SESSION, mode: 'extended', extended: true };
export const EXCHANGE_SESSION: SessionSpec = { ...DEFAULT_SESSION, mode: 'exchange' };

export const STORED_SESSIONS: Readonly<Record<'default' | 'extended' | 'exchange', SessionSpec>> = {
  default: DEFAULT_SESSION,
  extended: EXTENDED_SESSION,
  exchange: EXCHANGE_SESSION,
};

export interface SessionRequest {
  startMin?: number;
  endMin?: number;
  exchange: boolean;
  extended: boolean;
}

/** Any explicit time wins (the missing one keeps its default), then `session=exchange`, then extended hours. */
export function sessionSpec(request: SessionRequest): SessionSpec {
  const { startMin, endMin, exchange, extended } = request;
  if (startMin !== undefined || endMin !== undefined) {
    // `00:00` as an end is the end of the day and does not cross midnight.
    const end = endMin === undefined ? DEFAULT_END_MIN : endMin === 0 ? 1440 : endMin;
    return {
      mode: 'custom',
      startMin: startMin ?? DEFAULT_START_MIN,
      endMin: end,
      startExplicit: startMin !== undefined,
      extended,
    };
  }
  if (exchange) return { ...EXCHANGE_SESSION, extended };
  return extended ? EXTENDED_SESSION : DEFAULT_SESSION;
}

export function followsNewYork(spec: SessionSpec, assetClass: AssetClass): boolean {
  return assetClass !== 'crypto' && (spec.mode === 'exchange' || spec.mode === 'extended');
}

/** New York's distance from UTC in summer and in winter, minutes. */
export const NEW_YORK_BEHIND_MIN = [240, 300] as const;

/** UTC minutes of the day of any window while New York is so far behind UTC; the end is after the start, beyond midnight too. */
export function windowAt(spec: SessionSpec, assetClass: AssetClass, behindMin: number): { start: number; end: number } {
  if (followsNewYork(spec, assetClass)) {
    const [open, close] = newYorkHours(spec);
    return { start: open + behindMin, end: close + behindMin };
  }
  const { startMin: start, endMin } = utcWindow(spec, assetClass);
  return { start, end: endMin > start ? endMin : endMin + MINUTES_PER_DAY };
}

const newYorkHours = ({ mode }: SessionSpec) =>
  mode === 'exchange' ? [EXCHANGE_OPEN_MIN, EXCHANGE_CLOSE_MIN] : [EXTENDED_OPEN_MIN, EXTENDED_CLOSE_MIN];

/** Minutes of the window that may have bars. */
export function windowMinutes(spec: SessionSpec, assetClass: AssetClass): number {
  const { start, end } = windowAt(spec, assetClass, NEW_YORK_BEHIND_MIN[0]);
  const isWhole = assetClass === 'crypto' || spec.extended;
  return isWhole ? end - start : Math.min(end - start, EXCHANGE_CLOSE_MIN - EXCHANGE_OPEN_MIN);
}

/** UTC minutes of the day `[start, end)` of a window that does not follow New York. */
export function utcWindow(spec: SessionSpec, assetClass: AssetClass): { startMin: number; endMin: number } {
  if (spec.mode === 'extended' && assetClass === 'crypto') return { startMin: 0, endMin: 1440 };
  return { startMin: spec.startMin, endMin: spec.endMin };
}

export function sessionKey(spec: SessionSpec): string {
  return `${spec.mode}:${spec.startMin}:${spec.endMin}:${spec.startExplicit ? 1 : 0}:${spec.extended ? 1 : 0}`;
}

/**
 * Name under which this window's records are in the store, or `null`. The plain window written out is the default
 * one; extended bars are outside the exchange window, so asking for both changes nothing.
 */
export function storedSession(spec: SessionSpec): 'default' | 'extended' | 'exchange' | null {
  if (spec.mode === 'exchange' || spec.mode === 'default' || spec.mode === 'extended') return spec.mode;
  const plain = spec.startMin === DEFAULT_START_MIN && spec.endMin === DEFAULT_END_MIN && !spec.extended;
  return plain ? 'default' : null;
}

/**
 * Cuts a symbol's bars into trading sessions. Half-open windows `[start, end)` by the bars' starts; see the
 * statistics page for which date a window that crosses midnight takes and where the day's clock (anchor) starts.
 */

/** How far the stored data of a symbol reach, UTC minutes; -Infinity without bars. The only clock there is. */
export interface DataClock {
  readonly lastBarStart: number;
  readonly lastBarEnd: number;
}

/**
 * Sessions in ascending date order, as columns of equal length. Bars of session `s` are `bars` at
 * `[first[s], end[s])`; every session has at least one. Minutes are UTC minutes since the epoch.
 */
export interface SessionSet {
  readonly length: number;
  readonly bars: BarColumns;
  readonly date: Int32Array;
  readonly first: Int32Array;
  readonly end: Int32Array;
  readonly windowStart: Int32Array;
  readonly windowEnd: Int32Array;
  /** Where the day's clock starts. */
  readonly anchor: Int32Array;
  /** 1 once some stored bar of the symbol ends at or after the window's end. */
  readonly complete: Uint8Array;
  /** Bars that an early close of the date, or a full closing between it and the next session, makes extended. */
  readonly dropped: Int32Array;
  readonly spec: SessionSpec;
  readonly meta: SymbolMeta;
  /** Windows with bars whose session would be dated on a weekend, and so does not exist (equities, ETFs). */
  readonly weekend: readonly { readonly date: number; readonly bars: number }[];
}

/** Bars lost to weekend dates, of all the set or of a range of dates (days since the epoch, both inclusive). */
export function weekendBars(set: SessionSet, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): number {
  let bars = 0;
  for (const lost of set.weekend) if (lost.date >= from && lost.date <= to) bars += lost.bars;
  return bars;
}

interface Growing {
  date: number[];
  first: number[];
  end: number[];
  windowStart: number[];
  windowEnd: number[];
  anchor: number[];
  dropped: number[];
  weekend: { date: number; bars: number }[];
}

export function buildSessions(bars: BarColumns, meta: SymbolMeta, spec: SessionSpec, clock: DataClock): SessionSet {
  const columns = { date: [], first: [], end: [], windowStart: [], windowEnd: [], anchor: [], dropped: [] };
  const out: Growing = { ...columns, weekend: [] };
  let kept = bars;
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  if (meta.intervalMin >= MINUTES_PER_DAY) dailyBars(bars, meta, out);
  else if (followsNewYork(spec, meta.assetClass) || endMin > startMin) windowsOfDates(bars, meta, spec, out);
  else kept = midnightWindows(bars, meta, spec, startMin, endMin, out);

  const length = out.date.length;
  const complete = new Uint8Array(length);
  const daily = meta.intervalMin >= MINUTES_PER_DAY;
  for (let s = 0; s < length; s++) complete[s] = daily || clock.lastBarEnd >= out.windowEnd[s] ? 1 : 0;
  return {
    length,
    bars: kept,
    date: Int32Array.from(out.date),
    first: Int32Array.from(out.first),
    end: Int32Array.from(out.end),
    windowStart: Int32Array.from(out.windowStart),
    windowEnd: Int32Array.from(out.windowEnd),
    anchor: Int32Array.from(out.anchor),
    complete,
    dropped: Int32Array.from(out.dropped),
    spec,
    meta,
    weekend: out.weekend,
  };
}

function push(out: Growing, date: number, first: number, end: number, window: SessionWindow) {
  out.date.push(date);
  out.first.push(first);
  out.end.push(end);
  out.windowStart.push(window.start);
  out.windowEnd.push(window.end);
  out.anchor.push(window.anchor);
  out.dropped.push(0);
}

/** Counts dropped bars with the session that the dates before them end with. */
function drop(out: Growing, bars: number): void {
  const last = out.dropped.length - 1;
  if (last >= 0) out.dropped[last] += bars;
}

/**
 * Returns the regular hours of a date in UTC minutes, empty on a full closing. A late opening of the exchange changes
 * nothing.
 */
export function regularHoursOf(date: number): { open: number; close: number } {
  const open = newYorkMinute(date, EXCHANGE_OPEN_MIN);
  const closeMin = regularCloseMin(date);
  return { open, close: closeMin === null ? open : open + closeMin - EXCHANGE_OPEN_MIN };
}

/** A 1d bar is a whole session by itself; windows of the day do not apply. */
function dailyBars(bars: BarColumns, meta: SymbolMeta, out: Growing): void {
  const exchange = meta.assetClass !== 'crypto';
  for (let i = 0; i < bars.length; i++) {
    const date = Math.floor(bars.minute[i] / MINUTES_PER_DAY);
    if (exchange && isWeekend(date)) out.weekend.push({ date, bars: 1 });
    else if (exchange && regularCloseMin(date) === null) drop(out, 1);
    else {
      const start = date * MINUTES_PER_DAY;
      push(out, date, i, i + 1, { start, end: start + MINUTES_PER_DAY, anchor: start });
    }
  }
}

/**
 * A window inside one date: New York's where it follows that clock, else UTC's. Regular hours of a date are one range, so
 * extended bars fall off at its ends.
 */
function windowsOfDates(bars: BarColumns, meta: SymbolMeta, spec: SessionSpec, out: Growing): void {
  const exchange = meta.assetClass !== 'crypto';
  const inNewYork = followsNewYork(spec, meta.assetClass);
  const regularOnly = exchange && !inNewYork && !spec.extended;
  const { minute, length } = bars;
  for (let i = 0; i < length; ) {
    const date = inNewYork ? newYorkDay(minute[i]) : Math.floor(minute[i] / MINUTES_PER_DAY);
    const window = windowOf(date, spec, meta);
    const next = lowerBound(minute, firstMinute(date + 1, spec, meta), i, Math.min(length, i + MINUTES_PER_DAY + 61));
    const open = newYorkMinute(date, EXCHANGE_OPEN_MIN);
    const low = regularOnly ? Math.max(window.start, open) : window.start;
    // Without closings of the exchange the session would end here.
    const usual = usualEnd(date, spec, meta);
    const usualHigh = regularOnly ? Math.min(usual, open + EXCHANGE_CLOSE_MIN - EXCHANGE_OPEN_MIN) : usual;
    const first = lowerBound(minute, low, i, next);
    const usualLast = lowerBound(minute, usualHigh, first, next);
    const isClosed = exchange && regularCloseMin(date) === null;
    const end = isClosed ? first : lowerBound(minute, Math.min(usualHigh, window.end), first, usualLast);
    if (exchange && isWeekend(date)) {
      if (end > first) out.weekend.push({ date, bars: end - first });
    } else {
      if (end > first) push(out, date, first, end, window);
      drop(out, usualLast - end);
    }
    i = next;
  }
}

/** A window that crosses midnight: it may hold two ranges of regular hours, so dropped bars are compacted away. */
function midnightWindows(
  all: BarColumns,
  meta: SymbolMeta,
  spec: SessionSpec,
  startMin: number,
  endMin: number,
  out: Growing,
): BarColumns {
  const exchange = meta.assetClass !== 'crypto';
  const { bars, dropped } = exchange && !spec.extended ? regularBars(all) : { bars: all, dropped: [] };
  const { minute, length } = bars;
  let nextDropped = 0;
  const dropBefore = (until: number) => {
    const from = nextDropped;
    while (nextDropped < dropped.length && dropped[nextDropped] < until) nextDropped++;
    drop(out, nextDropped - from);
  };
  for (let i = 0; i < length; ) {
    const startDay = Math.floor((minute[i] - startMin) / MINUTES_PER_DAY);
    const start = startDay * MINUTES_PER_DAY + startMin;
    const stop = (startDay + 1) * MINUTES_PER_DAY + endMin;
    const next = lowerBound(minute, start + MINUTES_PER_DAY, i, Math.min(length, i + MINUTES_PER_DAY));
    const end = lowerBound(minute, stop, i, next);
    dropBefore(start);
    if (end > i) {
      let date = startDay;
      let anchor = start;
      if (exchange) {
        const open = firstOpen(startDay, start, stop);
        if (open !== null) {
          date = open.day;
          if (!(spec.extended && spec.startExplicit)) anchor = open.minute;
        }
      }
      if (exchange && isWeekend(date)) out.weekend.push({ date, bars: end - i });
      else push(out, date, i, end, { start, end: stop, anchor });
    }
    i = next;
  }
  dropBefore(Number.POSITIVE_INFINITY);
  return bars;
}

export interface SessionWindow {
  readonly start: number;
  readonly end: number;
  readonly anchor: number;
}

/**
 * Returns the window of the session of a date in UTC minutes, whether or not it has bars, as `buildSessions` places it.
 * Without extended hours a window inside one date ends with an early close of the exchange.
 */
export function windowOf(date: number, spec: SessionSpec, meta: SymbolMeta): SessionWindow {
  const midnight = date * MINUTES_PER_DAY;
  const usual = usualEnd(date, spec, meta);
  if (meta.intervalMin >= MINUTES_PER_DAY) return { start: midnight, end: usual, anchor: midnight };
  const exchange = meta.assetClass !== 'crypto';
  const open = newYorkMinute(date, EXCHANGE_OPEN_MIN);
  if (followsNewYork(spec, meta.assetClass)) {
    const start = newYorkMinute(date, newYorkHours(spec)[0]);
    const end = spec.mode === 'exchange' ? Math.min(usual, earlyClose(date)) : usual;
    return { start, end, anchor: open };
  }
  const opensItself = !exchange || (spec.extended && spec.startExplicit);
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  if (endMin > startMin) {
    const start = midnight + startMin;
    const end = exchange && !spec.extended ? Math.min(usual, Math.max(start, earlyClose(date))) : usual;
    return { start, end, anchor: opensItself ? start : Math.max(start, open) };
  }
  const start = firstMinute(date, spec, meta);
  return { start, end: usual, anchor: opensItself || open < start || open >= usual ? start : open };
}

/** Returns the UTC minute at which the window of a date ends, whatever the exchange does on it. */
function usualEnd(date: number, spec: SessionSpec, meta: SymbolMeta): number {
  const midnight = date * MINUTES_PER_DAY;
  if (meta.intervalMin >= MINUTES_PER_DAY) return midnight + MINUTES_PER_DAY;
  if (followsNewYork(spec, meta.assetClass)) return newYorkMinute(date, newYorkHours(spec)[1]);
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  if (endMin > startMin) return midnight + endMin;
  return firstMinute(date, spec, meta) - startMin + MINUTES_PER_DAY + endMin;
}

/** Returns the UTC minute of an early close; Infinity on a date without one. */
function earlyClose(date: number): number {
  const closeMin = regularCloseMin(date);
  const isEarly = closeMin !== null && closeMin < EXCHANGE_CLOSE_MIN;
  return isEarly ? newYorkMinute(date, closeMin) : Number.POSITIVE_INFINITY;
}

/** From when on bars belong to the session of a date or to a later one: UTC minutes. */
export function firstMinute(date: number, spec: SessionSpec, meta: SymbolMeta): number {
  const midnight = date * MINUTES_PER_DAY;
  const { startMin, endMin } = utcWindow(spec, meta.assetClass);
  if (meta.intervalMin >= MINUTES_PER_DAY) return midnight;
  if (followsNewYork(spec, meta.assetClass)) return newYorkMinute(date, 0);
  if (endMin > startMin) return midnight;
  // Across midnight, as `midnightWindows` dates them: by the first open inside the window, else by its start.
  const open = newYorkMinute(date, EXCHANGE_OPEN_MIN) - midnight;
  const eveBefore = meta.assetClass !== 'crypto' && open < startMin && open < endMin;
  return midnight + startMin - (eveBefore ? MINUTES_PER_DAY : 0);
}

function firstOpen(startDay: number, start: number, stop: number): { day: number; minute: number } | null {
  for (const day of [startDay, startDay + 1]) {
    const minute = newYorkMinute(day, EXCHANGE_OPEN_MIN);
    if (minute >= start && minute < stop) return { day, minute };
  }
  return null;
}

/** The bars in regular hours, and the starts of those that closings of the exchange take out of them. */
function regularBars(bars: BarColumns): { bars: BarColumns; dropped: number[] } {
  const keep: number[] = [];
  const dropped: number[] = [];
  let [open, close, usualClose, nextDate] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < bars.length; i++) {
    const minute = bars.minute[i];
    if (minute >= nextDate) {
      const date = newYorkDay(minute);
      ({ open, close } = regularHoursOf(date));
      usualClose = open + EXCHANGE_CLOSE_MIN - EXCHANGE_OPEN_MIN;
      nextDate = newYorkMinute(date + 1, 0);
    }
    if (minute < open || minute >= usualClose) continue;
    if (minute < close) keep.push(i);
    else dropped.push(minute);
  }
  if (keep.length === bars.length) return { bars, dropped };
  const out = allocateBars(keep.length);
  for (const name of ['minute', ...PRICE_COLUMNS] as const) {
    for (let to = 0; to < keep.length; to++) out[name][to] = bars[name][keep[to]];
  }
  return { bars: out, dropped };
}
