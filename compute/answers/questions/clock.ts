/** Moments of sessions: their windows, when they close, and times of day in them. */

import { usEquities } from '../../../exchange/calendar.ts';
import { newYorkDay, newYorkMinute } from '../../../exchange/new-york.ts';
import { ASSET_CLASSES } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../../lib/days.ts';
import { numbers } from '../../market/records.ts';
import { type SessionSpec, type SessionWindow, type SymbolMeta, windowOf } from '../../market/sessions.ts';
import type { Material } from './source-columns.ts';

const MS_PER_MINUTE = 60_000;

/** Which clock: the exchange's, or UTC for crypto. Symbols of one question have the same. */
export const clockOf = ({ assetClass }: Pick<SymbolMeta, 'assetClass'>): 'new_york' | 'utc' =>
  assetClass === 'crypto' ? 'utc' : 'new_york';

/** The window of a session, UTC minutes. */
export interface DayClock extends SessionWindow {
  /** Nothing of the session is earlier. */
  readonly open: number;
  /** The window's end, or the early close of the exchange. */
  readonly close: number;
}

export function dayClock(date: number, spec: SessionSpec, meta: SymbolMeta): DayClock {
  const window = windowOf(date, spec, meta);
  // Without extended hours the first bar is one of the regular hours.
  const open = spec.extended ? window.start : window.anchor;
  return { ...window, open, close: closeOf(date, window, spec, meta) };
}

function closeOf(date: number, { end }: SessionWindow, spec: SessionSpec, meta: SymbolMeta): number {
  // With extended hours a session goes on after the exchange has closed.
  if (meta.intervalMin >= MINUTES_PER_DAY || clockOf(meta) === 'utc' || spec.extended || date < usEquities.from) {
    return end;
  }
  const hours = usEquities.hours(date);
  return hours?.earlyClose ? Math.min(end, newYorkMinute(date, hours.closeMin)) : end;
}

/** UTC minute at which the symbol's clock shows a time in the session of a date: across midnight the first after its start. */
export function timeIn(date: number, minuteOfDay: number, spec: SessionSpec, meta: SymbolMeta): number {
  const { start, end } = windowOf(date, spec, meta);
  const isUtc = clockOf(meta) === 'utc';
  const dayOf = isUtc ? (minute: number) => Math.floor(minute / MINUTES_PER_DAY) : newYorkDay;
  const at = (day: number) => (isUtc ? day * MINUTES_PER_DAY + minuteOfDay : newYorkMinute(day, minuteOfDay));
  const first = dayOf(start);
  const time = at(first);
  return time < start && dayOf(end - 1) > first ? at(first + 1) : time;
}

/** Each time of day as moments of the sessions, milliseconds: `[value][session]`. */
export function timesOfDay({ days, session, meta }: Material, minutes: readonly number[]): Float64Array[] {
  const dates = numbers(days, 'date');
  return minutes.map((minute) => dates.map((date) => timeIn(date, minute, session, meta) * MS_PER_MINUTE));
}

/** A day of winter time and one of summer time, neither short. */
export const SAMPLE_DATES = [Date.UTC(2024, 0, 10), Date.UTC(2024, 6, 10)].map((ms) => ms / 86_400_000);

/** Whether sessions cross midnight on the clock of some symbol: then a range of times of day may run into the next day. */
export function wrapsMidnight(spec: SessionSpec): boolean {
  return ASSET_CLASSES.some((assetClass) =>
    SAMPLE_DATES.some((date) => {
      const meta = { symbol: '', assetClass, intervalMin: 1 };
      const { start, end } = windowOf(date, spec, meta);
      if (assetClass === 'crypto') return Math.floor(start / MINUTES_PER_DAY) < Math.floor((end - 1) / MINUTES_PER_DAY);
      return newYorkDay(start) < newYorkDay(end - 1);
    }),
  );
}
