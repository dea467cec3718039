/** What many summaries have in common: weekday rows, confidence fields, counting. */
import { WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { type Field, integer, number, text } from '../market/records/fields.ts';
import { filterRows, numbers, type RecordTable } from '../market/records/table.ts';
import type { RawSummary } from './statistic.ts';

/** Rows whose session falls on one of the weekdays of the bit set (undefined: all). */
export function onWeekdays(table: RecordTable, weekdays: number | undefined): RecordTable {
  if (weekdays === undefined) return table;
  const dates = numbers(table, 'date');
  return filterRows(table, (row) => ((weekdays >> weekdayOf(dates[row])) & 1) === 1);
}

/** Rows with `complete` set: only they enter summaries and tops. */
export function completeOnly(table: RecordTable): RecordTable {
  const complete = numbers(table, 'complete');
  return filterRows(table, (row) => complete[row] === 1);
}

export function count(column: Float64Array, is: (value: number) => boolean): number {
  let n = 0;
  for (const value of column) if (is(value)) n++;
  return n;
}

/**
 * `{Monday: of(rows of Mondays), ...}`: the five working days always, weekend days where they occur.
 */
export function byWeekday(table: RecordTable, of: (rows: RecordTable, name: string) => RawSummary): RawSummary {
  const dates = numbers(table, 'date');
  const out: Record<string, RawSummary> = {};
  WEEKDAYS.forEach((name, weekday) => {
    const rows = filterRows(table, (row) => weekdayOf(dates[row]) === weekday);
    if (weekday < 5 || rows.length > 0) out[name] = of(rows, name);
  });
  return out;
}

/** Fields that stand in every summary. */
export const SUMMARY_COMMON: readonly Field[] = [
  text('symbol', 'Canonical symbol'),
  text('time_window', 'The window asked for, or custom'),
  integer('sample_size', 'count', 'The count that the rates of the summary rest on'),
  integer('confidence.*.n', 'count', 'Cases behind the rate with this dotted path'),
  number('confidence.*.low', 'pct', 'Lower bound of the Wilson 95 % interval; null at n = 0'),
  number('confidence.*.high', 'pct', 'Upper bound of the Wilson 95 % interval; null at n = 0'),
];
