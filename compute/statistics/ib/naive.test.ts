import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveIb, naiveIbSummary, naiveIbTop, shownIb } from '../../../test/oracles/ib.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import ib from './index.ts';

interface Case {
  session: SessionSpec;
  range: DateRange;
  minutes: number;
  weekdays?: number[];
}

function expectEqual(data: SymbolData, { session, range, minutes, weekdays }: Case): number {
  const weekday = weekdays?.reduce((bits, number) => bits | (1 << number), 0);
  const request = { session, range, values: { ib_minutes: minutes, weekday, limit: 7 } };
  const days = naiveIb(data, { session, ...range, minutes, weekdays });
  const { symbol } = data.meta;
  expect(rowsOf(ib, '', data, request)).toEqual(days.map((day) => shownIb(symbol, day)));
  expect(summaryOf(ib, data, request)).toEqual(naiveIbSummary(symbol, days, minutes, 'custom'));
  const top = naiveIbTop(days).slice(0, 7);
  expect(rowsOf(ib, '/top', data, request)).toEqual(top.map((day) => shownIb(symbol, day)));
  return days.length;
}

describe('initial balances', () => {
  it('on random markets are those of the naive way', { timeout: 60_000 }, () => {
    const cases = marketArbitrary([1, 2, 5, 15, 30, 60, 240]).chain((market) =>
      fc.record({
        market: fc.constant(market),
        session: sessionArbitrary,
        a: shareArbitrary,
        b: shareArbitrary,
        minutes: fc
          .integer({ min: 1, max: Math.max(1, Math.floor(240 / market.intervalMin)) })
          .map((bars) => bars * market.intervalMin),
        weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ market, a, b, ...asked }) => {
        const data = randomMarket(market);
        expectEqual(data, { ...asked, range: rangeOf(data, a, b) });
      }),
      { numRuns: 150 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/orb-yf/TSLA_5m.csv.gz'],
      ['bars/eqker/AAPL_15m.csv.gz'],
      ['bars/genetrader/ETHUSDT_5m.csv.gz'],
    ])('in %s are those of the naive way', { timeout: 45_000 }, (file) => {
    const data = readMarketData(file);
    const range = rangeOf(data, 0, 1);
    let days = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION]) {
      days += expectEqual(data, { session, range, minutes: 60 });
      expectEqual(data, { session, range: rangeOf(data, 0.3, 0.6), minutes: 30, weekdays: [0, 4] });
    }
    expect(days).toBeGreaterThan(0);
  });
});
