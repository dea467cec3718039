/** Sorts rows of a list and filters them by the reader's text. */
export type Value = string | number | boolean | null | object;
export type Row = Readonly<Record<string, Value>>;

/** Sorts rows; `-gap_pct` means by that field, largest first. Null comes last either way. */
export function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  if (!sort) return rows;
  const down = sort.startsWith('-');
  const name = down ? sort.slice(1) : sort;
  const sign = down ? -1 : 1;
  // Each value is read once, not at every comparison.
  const keys = rows.map((row) => row[name] ?? null);
  const filled = keys.flatMap((key, i) => (key === null ? [] : [i]));
  if (filled.every((i) => typeof keys[i] === 'number')) {
    const numbers = keys as readonly number[];
    filled.sort((a, b) => sign * (numbers[a] - numbers[b]));
  } else {
    const texts = keys.map(String);
    filled.sort((a, b) => sign * (texts[a] < texts[b] ? -1 : Number(texts[a] > texts[b])));
  }
  const empty = keys.flatMap((key, i) => (key === null ? [i] : []));
  return [...filled, ...empty].map((i) => rows[i]);
}

const CONDITION = /^([a-z_0-9]+)(<=|>=|!=|=|<|>)(.+)$/i;

/** Returns rows that match all words: `direction=up gap_pct>0.5 2025-06` (a word alone is searched in every field). */
export function filtered(rows: readonly Row[], filter: string): readonly Row[] {
  const tests = filter.trim().split(/\s+/).filter(Boolean).map(testOf);
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

function testOf(word: string): (row: Row) => boolean {
  const match = CONDITION.exec(word);
  if (!match) {
    const expected = word.toLowerCase();
    return (row) =>
      Object.values(row).some((value) => value !== null && String(value).toLowerCase().includes(expected));
  }
  const [, name, operator, text] = match;
  const expected = text.toLowerCase();
  const limit = Number(text);
  return (row) => {
    const value = row[name];
    if (value === undefined) return false;
    if (operator === '=') return String(value).toLowerCase() === expected;
    if (operator === '!=') return String(value).toLowerCase() !== expected;
    if (value === null) return false;
    const order =
      typeof value === 'number'
        ? value - limit
        : String(value).toLowerCase() < expected
          ? -1
          : Number(String(value).toLowerCase() > expected);
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    return operator === '>' ? order > 0 : order >= 0;
  };
}

/** Returns names in the filter that no row has, so that they are reported, not ignored. */
export function unknownNames(rows: readonly Row[], filter: string): readonly string[] {
  if (rows.length === 0) return [];
  const names = filter
    .trim()
    .split(/\s+/)
    .map((word) => CONDITION.exec(word)?.[1]);
  return names.filter((name): name is string => name !== undefined && !(name in rows[0]));
}

interface Bins {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** Returns equal bins over the middle 99 % (values outside fall into the first and last), so that outliers hide nothing. */
export function histogram(values: readonly number[], wanted = 31): Bins {
  const ascending = [...values].sort((a, b) => a - b);
  const at = (q: number) =>
    ascending[Math.min(ascending.length - 1, Math.max(0, Math.round(q * (ascending.length - 1))))];
  let [low, high] = [at(0.005), at(0.995)];
  if (!(high > low)) [low, high] = [low - 0.5, low + 0.5];
  const count = Math.max(3, Math.min(wanted, Math.ceil(Math.sqrt(ascending.length)) + 3));
  const width = (high - low) / count;
  const counts = Array<number>(count).fill(0);
  for (const value of ascending) counts[Math.max(0, Math.min(count - 1, Math.floor((value - low) / width)))] += 1;
  return { edges: Array.from({ length: count + 1 }, (_, i) => low + i * width), counts };
}

export function quantile(values: readonly number[], q: number): number | null {
  if (values.length === 0) return null;
  const ascending = [...values].sort((a, b) => a - b);
  const at = q * (ascending.length - 1);
  const below = ascending[Math.floor(at)];
  return below + (at - Math.floor(at)) * (ascending[Math.ceil(at)] - below);
}
