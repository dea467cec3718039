/** Gap records in, the summary out. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { mean, median } from '../../market/math/sample.ts';
import { reaches } from '../../market/math/tolerance.ts';
import { FILL_BUCKETS } from '../../market/records/fill-buckets.ts';
import { lowerRow, numbers, partOf, type RecordTable } from '../../market/records/table.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/sessions/figures.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { completeOnly, count, onWeekdays, where } from '../summary-parts.ts';
import { DIRECTIONS, SIZE_BUCKETS } from './fields.ts';
import type { GapValues } from './params.ts';

const SIZE_EDGES_PCT = [0.25, 0.5, 1, 2];

export function gapFigures(view: View<GapValues>, rates: Rates): RawSummary {
  const gaps = completeOnly(onWeekdays(view.records, view.values.weekday));
  const fills = numbers(gaps, 'filled');
  const observed = partOf(gaps, (row) => !Number.isNaN(fills[row]));
  const totalDays = sessionsWithPrevious(view);
  const filled = (rows: RecordTable) => count(numbers(rows, 'filled'), (value) => value === 1);
  const filledOf = (path: string, rows: RecordTable) => rates.of(path, filled(rows), seen(rows));
  const sizes = numbers(gaps, 'gap_pct').map(sizeBucket);
  const fillSeconds = numbers(observed, 'fill_time_seconds');
  return {
    total_days: totalDays,
    total_gaps: gaps.length,
    filled_gaps: filled(observed),
    unobserved_gaps: gaps.length - observed.length,
    gap_rate_pct: rates.of('gap_rate_pct', gaps.length, totalDays),
    fill_rate: filledOf('fill_rate', gaps),
    filled_to_prev_close_rate: rates.of(
      'filled_to_prev_close_rate',
      count(numbers(observed, 'filled_to_prev_close'), (value) => value === 1),
      observed.length,
    ),
    avg_gap_size: mean(numbers(gaps, 'gap_size')),
    avg_gap_pct: mean(numbers(gaps, 'gap_pct')),
    avg_fill_time_seconds: mean(fillSeconds),
    median_fill_time_seconds: median(fillSeconds),
    avg_partial_fill_pct: mean(numbers(observed, 'partial_fill_pct')),
    avg_max_run_pct: mean(numbers(observed, 'max_run_pct')),
    gap_direction_stats: keyed(DIRECTIONS, (name, code) => {
      const rows = where(gaps, 'direction', code);
      return {
        count: rows.length,
        fill_rate: filledOf(`gap_direction_stats.${name}.fill_rate`, rows),
        avg_gap_pct: mean(numbers(rows, 'gap_pct')),
      };
    }),
    weekday_breakdown: keyed(WEEKDAYS.slice(0, 5), (name, code) => {
      const rows = where(gaps, 'weekday', code);
      return { count: rows.length, fill_rate: filledOf(`weekday_breakdown.${name}.fill_rate`, rows) };
    }),
    partial_fill_distribution: keyed(FILL_BUCKETS, (_, code) =>
      count(numbers(observed, 'fill_bucket'), (value) => value === code),
    ),
    size_breakdown: keyed(SIZE_BUCKETS, (name, code) => {
      const rows = partOf(gaps, (row) => sizes[row] === code);
      return { count: rows.length, fill_rate: filledOf(`size_breakdown.${name}.fill_rate`, rows) };
    }),
    sample_size: observed.length,
  };
}

function seen(rows: RecordTable): number {
  return count(numbers(rows, 'filled'), (value) => !Number.isNaN(value));
}

function keyed<T>(names: readonly string[], of: (name: string, code: number) => T): Record<string, T> {
  return Object.fromEntries(names.map((name, code) => [name, of(name, code)]));
}

/** Index into SIZE_BUCKETS; a size on an edge belongs above it. */
function sizeBucket(gapPct: number): number {
  let bucket = 0;
  while (bucket < SIZE_EDGES_PCT.length && reaches(gapPct, SIZE_EDGES_PCT[bucket])) bucket++;
  return bucket;
}

/** Complete weekday sessions of the range that have an earlier weekday session at most 7 calendar days back. */
function sessionsWithPrevious(view: View<GapValues>): number {
  const dates = numbers(view.allDays, 'date');
  const weekday = numbers(view.allDays, 'weekday');
  const complete = numbers(view.allDays, 'complete');
  const wanted = view.values.weekday;
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
