/** What many statistics have in common: fields of a day, weekday rows, breakdowns, confidence fields, counting. */
import { WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { mean, median } from '../market/math/sample.ts';
import { reaches } from '../market/math/tolerance.ts';
import { type Field, integer, number, text } from '../market/records/fields.ts';
import { numbers, partOf, type RecordTable } from '../market/records/table.ts';
import type { RawSummary, View } from './statistic.ts';

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
    const rows = partOf(table, (row) => weekdayOf(dates[row]) === weekday);
    if (weekday < 5 || rows.length > 0) out[name] = of(rows, name);
  });
  return out;
}

/** How many rows are true in a boolean column. */
export const countTrue = (table: RecordTable, name: string) => count(numbers(table, name), (value) => value === 1);

/** Rows whose value is at least so large. */
export function atLeast(table: RecordTable, column: string, least: number): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => reaches(values[row], least));
}

/** A way to divide rows: names of the parts, and the index of a row's. */
export interface Division {
  readonly names: readonly string[];
  codes(rows: RecordTable): ArrayLike<number>;
  /** From this part on, only where there are rows. */
  readonly optionalFrom?: number;
}

/** By the words of an enum. */
export const byWord = (column: string, names: readonly string[]): Division => ({
  names,
  codes: (rows) => numbers(rows, column),
});

/** By buckets of a number with these ascending lower edges; null is in none of them. */
export const byBucket = (column: string, edges: readonly number[]): Division => ({
  names: bucketNames(edges),
  codes: (rows) => numbers(rows, column).map((value) => bucketOf(value, edges)),
});

/** By weekday: the five working days always, weekend days where they occur. */
export const ON_WEEKDAY: Division = {
  names: WEEKDAYS,
  codes: (rows) => numbers(rows, 'date').map(weekdayOf),
  optionalFrom: 5,
};

/** `{breakdown: {part: of(its rows, 'breakdown.part'), ...}, ...}`. */
export function breakdowns(
  rows: RecordTable,
  by: Readonly<Record<string, Division>>,
  of: (rows: RecordTable, path: string) => RawSummary,
): Record<string, RawSummary> {
  const parts = ([path, division]: [string, Division]) => {
    const codes = division.codes(rows);
    const each = division.names.map((name, code) => [name, partOf(rows, (row) => codes[row] === code)] as const);
    const kept = each.filter(([, part], code) => part.length > 0 || code < (division.optionalFrom ?? each.length));
    return [path, Object.fromEntries(kept.map(([name, part]) => [name, of(part, `${path}.${name}`)]))];
  };
  return Object.fromEntries(Object.entries(by).map(parts));
}

/** Complete sessions of the range that have a session before, on these weekdays. */
export function sessionsWithPrevious(view: View, weekdays: number | undefined): number {
  const days = completeOnly(onWeekdays(view.days, weekdays));
  return count(numbers(days, 'prev_date'), (date) => !Number.isNaN(date));
}

/** Index of the bucket of a value among ascending lower edges, 0 below the first; on an edge it belongs above. */
export function bucketOf(value: number, edges: readonly number[]): number {
  if (Number.isNaN(value)) return -1;
  let bucket = 0;
  while (bucket < edges.length && reaches(value, edges[bucket])) bucket++;
  return bucket;
}

/** Names of the buckets that `bucketOf` gives: `<0.5`, `0.5-1`, `>=1`. */
export const bucketNames = (edges: readonly number[]): readonly string[] => [
  `<${edges[0]}`,
  ...edges.slice(1).map((edge, i) => `${edges[i]}-${edge}`),
  `>=${edges[edges.length - 1]}`,
];

/** `avg_x` is the mean of the column `x`, `median_x` its median; null is left out. */
export function averages(table: RecordTable, ...names: readonly string[]): Record<string, number> {
  const of = (name: string) =>
    name.startsWith('avg_')
      ? mean(numbers(table, name.slice(4)))
      : median(numbers(table, name.slice('median_'.length)));
  return Object.fromEntries(names.map((name) => [name, of(name)]));
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
