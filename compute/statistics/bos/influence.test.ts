import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOutside, redoneDates, withDayChanged } from '../../../test/support/changed-day.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { marketArbitrary, randomMarket, rangeOf, sessionArbitrary } from '../../../test/support/random-market.ts';
import { independentAfter } from '../../evaluation/evaluation.ts';
import { TIMEFRAMES, timeframeFits } from '../../market/candles.ts';
import { EXTENDED_SESSION } from '../../market/sessions.ts';
import bos from './index.ts';

const caseArbitrary = marketArbitrary([5, 15, 30, 60, 240, 1440]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    days: fc.integer({ min: 20, max: 150 }),
    values: fc.record({
      timeframe: fc.constantFrom(...TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, market.intervalMin))),
      swing_length: fc.constantFrom(1, 2, 5),
      break_criteria: fc.constantFrom('close', 'wick'),
      follow_bars: fc.constantFrom(1, 5, 20),
    }),
    session: sessionArbitrary,
    at: fc.integer({ min: 50, max: 800 }).map((n) => n / 1000),
    correction: fc.constantFrom('raise' as const, 'lower' as const, 'widen' as const, 'thin' as const, 'drop' as const),
  }),
);

describe('a corrected day', () => {
  it('changes no event outside the dates that are recomputed for it', { timeout: 45_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, days, values, session, at, correction }) => {
        const before = randomMarket({ ...market, days });
        const day = rangeOf(before, at, at).from;
        const after = withDayChanged(before, day, correction);
        const params = { session, values };
        const redone = redoneDates(bos, before, after, params, day);
        expect(linesOutside(bos, after, params, redone)).toEqual(linesOutside(bos, before, params, redone));
      }),
      { numRuns: 500 },
    );
  });
});

describe.skipIf(!hasMarketData)('eight months of BTC/USDT', () => {
  it('forget any day within three weeks of 1H candles, so that no state is read from the first bar', () => {
    const data = readMarketData('bars/genetrader/BTCUSDT_5m.csv.gz');
    const values = { timeframe: '1H', swing_length: 5, break_criteria: 'close', follow_bars: 20 };
    const first = Math.floor(data.bars.minute[0] / 1440);
    for (let day = first; day < first + 200; day += 7) {
      const minute = (day + 1) * 1440;
      expect(independentAfter(bos, data, { session: EXTENDED_SESSION, values }, minute, day + 21)).toBe(true);
    }
  });
});
