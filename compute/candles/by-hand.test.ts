import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarketData, readMarketData } from '../../test/support/market-data.ts';
import { naiveCandles } from '../../test/support/naive-candles.ts';
import { naiveSymbol } from '../../test/support/naive-sessions.ts';
import { marketArbitrary, propertySeed, randomMarket, sessionArbitrary } from '../../test/support/random-market.ts';
import { DEFAULT_SESSION, EXTENDED_SESSION, type SessionSpec } from '../sessions/spec.ts';
import type { SymbolData } from '../statistics/statistic.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from './build.ts';

const seed = propertySeed();

function expectEqual(data: SymbolData, session: SessionSpec, timeframe: Timeframe) {
  const candles = data.candles(session, timeframe);
  const made = Array.from({ length: candles.length }, (_, i) => ({
    start: candles.start[i],
    end: candles.end[i],
    open: candles.open[i],
    high: candles.high[i],
    low: candles.low[i],
    close: candles.close[i],
    date: candles.sessions.date[candles.session[i]],
  }));
  expect(made).toEqual(naiveCandles(naiveSymbol(data), session, timeframe));
}

describe('candles', () => {
  it('are those of the naive way, of any timeframe that fits the feed', () => {
    fc.assert(
      fc.property(
        marketArbitrary([1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 1440]),
        sessionArbitrary,
        fc.nat(),
        (market, session, pick) => {
          const fitting = TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, market.intervalMin));
          const data = randomMarket({ ...market, days: Math.min(market.days, market.intervalMin * 8) });
          expectEqual(data, session, fitting[pick % fitting.length]);
        },
      ),
      { seed, numRuns: 400 },
    );
  });

  it.skipIf(!hasMarketData)('of real markets are, too', () => {
    for (const file of ['bars/lean/SPY_1m.csv.gz', 'bars/lean/BTCUSD_1m.csv.gz', 'bars/orb-yf/QQQ_5m.csv.gz']) {
      const data = readMarketData(file);
      for (const session of [DEFAULT_SESSION, EXTENDED_SESSION]) {
        for (const timeframe of ['5m', '30m', '2H', '1D'] as const) expectEqual(data, session, timeframe);
      }
    }
  });
});
