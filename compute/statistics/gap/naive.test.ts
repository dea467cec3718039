import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveGaps, shownGap } from '../../../test/oracles/gap.ts';
import { naiveSummary, naiveTop, naiveTopFills } from '../../../test/oracles/gap-answers.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import { numbers } from '../../market/records.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import gap from './index.ts';

interface Case {
  session: SessionSpec;
  range: DateRange;
  fillCutoff?: number;
  weekdays?: number[];
}

function expectEqual(data: SymbolData, { session, range, fillCutoff, weekdays }: Case) {
  const weekday = weekdays?.reduce((bits, number) => bits | (1 << number), 0);
  const request = { session, range, values: { fill_cutoff: fillCutoff, weekday, top_n: 5 } };
  const question = { session, ...range, fillCutoff, weekdays };
  const gaps = naiveGaps(data, question).map(shownGap);
  expect(rowsOf(gap, '', data, request)).toEqual(gaps);
  expect(summaryOf(gap, data, request)).toEqual(naiveSummary(data, question, 'custom'));
  expect(rowsOf(gap, '/top', data, request)).toEqual(naiveTop(gaps, 'gap_pct').slice(0, 5));
  const bySize = { ...request, values: { ...request.values, sort_by: 'gap_size', top_n: 1e9 } };
  expect(rowsOf(gap, '/top', data, bySize)).toEqual(naiveTop(gaps, 'gap_size'));
  expect(rowsOf(gap, '/top-fills', data, request)).toEqual(naiveTopFills(gaps).slice(0, 5));
}

const caseArbitrary = fc.record({
  market: marketArbitrary(),
  session: sessionArbitrary,
  a: shareArbitrary,
  b: shareArbitrary,
  fillCutoff: fc.option(fc.constantFrom(0, 300, 810, 840, 931, 990, 1199, 1200, 1320, 1440), { nil: undefined }),
  weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
});

describe('gaps of random markets', () => {
  it('are those of the naive way: rows, summary, tops', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, session, a, b, fillCutoff, weekdays }) => {
        const data = randomMarket(market);
        expectEqual(data, { session, range: rangeOf(data, a, b), fillCutoff, weekdays });
      }),
      { numRuns: 150 },
    );
  });

  it('come in ascending order, one a date, none on a weekend', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, session }) => {
        const data = randomMarket(market);
        const values = { fill_cutoff: undefined };
        const { records } = gap.compute(data, { session, values }, { from: -100_000, to: 100_000 });
        const dates = numbers(records, 'date');
        for (let i = 0; i < dates.length; i++) {
          expect((dates[i] + 3) % 7).toBeLessThan(5);
          if (i > 0) expect(dates[i]).toBeGreaterThan(dates[i - 1]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const FILES = [
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/BTCUSD_1m.csv.gz',
  'bars/lean/SPY_1h.csv.gz',
  'bars/orb-yf/TSLA_5m.csv.gz',
  'bars/orb-yf/GLD_5m.csv.gz',
  'bars/eqker/AAPL_15m.csv.gz',
  'bars/eqker/MSFT_1m.csv.gz',
  'bars/genetrader/ETHUSDT_5m.csv.gz',
  'bars/ta4j/BTCUSD_4h.csv.gz',
  'daily/lean/AAPL_1d.csv.gz',
  'daily/lean/BTCUSD_1d.csv.gz',
];
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };

describe.skipIf(!hasMarketData)('gaps of real markets', () => {
  for (const file of FILES) {
    it(`are those of the naive way: ${file}`, { timeout: 30_000 }, () => {
      const data = readMarketData(file);
      const range = rangeOf(data, 0, 1);
      const sessions = data.meta.intervalMin === 1440 ? [] : [EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT];
      for (const session of [DEFAULT_SESSION, ...sessions]) expectEqual(data, { session, range });
      expectEqual(data, { session: DEFAULT_SESSION, range, fillCutoff: 990 });
      expectEqual(data, { session: DEFAULT_SESSION, range: rangeOf(data, 0.3, 0.6), weekdays: [0, 4] });
    });
  }
});
