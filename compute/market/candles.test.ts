import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveCandles } from '../../test/oracles/candles.ts';
import { naiveSymbol } from '../../test/oracles/sessions.ts';
import { marketArbitrary, randomMarket, sessionArbitrary } from '../../test/support/random-market.ts';
import { TIMEFRAMES, timeframeFits } from './candles.ts';

describe('a timeframe', () => {
  it('fits a feed where it is a whole multiple of its interval', () => {
    const fitting = (intervalMin: number) => TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, intervalMin));
    expect(fitting(1)).toEqual([...TIMEFRAMES]);
    expect(fitting(10)).toEqual(['10m', '30m', '1H', '2H', '4H', '1D', '1W']);
    expect(fitting(240)).toEqual(['4H', '1D', '1W']);
    expect(fitting(1440)).toEqual(['1D', '1W']);
  });
});

describe('candles of random markets', () => {
  it('are those of the naive way', { timeout: 20_000 }, () => {
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, fc.constantFrom(...TIMEFRAMES), (request, spec, timeframe) => {
        fc.pre(timeframeFits(timeframe, request.intervalMin));
        const data = randomMarket(request);
        const set = data.candles(spec, timeframe);
        const found = Array.from({ length: set.length }, (_, c) => ({
          start: set.start[c],
          end: set.end[c],
          open: set.open[c],
          high: set.high[c],
          low: set.low[c],
          close: set.close[c],
          date: set.sessions.date[set.session[c]],
        }));
        expect(found).toEqual(naiveCandles(naiveSymbol(data), spec, timeframe));
      }),
      { numRuns: 250 },
    );
  });
});
