import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shown, type Unit } from './fields.ts';

const DECIMALS: [Unit, number][] = [
  ['pct', 4],
  ['ratio', 6],
  ['volume', 8],
];

describe('a number as answers show it', () => {
  it.each(DECIMALS)('%s: is the one of its decimal text with %i decimals, at every size', (unit, decimals) => {
    const size = fc.integer({ min: -10, max: 17 });
    const mantissa = fc.oneof(fc.double({ min: -10, max: 10, noNaN: true }), fc.integer({ min: -1e6, max: 1e6 }));
    fc.assert(
      fc.property(mantissa, size, (m, exponent) => {
        const value = m * 10 ** exponent;
        expect(shown(value, unit)).toBe(Number(value.toFixed(decimals)) || 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps 8 significant digits of a small price, and NaN', () => {
    expect(shown(0.00001234567891, 'price')).toBe(0.000012345679);
    expect(shown(9.123456789, 'price')).toBe(9.1234568);
    expect(shown(12.3456789, 'price')).toBe(12.345679);
    expect(shown(Number.NaN, 'price')).toBeNaN();
  });
});
