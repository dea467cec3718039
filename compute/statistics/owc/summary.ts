/** Opening weekly candle records in, the summary out. */

import { openingCandleFigures } from '../opening-candle.ts';
import type { Rates } from '../rates.ts';
import type { RawSummary, View } from '../statistic.ts';
import { completeOnly } from '../summary-parts.ts';
import type { OwcValues } from './params.ts';

export function owcFigures(view: View<OwcValues>, rates: Rates): RawSummary {
  const weeks = completeOnly(view.records);
  return {
    opening_days: view.values.opening_days,
    total_weeks: weeks.length,
    ...openingCandleFigures(weeks, rates),
    sample_size: weeks.length,
  };
}
