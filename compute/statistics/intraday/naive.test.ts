import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveIntraday } from '../../../test/oracles/intraday.ts';
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
import { BUCKET_MINUTES } from './fields.ts';
import intraday from './index.ts';

const share = shareArbitrary;
const LIMIT = 25;

function expectEqual(data: SymbolData, session: SessionSpec, range: DateRange, minutes: number): number {
  const asked = { session, range, values: { bucket_minutes: minutes, limit: LIMIT } };
  const naive = naiveIntraday(naiveSymbol(data), session, range, minutes, LIMIT);
  expect(rowsOf(intraday, '', data, asked)).toEqual(naive.rows);
  expect(summaryOf(intraday, data, asked)).toEqual(naive.summary);
  expect(rowsOf(intraday, '/top', data, asked)).toEqual(naive.top);
  return naive.summary.sample_size;
}

const caseArbitrary = marketArbitrary([1, 5, 10, 15, 30, 60]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    minutes: fc.constantFrom(...BUCKET_MINUTES.filter((minutes) => minutes % market.intervalMin === 0)),
    session: sessionArbitrary,
    a: share,
    b: share,
  }),
);

describe('buckets of random markets', () => {
  it('are those of the naive way: list, summary and top', { timeout: 90_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, minutes, session, a, b }) => {
        const data = randomMarket(market);
        expectEqual(data, session, rangeOf(data, a, b), minutes);
      }),
      { numRuns: 150 },
    );
  });

  it('share out all of the volume, the range, the highs and the lows', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, minutes, session }) => {
        const rows = rowsOf(intraday, '', randomMarket(market), { session, values: { bucket_minutes: minutes } });
        const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
        for (const name of ['high_of_day_pct', 'low_of_day_pct', 'volume_share_pct', 'range_share_pct']) {
          if (rows.length > 0 && rows[0][name] !== null) expect(sum(name)).toBeCloseTo(100, 1);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe.skipIf(!hasMarketData)('buckets of real markets', () => {
  it.each([
    ['bars/lean/SPY_1m.csv.gz', 5],
    ['bars/lean/BTCUSD_1m.csv.gz', 15],
    ['bars/lean/VXX_1h.csv.gz', 60],
    ['bars/orb-yf/TSLA_5m.csv.gz', 30],
    ['bars/eqker/AAPL_15m.csv.gz', 15],
    ['bars/eqker/MSFT_1m.csv.gz', 10],
    ['bars/genetrader/ETHUSDT_15m.csv.gz', 30],
  ] as const)('are those of the naive way: %s in %i minutes', { timeout: 30_000 }, (file, minutes) => {
    const data = readMarketData(file);
    const night: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
    let sessions = 0;
    for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, night]) {
      sessions += expectEqual(data, session, rangeOf(data, 0, 1), minutes);
    }
    expect(sessions).toBeGreaterThan(0);
  });
});
