/**
 * A second, deliberately simple cut of bars into sessions, written from the statistics page alone: one object a bar,
 * every window tried, nothing shared with compute/sessions. What the rooms' naive implementations start from.
 */
import type { BarColumns } from '../../compute/bars/columns.ts';
import type { SymbolMeta } from '../../compute/sessions/build.ts';
import type { SessionSpec } from '../../compute/sessions/spec.ts';
import type { SymbolData } from '../../compute/statistics/statistic.ts';

export interface NaiveBar {
  /** Start, UTC minutes since the epoch. */
  minute: number;
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
  windowStart: number;
  windowEnd: number;
  anchor: number;
  complete: boolean;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export function naiveBars(bars: BarColumns): NaiveBar[] {
  return Array.from(bars.minute, (minute, i) => ({
    minute,
    open: bars.open[i],
    high: bars.high[i],
    low: bars.low[i],
    close: bars.close[i],
    volume: bars.volume[i],
  }));
}

const zoneClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const offsetByHour = new Map<number, number>();

/** New York's clock minus UTC, minutes. It changes on whole hours only. */
function zoneOffset(minute: number): number {
  const hour = Math.floor(minute / 60);
  let offset = offsetByHour.get(hour);
  if (offset === undefined) {
    const wall = Date.parse(`${zoneClock.format(hour * 3_600_000).replace(' ', 'T')}Z`);
    offset = wall / 60_000 - hour * 60;
    offsetByHour.set(hour, offset);
  }
  return offset;
}

/** UTC minute at which New York's clock shows this minute of the day: one of two offsets makes it so. */
export function newYorkToUtc(day: number, minuteOfDay: number): number {
  const wall = day * 1440 + minuteOfDay;
  for (const offset of [-240, -300]) if (zoneOffset(wall - offset) === offset) return wall - offset;
  throw new Error('no such time in New York');
}

export function naiveWeekday(day: number): number {
  return (new Date(day * 86_400_000).getUTCDay() + 6) % 7;
}

function isExtended(bar: NaiveBar): boolean {
  const wall = (bar.minute + zoneOffset(bar.minute)) % 1440;
  return wall < 570 || wall >= 960;
}

interface Window {
  start: number;
  end: number;
  date: number;
  anchor: number;
}

/** The window whose start lies on the day `d`. */
function windowOf(d: number, meta: SymbolMeta, spec: SessionSpec): Window {
  const crypto = meta.assetClass === 'crypto';
  if (!crypto && spec.mode === 'exchange') {
    return { start: newYorkToUtc(d, 570), end: newYorkToUtc(d, 960), date: d, anchor: newYorkToUtc(d, 570) };
  }
  if (!crypto && spec.mode === 'extended') {
    return { start: newYorkToUtc(d, 240), end: newYorkToUtc(d, 1200), date: d, anchor: newYorkToUtc(d, 570) };
  }
  const wholeDay = crypto && spec.mode === 'extended';
  const startMin = wholeDay ? 0 : spec.startMin;
  const endMin = wholeDay ? 1440 : spec.endMin;
  const start = d * 1440 + startMin;
  const end = d * 1440 + endMin + (endMin <= startMin ? 1440 : 0);
  if (crypto) return { start, end, date: d, anchor: start };
  const ownStart = spec.extended && spec.startExplicit;
  const open = newYorkToUtc(d, 570);
  if (endMin > startMin) return { start, end, date: d, anchor: ownStart ? start : Math.max(start, open) };
  const opens = [d, d + 1].map((day) => ({ day, at: newYorkToUtc(day, 570) }));
  const inside = opens.filter(({ at }) => at >= start && at < end);
  const date = inside.length > 0 ? inside[0].day : d;
  return { start, end, date, anchor: ownStart || inside.length === 0 ? start : inside[0].at };
}

/** Sessions ascending by date. */
export function naiveSessions(all: NaiveBar[], meta: SymbolMeta, spec: SessionSpec): NaiveSession[] {
  if (all.length === 0) return [];
  const lastBarEnd = all[all.length - 1].minute + meta.intervalMin;
  const dayOf = (bar: NaiveBar) => Math.floor(bar.minute / 1440);
  const byDay = new Map<number, NaiveBar[]>();
  for (const bar of all) byDay.set(dayOf(bar), [...(byDay.get(dayOf(bar)) ?? []), bar]);
  const sessions: NaiveSession[] = [];
  for (let d = dayOf(all[0]) - 1; d <= dayOf(all[all.length - 1]) + 1; d++) {
    const daily = meta.intervalMin === 1440;
    const window = daily
      ? { start: d * 1440, end: d * 1440 + 1440, date: d, anchor: d * 1440 }
      : windowOf(d, meta, spec);
    let bars = [d, d + 1, d + 2].flatMap((day) => byDay.get(day) ?? []);
    bars = bars.filter((bar) => bar.minute >= window.start && bar.minute < window.end);
    if (meta.assetClass !== 'crypto' && !spec.extended && !daily) bars = bars.filter((bar) => !isExtended(bar));
    if (bars.length === 0) continue;
    if (meta.assetClass !== 'crypto' && naiveWeekday(window.date) > 4) continue;
    sessions.push({
      date: window.date,
      weekday: naiveWeekday(window.date),
      bars,
      windowStart: window.start,
      windowEnd: window.end,
      anchor: window.anchor,
      complete: daily || lastBarEnd >= window.end,
      open: bars[0].open,
      high: Math.max(...bars.map((bar) => bar.high)),
      low: Math.min(...bars.map((bar) => bar.low)),
      close: bars[bars.length - 1].close,
      volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
    });
  }
  return sessions;
}

export function naiveSessionsOf(data: SymbolData, spec: SessionSpec): NaiveSession[] {
  return naiveSessions(naiveBars(data.bars), data.meta, spec);
}

/** The session before, at most seven calendar days back. */
export function naivePrevious(sessions: NaiveSession[], s: number): NaiveSession | null {
  const before = sessions[s - 1];
  return before && sessions[s].date - before.date <= 7 ? before : null;
}

/** Relative volume of the stretch of a session's day that begins `offset` minutes after its anchor. */
export function naiveRelativeVolume(
  sessions: NaiveSession[],
  s: number,
  offset: number,
  length: number,
): number | null {
  const volumeIn = (session: NaiveSession) => {
    const start = session.anchor + offset;
    const bars = session.bars.filter((bar) => bar.minute >= start && bar.minute < start + length);
    return bars.length === 0 ? null : bars.reduce((sum, bar) => sum + bar.volume, 0);
  };
  const own = volumeIn(sessions[s]);
  const others = sessions
    .slice(Math.max(0, s - 14), s)
    .map(volumeIn)
    .filter((volume) => volume !== null);
  if (own === null || others.length < 3) return null;
  const mean = others.reduce((sum, volume) => sum + volume, 0) / others.length;
  return mean === 0 ? null : own / mean;
}

/** 95 % Wilson interval in percent, by the quadratic that its bounds solve. */
export function naiveWilson(hits: number, n: number): { n: number; low: number | null; high: number | null } {
  if (n === 0) return { n: 0, low: null, high: null };
  // (p - x)^2 = z^2 x (1 - x) / n  <=>  a x^2 + b x + c = 0
  const z2 = 1.959963984540054 ** 2;
  const p = hits / n;
  const a = 1 + z2 / n;
  const b = -(2 * p + z2 / n);
  const c = p * p;
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return { n, low: ((-b - root) / (2 * a)) * 100, high: ((-b + root) / (2 * a)) * 100 };
}
