import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naivePdhlb } from '../../../test/oracles/pdhlb.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
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
import pdhlb from './index.ts';

interface Question {
  session: SessionSpec;
  range: DateRange;
  weekday?: number | undefined;
  openInsideOnly: boolean;
  direction: 'high' | 'low' | 'both';
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
  const { session, range, weekday, openInsideOnly, direction, limit } = question;
  const naive = naivePdhlb(naiveSymbol(data), session, { range, weekday, openInsideOnly, direction, limit });
  const asked = { session, range, values: { weekday, open_inside_only: openInsideOnly, direction, limit } };
  expectEqualRows(rowsOf(pdhlb, '', data, asked), naive.raw);
  expectEqualRows(rowsOf(pdhlb, '/top', data, asked), naive.top);
  expectEqualRows(rowsOf(pdhlb, '/retest', data, asked), naive.retest);
  expect(summaryOf(pdhlb, data, asked)).toEqual(naive.summary);
  return naive;
}

/** Evenly spread, unlike fast-check's doubles. */
const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

describe('against a naive second implementation', () => {
  it('gives equal records, lists and summaries on random markets', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(
        marketArbitrary(),
        fc.record({
          session: sessionArbitrary,
          weekday: fc.option(fc.integer({ min: 1, max: 127 }), { nil: undefined }),
          openInsideOnly: fc.boolean(),
          direction: fc.constantFrom<'high' | 'low' | 'both'>('high', 'low', 'both'),
          limit: fc.constantFrom(1, 10, 1000),
        }),
        share,
        share,
        (market, question, a, b) => {
          const data = randomMarket(market);
          expectEqualAnswers(data, { ...question, range: rangeOf(data, a, b) });
        },
      ),
      { numRuns: 300 },
    );
  });

  it
    .skipIf(!hasMarketData)
    .each([
      ['bars/lean/SPY_1m.csv.gz'],
      ['bars/lean/BTCUSD_1m.csv.gz'],
      ['bars/lean/AAPL_1h.csv.gz'],
      ['bars/orb-yf/TSLA_5m.csv.gz'],
      ['bars/eqker/QQQ_15m.csv.gz'],
      ['bars/genetrader/ETHUSDT_5m.csv.gz'],
      ['bars/ta4j/BTCUSD_4h.csv.gz'],
      ['daily/lean/IBM_1d.csv.gz'],
    ])('gives equal answers on %s', { timeout: 120_000 }, (file) => {
    const data = readMarketData(file);
    const sessions = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION];
    sessions.push(sessionSpec({ startMin: 1320, endMin: 1200, exchange: false, extended: true }));
    let records = 0;
    for (const session of sessions) {
      const whole = { session, range: rangeOf(data, 0, 1), openInsideOnly: false, direction: 'both' as const };
      const part = { session, range: rangeOf(data, 0.5, 0.9), openInsideOnly: true, direction: 'low' as const };
      records += expectEqualAnswers(data, { ...whole, limit: 1000 }).raw.length;
      expectEqualAnswers(data, { ...part, weekday: 0b0010101, limit: 10 });
    }
    expect(records).toBeGreaterThan(0);
  });
});
