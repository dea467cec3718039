import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from './sample.ts';
import { medianInPlace } from './select.ts';

describe('the median in place', () => {
  it('is that of the sorted values, ties and order whatever they are', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), (values) => {
        // Zeros of either sign are one value: which of them is in the middle is left open.
        expect(medianInPlace(Float64Array.from(values)) + 0).toBe(median(values) + 0);
      }),
      { numRuns: 500 },
    );
  });

  it('looks at its range alone', () => {
    const values = Float64Array.from([9, 3, 1, 2, 9]);
    expect(medianInPlace(values, 1, 4)).toBe(2);
    expect([values[0], values[4]]).toEqual([9, 9]);
    expect(medianInPlace(values, 2, 2)).toBeNaN();
  });
});
