/**
 * Sessions made the slow and obvious way, from the rules alone, to hold the kernels against: objects per bar, every
 * window of every date tried. Shares nothing with compute/market/sessions.
 */
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import { CLOSED, EARLY } from './closings.ts';

export interface NaiveBar {
  /** Start, UTC minutes since the epoch. */
  t: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface NaiveSession {
  /** Days since the epoch. */
  date: number;
  /** 0 = Monday. */
  weekday: number;
  bars: NaiveBar[];
  /** Window `[start, stop)` and anchor, UTC minutes since the epoch. */
  start: number;
  stop: number;
  anchor: number;
  complete: boolean;
}

/** The part of a session spec that the rules speak of. */
export interface NaiveWindow {
  mode: 'default' | 'extended' | 'exchange' | 'custom';
  startMin: number;
  endMin: number;
  startExplicit: boolean;
  extended: boolean;
}

export interface NaiveSymbol {
  symbol: string;
  assetClass: 'equity' | 'etf' | 'crypto';
  intervalMin: number;
  bars: NaiveBar[];
  /** End of the last stored bar: the data's clock. */
  lastBarEnd: number;
}

export function naiveSymbol({ meta, bars, clock }: SymbolData): NaiveSymbol {
  const rows: NaiveBar[] = [];
  for (let i = 0; i < bars.length; i++) {
    rows.push({
      t: bars.minute[i],
      open: bars.open[i],
      high: bars.high[i],
      low: bars.low[i],
      close: bars.close[i],
      volume: bars.volume[i],
    });
  }
  return { ...meta, bars: rows, lastBarEnd: clock.lastBarEnd };
}

export const weekdayNumber = (date: number) => (new Date(date * 86_400_000).getUTCDay() + 6) % 7;
export const dateText = (date: number) => new Date(date * 86_400_000).toISOString().slice(0, 10);
export const timeText = (minute: number) => `${new Date(minute * 60_000).toISOString().slice(0, 19)}+00:00`;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const wallByHour = new Map<number, number>();

/** What New York's clocks show at a UTC minute, as minutes since an epoch of theirs. */
export function newYorkWall(minute: number): number {
  const hour = Math.floor(minute / 60);
  let wall = wallByHour.get(hour);
  if (wall === undefined) {
    wall = Date.parse(`${clock.format(hour * 3_600_000).replace(' ', 'T')}Z`) / 60_000;
    wallByHour.set(hour, wall);
  }
  return wall + (minute - hour * 60);
}

/** The UTC minute at which New York's clocks show `hour:minute` on a date. */
export function newYorkTime(date: number, hour: number, minute: number): number {
  const wall = date * 1440 + hour * 60 + minute;
  const found = [240, 300].map((behind) => wall + behind).find((utc) => newYorkWall(utc) === wall);
  if (found === undefined) throw new Error('no such time in New York');
  return found;
}

const closed = new Set(CLOSED);
const early = new Set(EARLY);

/** Minute of the New York day at which regular hours end; none on a full closing. */
export function naiveCloseMin(date: number): number | null {
  if (closed.has(dateText(date))) return null;
  return early.has(dateText(date)) ? 13 * 60 : 16 * 60;
}

function isRegular(bar: NaiveBar): boolean {
  const wall = newYorkWall(bar.t);
  const date = Math.floor(wall / 1440);
  const ofDay = wall - date * 1440;
  return ofDay >= 9 * 60 + 30 && ofDay < (naiveCloseMin(date) ?? 0);
}

export function naiveSessions(symbol: NaiveSymbol, window: NaiveWindow): NaiveSession[] {
  const { assetClass, intervalMin, bars, lastBarEnd } = symbol;
  if (bars.length === 0) return [];
  const american = assetClass !== 'crypto';
  const weekend = (date: number) => american && weekdayNumber(date) > 4;
  const sessions: NaiveSession[] = [];
  if (intervalMin === 1440) {
    for (const bar of bars) {
      const date = Math.floor(bar.t / 1440);
      if (weekend(date) || (american && naiveCloseMin(date) === null)) continue;
      const start = date * 1440;
      sessions.push({
        date,
        weekday: weekdayNumber(date),
        bars: [bar],
        start,
        stop: start + 1440,
        anchor: start,
        complete: true,
      });
    }
    return sessions;
  }

  const byUtcDay = new Map<number, NaiveBar[]>();
  for (const bar of bars) {
    if (american && !window.extended && !isRegular(bar)) continue;
    const day = Math.floor(bar.t / 1440);
    const sameDay = byUtcDay.get(day);
    if (sameDay) sameDay.push(bar);
    else byUtcDay.set(day, [bar]);
  }
  const firstDay = Math.floor(bars[0].t / 1440) - 2;
  const lastDay = Math.floor(bars[bars.length - 1].t / 1440) + 2;
  for (let day = firstDay; day <= lastDay; day++) {
    const { start, stop: usualStop } = windowOf(day, window, american);
    const crosses = Math.floor((usualStop - 1) / 1440) > Math.floor(start / 1440);
    const followsNewYork = american && (window.mode === 'exchange' || window.mode === 'extended');
    const insideOneDate = followsNewYork || !crosses;
    if (american && insideOneDate && naiveCloseMin(day) === null) continue;
    // The close of a half day, where only regular hours count.
    const closes = newYorkTime(day, Math.floor((naiveCloseMin(day) ?? 960) / 60), 0);
    const shortened = american && insideOneDate && naiveCloseMin(day) === 780;
    const regularOnly = window.mode === 'exchange' || !window.extended;
    const stop = shortened && regularOnly ? Math.min(usualStop, closes) : usualStop;
    const inside = [day - 1, day, day + 1, day + 2]
      .flatMap((candidate) => byUtcDay.get(candidate) ?? [])
      .filter((bar) => bar.t >= start && bar.t < stop);
    if (inside.length === 0) continue;

    const opensInside = [day - 1, day, day + 1, day + 2]
      .map((candidate) => ({ date: candidate, minute: newYorkTime(candidate, 9, 30) }))
      .filter(({ minute }) => minute >= start && minute < stop);
    let date = day;
    let anchor = start;
    if (american) {
      if (followsNewYork || !crosses) anchor = Math.max(start, newYorkTime(day, 9, 30));
      else if (opensInside.length > 0) {
        date = opensInside[0].date;
        anchor = opensInside[0].minute;
      }
      if (window.extended && window.startExplicit) anchor = start;
    }
    if (weekend(date)) continue;
    sessions.push({
      date,
      weekday: weekdayNumber(date),
      bars: inside,
      start,
      stop,
      anchor,
      complete: lastBarEnd >= stop,
    });
  }
  return sessions;
}

function windowOf(day: number, window: NaiveWindow, american: boolean): { start: number; stop: number } {
  if (american && window.mode === 'exchange') {
    return { start: newYorkTime(day, 9, 30), stop: newYorkTime(day, 16, 0) };
  }
  if (american && window.mode === 'extended') {
    return { start: newYorkTime(day, 4, 0), stop: newYorkTime(day, 20, 0) };
  }
  if (window.mode === 'extended') return { start: day * 1440, stop: day * 1440 + 1440 };
  const end = window.endMin > window.startMin ? window.endMin : window.endMin + 1440;
  return { start: day * 1440 + window.startMin, stop: day * 1440 + end };
}

/** The session before `sessions[i]`, at most 7 calendar days back. */
export function naivePrevious(sessions: NaiveSession[], i: number): NaiveSession | undefined {
  const before = sessions[i - 1];
  return before && sessions[i].date - before.date <= 7 ? before : undefined;
}

/**
 * Volume of a session's bars from `offset` to `offset + length` minutes after the anchor, over the mean of the same
 * in those of the 14 sessions before that have bars there; null below 3 of them, or where the mean is 0.
 */
export function naiveVolumeRatio(sessions: NaiveSession[], i: number, offset: number, length: number): number | null {
  const traded = (session: NaiveSession) =>
    session.bars
      .filter((bar) => bar.t >= session.anchor + offset && bar.t < session.anchor + offset + length)
      .map((bar) => bar.volume);
  const sum = (volumes: number[]) => volumes.reduce((total, volume) => total + volume, 0);
  const own = traded(sessions[i]);
  const before = sessions
    .slice(Math.max(0, i - 14), i)
    .map(traded)
    .filter((volumes) => volumes.length > 0)
    .map(sum);
  if (own.length === 0 || before.length < 3 || sum(before) === 0) return null;
  return sum(own) / (sum(before) / before.length);
}
