import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOwcSummary, naiveOwcTop, naiveWeeks, shownWeek } from '../../../test/oracles/owc.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
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
import owc from './index.ts';

const share = shareArbitrary;
const openingDays = fc.integer({ min: 1, max: 3 });
const LIMIT = 7;

function expectEqual(data: SymbolData, session: SessionSpec, range: DateRange, opening: number): number {
  const { symbol } = data.meta;
  const asked = { session, range, values: { opening_days: opening, limit: LIMIT } };
  const weeks = naiveWeeks(naiveSymbol(data), session, opening);
  const inside = weeks.filter(({ date }) => date >= range.from && date <= range.to);
  const complete = inside.filter((week) => week.complete);
  const shown = (list: typeof weeks) => list.map((week) => shownWeek(symbol, week));
  expect(rowsOf(owc, '', data, asked)).toEqual(shown(inside));
  expect(rowsOf(owc, '/top', data, asked)).toEqual(shown(naiveOwcTop(complete).slice(0, LIMIT)));
  expect(summaryOf(owc, data, asked)).toEqual(naiveOwcSummary(symbol, complete, opening));
  return inside.length;
}

describe('opening weekly candles of random markets', () => {
  it('are those of the naive way: rows, top and summary', { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(marketArbitrary(), sessionArbitrary, openingDays, share, share, (market, session, opening, a, b) => {
        const data = randomMarket(market);
        expectEqual(data, session, rangeOf(data, a, b), opening);
      }),
      { numRuns: 300 },
    );
  });
});

describe.skipIf(!hasMarketData)('opening weekly candles of real markets', () => {
  it.each([
    'bars/lean/SPY_1m.csv.gz',
    'bars/lean/SPY_1h.csv.gz',
    'bars/orb-yf/GLD_5m.csv.gz',
    'bars/eqker/AAPL_15m.csv.gz',
    'bars/genetrader/BTCUSDT_5m.csv.gz',
    'bars/ta4j/ETHUSD_4h.csv.gz',
    'daily/lean/IBM_1d.csv.gz',
    'daily/genetrader/ETHUSDT_1d.csv.gz',
  ])('are those of the naive way: %s', { timeout: 90_000 }, (file) => {
    const data = readMarketData(file);
    const night: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
    let weeks = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, night]) {
      for (const opening of [1, 2, 3]) weeks += expectEqual(data, session, rangeOf(data, 0, 1), opening);
      expectEqual(data, session, rangeOf(data, 0.31, 0.77), 1);
    }
    expect(weeks).toBeGreaterThan(0);
  });
});
