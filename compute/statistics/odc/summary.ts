/** Opening candle records in, the summary out. */
import { Rates } from '../../math/confidence.ts';
import { mean } from '../../math/sample.ts';
import { filterRows, numbers, type RecordTable } from '../../records/table.ts';
import type { RawSummary, View } from '../statistic.ts';
import { byWeekday, completeOnly, count, onWeekdays } from '../summary-parts.ts';
import { BREAK_TYPES, COLORS } from './fields.ts';

const is = (code: number) => (value: number) => value === code;
const known = (value: number) => !Number.isNaN(value);

export function summarizeOdc(view: View): RawSummary {
  const all = completeOnly(onWeekdays(view.records, view.values['weekday']));
  const direction = numbers(all, 'candle_direction');
  const days = filterRows(all, (row) => known(direction[row]));
  const rates = new Rates();
  /** Rate of true among the rows where the column is not null. */
  const share = (path: string, rows: RecordTable, column: string) => {
    const values = numbers(rows, column);
    return rates.of(path, count(values, is(1)), count(values, known));
  };
  const ofColor = (name: (typeof COLORS)[number]) => {
    const column = numbers(days, 'candle_direction');
    return filterRows(days, (row) => column[row] === COLORS.indexOf(name));
  };
  const green = ofColor('green');
  const red = ofColor('red');
  const types = numbers(days, 'break_type');
  return {
    symbol: view.meta.symbol,
    candle_minutes: view.values['candle_minutes'],
    total_days: all.length,
    green_candles: green.length,
    red_candles: red.length,
    doji_candles: days.length - green.length - red.length,
    green_given_green_pct: share('green_given_green_pct', green, 'continuation'),
    red_given_red_pct: share('red_given_red_pct', red, 'continuation'),
    continuation_rate_pct: share('continuation_rate_pct', days, 'continuation'),
    avg_return_given_green_pct: mean(numbers(green, 'session_return_pct')),
    avg_return_given_red_pct: mean(numbers(red, 'session_return_pct')),
    avg_rest_return_given_green_pct: mean(numbers(green, 'rest_return_pct')),
    avg_rest_return_given_red_pct: mean(numbers(red, 'rest_return_pct')),
    high_in_candle_pct: share('high_in_candle_pct', days, 'high_in_candle'),
    low_in_candle_pct: share('low_in_candle_pct', days, 'low_in_candle'),
    break_type_distribution: Object.fromEntries(BREAK_TYPES.map((name, code) => [name, count(types, is(code))])),
    outside_rate_pct: share('outside_rate_pct', days, 'outside_period'),
    no_candle_days: all.length - days.length,
    weekday_breakdown: byWeekday(days, (rows, name) => ({
      count: rows.length,
      continuation_rate_pct: share(`weekday_breakdown.${name}.continuation_rate_pct`, rows, 'continuation'),
    })),
    sample_size: days.length,
    confidence: rates.confidence,
    time_window: view.timeWindow,
  };
}
