/** Start and end of bars: the date of a daily bar, the grids of shorter ones, the moment at which a bar is finished. */
import { MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../lib/days.ts';
import { regularHours } from './calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkDay, newYorkMinute, newYorkOffset } from './new-york.ts';
import type { AssetClass } from './symbol.ts';

/** Bits of the grids on which bars longer than half an hour may start; shorter bars have one grid. */
export const GRID = { utc: 1, newYork: 2, open: 4, all: 7 } as const;

/** The longest interval for which all grids coincide: 09:30 and New York's offsets are multiples of it. */
const ONE_GRID_MAX_MIN = 30;

export const hasSeveralGrids = (intervalMin: number) => intervalMin > ONE_GRID_MAX_MIN && intervalMin < MINUTES_PER_DAY;

function newYorkMinuteOfDay(minute: number): number {
  const local = minute + newYorkOffset(minute);
  return local - Math.floor(local / MINUTES_PER_DAY) * MINUTES_PER_DAY;
}

/** Returns the grids of which a UTC minute is a multiple. */
function multiplesAt(intervalMin: number, minute: number): number {
  const local = newYorkMinuteOfDay(minute);
  const isOpen = (local + MINUTES_PER_DAY - EXCHANGE_OPEN_MIN) % intervalMin === 0;
  return (
    (minute % intervalMin === 0 ? GRID.utc : 0) |
    (local % intervalMin === 0 ? GRID.newYork : 0) |
    (isOpen ? GRID.open : 0)
  );
}

/** Returns the grids on which an intraday bar may start at this UTC minute: any at 09:30 New York; 0 if none. */
export function gridsOf(intervalMin: number, minute: number): number {
  if (!hasSeveralGrids(intervalMin)) return minute % intervalMin === 0 ? GRID.all : 0;
  return newYorkMinuteOfDay(minute) === EXCHANGE_OPEN_MIN ? GRID.all : multiplesAt(intervalMin, minute);
}

/**
 * Returns the date of a daily bar, days since 1970: the UTC date of 00:00 UTC, New York's date of any other moment.
 * The result is `null` for a crypto bar at another time than 00:00 UTC.
 */
export function dateOfDaily(assetClass: AssetClass | null, ms: number): number | null {
  if (ms % MS_PER_DAY === 0) return ms / MS_PER_DAY;
  return assetClass === 'crypto' ? null : newYorkDay(Math.floor(ms / MS_PER_MINUTE));
}

/** Returns the stored start of a bar, epoch ms: 00:00 UTC of the date of a daily one; `null` if no bar starts then. */
export function startOfBar(assetClass: AssetClass | null, intervalMin: number, ms: number): number | null {
  if (intervalMin === MINUTES_PER_DAY) {
    const date = dateOfDaily(assetClass, ms);
    return date === null ? null : date * MS_PER_DAY;
  }
  return ms % MS_PER_MINUTE === 0 && gridsOf(intervalMin, ms / MS_PER_MINUTE) !== 0 ? ms : null;
}

/** Returns the next start after a bar's; if the bar may be on several grids, the latest of their starts. */
function nextStart(intervalMin: number, minute: number, grids: number): number {
  if (!hasSeveralGrids(intervalMin)) return minute + intervalMin;
  const possible = gridsOf(intervalMin, minute);
  const own = (possible & grids) === 0 ? possible : possible & grids;
  if (own === 0) return minute + intervalMin;
  let latest = minute;
  for (const grid of [GRID.utc, GRID.newYork, GRID.open]) {
    if ((own & grid) === 0) continue;
    let next = minute + ONE_GRID_MAX_MIN;
    while ((multiplesAt(intervalMin, next) & grid) === 0) next += ONE_GRID_MAX_MIN;
    latest = Math.max(latest, next);
  }
  return latest;
}

/**
 * Returns the UTC minute at which a bar is finished, by its stored start: after its interval, at the next start on its
 * grid, or at the regular close of its date.
 *
 * @param grids those on which the series lies; if it is not known, hours from 09:30 New York end at 10:30
 */
export function endOfBar(
  assetClass: AssetClass,
  intervalMin: number,
  minute: number,
  grids: number = GRID.all,
): number {
  const isCrypto = assetClass === 'crypto';
  if (intervalMin === MINUTES_PER_DAY) {
    if (isCrypto) return minute + intervalMin;
    const date = Math.floor(minute / MINUTES_PER_DAY);
    return regularHours(date)?.close ?? newYorkMinute(date, EXCHANGE_CLOSE_MIN);
  }
  const end = Math.min(minute + intervalMin, nextStart(intervalMin, minute, grids));
  const close = isCrypto ? undefined : regularHours(newYorkDay(minute))?.close;
  return close !== undefined && minute < close ? Math.min(end, close) : end;
}

/**
 * Returns the start of an intraday bar by its end, both UTC minutes: its interval before, but not before the end of the bar
 * before it, `last`, and not before 09:30 New York if it is the first of its date.
 */
export function startOfEnd(isCrypto: boolean, intervalMin: number, end: number, last: number): number {
  const earliest = end - intervalMin;
  if (last > earliest && last < end) return last;
  if (isCrypto || !hasSeveralGrids(intervalMin)) return earliest;
  const date = newYorkDay(Math.floor(end) - 1);
  const open = newYorkMinute(date, EXCHANGE_OPEN_MIN);
  const isFirst = Number.isNaN(last) || newYorkDay(Math.floor(last) - 1) !== date;
  return isFirst && earliest < open && open < end ? open : earliest;
}
