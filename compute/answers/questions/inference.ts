/**
 * What can be said of a sample beyond its figures: intervals, tests, false discoveries. NaN stands for null.
 * Percentages are 0 to 100, p values 0 to 1. Own code: the one typed library for Student's t brings 233 packages.
 */
import { mean, rate, sampleDeviation, sampleVariance, wilson } from '../../market/math.ts';

const LEVEL = 0.95;
/** Tables this much likelier than the observed one still count as no likelier: sums of logarithms differ by an ulp. */
const FISHER_TOLERANCE = 1e-7;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Difference extends Interval {
  readonly value: number;
}

const NONE: Interval = { low: Number.NaN, high: Number.NaN };

/**
 * Difference of two rates in percentage points, the first minus the second, with the hybrid score interval at 95 %
 * (R. G. Newcombe, Statistics in Medicine 17 (1998) 873-890, method 10). NaN where either has no case.
 */
export function rateDifference(hits1: number, cases1: number, hits2: number, cases2: number): Difference {
  if (cases1 === 0 || cases2 === 0) return { value: Number.NaN, ...NONE };
  const [p1, p2] = [rate(hits1, cases1), rate(hits2, cases2)];
  const [w1, w2] = [wilson(hits1, cases1), wilson(hits2, cases2)];
  const value = p1 - p2;
  return {
    value,
    low: value - Math.hypot(p1 - w1.low, w2.high - p2),
    high: value + Math.hypot(w1.high - p1, p2 - w2.low),
  };
}

const logFactorials = [0, 0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1] + Math.log(i));
  return logFactorials[n];
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * Fisher's exact test, two-sided: the probability, margins given, of all tables that are no likelier than the observed
 * one. NaN where a margin is empty.
 */
export function fisher(hits1: number, cases1: number, hits2: number, cases2: number): number {
  const hits = hits1 + hits2;
  const all = cases1 + cases2;
  if (cases1 === 0 || cases2 === 0) return Number.NaN;
  const least = Math.max(0, hits - cases2);
  const most = Math.min(hits, cases1);
  const whole = logChoose(all, hits);
  const likelihood = (k: number) => Math.exp(logChoose(cases1, k) + logChoose(cases2, hits - k) - whole);
  const bound = likelihood(hits1) * (1 + FISHER_TOLERANCE);
  let sum = 0;
  for (let k = least; k <= most; k++) {
    const one = likelihood(k);
    if (one <= bound) sum += one;
  }
  return Math.min(1, sum);
}

/**
 * q values of Benjamini and Hochberg (J. R. Statist. Soc. B 57 (1995) 289-300): the smallest rate of false discoveries
 * at which each would be one. NaN stays NaN and does not count as a test.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const tested = pValues
    .flatMap((p, index) => (Number.isNaN(p) ? [] : [index]))
    .sort((a, b) => pValues[b] - pValues[a]);
  const q = pValues.map(() => Number.NaN);
  let least = 1;
  tested.forEach((index, place) => {
    least = Math.min(least, (pValues[index] * tested.length) / (tested.length - place));
    q[index] = least;
  });
  return q;
}

export interface Distribution {
  readonly n: number;
  readonly mean: number;
  /** By Student's t; NaN below two values. */
  readonly meanConfidence: Interval;
  readonly median: number;
  /** Symmetric order statistics that hold the median with at least 95 %; NaN below six values. */
  readonly medianConfidence: Interval;
  /** n - 1; NaN below two values. */
  readonly deviation: number;
  readonly quantiles: { readonly p5: number; readonly p25: number; readonly p75: number; readonly p95: number };
}

/** @param values without NaN, any order; sums go in the order given */
export function distribution(values: readonly number[]): Distribution {
  const n = values.length;
  const sorted = Float64Array.from(values).sort();
  const average = mean(values);
  const deviation = sampleDeviation(values);
  const half = n < 2 ? Number.NaN : (tQuantile(n - 1) * deviation) / Math.sqrt(n);
  const rank = medianRank(n);
  return {
    n,
    mean: average,
    meanConfidence: { low: average - half, high: average + half },
    median: quantile(sorted, 0.5),
    medianConfidence: rank === 0 ? NONE : { low: sorted[rank - 1], high: sorted[n - rank] },
    deviation,
    quantiles: {
      p5: quantile(sorted, 0.05),
      p25: quantile(sorted, 0.25),
      p75: quantile(sorted, 0.75),
      p95: quantile(sorted, 0.95),
    },
  };
}

/** Linear between the order statistics around `(n - 1) * share` (Hyndman and Fan 1996, type 7); NaN of nothing. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  const n = ascending.length;
  if (n === 0) return Number.NaN;
  const at = (n - 1) * share;
  const below = Math.floor(at);
  const low = ascending[below];
  return below + 1 < n ? low + (at - below) * (ascending[below + 1] - low) : low;
}

/**
 * The greatest rank from 1 such that the values of that rank from below and from above hold the median between them
 * with at least 95 % (David and Nagaraja, Order Statistics, 7.1); 0 where not even the extremes do.
 */
export function medianRank(n: number): number {
  let outside = 0;
  for (let rank = 1; rank <= n / 2; rank++) {
    outside += 2 * Math.exp(logChoose(n, rank - 1) - n * Math.LN2);
    if (1 - outside < LEVEL) return rank - 1;
  }
  return Math.floor(n / 2);
}

/**
 * Difference of two means, the first minus the second, with its 95 % interval and two-sided p value (B. L. Welch 1947:
 * variances may differ). NaN where either sample has fewer than two values, or neither varies.
 */
export function welch(first: readonly number[], second: readonly number[]): { difference: Difference; p: number } {
  const value = mean(first) - mean(second);
  const [va, vb] = [first, second].map((sample) => sampleVariance(sample) / sample.length);
  const spread = va + vb;
  if (!(spread > 0)) return { difference: { value, ...NONE }, p: Number.NaN };
  const freedom = spread ** 2 / (va ** 2 / (first.length - 1) + vb ** 2 / (second.length - 1));
  const half = tQuantile(freedom) * Math.sqrt(spread);
  return {
    difference: { value, low: value - half, high: value + half },
    p: tTwoSided(value / Math.sqrt(spread), freedom),
  };
}

/** The probability that Student's t of so many degrees of freedom lies at least as far from 0. */
export function tTwoSided(t: number, freedom: number): number {
  return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** Student's t that is outside with 5 %, both sides together; `freedom` at least 1. */
export function tQuantile(freedom: number): number {
  let low = 1.9;
  let high = 13;
  while (high - low > 1e-13 * high) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (tTwoSided(middle, freedom) > 1 - LEVEL) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Stirling's series, shifted to where six terms are exact to a double (DLMF 5.11.1). */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 15; z++) shift += Math.log(z);
  const r = 1 / (z * z);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360_360))))) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

const MAX_TERMS = 10_000;

/** The regularised incomplete beta function by its continued fraction (DLMF 8.17.22), evaluated after Lentz. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return front * fraction;
}
