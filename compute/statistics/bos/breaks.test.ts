import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandleSet } from '../../market/candles.ts';
import { type BreakOptions, findBreaks } from './breaks.ts';

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
  swingLength: fc.constantFrom(1, 1, 2, 3),
  criteria: fc.constantFrom('close' as const, 'wick' as const),
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
  it('begun anywhere is that of the whole history from where it calls itself known', { timeout: 30_000 }, () => {
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
      { numRuns: 12_000 },
    );
    expect(known).toBeGreaterThan(1000);
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
      const options: BreakOptions = { swingLength: 1, criteria: 'wick' };
      expect(eventsOf(candles, 0, options, true).events).toMatchObject([
        { candle: 6, swing: 1, direction: -sign },
        { candle: 7, swing: 4, direction: sign },
      ]);
      expect(eventsOf(candles, 3, options, false)).toEqual({ events: [], knownFrom: rows.length });
    }
  });
});
