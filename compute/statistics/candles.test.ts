import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOf, symbolData } from '../../test/support/market-data.ts';
import { type BarTuple, barsFromTuples, lowerBound, sliceBars } from '../market/bars.ts';
import type { Timeframe } from '../market/candles.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, type SessionSpec } from '../market/sessions.ts';
import { SymbolData } from '../market/symbol-data.ts';
import { candlesDated, candlesPerSession, RangeMinima, sessionsOf, sureCandles, upsideDown } from './candles.ts';

const minuteOf = (text: string) => Date.parse(`${text}:00Z`) / 60_000;
const dayOf = (text: string) => minuteOf(`${text}T00:00`) / 1440;

/** Two bars a day, at 14:00 and 18:00, from Monday 2025-07-07 on for three weeks of weekdays. */
const DAYS = [30, 31, 32, 33, 34, 37, 38, 39, 40, 41, 44, 45, 46, 47, 48].map((day) => dayOf('2025-06-07') + day);
const bars = barsFromTuples(
  DAYS.flatMap((day): BarTuple[] => [
    [day * 1440 + 14 * 60, 10, 11, 9, 10, 1],
    [day * 1440 + 18 * 60, 10, 11, 9, 10, 1],
  ]),
);

/** The bars from one UTC time to another, with more on both sides in the store. */
function range(from: string, to: string): SymbolData {
  const first = lowerBound(bars.minute, minuteOf(from));
  const part = sliceBars(bars, first, lowerBound(bars.minute, minuteOf(to)));
  return new SymbolData({
    meta: { symbol: 'TEST', assetClass: 'equity', intervalMin: 60 },
    bars: part,
    clock: clockOf(bars, 60),
    reachesStart: false,
    reachesEnd: false,
  });
}

const sure = (data: SymbolData, timeframe: Timeframe) => {
  const candles = data.candles(DEFAULT_SESSION, timeframe);
  const { from, to } = sureCandles(candles, timeframe, data);
  const dateOf = (i: number) => new Date(candles.sessions.date[candles.session[i]] * 86_400_000).toISOString();
  return Array.from({ length: to - from }, (_, k) => dateOf(from + k).slice(5, 10));
};

describe('the sure candles of a range', () => {
  it('leave out those of its first and last session, which may be cut', () => {
    // From the middle of Tuesday to the middle of Friday.
    const data = range('2025-07-08T16:00', '2025-07-11T16:00');
    expect(sure(data, '1H')).toEqual(['07-09', '07-09', '07-10', '07-10']);
    expect(sure(data, '1D')).toEqual(['07-09', '07-10']);
  });

  it('leave out the first and the last week', () => {
    // Wednesday of the first week to Wednesday of the third: only the second is whole.
    expect(sure(range('2025-07-09T00:00', '2025-07-23T16:00'), '1W')).toEqual(['07-14']);
    expect(sure(range('2025-07-09T00:00', '2025-07-16T16:00'), '1W')).toEqual([]);
  });

  it('are all where the range reaches both ends of the data', () => {
    const data = symbolData(bars, 'TEST', 'equity', 60);
    const candles = data.candles(DEFAULT_SESSION, '1D');
    // The last session is not over: no candle.
    expect(sureCandles(candles, '1D', data)).toEqual({ from: 0, to: DAYS.length - 1 });
  });

  it('are none where there is none', () => {
    expect(sure(range('2025-07-12T00:00', '2025-07-13T00:00'), '1H')).toEqual([]);
    expect(sure(range('2025-07-12T00:00', '2025-07-13T00:00'), '1W')).toEqual([]);
  });
});

describe('candles of a range of dates', () => {
  it('are those of its sessions; of weeks those whose first session is in it', () => {
    const data = symbolData(bars, 'TEST', 'equity', 60);
    const range = { from: dayOf('2025-07-08'), to: dayOf('2025-07-14') };
    expect(candlesDated(data.candles(DEFAULT_SESSION, '1H'), range)).toEqual({ from: 2, to: 12 });
    expect(candlesDated(data.candles(DEFAULT_SESSION, '1W'), range)).toEqual({ from: 1, to: 2 });
  });
});

describe('sessions that candles are in', () => {
  const meta = { symbol: 'TEST', assetClass: 'equity', intervalMin: 1 } as const;
  const night: SessionSpec = { mode: 'custom', startMin: 1320, endMin: 240, startExplicit: true, extended: true };

  it('are bounded by one candle a session for short horizons, whole weeks for weeks', () => {
    expect(sessionsOf(50, '15m', DEFAULT_SESSION, meta)).toBe(50);
    expect(sessionsOf(50, '1D', DEFAULT_SESSION, meta)).toBe(50);
    expect(sessionsOf(20, '1W', DEFAULT_SESSION, meta)).toBe(147);
  });

  it('are estimated by full sessions for long ones', () => {
    // 390 candles a session: 10,000 are 26 of them, half as many again and two make 41; at least 64.
    expect(sessionsOf(10_000, '1m', DEFAULT_SESSION, meta)).toBe(64);
    // 26 candles a session: 10,000 are 385 of them; 577 with half as many again, and two.
    expect(sessionsOf(10_000, '15m', DEFAULT_SESSION, meta)).toBe(579);
    expect(sessionsOf(10_000, '1D', DEFAULT_SESSION, meta)).toBe(10_000);
  });

  it('are as long as their window', () => {
    expect(candlesPerSession('15m', DEFAULT_SESSION, meta)).toBe(26);
    expect(candlesPerSession('15m', EXCHANGE_SESSION, meta)).toBe(26);
    expect(candlesPerSession('15m', EXTENDED_SESSION, meta)).toBe(64);
    expect(candlesPerSession('1H', EXTENDED_SESSION, { ...meta, assetClass: 'crypto' })).toBe(24);
    expect(candlesPerSession('1H', night, meta)).toBe(6);
    expect(candlesPerSession('1D', DEFAULT_SESSION, meta)).toBe(1);
  });
});

/** Columns long enough for several layers: random ones, walks, and long runs of one value. */
const columnArbitrary = fc.record({
  length: fc.integer({ min: 0, max: 6000 }),
  kind: fc.constantFrom('random', 'walk', 'rising', 'falling', 'flat'),
  steps: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 97 }),
});

function column({ length, kind, steps }: { length: number; kind: string; steps: number[] }): Float64Array {
  let walk = 0;
  return Float64Array.from({ length }, (_, i) => {
    const step = steps[(i * i + i) % steps.length];
    walk += step;
    return { random: step, walk, rising: i, falling: -i, flat: 1 }[kind] ?? 0;
  });
}

describe('minima of ranges', () => {
  it('are those of a walk through the values, and so is the first value at or below a level', () => {
    fc.assert(
      fc.property(
        columnArbitrary,
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -6001, max: 6001 }), fc.nat({ max: 40 })), {
          minLength: 5,
          maxLength: 20,
        }),
        (request, questions) => {
          const values = column(request);
          const n = values.length;
          const minima = new RangeMinima(values);
          for (const [a, b, anyLevel, offset] of questions) {
            const from = a % (n + 1);
            const to = from + (b % (n + 1 - from));
            const part = Array.from(values.subarray(from, to));
            expect(minima.lowest(from, to)).toBe(part.reduce((x, y) => Math.min(x, y), Number.POSITIVE_INFINITY));
            const near = n > 0 ? values[Math.min(n - 1, from + offset)] : 0;
            for (const level of [anyLevel, near, near - 1]) {
              const found = part.findIndex((value) => value <= level);
              expect(minima.firstAtOrBelow(from, to, level)).toBe(found === -1 ? to : from + found);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of values upside down are their maxima', () => {
    const minima = new RangeMinima(upsideDown(Float64Array.from([1, 5, 2, 7])));
    expect(-minima.lowest(0, 3)).toBe(5);
    expect(minima.firstAtOrBelow(0, 4, -5)).toBe(1);
  });
});
