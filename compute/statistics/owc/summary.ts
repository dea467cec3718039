/** Opening weekly candle records in, the summary out. */

import { openingCandleFigures } from '../opening-candle.ts';
import { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { completeOnly } from '../summary-parts.ts';

export function summarizeOwc(view: View): RawSummary {
  const weeks = completeOnly(view.records);
  const rates = new Rates();
  return {
    symbol: view.meta.symbol,
    opening_days: view.values['opening_days'],
    total_weeks: weeks.length,
    ...openingCandleFigures(weeks, rates),
    sample_size: weeks.length,
    confidence: rates.confidence,
    time_window: view.timeWindow,
  };
}
