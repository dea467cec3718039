/** What many summaries have in common: the rows that they are about, counting, the fields that all of them have. */
import { weekdayOf } from '../../lib/days.ts';
import { reaches } from '../market/math/tolerance.ts';
import { type Field, integer, number, text } from '../market/records/fields.ts';
import { lowerRow, numbers, partOf, type RecordTable } from '../market/records/table.ts';
import { PREVIOUS_MAX_DAYS } from '../market/sessions/figures.ts';
import type { View } from './statistic.ts';

/** Rows whose session falls on one of the weekdays of the bit set (undefined: all). */
export function onWeekdays(table: RecordTable, weekdays: number | undefined): RecordTable {
  if (weekdays === undefined) return table;
  const dates = numbers(table, 'date');
  return partOf(table, (row) => ((weekdays >> weekdayOf(dates[row])) & 1) === 1);
}

/** Rows with `complete` set: only they enter summaries and tops. */
export const completeOnly = (table: RecordTable): RecordTable => where(table, 'complete', 1);

/** Rows with this value in a column, such as an enum's code. */
export function where(table: RecordTable, column: string, value: number): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => values[row] === value);
}

/** Rows that have a value in a column. */
export function having(table: RecordTable, column: string): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => !Number.isNaN(values[row]));
}

export function count(column: Float64Array, is: (value: number) => boolean): number {
  let n = 0;
  for (const value of column) if (is(value)) n++;
  return n;
}

/** Rows whose value is at least so large. */
export function atLeast(table: RecordTable, column: string, least: number): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => reaches(values[row], least));
}

/** Complete sessions of the range that have a session before, on these weekdays. */
export function sessionsWithPrevious(view: View, weekdays: number | undefined): number {
  const days = completeOnly(onWeekdays(view.days, weekdays));
  return count(numbers(days, 'prev_date'), (date) => !Number.isNaN(date));
}

/** Complete weekday sessions of the range that have an earlier weekday session at most 7 calendar days back. */
export function weekdaySessionsWithPrevious(view: View, wanted: number | undefined): number {
  const dates = numbers(view.allDays, 'date');
  const weekday = numbers(view.allDays, 'weekday');
  const complete = numbers(view.allDays, 'complete');
  let n = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (let row = lowerRow(dates, view.range.from - PREVIOUS_MAX_DAYS); row < dates.length; row++) {
    if (dates[row] > view.range.to) break;
    if (weekday[row] >= 5) continue;
    const crossesJoint = view.joint !== undefined && before < view.joint && dates[row] >= view.joint;
    const hasPrevious = dates[row] - before <= PREVIOUS_MAX_DAYS && !crossesJoint;
    before = dates[row];
    if (dates[row] < view.range.from || !hasPrevious || complete[row] !== 1) continue;
    if (wanted === undefined || (wanted >> weekday[row]) & 1) n++;
  }
  return n;
}

/** Fields that are in every summary. */
export const SUMMARY_COMMON: readonly Field[] = [
  text('symbol', 'Canonical symbol'),
  text('time_window', 'The window asked for, or custom'),
  integer('sample_size', 'count', 'The count that the rates of the summary rest on'),
  integer('confidence.*.n', 'count', 'Cases behind the rate with this dotted path'),
  number('confidence.*.low', 'pct', 'Lower bound of the Wilson 95 % interval; null at n = 0'),
  number('confidence.*.high', 'pct', 'Upper bound of the Wilson 95 % interval; null at n = 0'),
];
