/** Figures of samples. NaN stands for null throughout: it is left out of a sample, and is what an empty one gives. */

export function mean(values: Iterable<number>): number {
  let sum = 0;
  let n = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return n === 0 ? Number.NaN : sum / n;
}

export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(present(values)).sort();
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  return n % 2 === 1 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/** Standard deviation of a sample (n - 1); NaN below two values. */
export function sampleDeviation(values: Iterable<number>): number {
  const list = present(values);
  if (list.length < 2) return Number.NaN;
  const average = mean(list);
  let squares = 0;
  for (const value of list) squares += (value - average) ** 2;
  return Math.sqrt(squares / (list.length - 1));
}

export function present(values: Iterable<number>): number[] {
  const list: number[] = [];
  for (const value of values) if (!Number.isNaN(value)) list.push(value);
  return list;
}

/** `hits` of `cases` in percent; NaN over no case. */
export function rate(hits: number, cases: number): number {
  return cases === 0 ? Number.NaN : (hits / cases) * 100;
}

const Z = 1.959963984540054;

export interface Interval {
  /** Number of cases. */
  readonly n: number;
  /** Bounds in percent; NaN at n = 0. */
  readonly low: number;
  readonly high: number;
}

/** Of fewer cases than this, intervals of equal counts are one object: summaries ask for the same few again and again. */
export const SHARED_BELOW = 256;
const shared: Interval[][] = Array.from({ length: SHARED_BELOW }, () => []);

/** Wilson's score interval at 95 %, in percent (Wilson 1927). */
export function wilson(hits: number, cases: number): Interval {
  if (!(cases < SHARED_BELOW)) return intervalOf(hits, cases);
  const known = shared[cases];
  known[hits] ??= Object.freeze(intervalOf(hits, cases));
  return known[hits];
}

function intervalOf(hits: number, cases: number): Interval {
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
