import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILL_BUCKETS, fillBucket, shown, type Unit } from './fields.ts';

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
});

const of = (percent: number, filled = false) => FILL_BUCKETS[fillBucket(filled, percent)];

describe('a fill', () => {
  it('falls into the bucket whose upper edge it does not exceed', () => {
    expect([0, 0.5e-9, 2e-9, 1, 25, 25.1].map((p) => of(p))).toEqual(['0%', '0%', '1-25%', '1-25%', '1-25%', '26-50%']);
    expect([50, 50.1, 75, 75.1, 99.99, 100].map((p) => of(p))).toEqual([
      '26-50%',
      '51-75%',
      '51-75%',
      '76-99%',
      '76-99%',
      '76-99%',
    ]);
  });

  it('within 1e-9 of an edge is on it', () => {
    expect([25 + 0.9e-9, 25 + 1.1e-9].map((p) => of(p))).toEqual(['1-25%', '26-50%']);
  });

  it('is 100% where the level was touched, whatever the share says', () => {
    expect([of(100, true), of(99.999, true)]).toEqual(['100%', '100%']);
  });
});

describe('rounding', () => {
  it('goes by what the number is', () => {
    expect(shown(1234.567891234, 'price')).toBe(1234.567891); // 6 decimals
    expect(shown(1.234567891234, 'price')).toBe(1.2345679); // 8 significant digits
    expect(shown(0.00001234567891, 'price')).toBe(0.000012345679);
    expect(shown(1.234567891234, 'ratio')).toBe(1.234568);
    expect(shown(1.234567891234, 'volume')).toBe(1.23456789);
    for (const unit of ['pct', 'minutes', 'seconds', 'score', 'count', 'bars', 'none'] as const) {
      expect(shown(1.234567891234, unit)).toBe(1.2346);
    }
  });

  it('of prices changes its decimals at powers of ten', () => {
    expect(shown(10.12345678, 'price')).toBe(10.123457);
    expect(shown(9.999999999, 'price')).toBe(10);
    expect(shown(0.1, 'price')).toBe(0.1);
    expect(shown(0.123456789, 'price')).toBe(0.12345679);
    expect(shown(0.0999999999, 'price')).toBe(0.1);
    expect(shown(0.001, 'price')).toBe(0.001);
    expect(shown(0.000000000123456789, 'price')).toBe(0.00000000012345679);
  });

  it('takes ties away from zero, on both sides of it', () => {
    // 1/32 = 0.03125 and 3/32 = 0.09375 are exact in binary.
    expect(shown(0.03125, 'pct')).toBe(0.0313);
    expect(shown(-0.03125, 'pct')).toBe(-0.0313);
    expect(shown(0.09375, 'pct')).toBe(0.0938);
    expect(shown(2 ** -7, 'ratio')).toBe(0.007813); // 0.0078125
    expect(shown(-(2 ** -7), 'ratio')).toBe(-0.007813);
  });

  it('is not deceived where the scaled number seems to be a tie', () => {
    // The double that 0.00035 stands for is 0.000349999999999999996..., though times 10,000 it gives 3.5 exactly;
    // that of 0.00025 lies above it: 0.000250000000000000005...
    expect([0.00035 * 10_000, 0.00025 * 10_000]).toEqual([3.5, 2.5]);
    expect([shown(0.00035, 'pct'), shown(-0.00035, 'pct')]).toEqual([0.0003, -0.0003]);
    expect([shown(0.00025, 'pct'), shown(-0.00025, 'pct')]).toEqual([0.0003, -0.0003]);
  });

  it('knows no -0, and leaves null and whole numbers alone', () => {
    for (const value of [-0, -0.00001, -1e-30]) expect(Object.is(shown(value, 'pct'), 0)).toBe(true);
    expect(Object.is(shown(-0, 'price'), 0)).toBe(true);
    expect(Object.is(shown(-1e-30, 'price'), 0)).toBe(true);
    expect(shown(Number.NaN, 'price')).toBeNaN();
    expect(shown(123_456_789_012, 'volume')).toBe(123_456_789_012);
    expect(shown(2 ** 53, 'count')).toBe(2 ** 53);
  });

  it('twice is rounding once', () => {
    for (const value of [0.1 + 0.2, 1 / 3, 12_345.678_951_5, 1e-5 / 3, 7.000_000_5]) {
      for (const unit of ['price', 'ratio', 'volume', 'pct'] as const) {
        expect(shown(shown(value, unit), unit)).toBe(shown(value, unit));
      }
    }
  });
});
