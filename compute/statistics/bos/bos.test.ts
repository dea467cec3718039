import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NaiveFilter,
  naiveBos,
  naiveBosSummary,
  naiveBosTop,
  passes,
  shownEvent,
} from '../../../test/oracles/bos.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData, symbolData } from '../../../test/support/market-data.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { runs } from '../../../test/support/property-seed.ts';
import { independentAfter } from '../../evaluation/evaluation.ts';
import { type BarTuple, barsFromTuples } from '../../market/bars.ts';
import { type CandleSet, TIMEFRAMES, type Timeframe, timeframeFits } from '../../market/candles.ts';
import { EXTENDED_SESSION } from '../../market/sessions.ts';
import type { AnyValues } from '../params.ts';
import bos from './index.ts';
import { type BreakOptions, findBreaks } from './kernel.ts';

type Hlc = readonly [high: number, low: number, close: number];

const minuteOf = (text: string) => Date.parse(`${text}:00Z`) / 60_000;

/** Bars one after another from a UTC time on, `every` minutes apart. */
function run(from: string, every: number, rows: readonly Hlc[]): BarTuple[] {
  return rows.map(([high, low, close], i) => [minuteOf(from) + i * every, (high + low) / 2, high, low, close, 100]);
}

function data5m(...runs: BarTuple[][]) {
  return symbolData(barsFromTuples(runs.flat()), 'TEST', 'equity', 5);
}

/** Bars of 1 high around a path of closes: high = close + 0.5, low = close - 0.5. */
const path = (...closes: number[]): Hlc[] => closes.map((close) => [close + 0.5, close - 0.5, close]);

const ONE: AnyValues = { timeframe: '5m', swing_length: 1, follow_bars: 2 };
const at = (time: string) => `2025-07-01T${time}:00+00:00`;

describe('a break upwards', () => {
  // Closes 100 102 101: the high 102.5 of 13:35 is a swing, confirmed by 13:40. 103 of 13:50 closes above it.
  const data = data5m(
    run('2025-07-01T13:30', 5, [
      ...path(100, 102, 101, 102.4, 103),
      [104, 102.7, 103.5], // 13:55: on to 104, above the level all the time
      [103.6, 102.5, 102.6], // 14:00: touches 102.5, closes above it
    ]),
  );

  it('is measured from the level over the candles after it', () => {
    expect(rowsOf(bos, '', data, { values: ONE })).toEqual([
      {
        symbol: 'TEST',
        timeframe: '5m',
        event_time: at('13:50'),
        confirmed_at: at('13:55'),
        type: 'bos',
        direction: 'up',
        level: 102.5,
        swing_time: at('13:35'),
        bars_since_swing: 3,
        close: 103,
        break_size_pct: 0.4878, // (103 - 102.5) / 102.5
        trend_before: 0,
        follow_through_pct: 1.4634, // (104 - 102.5) / 102.5
        adverse_pct: 0, // the lowest is the level itself
        retest: true,
        retest_time: at('14:00'),
        bars_to_retest: 2,
        failed: false,
        bars_to_failure: null,
        complete: true,
      },
    ]);
  });
});

describe('a swing', () => {
  const events = (closes: number[], values: AnyValues) =>
    rowsOf(bos, '', data5m(run('2025-07-01T13:30', 5, path(...closes))), { values: { ...ONE, ...values } }).map(
      (row) => [row.event_time, row.direction, row.swing_time],
    );

  it('counts from the last of the swing_length candles after it, which may break it itself', () => {
    // Length 2: the high of 13:40 (104.5) is confirmed by 13:50. The close of 13:45 is no break of anything.
    expect(events([100, 102, 104, 101, 103, 105], { swing_length: 2 })).toEqual([[at('13:55'), 'up', at('13:40')]]);
    // By wick, the confirming candle cannot be above; a close of it can break the other side.
    expect(events([103, 101, 102, 103, 100], { swing_length: 1 })).toEqual([[at('13:50'), 'down', at('13:35')]]);
  });
});

describe('trend', () => {
  // Up through 102.5 at 13:45 (bos), a low of 101.5 at 13:50 confirmed at 13:55, broken at 14:00 (choch), a high of
  // 103.5 at 13:55 confirmed at 14:00, broken at 14:10 (choch), then a high of 105.5 at 14:15, broken at 14:25 (bos).
  const closes = [100, 102, 101, 103, 102, 103, 101, 102, 104, 105, 104.5, 106, 107, 108];
  const data = data5m(run('2025-07-01T13:30', 5, path(...closes)));

  it('makes an event against it a change of character, and one with it a break of structure', () => {
    expect(
      rowsOf(bos, '', data, { values: ONE }).map((row) => [row.event_time, row.direction, row.type, row.trend_before]),
    ).toEqual([
      [at('13:45'), 'up', 'bos', 0],
      [at('14:00'), 'down', 'choch', 1],
      [at('14:10'), 'up', 'choch', -1],
      [at('14:25'), 'up', 'bos', 1],
    ]);
  });
});

describe.skipIf(!hasMarketData)('eight months of BTC/USDT', () => {
  it('forget any day within three weeks of 1H candles, so that no state is read from the first bar', () => {
    const data = readMarketData('bars/genetrader/BTCUSDT_5m.csv.gz');
    const values = { timeframe: '1H', swing_length: 5, break_criteria: 'close', follow_bars: 20 };
    const first = Math.floor(data.bars.minute[0] / 1440);
    for (let day = first; day < first + 200; day += 7) {
      const minute = (day + 1) * 1440;
      expect(independentAfter(bos, data, { session: EXTENDED_SESSION, values }, minute, day + 21)).toBe(true);
    }
  });
});

const fitting = (intervalMin: number, of: readonly Timeframe[] = TIMEFRAMES) =>
  of.filter((timeframe) => timeframeFits(timeframe, intervalMin));

comparedWithNaive(bos, {
  fixed: { limit: 7 },
  values: (intervalMin) =>
    fc.record({
      timeframe: fc.constantFrom(...fitting(intervalMin)),
      swing_length: fc.constantFrom(1, 1, 2, 3, 5, 9),
      break_criteria: fc.constantFrom<'close' | 'wick'>('close', 'wick'),
      follow_bars: fc.constantFrom(1, 2, 5, 20, 200, 300),
      direction: fc.constantFrom<NaiveFilter['direction']>(undefined, undefined, 'up', 'down'),
      type: fc.constantFrom<NaiveFilter['type']>(undefined, undefined, 'bos', 'choch'),
    }),
  onRealBars: (intervalMin) =>
    fitting(intervalMin, ['5m', '15m', '1H', '1D', '1W']).flatMap((timeframe) => [
      { timeframe },
      { timeframe, break_criteria: 'wick', swing_length: 2 },
    ]),
  answers(data, { session, range, values }) {
    const { timeframe, direction, type, break_criteria: criteria } = values;
    const asked = { timeframe, criteria, swingLength: values.swing_length, followBars: values.follow_bars };
    const all = naiveBos(data, session, asked);
    const events = all.filter(
      (event) => event.day >= range.from && event.day <= range.to && passes({ direction, type }, event),
    );
    const shown = (list: typeof events) => list.map((event) => shownEvent(data.meta.symbol, timeframe, event));
    return {
      '': shown(events),
      '/summary': naiveBosSummary(data.meta.symbol, all, range, { direction, type }, asked, 'custom'),
      '/top': shown(naiveBosTop(events).slice(0, 7)),
    };
  },
});

/** A walk in few steps, so that swings are frequent, ties too, with now and then a wick far on both sides. */
const wick = fc.constantFrom(0, 0, 1, 2, 9);
const candlesArbitrary = fc
  .array(fc.tuple(fc.integer({ min: -3, max: 3 }), wick, wick), { minLength: 20, maxLength: 120 })
  .map((rows) => {
    const close = new Float64Array(rows.length);
    const high = new Float64Array(rows.length);
    const low = new Float64Array(rows.length);
    let price = 1000;
    rows.forEach(([step, above, below], i) => {
      high[i] = Math.max(price, price + step) + above;
      low[i] = Math.min(price, price + step) - below;
      price += step;
      close[i] = price;
    });
    return { length: rows.length, high, low, close } as CandleSet;
  });

const optionsArbitrary: fc.Arbitrary<BreakOptions> = fc.record({
  swing_length: fc.constantFrom(1, 1, 2, 3),
  break_criteria: fc.constantFrom('close' as const, 'wick' as const),
});

function eventsOf(candles: CandleSet, from: number, options: BreakOptions, fromStart: boolean) {
  const breaks = findBreaks(candles, { from, to: candles.length }, options, fromStart);
  const events = Array.from({ length: breaks.length }, (_, row) => ({
    candle: breaks.candle[row],
    swing: breaks.swing[row],
    direction: breaks.direction[row],
    trendBefore: breaks.trendBefore[row],
  }));
  return { events, knownFrom: breaks.knownFrom };
}

describe('the state of swings and trend', () => {
  it('begun anywhere is that of the whole history from where it calls itself known', () => {
    let known = 0;
    fc.assert(
      fc.property(candlesArbitrary, optionsArbitrary, fc.nat({ max: 50 }), (candles, options, skip) => {
        const from = Math.min(skip, candles.length);
        const whole = eventsOf(candles, 0, options, true).events;
        const { events, knownFrom } = eventsOf(candles, from, options, false);
        const expected = whole.filter((event) => event.candle >= knownFrom);
        // Of the first event only the one before it is unknown.
        expect(events.slice(1)).toEqual(expected.slice(1));
        expect(events.slice(0, 1)).toEqual(expected.slice(0, 1).map((event) => ({ ...event, trendBefore: 0 })));
        if (events.length > 1) known++;
      }),
      { numRuns: runs(500) },
    );
    expect(known).toBeGreaterThan(30);
  });

  it('of a side that wicks break while the other is unknown is unknown again', () => {
    // High, low, close. The low of 8 is a swing, then the high of 15. 16/7/8 breaks both and closes below 11.5: down,
    // and the high stays, to be broken by 17. Who has not seen the low of 8 takes 16 for a break of 15.
    const rows = [
      [12, 11, 11.5],
      [11.5, 8, 10],
      [12, 9, 11],
      [13, 10, 11],
      [15, 10.5, 12],
      [14, 10.6, 12],
      [16, 7, 8],
      [17, 8, 16],
    ];
    const upright = { high: rows.map(([h]) => h), low: rows.map(([, l]) => l), close: rows.map(([, , c]) => c) };
    const mirrored = {
      high: upright.low.map((price) => 100 - price),
      low: upright.high.map((price) => 100 - price),
      close: upright.close.map((price) => 100 - price),
    };
    for (const [prices, sign] of [
      [upright, 1],
      [mirrored, -1],
    ] as const) {
      const candles = {
        length: rows.length,
        high: Float64Array.from(prices.high),
        low: Float64Array.from(prices.low),
        close: Float64Array.from(prices.close),
      } as CandleSet;
      const options: BreakOptions = { swing_length: 1, break_criteria: 'wick' };
      expect(eventsOf(candles, 0, options, true).events).toMatchObject([
        { candle: 6, swing: 1, direction: -sign },
        { candle: 7, swing: 4, direction: sign },
      ]);
      expect(eventsOf(candles, 3, options, false)).toEqual({ events: [], knownFrom: rows.length });
    }
  });
});
