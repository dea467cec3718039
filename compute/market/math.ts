/** Figures of samples. NaN stands for null throughout: it is left out of a sample, and is what an empty one gives. */

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    n++;
  }
  return n === 0 ? Number.NaN : sum / n;
}

export const median = (values: ArrayLike<number>): number => medianInPlace(present(values));

/** Variance of a sample (n - 1); NaN below two values. */
export function sampleVariance(values: ArrayLike<number>): number {
  const list = present(values);
  if (list.length < 2) return Number.NaN;
  const average = mean(list);
  let squares = 0;
  for (const value of list) squares += (value - average) ** 2;
  return squares / (list.length - 1);
}

export const sampleDeviation = (values: ArrayLike<number>): number => Math.sqrt(sampleVariance(values));

function present(values: ArrayLike<number>): Float64Array {
  const list = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) list[n++] = values[i];
  return list.subarray(0, n);
}

export function rate(hits: number, cases: number): number {
  return cases === 0 ? Number.NaN : (hits / cases) * 100;
}

const Z = 1.959963984540054;

export interface Interval {
  readonly n: number;
  /** Bounds in percent; NaN at n = 0. */
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval at 95 %, in percent (Wilson 1927). */
export function wilson(hits: number, cases: number): Interval {
  if (cases === 0) return { n: 0, low: Number.NaN, high: Number.NaN };
  const p = hits / cases;
  const z2 = (Z * Z) / cases;
  const centre = p + z2 / 2;
  const spread = Z * Math.sqrt((p * (1 - p)) / cases + z2 / (4 * cases));
  return {
    n: cases,
    low: Math.max(0, ((centre - spread) / (1 + z2)) * 100),
    high: Math.min(100, ((centre + spread) / (1 + z2)) * 100),
  };
}

/** Median of `values[from, to)`, none of them NaN; they change places. NaN where the range is empty. */
export function medianInPlace(values: Float64Array, from = 0, to = values.length): number {
  const n = to - from;
  if (n === 0) return Number.NaN;
  const middle = from + (n >> 1);
  const upper = select(values, from, to - 1, middle);
  if (n % 2 === 1) return upper;
  // What is left of the middle is no greater than it: the other middle value is the greatest there.
  let lower = values[from];
  for (let i = from + 1; i < middle; i++) if (values[i] > lower) lower = values[i];
  return (lower + upper) / 2;
}

/** The value that sorting would put at `k`; lesser ones end up left of it, greater ones right (Hoare 1961). */
function select(values: Float64Array, first: number, last: number, k: number): number {
  let left = first;
  let right = last;
  while (right > left) {
    const pivot = middleOfThree(values[left], values[(left + right) >>> 1], values[right]);
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i <= j) {
        const swapped = values[i];
        values[i++] = values[j];
        values[j--] = swapped;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return values[k];
  }
  return values[k];
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Comparisons of ratios with thresholds. Prices in cents make exact ties common and binary fractions miss them by an
 * ulp: 1e-9, in favour of reaching the threshold. Prices against prices are compared exactly, never with these.
 */
const TOLERANCE = 1e-9;

export const reaches = (value: number, threshold: number) => value >= threshold - TOLERANCE;
export const staysWithin = (value: number, threshold: number) => value <= threshold + TOLERANCE;

/** A price above a mean of prices: by more than 1e-9 of the mean. */
export const aboveMean = (price: number, average: number) => price - average > TOLERANCE * Math.abs(average);
