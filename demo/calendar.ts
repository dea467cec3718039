/** Trading days of the demo exchange: weekdays without the main United States holidays, some of them half days. */
import { isoDate, isWeekend, weekdayOf } from '../lib/days.ts';

export type DayKind = 'full' | 'half' | 'closed';

const FIXED_CLOSED = new Set(['01-01', '06-19', '07-04', '12-25']);
const FIXED_HALF = new Set(['07-03', '12-24']);

/** Which Monday (or Thursday) of a month a day is, counted from 1. */
const nth = (day: number) => Math.ceil(Number(isoDate(day).slice(8)) / 7);

export function exchangeDay(day: number): DayKind {
  if (isWeekend(day)) return 'closed';
  const monthDay = isoDate(day).slice(5);
  const month = monthDay.slice(0, 2);
  const weekday = weekdayOf(day);
  if (FIXED_CLOSED.has(monthDay)) return 'closed';
  if (weekday === 0 && nth(day) === 3 && (month === '01' || month === '02')) return 'closed';
  if (weekday === 0 && month === '09' && nth(day) === 1) return 'closed';
  if (weekday === 0 && month === '05' && Number(monthDay.slice(3)) > 24) return 'closed';
  if (weekday === 3 && month === '11' && nth(day) === 4) return 'closed';
  if (weekday === 4 && month === '11' && nth(day - 1) === 4) return 'half';
  return FIXED_HALF.has(monthDay) ? 'half' : 'full';
}
