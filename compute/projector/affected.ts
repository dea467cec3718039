/** Which records a changed day can change. Pure. */
import type { DateRange, Reach } from '../statistics/statistic.ts';

export const ALL_DATES: DateRange = { from: -25_567, to: 84_006 };

/** Runs of dirty days; days further apart than `gapDays` are separate pieces of work. */
export function clusters(days: readonly number[], gapDays = 45): DateRange[] {
  const out: { from: number; to: number }[] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && day - last.to <= gapDays) last.to = day;
    else out.push({ from: day, to: day });
  }
  return out;
}

/** First index whose date reaches `date`. */
function lowerIndex(calendar: ArrayLike<number>, date: number): number {
  let low = 0;
  let high = calendar.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (calendar[mid] < date) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** The date `sessions` sessions before `date` (exclusive), or of the first there is; `date` itself with none before. */
export function sessionsBefore(calendar: ArrayLike<number>, date: number, sessions: number): number {
  const index = lowerIndex(calendar, date) - sessions;
  return Math.min(date, index < 0 ? (calendar.length > 0 ? calendar[0] : date) : (calendar[index] ?? date));
}

/**
 * The date to load from for `sessions` sessions before `date`; with fewer than that before it, every earlier date: the
 * bars may begin before the first session there is, and only who has loaded the first of them can know that it is.
 */
export function loadedFrom(calendar: ArrayLike<number>, date: number, sessions: number): number {
  const index = lowerIndex(calendar, date) - sessions;
  return index < 0 ? ALL_DATES.from : Math.min(date, calendar[index] ?? date);
}

/** The date `sessions` sessions after `date`; beyond the last there is, every later date. */
export function sessionsAfter(calendar: ArrayLike<number>, date: number, sessions: number): number {
  if (sessions === 0) return date;
  const index = lowerIndex(calendar, date + 1) + sessions - 1;
  return index < calendar.length ? Math.max(date, calendar[index]) : ALL_DATES.to;
}

/**
 * Dates whose records may change with the bars of the UTC days `dirty`. One day more on each side, because a session
 * may be dated one day from its bars, and one session more before, because later bars complete it.
 *
 * @param calendar dates of the sessions as stored, ascending
 * @param open first date of a record that waits for later bars; undefined without one
 */
export function affectedDates(
  dirty: DateRange,
  calendar: ArrayLike<number>,
  reach: Reach,
  open: number | undefined,
): DateRange {
  const from = sessionsBefore(calendar, dirty.from - 1, reach.ahead + 1);
  const to = sessionsAfter(calendar, dirty.to + 1, reach.back);
  return { from: open === undefined ? from : Math.min(from, open), to };
}
