/** Gap records in, the summary out. */

import { FILL_BUCKETS } from '../../market/fields.ts';
import { rate } from '../../market/math.ts';
import type { RawSummary } from '../../market/render.ts';
import type { Rates } from '../figures.ts';
import type { View } from '../statistic.ts';
import type { FvgValues } from './fields.ts';
import { BEARISH, BULLISH, FIRST_HOUR, HOURS, OVERALL, Sums, WITHIN_SESSION } from './sums.ts';

export function fvgFigures(view: View<FvgValues>, rates: Rates): RawSummary {
  const horizon = view.values.max_bars_to_close;
  const sums = new Sums(view.records, horizon);
  const hourly: Record<string, RawSummary> = {};
  for (let hour = 0; hour < HOURS; hour++) {
    if (sums.count(FIRST_HOUR + hour) > 0) hourly[hour] = describe(sums, FIRST_HOUR + hour, `hourly.${hour}`, rates);
  }
  return {
    timeframe: view.values.timeframe,
    time_window: view.timeWindow,
    horizon_bars: horizon,
    summary: {
      overall: describe(sums, OVERALL, 'overall', rates),
      bullish: describe(sums, BULLISH, 'bullish', rates),
      bearish: describe(sums, BEARISH, 'bearish', rates),
      hourly,
      within_session: describe(sums, WITHIN_SESSION, 'within_session', rates),
    },
    sample_size: sums.followed(OVERALL),
  };
}

function describe(sums: Sums, group: number, path: string, rates: Rates): RawSummary {
  const followed = sums.followed(group);
  const averages = sums.averages(group);
  const distribution: Record<string, RawSummary> = {};
  FILL_BUCKETS.forEach((name, bucket) => {
    const count = sums.inBucket(group, bucket);
    distribution[name] = { count, pct: rate(count, followed) };
  });
  return {
    count: sums.count(group),
    complete_count: followed,
    closure_rate_full_pct: rates.of(`${path}.closure_rate_full_pct`, sums.filled(group), followed),
    closure_rate_any_touch_pct: rates.of(`${path}.closure_rate_any_touch_pct`, sums.touched(group), followed),
    avg_gap_size: averages.gapSize,
    avg_bars_to_full_fill: averages.bars,
    median_bars_to_full_fill: averages.medianBars,
    avg_minutes_to_full_fill: averages.minutes,
    median_minutes_to_full_fill: averages.medianMinutes,
    avg_move_away_pct_before_touch: averages.moveAway,
    partial_fill_distribution: distribution,
  };
}
