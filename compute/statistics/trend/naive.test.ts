import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { naiveTrend } from '../../../test/oracles/trend.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { marketArbitrary, randomMarket, rangeOf, sessionArbitrary } from '../../../test/support/random-market.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
  sessionSpec,
} from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import trend from './index.ts';

interface Question {
  session: SessionSpec;
  range: DateRange;
  edgePct: number;
  weekday?: number | undefined;
  limit: number;
}

/** Thousands of rows of dozens of fields: only where texts differ the matcher is worth its time. */
function expectEqualRows(actual: readonly object[], expected: readonly object[]) {
  expect(actual.length).toBe(expected.length);
  actual.forEach((row, i) => {
    if (JSON.stringify(row) !== JSON.stringify(expected[i])) expect(row).toEqual(expected[i]);
  });
}

function expectEqualAnswers(data: SymbolData, question: Question) {
  const { session, range, edgePct, weekday, limit } = question;
  const naive = naiveTrend(naiveSymbol(data), session, { range, edgePct, weekday, limit });
  const asked = { session, range, values: { weekday, edge_pct: edgePct, limit } };
  expectEqualRows(rowsOf(trend, '', data, asked), naive.raw);
  expectEqualRows(rowsOf(trend, '/top', data, asked), naive.top);
  expect(summaryOf(trend, data, asked)).toEqual(naive.summary);
  return naive;
}

/** Evenly spread, unlike fast-check's doubles. */
const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const edges = fc.constantFrom(1, 10, 20, 25, 33.3, 50);

describe('against a naive second implementation', () => {
  it('gives equal records, lists and summaries on random markets', { timeout: 45_000 }, () => {
    fc.assert(
      fc.property(
        marketArbitrary(),
        fc.record({
          session: sessionArbitrary,
          weekday: fc.option(fc.integer({ min: 1, max: 127 }), { nil: undefined }),
          edgePct: edges,
          limit: fc.constantFrom(1, 10, 1000),
        }),
        share,
        share,
        (market, question, a, b) => {
          const data = randomMarket(market);
          expectEqualAnswers(data, { ...question, range: rangeOf(data, a, b) });
        },
      ),
      { numRuns: 400 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/lean/BTCUSD_1m.csv.gz'],
      ['bars/lean/BAC_1h.csv.gz'],
      ['bars/orb-yf/GLD_5m.csv.gz'],
      ['bars/eqker/MSFT_15m.csv.gz'],
      ['bars/genetrader/BTCUSDT_5m.csv.gz'],
      ['bars/ta4j/ETHUSD_4h.csv.gz'],
      ['daily/lean/AAPL_1d.csv.gz'],
      ['daily/eqker/TSLA_1d.csv.gz'],
    ])('gives equal answers on %s', { timeout: 90_000 }, (file) => {
    const data = readMarketData(file);
    const sessions = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION];
    sessions.push(sessionSpec({ startMin: 1320, endMin: 1200, exchange: false, extended: true }));
    let records = 0;
    for (const session of sessions) {
      records += expectEqualAnswers(data, { session, range: rangeOf(data, 0, 1), edgePct: 20, limit: 1000 }).raw.length;
      const part = { session, range: rangeOf(data, 0.5, 0.9), edgePct: 35, weekday: 0b0010101, limit: 10 };
      expectEqualAnswers(data, part);
    }
    expect(records).toBeGreaterThan(0);
  });
});
