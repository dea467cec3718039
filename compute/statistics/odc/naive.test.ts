import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOdc, naiveOdcSummary, naiveOdcTop, shownOdc } from '../../../test/oracles/odc.ts';
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
import odc from './index.ts';

const EVERY_WEEKDAY = 0b1111111;

interface Case {
  session: SessionSpec;
  minutes: number;
  range: DateRange;
  weekday: number;
}

/** Text against text first: comparing thousands of objects field by field takes minutes. */
function same(actual: unknown, expected: unknown) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

function expectEqual(data: SymbolData, { session, minutes, range, weekday }: Case) {
  const { symbol } = data.meta;
  const request = { values: { candle_minutes: minutes, weekday, limit: 7 }, session, range };
  const rows = naiveOdc(data, session, minutes).filter(
    ({ day, weekday: number }) => day >= range.from && day <= range.to && ((weekday >> number) & 1) === 1,
  );
  const shown = (list: typeof rows) => list.map((row) => shownOdc(symbol, row));
  same(rowsOf(odc, '', data, request), shown(rows));
  same(summaryOf(odc, data, request), naiveOdcSummary(symbol, rows, minutes, 'custom'));
  same(rowsOf(odc, '/top', data, request), shown(naiveOdcTop(rows).slice(0, 7)));
}

const caseArbitrary = marketArbitrary([1, 5, 15, 30, 60, 240]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    bars: fc.oneof(
      fc.constantFrom(5, 15, 60, 240).map((minutes) => Math.max(1, minutes / market.intervalMin)),
      fc.integer({ min: 1, max: Math.floor(720 / market.intervalMin) }),
    ),
    session: sessionArbitrary,
    a: shareArbitrary,
    b: shareArbitrary,
    weekday: fc.constantFrom(EVERY_WEEKDAY, EVERY_WEEKDAY, 0b0010010, 0b1000001),
  }),
);
const minutesOf = (bars: number, intervalMin: number) => Math.ceil(bars) * intervalMin;

describe('opening candles of random markets', () => {
  it('are those of the naive way: rows, summary, top', { timeout: 15_000 }, () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, bars, session, a, b, weekday }) => {
        const data = randomMarket(market);
        const minutes = minutesOf(bars, market.intervalMin);
        expectEqual(data, { session, minutes, weekday, range: rangeOf(data, a, b) });
      }),
      { numRuns: 150 },
    );
  });
});

const FILES = [
  'bars/lean/IBM_1m.csv.gz',
  'bars/lean/ETHUSD_1m.csv.gz',
  'bars/lean/AAPL_1h.csv.gz',
  'bars/orb-yf/GLD_5m.csv.gz',
  'bars/eqker/QQQ_15m.csv.gz',
  'bars/eqker/TSLA_1m.csv.gz',
  'bars/genetrader/BTCUSDT_5m.csv.gz',
  'bars/ta4j/ETHUSD_4h.csv.gz',
];
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
const SESSIONS = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT];

describe.skipIf(!hasMarketData)('opening candles of real markets', () => {
  for (const file of FILES) {
    it(`are those of the naive way: ${file}`, { timeout: 20_000 }, () => {
      const data = readMarketData(file);
      SESSIONS.forEach((session, i) => {
        const least = i % 2 === 0 ? 60 : 5;
        const minutes = Math.ceil(least / data.meta.intervalMin) * data.meta.intervalMin;
        expectEqual(data, { session, minutes, range: rangeOf(data, 0, 1), weekday: EVERY_WEEKDAY });
      });
    });
  }
});
