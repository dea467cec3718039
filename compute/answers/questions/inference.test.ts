import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  benjaminiHochberg,
  distribution,
  fisher,
  incompleteBeta,
  medianRank,
  quantile,
  rateDifference,
  tQuantile,
  tTwoSided,
  welch,
} from './inference.ts';

describe('the difference of two rates', () => {
  it('has the interval that Newcombe publishes', () => {
    // R. G. Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10 (hybrid score).
    const published = [
      [56, 70, 48, 80, 0.0524, 0.3339],
      [9, 10, 3, 10, 0.1705, 0.809],
      [6, 7, 2, 7, 0.0582, 0.8062],
      [5, 56, 0, 29, -0.0381, 0.1926],
      [0, 10, 0, 20, -0.1611, 0.2775],
      [0, 10, 0, 10, -0.2775, 0.2775],
      [10, 10, 0, 20, 0.6791, 1],
      [10, 10, 0, 10, 0.6075, 1],
    ];
    for (const [a, m, b, n, low, high] of published) {
      const difference = rateDifference(a, m, b, n);
      expect(difference.value / 100).toBeCloseTo(a / m - b / n, 12);
      expect(difference.low / 100).toBeCloseTo(low, 4);
      expect(difference.high / 100).toBeCloseTo(high, 4);
    }
  });

  it('is null where either has no case', () => {
    const none = { value: Number.NaN, low: Number.NaN, high: Number.NaN };
    expect(rateDifference(0, 0, 1, 2)).toEqual(none);
    expect(rateDifference(1, 2, 0, 0)).toEqual(none);
  });
});

describe("Fisher's exact test", () => {
  it("is that of the lady tasting tea, and of Fisher's twins", () => {
    // The Design of Experiments (1935): three of four cups right; 34/70 two-sided. Statistical Methods for Research
    // Workers: 10 of 13 monozygotic and 2 of 17 dizygotic twins; 0.000536723... two-sided (R 4.4, fisher.test).
    expect(fisher(3, 4, 1, 4)).toBeCloseTo(34 / 70, 12);
    expect(fisher(4, 4, 0, 4)).toBeCloseTo(2 / 70, 12);
    expect(fisher(10, 13, 2, 17)).toBeCloseTo(0.0005367, 7);
    expect([fisher(0, 0, 1, 2), fisher(1, 2, 0, 0)]).toEqual([Number.NaN, Number.NaN]);
  });

  it('is the sum over all tables, counted in whole numbers', () => {
    const choose = (n: number, k: number): bigint => {
      let value = 1n;
      for (let i = 1; i <= k; i++) value = (value * BigInt(n - k + i)) / BigInt(i);
      return value;
    };
    const exact = (a: number, m: number, b: number, n: number) => {
      const weight = (k: number) => choose(m, k) * choose(n, a + b - k);
      let sum = 0n;
      for (let k = Math.max(0, a + b - n); k <= Math.min(m, a + b); k++) {
        if (weight(k) <= weight(a)) sum += weight(k);
      }
      return Number((sum * 10n ** 15n) / choose(m + n, a + b)) / 1e15;
    };
    const cases = fc.record({
      m: fc.integer({ min: 1, max: 60 }),
      n: fc.integer({ min: 1, max: 60 }),
      a: fc.nat(),
      b: fc.nat(),
    });
    fc.assert(
      fc.property(cases, ({ m, n, a, b }) => {
        expect(fisher(a % (m + 1), m, b % (n + 1), n)).toBeCloseTo(exact(a % (m + 1), m, b % (n + 1), n), 9);
      }),
      { numRuns: 300 },
    );
  });
});

describe('false discoveries', () => {
  it('are the four that Benjamini and Hochberg reject', () => {
    // J. R. Statist. Soc. B 57 (1995) 289-300, section 3.2: fifteen comparisons, four rejected at 0.05.
    const published = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    const q = benjaminiHochberg(published);
    expect(q.filter((value) => value <= 0.05)).toHaveLength(4);
    expect(q[3]).toBeCloseTo((0.0095 * 15) / 4, 12);
    expect(q[5]).toBeCloseTo((0.0298 * 15) / 7, 12); // the seventh is smaller than the sixth
    expect(q[14]).toBe(1);
  });

  it('leave nulls out and do not depend on the order', () => {
    expect(benjaminiHochberg([Number.NaN, 0.02, 0.01, Number.NaN])).toEqual([Number.NaN, 0.02, 0.02, Number.NaN]);
  });
});

describe("Student's t", () => {
  it('has the quantiles of the tables', () => {
    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, two-sided 0.05.
    const published = [
      [1, 12.706],
      [2, 4.303],
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [100, 1.984],
    ];
    for (const [freedom, t] of published) expect(tQuantile(freedom)).toBeCloseTo(t, 3);
    expect(tQuantile(1e7)).toBeCloseTo(1.959964, 5);
  });

  it('has the closed forms of one and two degrees of freedom', () => {
    for (const t of [0.001, 0.1, 1, 3, 12.7, 1000]) {
      expect(tTwoSided(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(tTwoSided(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12);
    }
    expect(tTwoSided(0, 7)).toBe(1);
  });

  it('rests on an incomplete beta function that mirrors', () => {
    expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(incompleteBeta(0.25, 2, 3)).toBeCloseTo(0.26171875, 14); // 1 - sum of C(4,k) .25^k .75^(4-k), k = 0, 1
    expect(incompleteBeta(0.7, 2.5, 4)).toBeCloseTo(1 - incompleteBeta(0.3, 4, 2.5), 14);
  });
});

describe('the difference of two means', () => {
  it("is that of Welch's test on a worked example", () => {
    // Two samples of 15 of nearly equal variance: t = -2.46, 25.0 degrees of freedom, p = 0.021
    // (the first worked example of en.wikipedia.org/wiki/Welch%27s_t-test).
    const first = [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4];
    const second = [27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4];
    const { difference, p } = welch(first, second);
    expect(difference.value).toBeCloseTo(-2.1667, 4);
    expect(p).toBeCloseTo(0.021, 3);
    expect(difference.low).toBeLessThan(difference.value);
    expect(difference.high).toBeLessThan(0);
  });

  it('turns its sign with its samples, and has no interval where nothing varies', () => {
    const there = welch([1, 2, 4], [2, 2, 3, 9]);
    const back = welch([2, 2, 3, 9], [1, 2, 4]);
    expect(back.p).toBeCloseTo(there.p, 12);
    expect(back.difference.low).toBeCloseTo(-there.difference.high, 12);
    expect(welch([1, 1], [1, 1])).toEqual({
      difference: { value: 0, low: Number.NaN, high: Number.NaN },
      p: Number.NaN,
    });
    expect(welch([1], [1, 2]).p).toBeNaN();
  });
});

describe('a distribution', () => {
  it('has quantiles of type 7', () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([7], 0.95)).toBe(7);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('has a median between the order statistics of the tables', () => {
    // Ranks of the sign test's 95 % interval: W. J. Conover, Practical Nonparametric Statistics, table A3 (binomial, 1/2).
    const published = [
      [5, 0], [6, 1], [8, 1], [9, 2], [10, 2], [15, 4], [20, 6], [25, 8], [30, 10], [40, 14], [100, 40],
    ]; // biome-ignore format: one list
    for (const [n, rank] of published) expect([n, medianRank(n)]).toEqual([n, rank]);
    expect(medianRank(20_000)).toBeCloseTo(10_000 - 0.98 * Math.sqrt(20_000), -1);
  });

  it('is the one certified by NIST', () => {
    // Statistical Reference Datasets, Michelson: mean 299.852400000000, deviation 0.0790105478190518, n 100.
    const michelson = [
      850, 740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760, 810, 1000, 1000, 960, 960, 960, 940,
      960, 940, 880, 800, 850, 880, 900, 840, 830, 790, 810, 880, 880, 830, 800, 790, 760, 800, 880, 880, 880, 860, 720,
      720, 620, 860, 970, 950, 880, 910, 850, 870, 840, 840, 850, 840, 840, 840, 890, 810, 810, 820, 800, 770, 760, 740,
      750, 760, 910, 920, 890, 860, 880, 720, 840, 850, 850, 780, 890, 840, 780, 810, 760, 810, 790, 810, 820, 850, 870,
      870, 810, 740, 810, 940, 950, 800, 810, 870,
    ].map((last) => (299_000 + last) / 1000);
    const { mean, deviation, meanConfidence } = distribution(michelson);
    expect(mean).toBeCloseTo(299.8524, 10);
    expect(deviation).toBeCloseTo(0.0790105478190518, 12);
    expect(meanConfidence.high - mean).toBeCloseTo((1.9842169515086827 * 0.0790105478190518) / 10, 10);
  });

  it('says nothing of nothing, and of one value its middle alone', () => {
    expect(distribution([]).mean).toBeNaN();
    const { mean, median, deviation, medianConfidence } = distribution([3]);
    expect([mean, median, deviation, medianConfidence.low]).toEqual([3, 3, Number.NaN, Number.NaN]);
  });
});
