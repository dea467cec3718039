/** Opening range records in, the summary out. */

import { mean, median } from '../../market/math/sample.ts';
import { numbers, partOf, type RecordTable } from '../../market/records/table.ts';
import { BREAK_TYPES, outcomes } from '../outcomes.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { byWeekday, completeOnly, count, onWeekdays } from '../summary-parts.ts';
import { DIRECTIONS, TARGETS } from './fields.ts';
import type { OrbValues } from './params.ts';

const BUCKET_MIN = 30;

const is = (code: number) => (value: number) => value === code;
const known = (value: number) => !Number.isNaN(value);

export function orbFigures(view: View<OrbValues>, rates: Rates): RawSummary {
  const all = completeOnly(onWeekdays(view.records, view.values.weekday));
  const bars = numbers(all, 'or_bars');
  const days = partOf(all, (row) => bars[row] > 0);
  const ofDays = (path: string, hits: number) => rates.of(path, hits, days.length);
  const types = numbers(days, 'break_type');
  const noBreaks = count(types, is(BREAK_TYPES.indexOf('none')));
  const highBreaks = count(numbers(days, 'broke_high'), is(1));
  const lowBreaks = count(numbers(days, 'broke_low'), is(1));
  const bothBreaks = count(types, is(BREAK_TYPES.indexOf('both')));
  const direction = numbers(days, 'first_direction');
  const sides = DIRECTIONS.map((name, code) => ({ name, rows: partOf(days, (row) => direction[row] === code) }));
  return {
    orb_minutes: view.values.orb_minutes,
    total_days: all.length,
    no_range_days: all.length - days.length,
    high_breaks: highBreaks,
    low_breaks: lowBreaks,
    both_breaks: bothBreaks,
    no_breaks: noBreaks,
    breakout_rate_pct: ofDays('breakout_rate_pct', days.length - noBreaks),
    high_break_rate_pct: ofDays('high_break_rate_pct', highBreaks),
    low_break_rate_pct: ofDays('low_break_rate_pct', lowBreaks),
    both_break_rate_pct: ofDays('both_break_rate_pct', bothBreaks),
    ...Object.assign({}, ...sides.map(({ name, rows }) => sideFigures(rates, name, rows))),
    target_hit_rates: Object.fromEntries(sides.map(({ name, rows }) => [name, targetRates(rates, name, rows)])),
    breakout_time_distribution: timeDistribution(numbers(days, 'minutes_to_breakout')),
    avg_or_range_pct: mean(numbers(days, 'or_range_pct')),
    avg_volume_ratio: mean(numbers(days, 'volume_ratio')),
    weekday_breakdown: byWeekday(days, (rows, name) => ({
      count: rows.length,
      breakout_rate_pct: rates.of(
        `weekday_breakdown.${name}.breakout_rate_pct`,
        rows.length - count(numbers(rows, 'break_type'), is(BREAK_TYPES.indexOf('none'))),
        rows.length,
      ),
      continuation_rate_pct: share(rates, `weekday_breakdown.${name}.continuation_rate_pct`, rows, 'continuation'),
    })),
    ...outcomes(days, 'or_range_pct', rates),
    sample_size: days.length,
  };
}

/** Rate of true among the rows where the column is not null. */
function share(rates: Rates, path: string, rows: RecordTable, column: string): number {
  const values = numbers(rows, column);
  return rates.of(path, count(values, is(1)), count(values, known));
}

function sideFigures(rates: Rates, side: string, rows: RecordTable): RawSummary {
  const rateOf = (name: string, column: string) => share(rates, `${name}_${side}`, rows, column);
  const column = (name: string) => numbers(rows, name);
  return {
    [`count_${side}`]: rows.length,
    [`continuation_rate_pct_${side}`]: rateOf('continuation_rate_pct', 'continuation'),
    [`false_breakout_rate_pct_${side}`]: rateOf('false_breakout_rate_pct', 'false_breakout'),
    [`reentry_rate_pct_${side}`]: rateOf('reentry_rate_pct', 'reentry'),
    [`avg_breakout_size_pct_${side}`]: mean(column('breakout_size_pct')),
    [`median_breakout_size_pct_${side}`]: median(column('breakout_size_pct')),
    [`avg_breakout_size_x_${side}`]: mean(column('breakout_size_x')),
    [`avg_minutes_to_breakout_${side}`]: mean(column('minutes_to_breakout')),
    [`avg_minutes_to_max_${side}`]: mean(column('minutes_to_max')),
    [`avg_max_adverse_pct_${side}`]: mean(column('max_adverse_pct')),
  };
}

function targetRates(rates: Rates, side: string, rows: RecordTable): RawSummary {
  return Object.fromEntries(
    TARGETS.map(({ field, key }) => [key, share(rates, `target_hit_rates.${side}.${key}`, rows, field)]),
  );
}

/** `{"0-30": n, ...}` of the buckets that occur, ascending. */
function timeDistribution(minutes: Float64Array): RawSummary {
  const counts: number[] = [];
  for (const value of minutes) {
    if (Number.isNaN(value)) continue;
    const bucket = Math.floor(value / BUCKET_MIN);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const out: Record<string, number> = {};
  counts.forEach((n, bucket) => {
    out[`${bucket * BUCKET_MIN}-${(bucket + 1) * BUCKET_MIN}`] = n;
  });
  return out;
}
