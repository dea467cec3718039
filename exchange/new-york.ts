/**
 * The New York clock against UTC, from the platform's IANA data, in whole minutes.
 * One table of transitions for 1970-2099 is computed once (a few ms); a look-up is a binary search.
 */
import { MINUTES_PER_DAY } from '../lib/days.ts';
import type { AssetClass } from './symbol.ts';

export const EXCHANGE_OPEN_MIN = 9 * 60 + 30;
export const EXCHANGE_CLOSE_MIN = 16 * 60;
export const EXTENDED_OPEN_MIN = 4 * 60;
export const EXTENDED_CLOSE_MIN = 20 * 60;

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

function askOffset(minute: number): number {
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(minute * 60_000)) parts[part.type] = Number(part.value);
  const local = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) / 60_000;
  return local - minute;
}

interface Transitions {
  at: number[];
  offset: number[];
}

let table: Transitions | undefined;

function transitions(): Transitions {
  if (table) return table;
  const at = [Number.NEGATIVE_INFINITY];
  let current = askOffset(0);
  const offset = [current];
  const step = 30 * MINUTES_PER_DAY;
  const end = Date.UTC(2100, 0, 1) / 60_000;
  for (let t = 0; t < end; t += step) {
    const next = askOffset(t + step);
    if (next === current) continue;
    let low = t;
    let high = t + step;
    while (high - low > 1) {
      const mid = Math.floor((low + high) / 2);
      if (askOffset(mid) === current) low = mid;
      else high = mid;
    }
    at.push(high);
    offset.push(next);
    current = next;
  }
  table = { at, offset };
  return table;
}

let lastLow = 1;
let lastHigh = 0;
let lastOffset = 0;

/** Returns New York local time minus UTC, in minutes (-300 or -240), at a UTC minute since the epoch. */
export function newYorkOffset(minute: number): number {
  if (minute >= lastLow && minute < lastHigh) return lastOffset;
  const { at, offset } = transitions();
  let low = 0;
  let high = at.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (at[mid] <= minute) low = mid;
    else high = mid - 1;
  }
  lastLow = at[low];
  lastHigh = at[low + 1] ?? Number.POSITIVE_INFINITY;
  lastOffset = offset[low];
  return lastOffset;
}

/** Returns the UTC minute at which the New York clock shows `minuteOfDay` on the date `day`. */
export function newYorkMinute(day: number, minuteOfDay: number): number {
  const wall = day * MINUTES_PER_DAY + minuteOfDay;
  // Assumes standard time first, then corrects by the offset that holds at that instant.
  const guess = wall + 300;
  const exact = wall - newYorkOffset(guess);
  return wall - newYorkOffset(exact);
}

/** Returns the New York date of a UTC minute, as a day number. */
export function newYorkDay(minute: number): number {
  return Math.floor((minute + newYorkOffset(minute)) / MINUTES_PER_DAY);
}

/** Returns the date of a UTC minute on the clock of the asset class: UTC for crypto, else New York. */
export const dateIn = (assetClass: AssetClass, minute: number): number =>
  assetClass === 'crypto' ? Math.floor(minute / MINUTES_PER_DAY) : newYorkDay(minute);

/** Returns the UTC minute at which the clock of the asset class shows `minuteOfDay` on the date. */
export const minuteIn = (assetClass: AssetClass, date: number, minuteOfDay = 0): number =>
  assetClass === 'crypto' ? date * MINUTES_PER_DAY + minuteOfDay : newYorkMinute(date, minuteOfDay);
