import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveGaps, naiveSummary, naiveTop, shownGap } from '../../../test/oracles/prevclose.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
  sessionSpec,
} from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import prevclose from './index.ts';

interface Case {
  session: SessionSpec;
  range: DateRange;
  criteria: 'wick' | 'close';
  minGapPct: number;
  weekdays?: number[];
}

/** @returns how many gaps there were */
function expectEqual(data: SymbolData, { session, range, criteria, minGapPct, weekdays }: Case): number {
  const weekday = weekdays?.reduce((bits, number) => bits | (1 << number), 0);
  const values = { fill_criteria: criteria, min_gap_pct: minGapPct, weekday, limit: 7 };
  const question = { session, ...range, criteria, minGapPct, weekdays };
  const gaps = naiveGaps(data, question);
  expect(rowsOf(prevclose, '', data, { session, range, values })).toEqual(gaps.map(shownGap));
  expect(summaryOf(prevclose, data, { session, range, values })).toEqual(naiveSummary(data, question, 'custom'));
  expect(rowsOf(prevclose, '/top', data, { session, range, values })).toEqual(naiveTop(gaps).slice(0, 7));
  return gaps.length;
}

describe('gaps against the previous close', () => {
  it('on random markets are those of the naive way', { timeout: 45_000 }, () => {
    const cases = fc.record({
      market: marketArbitrary(),
      session: sessionArbitrary,
      a: shareArbitrary,
      b: shareArbitrary,
      criteria: fc.constantFrom('wick' as const, 'close' as const),
      minGapPct: fc.constantFrom(0, 0.1, 0.25, 0.5, 1, 3),
      weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(cases, ({ market, a, b, ...asked }) => {
        const data = randomMarket(market);
        expectEqual(data, { ...asked, range: rangeOf(data, a, b) });
      }),
      { numRuns: 250 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/lean/BTCUSD_1m.csv.gz'],
      ['bars/lean/SPY_1h.csv.gz'],
      ['bars/orb-yf/TSLA_5m.csv.gz'],
      ['bars/orb-yf/GLD_5m.csv.gz'],
      ['bars/eqker/AAPL_15m.csv.gz'],
      ['bars/eqker/MSFT_1m.csv.gz'],
      ['bars/genetrader/ETHUSDT_5m.csv.gz'],
      ['bars/ta4j/BTCUSD_4h.csv.gz'],
      ['daily/lean/AAPL_1d.csv.gz'],
      ['daily/lean/BTCUSD_1d.csv.gz'],
    ])('in %s are those of the naive way', { timeout: 180_000 }, (file) => {
    const data = readMarketData(file);
    const range = rangeOf(data, 0, 1);
    const night = sessionSpec({ startMin: 1320, endMin: 1260, exchange: false, extended: true });
    let gaps = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, night]) {
      gaps += expectEqual(data, { session, range, criteria: 'wick', minGapPct: 0 });
      expectEqual(data, { session, range, criteria: 'close', minGapPct: 0.25 });
      expectEqual(data, {
        session,
        range: rangeOf(data, 0.3, 0.6),
        criteria: 'wick',
        minGapPct: 0.1,
        weekdays: [0, 4],
      });
    }
    expect(gaps).toBeGreaterThan(0);
  });
});
