import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOutside, redoneDates, withDayChanged } from '../../../test/support/changed-day.ts';
import { marketArbitrary, randomMarket, rangeOf, sessionArbitrary } from '../../../test/support/random-market.ts';
import { TIMEFRAMES, timeframeFits } from '../../market/candles.ts';
import fvg from './index.ts';

const caseArbitrary = marketArbitrary([5, 15, 30, 60, 240, 1440]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    days: fc.integer({ min: 20, max: 150 }),
    values: fc.record({
      timeframe: fc.constantFrom(...TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, market.intervalMin))),
      max_bars_to_close: fc.constantFrom(1, 3, 10, 50),
      use_close_prices: fc.boolean(),
    }),
    session: sessionArbitrary,
    at: fc.integer({ min: 200, max: 950 }).map((n) => n / 1000),
    correction: fc.constantFrom('raise' as const, 'lower' as const, 'widen' as const, 'thin' as const, 'drop' as const),
  }),
);

describe('a corrected day', () => {
  it('changes no gap outside the dates within reach of it, however thin the feed', { timeout: 45_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, days, values, session, at, correction }) => {
        const before = randomMarket({ ...market, days });
        const day = rangeOf(before, at, at).from;
        const after = withDayChanged(before, day, correction);
        const params = { session, values };
        const redone = redoneDates(fvg, before, after, params, day);
        expect(linesOutside(fvg, after, params, redone)).toEqual(linesOutside(fvg, before, params, redone));
      }),
      { numRuns: 500 },
    );
  });
});
