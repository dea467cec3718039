import fc from 'fast-check';
import { naiveSeasonality, naiveSeasonalityRecords } from '../../../test/oracles/seasonality.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { marketArbitrary } from '../../../test/support/random-market.ts';
import seasonality from './index.ts';
import { METRICS, TYPES } from './segments.ts';

/** Months of data: few bars a day, so that they stay small. */
const longMarket = fc
  .tuple(marketArbitrary([60, 240, 1440]), fc.integer({ min: 30, max: 400 }))
  .map(([request, days]) => ({ ...request, days, density: Math.max(0.3, request.density) }));

comparedWithNaive(seasonality, {
  markets: fc.oneof(marketArbitrary(), longMarket),
  values: () =>
    fc.record({
      type: fc.constantFrom(...TYPES),
      direction: fc.constantFrom<'top' | 'bottom'>('top', 'bottom'),
      sort_by: fc.constantFrom(...METRICS),
      limit: fc.constantFrom(1, 3, 1000),
    }),
  onRealBars: () => [
    { type: 'week', direction: 'bottom', sort_by: 'green_days_pct', limit: 10 },
    { type: 'month', direction: 'top', sort_by: 'avg_volume', limit: 3 },
    { type: 'weekday', direction: 'top', sort_by: 'median_return_pct', limit: 3 },
  ],
  answers(data, { session, range, values: { sort_by: sortBy, ...values } }) {
    const symbol = naiveSymbol(data);
    const { lists, top, summary } = naiveSeasonality(symbol, session, { range, sortBy, ...values });
    return {
      records: naiveSeasonalityRecords(symbol, session),
      '/weekday': lists.weekday,
      '/week': lists.week,
      '/month': lists.month,
      '/top': top,
      '/summary': summary,
    };
  },
});
