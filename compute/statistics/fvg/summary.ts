/** Gap records in, the summary out. */
import { Rates } from '../../math/confidence.ts';
import { FILL_BUCKETS } from '../../records/fill-buckets.ts';
import type { RawSummary, View } from '../statistic.ts';
import { addUp, BEARISH, BULLISH, FIRST_HOUR, HOURS, OVERALL, type Sums, WITHIN_SESSION } from './sums.ts';

export function summarizeFvgs(view: View): RawSummary {
  const horizon: number = view.values['max_bars_to_close'];
  const sums = addUp(view.records, horizon);
  const rates = new Rates();
  const hourly: Record<string, RawSummary> = {};
  for (let hour = 0; hour < HOURS; hour++) {
    if (sums.count[FIRST_HOUR + hour] > 0) hourly[hour] = describe(sums, FIRST_HOUR + hour, `hourly.${hour}`, rates);
  }
  return {
    symbol: view.meta.symbol,
    timeframe: view.values['timeframe'],
    time_window: view.timeWindow,
    horizon_bars: horizon,
    summary: {
      overall: describe(sums, OVERALL, 'overall', rates),
      bullish: describe(sums, BULLISH, 'bullish', rates),
      bearish: describe(sums, BEARISH, 'bearish', rates),
      hourly,
      within_session: describe(sums, WITHIN_SESSION, 'within_session', rates),
    },
    sample_size: sums.followed[OVERALL],
    confidence: rates.confidence,
  };
}

function describe(sums: Sums, group: number, path: string, rates: Rates): RawSummary {
  const followed = sums.followed[group];
  const filled = sums.bars.count[group];
  const distribution: Record<string, RawSummary> = {};
  FILL_BUCKETS.forEach((name, bucket) => {
    const count = sums.buckets[group * FILL_BUCKETS.length + bucket];
    distribution[name] = { count, pct: (count / followed) * 100 };
  });
  return {
    count: sums.count[group],
    complete_count: followed,
    closure_rate_full_pct: rates.of(`${path}.closure_rate_full_pct`, filled, followed),
    closure_rate_any_touch_pct: rates.of(`${path}.closure_rate_any_touch_pct`, sums.touched[group], followed),
    avg_gap_size: sums.gapSize[group] / followed,
    avg_bars_to_full_fill: sums.bars.mean(group),
    median_bars_to_full_fill: sums.bars.median(group),
    avg_minutes_to_full_fill: sums.minutes.mean(group),
    median_minutes_to_full_fill: sums.minutes.median(group),
    avg_move_away_pct_before_touch: sums.moveAway[group] / followed,
    partial_fill_distribution: distribution,
  };
}
