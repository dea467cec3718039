import type { FieldDoc } from './api.ts';
/** Splits a summary's body into blocks to draw: shares, groups, distributions and single figures, by shape alone. */

export type Json = string | number | boolean | null | Json[] | { readonly [key: string]: Json };
export type Body = { readonly [key: string]: Json };

export interface Cell {
  /** Dotted path in the answer. */
  readonly path: string;
  readonly key: string;
  readonly value: number | string | boolean | null;
  readonly unit: string;
  readonly n: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly help: string;
}

export interface Row {
  readonly key: string;
  /** Label instead of the key. */
  readonly name?: string;
  /** Text below the name. */
  readonly note?: string;
  readonly count: number | null;
  readonly cells: readonly Cell[];
}

export type Block =
  | { readonly kind: 'shares'; readonly path: string; readonly rows: readonly Row[] }
  | {
      readonly kind: 'group';
      readonly path: string;
      readonly rows: readonly Row[];
      readonly columns: readonly string[];
    }
  | { readonly kind: 'distribution'; readonly path: string; readonly rows: readonly Row[] }
  | { readonly kind: 'figures'; readonly path: string; readonly cells: readonly Cell[] };

export interface Picture {
  /** Rates of the whole range with their intervals. */
  readonly headline: readonly Cell[];
  readonly blocks: readonly Block[];
  /** Every value of the answer. */
  readonly all: readonly Cell[];
}

const ECHOED = new Set(['metadata', 'confidence', 'symbol', 'time_window', 'start_date', 'end_date', 'sample_size']);
/** Fields that the parameters above the answer, or another field beside them, already show. */
const SAID = new Set(['horizon_bars', 'used_field', 'bucket_start']);

type Leaf = string | number | boolean | null;
const isObject = (value: Json): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const leafKeys = (value: Body) =>
  Object.keys(value)
    .filter((key) => isLeaf(value[key]))
    .join();
const MAX_NESTED = 4;
const OF_ONE_HOUR = /(^|\.)hourly(_breakdown)?\./;
const isLeaf = (value: Json): value is Leaf => typeof value !== 'object' || value === null;

interface Interval {
  readonly n: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Makes the blocks. @param parameters names of the question's own, whose values in the answer are not drawn */
export function picture(body: Body, fields: readonly FieldDoc[], parameters: readonly string[] = []): Picture {
  const repeated = (key: string) => SAID.has(key) || parameters.includes(key);
  const confidence = (body['confidence'] ?? {}) as unknown as Readonly<Record<string, Interval>>;
  const find = fieldFinder(fields);
  const all: Cell[] = [];
  const blocks: Block[] = [];

  const cell = (path: string, key: string, value: Leaf): Cell => {
    const short = path.replace(/^summary\./, '');
    const interval = confidence[short];
    const field = find(path) ?? find(short);
    const cell = {
      path,
      key,
      value,
      unit: field?.unit ?? (interval || /pct/.test(key) ? 'pct' : 'none'),
      n: interval?.n ?? null,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      help: [field?.description, field?.formula].filter(Boolean).join('\n'),
    };
    all.push(cell);
    return cell;
  };
  const row = (path: string, key: string, value: Body): Row => {
    const cells = Object.entries(value)
      .filter((entry): entry is [string, Leaf] => isLeaf(entry[1]))
      .map(([name, leaf]) => cell(`${path === '' ? '' : `${path}.`}${key}.${name}`, name, leaf));
    const count = cells.find(({ key: name }) => name === 'count' || name === 'n')?.value;
    return { key, count: typeof count === 'number' ? count : null, cells };
  };

  const walk = (value: Body, path: string): void => {
    const entries = Object.entries(value).filter(([key]) => path !== '' || !ECHOED.has(key));
    const at = (key: string) => (path === '' ? key : `${path}.${key}`);
    const loose = entries
      .filter((entry): entry is [string, Leaf] => isLeaf(entry[1]))
      .map(([key, leaf]) => cell(at(key), key, leaf));
    const cells = loose.filter(({ key }) => !repeated(key));
    if (cells.length > 0) {
      const last = path.slice(path.lastIndexOf('.') + 1);
      if (/distribution/.test(last)) blocks.push({ kind: 'distribution', path, rows: evenly(cells.map(counted)) });
      else if (isShares(cells))
        blocks.push({ kind: 'shares', path, rows: [{ key: '', count: countOf(cells), cells: shareCells(cells) }] });
      else blocks.push({ kind: 'figures', path, cells });
    }
    const objects = entries.filter((entry): entry is [string, Body] => isObject(entry[1]));
    // Siblings with equal fields for several groups become one table.
    for (const keys of new Set(objects.map(([, inner]) => leafKeys(inner)))) {
      const alike = objects.filter(([, inner]) => keys.includes(',') && leafKeys(inner) === keys);
      if (alike.length < 2) continue;
      const shared = wordsInCommon(alike.map(([key]) => key));
      group(shared ? at(shared) : path, alike, path);
      for (const one of alike) objects.splice(objects.indexOf(one), 1);
    }
    for (const [key, inner] of objects) {
      const rows = Object.entries(inner);
      const grouped = rows.length > 1 && rows.every(([, item]) => isObject(item) && Object.values(item).some(isLeaf));
      if (grouped && key !== 'summary') group(at(key), rows as [string, Body][]);
      else walk(inner, at(key));
    }
  };
  /** Adds a group. @param path of the block @param below path of its rows, if it differs */
  const group = (path: string, rows: readonly [string, Body][], below = path): void => {
    const blockRows = rows.map(([name, item]) => row(below, name, item));
    if (/distribution/.test(path.slice(path.lastIndexOf('.') + 1))) {
      blocks.push({ kind: 'distribution', path, rows: blockRows });
    } else if (blockRows.some(({ cells }) => isShares(cells))) {
      blocks.push({ kind: 'shares', path, rows: blockRows.map((one) => ({ ...one, cells: shareCells(one.cells) })) });
    } else {
      const columns = [...new Set(blockRows.flatMap(({ cells }) => cells.map((one) => one.key)))];
      blocks.push({
        kind: 'group',
        path,
        rows: blockRows,
        columns: columns.filter((name) => name !== 'count' && name !== 'n' && !repeated(name)),
      });
    }
    // Objects below a group's row are drawn on their own unless the group has too many rows.
    for (const [name, item] of rows) {
      for (const [key, deeper] of Object.entries(item)) {
        if (!isObject(deeper)) continue;
        const drawn = blocks.length;
        walk(deeper, `${below === '' ? '' : `${below}.`}${name}.${key}`);
        if (rows.length > MAX_NESTED) blocks.length = drawn;
      }
    }
  };
  walk(body, '');
  const headline = all.filter(({ path, low, unit }) => low !== null && unit === 'pct' && !path.includes('.'));
  // Figures of one hour are in the table by hour; daily candles have only one hour.
  return { headline, blocks: blocks.filter(({ path }) => !OF_ONE_HOUR.test(path)), all };
}

/** Returns the common words at the end of names: `weekday` of `best_weekday` and `worst_weekday`; empty if there are none. */
function wordsInCommon(names: readonly string[]): string {
  const words = names.map((name) => name.split('_'));
  const shared = words[0].filter((word, i) => words.every((one) => one.at(i - words[0].length) === word));
  return shared.length < words[0].length ? shared.join('_') : '';
}

const counted = (cell: Cell): Row => ({
  key: cell.key,
  count: typeof cell.value === 'number' ? cell.value : null,
  cells: [cell],
});

/** Fills up ranges of one width, such as `30-60`: the answer lacks those without a case, but the axis has their places. */
function evenly(rows: readonly Row[]): readonly Row[] {
  const [[low, high], ...others] = rows.map(({ key }) => key.split('-').map(Number));
  const width = high - low;
  if (!(width > 0) || others.some(([from, to]) => to - from !== width || (from - low) % width !== 0)) return rows;
  const last = Math.max(high, ...others.map(([, to]) => to));
  return Array.from({ length: (last - low) / width }, (_, i) => {
    const key = `${low + i * width}-${low + (i + 1) * width}`;
    return rows.find((row) => row.key === key) ?? { key, count: 0, cells: [] };
  });
}

const countOf = (cells: readonly Cell[]): number | null => {
  const value = cells.find(({ key }) => key === 'count')?.value;
  return typeof value === 'number' ? value : null;
};

/** Returns true if the cells are exclusive outcomes of one count: percentages that add up to 100. */
function isShares(cells: readonly Cell[]): boolean {
  const shares = shareCells(cells);
  if (shares.length < 3 || countOf(cells) === null) return false;
  const sum = shares.reduce((all, { value }) => all + (typeof value === 'number' ? value : 0), 0);
  return Math.abs(sum - 100) < 0.1;
}

const shareCells = (cells: readonly Cell[]): readonly Cell[] => cells.filter(({ key }) => key.endsWith('_pct'));

/** Returns a function that finds the field of a dotted path; documented paths have `*` for a name that varies. */
function fieldFinder(fields: readonly FieldDoc[]): (path: string) => FieldDoc | undefined {
  const exact = new Map(fields.map((field) => [field.name, field]));
  const patterns = fields
    .filter(({ name }) => name.includes('*'))
    .map((field) => ({ field, parts: field.name.split('*') }));
  return (path) =>
    exact.get(path) ??
    patterns.find(({ parts: [start, end = ''] }) => path.startsWith(start) && path.endsWith(end))?.field;
}
