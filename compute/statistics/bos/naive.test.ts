import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NaiveBosRequest,
  type NaiveFilter,
  naiveBos,
  naiveBosSummary,
  naiveBosTop,
  passes,
  shownEvent,
} from '../../../test/oracles/bos.ts';
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
import bos from './index.ts';

interface Asked extends NaiveBosRequest {
  timeframe: Timeframe;
}

interface Case extends Asked, NaiveFilter {
  session: SessionSpec;
  range: DateRange;
}

const valuesOf = ({ timeframe, swingLength, criteria, followBars }: Asked) => ({
  timeframe,
  swing_length: swingLength,
  break_criteria: criteria,
  follow_bars: followBars,
});

function expectEqual(data: SymbolData, asked: Case) {
  const { session, range, timeframe, direction, type } = asked;
  const { symbol } = data.meta;
  const request = { values: { ...valuesOf(asked), direction, type, limit: 7 }, session, range };
  const all = naiveBos(data, session, asked);
  const events = all.filter((event) => event.day >= range.from && event.day <= range.to && passes(asked, event));
  const shown = (list: typeof events) => list.map((event) => shownEvent(symbol, timeframe, event));
  expect(rowsOf(bos, '', data, request)).toEqual(shown(events));
  expect(summaryOf(bos, data, request)).toEqual(naiveBosSummary(symbol, all, range, asked, asked, 'custom'));
  expect(rowsOf(bos, '/top', data, request)).toEqual(shown(naiveBosTop(events).slice(0, 7)));
}

const caseArbitrary = marketArbitrary([1, 2, 5, 15, 30, 60, 240, 1440]).chain((market) =>
  fc.record({
    market: fc.constant(market),
    timeframe: fc.constantFrom(...TIMEFRAMES.filter((timeframe) => timeframeFits(timeframe, market.intervalMin))),
    swingLength: fc.constantFrom(1, 1, 2, 3, 5, 9),
    criteria: fc.constantFrom<'close' | 'wick'>('close', 'wick'),
    followBars: fc.constantFrom(1, 2, 5, 20, 200, 300),
    direction: fc.constantFrom<'up' | 'down' | undefined>(undefined, undefined, 'up', 'down'),
    type: fc.constantFrom<'bos' | 'choch' | undefined>(undefined, undefined, 'bos', 'choch'),
    session: sessionArbitrary,
    a: shareArbitrary,
    b: shareArbitrary,
    cut: fc.integer({ min: 0, max: 1440 }),
  }),
);

describe('breaks of structure of random markets', () => {
  it('are those of the naive way: rows, summary, top', { timeout: 30_000 }, () => {
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
        expect(unsettled(bos, data, bars, { session, values: valuesOf(asked) })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('are the same when only the bars around the wanted dates are loaded: the state does not run from the first bar', () => {
    fc.assert(
      fc.property(
        caseArbitrary,
        fc.integer({ min: 20, max: 120 }),
        ({ market, session, a, b, cut, ...asked }, days) => {
          const data = randomMarket({ ...market, days });
          const range = rangeOf(data, 0.2 + 0.7 * a, 0.2 + 0.7 * b);
          const check = fromPartAndWhole(bos, data, { session, values: valuesOf(asked) }, range, cut);
          expect(check.partial).toEqual(check.whole);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('are the same whenever the kernel does not ask for more bars, however few are loaded', { timeout: 20_000 }, () => {
    const sessions = fc.constantFrom(0, 0, 1, 1, 2, 3, 10);
    fc.assert(
      fc.property(caseArbitrary, sessions, sessions, ({ market, session, a, b, cut, ...asked }, back, ahead) => {
        const data = randomMarket({ ...market, days: 20 + market.days });
        const range = rangeOf(data, 0.2 + 0.6 * a, Math.min(0.9, 0.2 + 0.6 * a + 0.1 * b));
        const eager = { ...bos, reach: () => ({ back, ahead }) };
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
  ['bars/lean/AAPL_1h.csv.gz', ['1H', '1D', '1W']],
  ['bars/orb-yf/TSLA_5m.csv.gz', ['5m', '10m', '30m', '1D']],
  ['bars/eqker/QQQ_15m.csv.gz', ['15m', '1H']],
  ['bars/genetrader/BTCUSDT_5m.csv.gz', ['15m', '1D', '1W']],
  ['daily/lean/SPY_1d.csv.gz', ['1D', '1W']],
];
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };

describe.skipIf(!hasMarketData)('breaks of structure of real markets', () => {
  for (const [file, timeframes] of FILES) {
    it(`are those of the naive way: ${file}`, { timeout: 30_000 }, () => {
      const data = readMarketData(file);
      const range = rangeOf(data, 0, 1);
      const asked = { swingLength: 5, criteria: 'close' as const, followBars: 20, range };
      for (const timeframe of timeframes) {
        for (const session of [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT]) {
          expectEqual(data, { ...asked, timeframe, session });
        }
        expectEqual(data, { ...asked, timeframe, session: DEFAULT_SESSION, criteria: 'wick', swingLength: 2 });
      }
    });
  }
});
