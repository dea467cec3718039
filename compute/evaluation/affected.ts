/** Which records a changed day can change. Pure. */
import { lowerBound } from '../market/bars.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import { ALL_DATES, type DateRange, type Reach } from '../statistics/statistic.ts';

/** The sessions of a window as stored, ascending: what sessions before and after a date are counted in. */
export interface Calendar {
  readonly length: number;
  readonly date: ArrayLike<number>;
  /** Bars of each; unknown where only days with bars are. */
  readonly bars?: ArrayLike<number>;
}

export function calendarOf(sessions: RecordTable): Calendar {
  return { length: sessions.length, date: numbers(sessions, 'date'), bars: numbers(sessions, 'bars') };
}

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

/** The date `sessions` sessions before `date` (exclusive), or of the first there is; `date` itself with none before. */
export function sessionsBefore(calendar: Calendar, date: number, sessions: number): number {
  const index = lowerBound(calendar.date, date) - sessions;
  return Math.min(date, index < 0 ? (calendar.length > 0 ? calendar.date[0] : date) : (calendar.date[index] ?? date));
}

/**
 * The date to load from for `sessions` sessions before `date`; with fewer than that before it, every earlier date: the
 * bars may begin before the first session there is, and only who has loaded the first of them can know that it is.
 */
export function loadedFrom(calendar: Calendar, date: number, sessions: number): number {
  const index = lowerBound(calendar.date, date) - sessions;
  return index < 0 ? ALL_DATES.from : Math.min(date, calendar.date[index] ?? date);
}

/** The date `sessions` sessions after `date`; beyond the last there is, every later date. */
export function sessionsAfter(calendar: Calendar, date: number, sessions: number): number {
  if (sessions === 0) return date;
  const index = lowerBound(calendar.date, date + 1) + sessions - 1;
  return index < calendar.length ? Math.max(date, calendar.date[index]) : ALL_DATES.to;
}

/**
 * Sessions that surely hold the candles looked ahead by, counted from session `from` in steps of one, back or forth;
 * never more than the bound. Exact but for a slot without bars, so short timeframes need a session or two, not dozens.
 */
function lookAhead({ ahead, aheadCandles }: Reach, { bars, length }: Calendar, from: number, step: 1 | -1): number {
  if (!aheadCandles || !bars) return ahead;
  // One more: the last candle of the data may be in progress.
  let missing = aheadCandles.count + 1;
  let sessions = 0;
  for (let s = from; missing > 0 && s >= 0 && s < length; s += step) {
    missing -= Math.ceil(bars[s] / aheadCandles.bars);
    sessions++;
  }
  return missing > 0 ? ahead : Math.min(ahead, sessions);
}

/**
 * Dates whose records may change with the bars of the UTC days `dirty`. One day more on each side, because a session
 * may be dated one day from its bars, and one session more before, because later bars complete it.
 *
 * @param calendar as stored before the change. Where other days have changed, too, its counts may be wrong there; what
 * looks ahead over them is then among the dates of those days.
 * @param open first date of a record that waits for later bars; undefined without one
 */
export function affectedDates(dirty: DateRange, calendar: Calendar, reach: Reach, open: number | undefined): DateRange {
  const first = dirty.from - 1;
  const ahead = lookAhead(reach, calendar, lowerBound(calendar.date, first) - 1, -1);
  const from = sessionsBefore(calendar, first, ahead + 1);
  const to = sessionsAfter(calendar, dirty.to + 1, reach.back);
  return { from: open === undefined ? from : Math.min(from, open), to };
}

/** Dates of the bars to load for records of the wanted dates: a first guess, the kernel says where it is too little. */
export function loadedDates(wanted: DateRange, calendar: Calendar, reach: Reach): DateRange {
  const ahead = lookAhead(reach, calendar, lowerBound(calendar.date, wanted.to + 1), 1);
  // A session may be dated a day from its bars, and the first one of the range may be cut.
  return {
    from: loadedFrom(calendar, wanted.from, reach.back + 1) - 2,
    to: sessionsAfter(calendar, wanted.to, ahead + 1) + 2,
  };
}
