/** Opening candle records in, the summary out. */

import { numbers, partOf } from '../../market/records/table.ts';
import { openingCandleFigures } from '../opening-candle.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { byWeekday, completeOnly, count, onWeekdays } from '../summary-parts.ts';
import type { OdcValues } from './params.ts';

export function odcFigures(view: View<OdcValues>, rates: Rates): RawSummary {
  const all = completeOnly(onWeekdays(view.records, view.values.weekday));
  const direction = numbers(all, 'candle_direction');
  const days = partOf(all, (row) => !Number.isNaN(direction[row]));
  return {
    candle_minutes: view.values.candle_minutes,
    total_days: all.length,
    ...openingCandleFigures(days, rates),
    no_candle_days: all.length - days.length,
    weekday_breakdown: byWeekday(days, (rows, name) => {
      const continuation = numbers(rows, 'continuation');
      const directed = count(continuation, (value) => !Number.isNaN(value));
      const continued = count(continuation, (value) => value === 1);
      return {
        count: rows.length,
        continuation_rate_pct: rates.of(`weekday_breakdown.${name}.continuation_rate_pct`, continued, directed),
      };
    }),
    sample_size: days.length,
  };
}
