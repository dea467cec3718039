import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboveMean, mean, median, medianInPlace, rate, reaches, sampleDeviation, staysWithin, wilson } from './math.ts';

const NULL = Number.NaN;

/** The median by sorting. */
function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

describe('the mean and the median', () => {
  it('leave nulls out, and are null over nothing', () => {
    expect(mean([1, NULL, 2, 6])).toBe(3);
    expect(median([5, NULL, 1, 3])).toBe(3);
    expect(median([4, 1, NULL, 3, 2])).toBe(2.5);
    expect(median([10, -1, 9])).toBe(9); // as numbers, not as text
    for (const nothing of [[], [NULL, NULL]]) {
      expect(mean(nothing)).toBeNaN();
      expect(median(nothing)).toBeNaN();
    }
  });

  it('add oldest first', () => {
    expect(mean([1e16, 1, -1e16])).toBe(0); // 1e16 + 1 is 1e16; the other way round it would be 1/3
  });

  it('are the same in place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true, min: -9, max: 9 }))),
        (values) => {
          const padded = Float64Array.from([99, ...values, -99]);
          // Half of the smallest double is a zero of either sign.
          expect(medianInPlace(padded, 1, padded.length - 1) + 0).toBe(middleOf(values) + 0);
          expect([padded[0], padded[padded.length - 1]]).toEqual([99, -99]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the deviation of a sample', () => {
  it('is the one certified in the Statistical Reference Datasets of NIST', () => {
    // https://www.itl.nist.gov/div898/strd/univ/homepage.html: NumAcc1, NumAcc2, NumAcc3
    expect(sampleDeviation([10_000_001, 10_000_003, 10_000_002])).toBe(1);
    const alternating = (middle: number) => [
      middle,
      ...Array.from({ length: 1000 }, (_, i) => middle + (i % 2 ? 0.1 : -0.1)),
    ];
    expect(mean(alternating(1.2))).toBeCloseTo(1.2, 12);
    expect(sampleDeviation(alternating(1.2))).toBeCloseTo(0.1, 12);
    expect(mean(alternating(1_000_000.2))).toBeCloseTo(1_000_000.2, 8);
    expect(sampleDeviation(alternating(1_000_000.2))).toBeCloseTo(0.1, 8);
  });

  it('is null below two values', () => {
    expect(sampleDeviation([3, NULL])).toBeNaN();
    expect(sampleDeviation([3, NULL, 3])).toBe(0);
  });
});

describe('a rate', () => {
  it('is a percentage, null over no case', () => {
    expect(rate(1, 8)).toBe(12.5);
    expect(rate(0, 3)).toBe(0);
    expect(rate(0, 0)).toBeNaN();
  });

  it('has the score interval that Newcombe publishes', () => {
    // R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3 (Wilson, no correction).
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ];
    for (const [hits, cases, low, high] of published) {
      const interval = wilson(hits, cases);
      expect(interval.n).toBe(cases);
      expect(interval.low / 100).toBeCloseTo(low, 4);
      expect(interval.high / 100).toBeCloseTo(high, 4);
    }
  });
});

describe('a ratio at a threshold', () => {
  it('reaches it though binary fractions fall short', () => {
    const share = (100.75 - 100) / (101 - 100) - 0.15; // 0.6, as cents have it
    expect(0.1 + 0.2 - 0.3).not.toBe(0);
    expect(reaches(0.3 - 1e-12, 0.3)).toBe(true);
    expect(reaches(0.1 * 3, 0.3)).toBe(true);
    expect(reaches(share, 0.6)).toBe(true);
    expect(staysWithin(0.1 + 0.2, 0.3)).toBe(true);
  });

  it('misses it by more than 1e-9', () => {
    expect(reaches(0.3 - 2e-9, 0.3)).toBe(false);
    expect(staysWithin(0.3 + 2e-9, 0.3)).toBe(false);
    expect(reaches(Number.NaN, 0)).toBe(false);
    expect(staysWithin(Number.NaN, 0)).toBe(false);
  });
});

describe('a price against a mean of prices', () => {
  it('is beyond it by more than 1e-9 of the mean', () => {
    const average = (100.1 + 100.2 + 100.3) / 3;
    expect([100.19, 100.2, 100.21].map((price) => aboveMean(price, average))).toEqual([false, false, true]);
    expect([aboveMean(1e-8 * (1 + 2e-9), 1e-8), aboveMean(1e-8 * (1 + 0.5e-9), 1e-8)]).toEqual([true, false]);
  });
});
