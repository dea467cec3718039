/**
 * Times of day on another clock. A range with a change to or from daylight saving time has two of them; both are shown,
 * because the figure covers records of both and the answer does not tell them apart.
 */
import { regularHours } from '../../../exchange/calendar.ts';
import { newYorkDay } from '../../../exchange/new-york.ts';
import type { TodayRow } from './api.ts';
import { type Zone, zoneName } from './settings.ts';

const DAY_MS = 86_400_000;
/** Step that finds changes of clocks, which are weeks apart and differ per country. */
const STEP_DAYS = 7;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns minutes east of UTC. @param timeZone undefined: this machine's */
function offsetAt(ms: number, timeZone: string | undefined): number {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(key, format);
  }
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return hours === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the date of a moment on a clock, as `2025-06-04`. @param iso a date alone is returned as it is */
export function dayAt(iso: string, timeZone: string): string {
  const ms = Date.parse(iso);
  if (iso.length <= 10 || Number.isNaN(ms)) return iso.slice(0, 10);
  return new Date(ms + offsetAt(ms, timeZone) * 60_000).toISOString().slice(0, 10);
}

/** Returns the minute of the day of a moment on a clock. */
export function minuteAt(iso: string, timeZone: string): number {
  const ms = Date.parse(iso);
  return Math.floor(ms / 60_000 + offsetAt(ms, timeZone)) % 1440;
}

/** The answer's days and the clock of its times of day. */
export interface Clock {
  /** First and last date, as `2025-06-04`. */
  readonly from: string;
  readonly to: string;
  /** IANA name of the clock. */
  readonly timeZone: string;
}

/** Returns the distinct minutes from the answer's clock to the reader's, ascending. */
export function shifts({ from, to, timeZone }: Clock, chosen: Zone): readonly number[] {
  const minutes = new Set<number>();
  const end = Date.parse(to) + DAY_MS / 2;
  for (let ms = Date.parse(from) + DAY_MS / 2; ms < end + STEP_DAYS * DAY_MS; ms += STEP_DAYS * DAY_MS) {
    const at = Math.min(ms, end);
    minutes.add(offsetAt(at, zoneName(chosen)) - offsetAt(at, timeZone));
  }
  return [...minutes].sort((a, b) => a - b);
}

const two = (value: number) => String(value).padStart(2, '0');

/** Returns `09:30`, or `08:30 / 09:30`. */
export function shiftedTime(minute: number, by: readonly number[]): string {
  return by
    .map((shift) => (((minute + shift) % 1440) + 1440) % 1440)
    .map((at) => `${two(Math.floor(at / 60))}:${two(at % 60)}`)
    .join(' / ');
}

/** Delay of the first or last bars of a session that is tolerated, ms. */
const LATE_MS = 15 * 60_000;

/** Returns true if a session after the latest stored one has begun, so that its data are missing. */
export function isStale(sessionDate: string, assetClass: string, nowMs: number): boolean {
  const last = Date.parse(sessionDate) / DAY_MS;
  if (assetClass === 'crypto') return nowMs > (last + 1) * DAY_MS + LATE_MS;
  const today = newYorkDay(Math.floor(nowMs / 60_000));
  for (let day = Math.max(last + 1, today - 7); day <= today; day++) {
    const hours = regularHours(day);
    if (hours && nowMs > hours.open * 60_000 + LATE_MS) return true;
  }
  return false;
}

/** Returns true if a session that is open by its bars has ended by the clock, so that its last bars are missing. */
export const isCutOff = ({ state, session }: TodayRow, nowMs: number): boolean =>
  state === 'open' && session !== null && nowMs > Date.parse(session.ends_at) + LATE_MS;

/** Returns true if the exchange's session of the date has begun and not ended. */
export function isInProgress(date: string, nowMs: number): boolean {
  const hours = regularHours(Date.parse(date) / DAY_MS);
  return hours !== null && nowMs >= hours.open * 60_000 && nowMs < hours.close * 60_000;
}

/** Returns the date of the latest exchange session that has a bar. @param lastBar as `/symbols` has it */
export function latestSession(lastBar: string, assetClass: string, interval: string | null): string {
  if (assetClass === 'crypto' || interval === '1d') return lastBar.slice(0, 10);
  const lastMs = Date.parse(lastBar);
  const isoDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const last = newYorkDay(Math.floor(lastMs / 60_000));
  for (let day = last; day > last - 14; day--) {
    const hours = regularHours(day);
    if (hours && hours.open * 60_000 <= lastMs) return isoDate(day);
  }
  return isoDate(last);
}

export const minuteOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
