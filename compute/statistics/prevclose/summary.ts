/** Gaps against the previous close in, the summary out. */

import { mean, median } from '../../market/math/sample.ts';
import { reaches } from '../../market/math/tolerance.ts';
import { filterRows, numbers, type RecordTable } from '../../market/records/table.ts';
import { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { byWeekday, completeOnly, count, onWeekdays } from '../summary-parts.ts';
import { DIRECTIONS, PLACES, SIZE_BUCKETS } from './fields.ts';
import type { PrevcloseValues } from './params.ts';

const SIZE_EDGES_PCT = [0.25, 0.5, 1, 2];

/** Gaps on the weekdays asked for that are at least so large. */
export function chosen(view: View): RecordTable {
  const { min_gap_pct: least, weekday } = view.values as PrevcloseValues;
  const sizes = numbers(view.records, 'gap_pct');
  return onWeekdays(
    filterRows(view.records, (row) => reaches(sizes[row], least)),
    weekday,
  );
}

export function summarizePrevclose(view: View): RawSummary {
  const gaps = completeOnly(chosen(view));
  const days = completeOnly(onWeekdays(view.days, view.values['weekday']));
  const totalDays = count(numbers(days, 'prev_date'), (date) => !Number.isNaN(date));
  const rates = new Rates();
  const yes = (rows: RecordTable, name: string) => count(numbers(rows, name), (value) => value === 1);
  const minutes = numbers(gaps, 'minutes_to_fill');
  const part = (path: string, rows: RecordTable) => ({
    count: rows.length,
    fill_rate_pct: rates.of(`${path}.fill_rate_pct`, yes(rows, 'filled'), rows.length),
  });
  const parts = (path: string, names: readonly string[], codeOf: (row: number) => number) =>
    Object.fromEntries(
      names.map((name, code) => [
        name,
        part(
          `${path}.${name}`,
          filterRows(gaps, (row) => codeOf(row) === code),
        ),
      ]),
    );
  const column = (name: string) => (row: number) => numbers(gaps, name)[row];
  return {
    symbol: view.meta.symbol,
    total_days: totalDays,
    total_gaps: gaps.length,
    filled_gaps: yes(gaps, 'filled'),
    gap_rate_pct: rates.of('gap_rate_pct', gaps.length, totalDays),
    fill_rate_pct: rates.of('fill_rate_pct', yes(gaps, 'filled'), gaps.length),
    closed_in_gap_direction_pct: rates.of(
      'closed_in_gap_direction_pct',
      yes(gaps, 'closed_in_gap_direction'),
      gaps.length,
    ),
    avg_gap_pct: mean(numbers(gaps, 'gap_pct')),
    median_gap_pct: median(numbers(gaps, 'gap_pct')),
    avg_minutes_to_fill: mean(minutes),
    median_minutes_to_fill: median(minutes),
    avg_partial_fill_pct: mean(numbers(gaps, 'partial_fill_pct')),
    avg_max_run_pct: mean(numbers(gaps, 'max_run_pct')),
    direction_breakdown: parts('direction_breakdown', DIRECTIONS, column('direction')),
    place_breakdown: parts('place_breakdown', PLACES, column('open_place')),
    size_breakdown: parts('size_breakdown', SIZE_BUCKETS, (row) => sizeBucket(numbers(gaps, 'gap_pct')[row])),
    weekday_breakdown: byWeekday(gaps, (rows, name) => part(`weekday_breakdown.${name}`, rows)),
    sample_size: gaps.length,
    confidence: rates.confidence,
    time_window: view.timeWindow,
  };
}

/** Index into SIZE_BUCKETS; a size on an edge belongs above it. */
function sizeBucket(gapPct: number): number {
  return SIZE_EDGES_PCT.filter((edge) => reaches(gapPct, edge)).length;
}
