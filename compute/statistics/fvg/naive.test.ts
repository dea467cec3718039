import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveFvg, naiveFvgMultiTop, naiveFvgSummary, naiveFvgTop, shownFvg } from '../../../test/oracles/fvg.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import {
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from '../../../test/support/random-market.ts';
import { fromPartAndWhole, unsettled } from '../../../test/support/replay.ts';
import { TIMEFRAMES, type Timeframe, timeframeFits } from '../../market/candles.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import type { DateRange } from '../statistic.ts';
import fvg from './index.ts';

interface Asked {
  timeframe: Timeframe;
  maxBars: number;
  useCloses: boolean;
}

interface Case extends Asked {
  session: SessionSpec;
  range: DateRange;
  direction?: 'bullish' | 'bearish';
}

const valuesOf = ({ timeframe, maxBars, useCloses }: Asked) => ({
  timeframe,
  max_bars_to_close: maxBars,
  use_close_prices: useCloses,
});

function expectEqual(data: SymbolData, asked: Case) {
  const { session, range, timeframe, direction } = asked;
  const { symbol } = data.meta;
  const request = { values: { ...valuesOf(asked), direction, limit: 7 }, session, range };
  const all = naiveFvg(data, session, asked).filter(({ day }) => day >= range.from && day <= range.to);
  const gaps = all.filter((gap) => !direction || gap.direction === direction);
  const shown = (list: typeof gaps) => list.map((gap) => shownFvg(symbol, timeframe, gap));
  expect(rowsOf(fvg, '', data, request)).toEqual(shown(gaps));
  expect(summaryOf(fvg, data, request)).toEqual(naiveFvgSummary(symbol, all, asked, 'custom'));
  expect(rowsOf(fvg, '/top', data, request)).toEqual(shown(naiveFvgTop(gaps).slice(0, 7)));
  expect(rowsOf(fvg, '/multi_top', data, request)).toEqual(shown(naiveFvgMultiTop(gaps).slice(0, 7)));
}

const caseArbitrary = marketArbitrary([1, 2, 5, 15, 30, 60, 240, 1440]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    timeframe: fc.constantFrom(...TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, market.intervalMin))),
    maxBars: fc.constantFrom(0, 1, 2, 3, 7, 50, 400),
    useCloses: fc.boolean(),
    direction: fc.constantFrom<'bullish' | 'bearish' | undefined>(undefined, undefined, 'bullish', 'bearish'),
    session: sessionArbitrary,
    a: shareArbitrary,
    b: shareArbitrary,
    cut: fc.integer({ min: 0, max: 1440 }),
  }),
);

describe('fair value gaps of random markets', () => {
  it('are those of the naive way: rows, summary, both tops', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, a, b, ...asked }) => {
        const data = randomMarket({ ...market, days: Math.min(market.days, market.intervalMin * 8) });
        expectEqual(data, { ...asked, range: rangeOf(data, a, b) });
      }),
      { numRuns: 200 },
    );
  });

  it('are settled once complete: no later bar changes them', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ market, session, a, ...asked }) => {
        const data = randomMarket(market);
        const bars = Math.round(a * data.bars.length);
        expect(unsettled(fvg, data, bars, { session, values: valuesOf(asked) })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same when only the bars around the wanted dates are loaded', () => {
    fc.assert(
      fc.property(
        caseArbitrary,
        fc.integer({ min: 20, max: 120 }),
        ({ market, session, a, b, cut, ...asked }, days) => {
          const data = randomMarket({ ...market, days });
          const range = rangeOf(data, 0.1 + 0.6 * a, 0.1 + 0.6 * b);
          const check = fromPartAndWhole(fvg, data, { session, values: valuesOf(asked) }, range, cut);
          expect(check.partial).toEqual(check.whole);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are the same whenever the kernel does not ask for more bars, however few are loaded', () => {
    const sessions = fc.constantFrom(0, 0, 1, 1, 2, 3, 10);
    fc.assert(
      fc.property(caseArbitrary, sessions, sessions, ({ market, session, a, b, cut, ...asked }, back, ahead) => {
        const data = randomMarket({ ...market, days: 20 + market.days });
        const range = rangeOf(data, 0.2 + 0.6 * a, Math.min(0.9, 0.2 + 0.6 * a + 0.1 * b));
        const eager = { ...fvg, reach: () => ({ back, ahead }) };
        const check = fromPartAndWhole(eager, data, { session, values: valuesOf(asked) }, range, cut);
        expect(check.partial).toEqual(check.whole);
      }),
      { numRuns: 600 },
    );
  });
});

const FILES: readonly [file: string, timeframes: readonly Timeframe[]][] = [
  ['bars/lean/SPY_1m.csv.gz', ['1m', '5m', '15m', '1D']],
  ['bars/lean/ETHUSD_1m.csv.gz', ['1m', '3m', '4H']],
  ['bars/lean/AAPL_1h.csv.gz', ['1H', '2H', '1D', '1W']],
  ['bars/orb-yf/TSLA_5m.csv.gz', ['5m', '10m', '30m', '1D']],
  ['bars/eqker/QQQ_15m.csv.gz', ['15m', '1H']],
  ['bars/genetrader/BTCUSDT_5m.csv.gz', ['15m', '1D', '1W']],
  ['daily/lean/SPY_1d.csv.gz', ['1D', '1W']],
];
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };

describe.skipIf(!hasMarketData)('fair value gaps of real markets', () => {
  for (const [file, timeframes] of FILES) {
    it(`are those of the naive way: ${file}`, { timeout: 90_000 }, () => {
      const data = readMarketData(file);
      const range = rangeOf(data, 0, 1);
      for (const timeframe of timeframes) {
        for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT]) {
          expectEqual(data, { timeframe, session, range, maxBars: 50, useCloses: false });
        }
        expectEqual(data, { timeframe, session: DEFAULT_SESSION, range, maxBars: 0, useCloses: true });
      }
    });
  }
});
