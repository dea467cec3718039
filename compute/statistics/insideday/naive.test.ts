import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveInside, naiveInsideSummary, naiveInsideTop, shownInside } from '../../../test/oracles/insideday.ts';
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
import insideday from './index.ts';

function expectEqual(data: SymbolData, session: SessionSpec, range: DateRange, weekdays?: number[]): number {
  const weekday = weekdays?.reduce((bits, number) => bits | (1 << number), 0);
  const request = { session, range, values: { weekday, limit: 7 } };
  const all = naiveInside(data, { session, ...range });
  const days = all.filter(({ today }) => !weekdays || weekdays.includes(today.weekday));
  const { symbol } = data.meta;
  expect(rowsOf(insideday, '', data, request)).toEqual(days.map((day) => shownInside(symbol, day)));
  expect(summaryOf(insideday, data, request)).toEqual(naiveInsideSummary(symbol, all, weekdays));
  const top = naiveInsideTop(days).slice(0, 7);
  expect(rowsOf(insideday, '/top', data, request)).toEqual(top.map((day) => shownInside(symbol, day)));
  return days.length;
}

describe('inside and outside days', () => {
  it('on random markets are those of the naive way', { timeout: 30_000 }, () => {
    const cases = fc.record({
      market: marketArbitrary(),
      session: sessionArbitrary,
      a: shareArbitrary,
      b: shareArbitrary,
      weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(cases, ({ market, session, a, b, weekdays }) => {
        const data = randomMarket(market);
        expectEqual(data, session, rangeOf(data, a, b), weekdays);
      }),
      { numRuns: 150 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/eqker/AAPL_15m.csv.gz'],
      ['bars/genetrader/ETHUSDT_5m.csv.gz'],
      ['daily/lean/AAPL_1d.csv.gz'],
      ['daily/lean/BTCUSD_1d.csv.gz'],
    ])('in %s are those of the naive way', { timeout: 30_000 }, (file) => {
    const data = readMarketData(file);
    let days = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION]) {
      days += expectEqual(data, session, rangeOf(data, 0, 1));
      expectEqual(data, session, rangeOf(data, 0.3, 0.6), [0, 4]);
    }
    expect(days).toBeGreaterThan(0);
  });
});
