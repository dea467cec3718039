/** Values and figures for naive second implementations, sharing nothing with compute/market/math or compute/market/records. */

/** `dp` decimals, halves away from zero as the decimal digits of the double say; null stays null. */
export function decimals(value: number | null, dp: number): number | null {
  // Never -0, which answers do not know.
  return value === null ? null : Number(value.toFixed(dp)) || 0;
}

export const percent = (value: number | null) => decimals(value, 4);
export const ratio = (value: number | null) => decimals(value, 6);
export const volume = (value: number | null) => decimals(value, 8);

/** 6 decimals or 8 significant digits, whichever is finer. */
export function price(value: number | null): number | null {
  if (value === null) return null;
  return (Math.abs(value) < 10 ? Number(value.toPrecision(8)) : Number(value.toFixed(6))) || 0;
}

const ROUNDED = { price, percent, ratio, volume };

/** A row as answers show it: its fields by what they are. */
export function rounded<T extends object>(
  row: T,
  fields: Partial<Record<keyof typeof ROUNDED, readonly (keyof T)[]>>,
): T {
  const shown = { ...row } as Record<keyof T, unknown>;
  for (const [unit, names] of Object.entries(fields) as [keyof typeof ROUNDED, readonly (keyof T)[]][])
    for (const name of names) shown[name] = ROUNDED[unit](row[name] as number | null);
  return shown as T;
}

export function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

export function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return null;
  const upper = known[Math.floor(known.length / 2)];
  const lower = known[Math.floor((known.length - 1) / 2)];
  return (lower + upper) / 2;
}

/** Percent of those that are true; null without any. Nulls are no case. */
export function share(values: readonly (boolean | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : (known.filter((value) => value).length / known.length) * 100;
}

/** The 95 % Wilson interval of the same, in percent, by the quadratic whose roots its bounds are. */
export function interval(values: readonly (boolean | null)[]): { n: number; low: number | null; high: number | null } {
  const known = values.filter((value) => value !== null);
  const n = known.length;
  if (n === 0) return { n, low: null, high: null };
  // (p - x)^2 = z^2 x (1 - x) / n
  const p = known.filter((value) => value).length / n;
  const z2 = 1.959963984540054 ** 2;
  const a = 1 + z2 / n;
  const half = p + z2 / (2 * n);
  const root = Math.sqrt(Math.max(0, half * half - a * p * p));
  return {
    n,
    low: percent(Math.max(0, ((half - root) / a) * 100)),
    high: percent(Math.min(100, ((half + root) / a) * 100)),
  };
}

type Cases = readonly (boolean | null)[];

/** Rates of one summary, in percent, by name or by path; the interval of each goes into `confidence`. */
export function naiveRates() {
  const confidence: Record<string, ReturnType<typeof interval>> = {};
  const rate = (path: string, cases: Cases) => {
    confidence[path] = interval(cases);
    return percent(share(cases));
  };
  const rates = <K extends string>(named: Record<K, Cases>, below = '') =>
    Object.fromEntries(
      Object.entries<Cases>(named).map(([name, cases]) => [name, rate(below + name, cases)]),
    ) as Record<K, number | null>;
  return { confidence, rate, rates };
}

export const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Rows by the name of their weekday, 0 = Monday; days of the weekend only where there are some. */
export function byWeekday<T extends { weekday: number }, F>(
  rows: readonly T[],
  figures: (rows: T[], name: string) => F,
) {
  return Object.fromEntries(
    NAMES.map((name, number) => [name, rows.filter(({ weekday }) => weekday === number)] as const)
      .filter(([name, of]) => NAMES.indexOf(name) < 5 || of.length > 0)
      .map(([name, of]) => [name, figures(of, name)]),
  );
}
