import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RangeMinima, upsideDown } from './candles.ts';

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
