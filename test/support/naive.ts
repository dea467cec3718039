/**
 * A statistic against its second implementation in `test/oracles/`, on random markets and on
 * real bars. The statistic's own test says which values are asked for, and what the naive way gives.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceBars } from '../../compute/market/bars.ts';
import { rowObjects } from '../../compute/market/render.ts';
import {
  DEFAULT_SESSION,
  EXCHANGE_SESSION,
  EXTENDED_SESSION,
  type SessionSpec,
} from '../../compute/market/sessions.ts';
import type { SymbolData } from '../../compute/market/symbol-data.ts';
import type { AnyValues } from '../../compute/statistics/params.ts';
import type { DateRange, Statistic } from '../../compute/statistics/statistic.ts';
import { defaultValues, rowsOf, summaryOf } from './answer.ts';
import { hasMarketData, intervalOf, readMarketData, symbolData } from './market-data.ts';
import { runs } from './property-seed.ts';
import {
  type MarketRequest,
  marketArbitrary,
  randomMarket,
  rangeOf,
  sessionArbitrary,
  shareArbitrary,
} from './random-market.ts';
import { recordsOf } from './replay.ts';

export interface AskedNaively<V> {
  readonly session: SessionSpec;
  readonly range: DateRange;
  readonly values: V;
}

export interface Second<V> {
  /** Base intervals in minutes; default: those of `marketArbitrary`. */
  intervals?: readonly number[];
  markets?: fc.Arbitrary<MarketRequest>;
  /** What is put beside the bars of a market, such as news. */
  beside?: fc.Arbitrary<(data: SymbolData) => SymbolData>;
  /** Values of the query's parameters. */
  values(intervalMin: number): fc.Arbitrary<V>;
  /** Those that are the same in every question, such as a limit. */
  fixed?: AnyValues;
  /** What is asked of real bars, each under some of the session windows; what is left out has its default. */
  onRealBars(intervalMin: number): readonly AnyValues[];
  /** What the naive way gives by the path of the endpoint, its first rows where it has a limit; `records`: all records. */
  answers(data: SymbolData, asked: AskedNaively<V>): Readonly<Record<string, unknown>>;
}

const ALL_INTERVALS = [1, 2, 5, 10, 15, 30, 60, 240, 1440];
const FILES = [
  'bars/lean/SPY_1m.csv.gz',
  'bars/lean/BTCUSD_1m.csv.gz',
  'bars/lean/AAPL_1h.csv.gz',
  'bars/orb-yf/TSLA_5m.csv.gz',
  'bars/eqker/QQQ_15m.csv.gz',
  'bars/genetrader/ETHUSDT_5m.csv.gz',
  'bars/ta4j/BTCUSD_4h.csv.gz',
  'daily/lean/IBM_1d.csv.gz',
  'daily/genetrader/ETHUSDT_1d.csv.gz',
];
/** The latest of a file: the second way looks at every bar for every record. */
const MOST_BARS = 10_000;
const NIGHT: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 1260, startExplicit: true, extended: true };
const SESSIONS = [DEFAULT_SESSION, EXTENDED_SESSION, EXCHANGE_SESSION, NIGHT];

/** Bit set of weekdays, bit 0 = Monday; undefined: not asked for. */
export const weekdayBits = fc.option(fc.integer({ min: 1, max: 127 }), { nil: undefined });

/** Numbers of the weekdays of a bit set, 0 = Monday. */
export const weekdaysOf = (bits: number | undefined) =>
  bits === undefined ? undefined : [0, 1, 2, 3, 4, 5, 6].filter((weekday) => (bits >> weekday) & 1);

export function comparedWithNaive<V extends AnyValues>(statistic: Statistic, second: Second<V>): void {
  const { intervals = ALL_INTERVALS, markets = marketArbitrary(second.intervals), beside = fc.constant(null) } = second;

  function answer(path: string, data: SymbolData, asked: AskedNaively<V>): unknown {
    if (path === 'records') return rowObjects(statistic.fields, recordsOf(statistic, data, asked), data.meta.symbol);
    return path === statistic.summary.path ? summaryOf(statistic, data, asked) : rowsOf(statistic, path, data, asked);
  }

  function expectEqual(data: SymbolData, session: SessionSpec, range: DateRange, given: AnyValues): void {
    const values = { ...defaultValues(statistic, data.meta.intervalMin), ...second.fixed, ...given } as unknown as V;
    const asked = { session, range, values };
    for (const [path, expected] of Object.entries(second.answers(data, asked))) {
      const actual = answer(path, data, asked);
      // Text against text first: comparing thousands of objects field by field takes minutes.
      if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, path).toEqual(expected);
    }
  }

  describe(`${statistic.name}, a second time from the words of its definition`, () => {
    const cases = markets.chain((market) =>
      fc.record({
        market: fc.constant(market),
        put: beside,
        session: sessionArbitrary,
        values: second.values(market.intervalMin),
        a: shareArbitrary,
        b: shareArbitrary,
      }),
    );

    it('on random markets', { timeout: 60_000 }, () => {
      const check = fc.property(cases, ({ market, put, session, values, a, b }) => {
        const bars = randomMarket(market);
        const data = put ? put(bars) : bars;
        expectEqual(data, session, rangeOf(data, a, b), values);
      });
      fc.assert(check, { numRuns: runs(20) });
    });

    const files = FILES.filter((file) => intervals.includes(intervalOf(file)));
    it.skipIf(!hasMarketData).each(files)('on %s', { timeout: 60_000 }, (file) => {
      const { bars: all, meta } = readMarketData(file);
      const latest = sliceBars(all, Math.max(0, all.length - MOST_BARS), all.length);
      const bars = symbolData(latest, meta.symbol, meta.assetClass, meta.intervalMin);
      const data = second.beside ? fc.sample(second.beside, { numRuns: 1, seed: 1 })[0](bars) : bars;
      const values = second.onRealBars(data.meta.intervalMin);
      expect(data.sessions(DEFAULT_SESSION).length).toBeGreaterThan(0);
      for (let i = 0; i < Math.max(values.length, SESSIONS.length); i++) {
        expectEqual(data, SESSIONS[i % SESSIONS.length], rangeOf(data, 0, 1), values[i % values.length]);
      }
      expectEqual(data, DEFAULT_SESSION, rangeOf(data, 0.3, 0.6), values[values.length - 1]);
    });
  });
}
