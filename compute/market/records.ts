/**
 * Records as columns. Every value that is no text is a Float64: numbers as they are, booleans 0/1, an enum's code, a
 * date as days and a timestamp as milliseconds since the epoch; NaN is null. Texts are arrays with null.
 */
import { lowerBound } from './bars.ts';
import { type Field, shown } from './fields.ts';

export type TextColumn = (string | null)[];
export type Column = Float64Array | TextColumn;

export interface RecordTable {
  readonly length: number;
  readonly columns: Readonly<Record<string, Column>>;
}

export function isText(field: Field): boolean {
  return field.type === 'string' || field.type === 'json';
}

export function columnFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !field.constant);
}

/** Float64 columns by field name, typed by the names asked for. */
export type NumberColumns<N extends string> = { readonly [K in N]: Float64Array };

/** Names of the fields whose columns are texts (numbers). */
type TextName<F extends Field> = F extends { readonly type: 'string' | 'json' } ? F['name'] : never;
type NumberName<F extends Field> = F extends { readonly type: 'string' | 'json' } ? never : F['name'];

/** Columns of nulls, side by side in one block of memory: dozens of small pieces a table cost more than their rows. */
function allocateNumbers(names: readonly string[], rows: number): Record<string, Float64Array> {
  const memory = new Float64Array(names.length * rows).fill(Number.NaN);
  const columns: Record<string, Float64Array> = {};
  for (let i = 0; i < names.length; i++) columns[names[i]] = memory.subarray(i * rows, (i + 1) * rows);
  return columns;
}

/** A table under construction: all null, room for `capacity` rows, cut to the rows used by `finish`. */
export class TableBuilder<F extends Field = Field> {
  readonly #numbers: Record<string, Float64Array>;
  readonly #texts: Record<string, TextColumn> = {};
  readonly #capacity: number;

  constructor(fields: readonly F[], capacity: number) {
    this.#capacity = Math.max(1, capacity);
    const names: string[] = [];
    for (const field of fields) {
      if (field.constant) continue;
      if (isText(field)) this.#texts[field.name] = [];
      else names.push(field.name);
    }
    this.#numbers = allocateNumbers(names, this.#capacity);
  }

  /**
   * The column of a number, boolean, enum, date or timestamp.
   * @throws where the field list has no such column: a bug of the statistic.
   */
  column(name: NumberName<F>): Float64Array {
    const column = this.#numbers[name];
    if (!column) throw new Error(`no column '${name}' in the field list`);
    return column;
  }

  columns<N extends NumberName<F>>(...names: readonly N[]): NumberColumns<N> {
    const columns = {} as Record<N, Float64Array>;
    for (const name of names) columns[name] = this.column(name);
    return columns;
  }

  all(): NumberColumns<NumberName<F>> {
    return { ...this.#numbers } as Record<NumberName<F>, Float64Array>;
  }

  text(name: TextName<F> | (string extends F['name'] ? string : never)): TextColumn {
    const column = this.#texts[name];
    if (!column) throw new Error(`no text column '${name}' in the field list`);
    return column;
  }

  finish(length: number): RecordTable {
    const columns: Record<string, Column> = {};
    for (const name in this.#numbers) {
      columns[name] = length === this.#capacity ? this.#numbers[name] : this.#numbers[name].subarray(0, length);
    }
    for (const [name, column] of Object.entries(this.#texts)) {
      for (let i = 0; i < length; i++) column[i] ??= null;
      column.length = length;
      columns[name] = column;
    }
    return { length, columns };
  }
}

export function numbers(table: RecordTable, name: string): Float64Array {
  const column = table.columns[name];
  if (!(column instanceof Float64Array)) throw new Error(`no number column '${name}'`);
  return column;
}

export function texts(table: RecordTable, name: string): TextColumn {
  const column = table.columns[name];
  if (!Array.isArray(column)) throw new Error(`no text column '${name}'`);
  return column;
}

/** Rows `[from, to)`; number columns are views on the same memory. */
export function sliceTable(table: RecordTable, from: number, to: number): RecordTable {
  if (from === 0 && to === table.length) return table;
  const columns: Record<string, Column> = {};
  for (const [name, column] of Object.entries(table.columns)) {
    columns[name] = column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
  }
  return { length: Math.max(0, to - from), columns };
}

/** The same rows in memory of their own: a view takes everything that is beside it along to another thread. */
export function inOwnMemory(table: RecordTable): RecordTable {
  const names = Object.keys(table.columns).filter((name) => table.columns[name] instanceof Float64Array);
  const columns: Record<string, Column> = { ...table.columns, ...allocateNumbers(names, table.length) };
  for (const name of names) (columns[name] as Float64Array).set(table.columns[name] as Float64Array);
  return { length: table.length, columns };
}

export function takeRows(table: RecordTable, indices: ArrayLike<number>): RecordTable {
  const columns: Record<string, Column> = {};
  for (const name in table.columns) columns[name] = takeColumn(table.columns[name], indices);
  return { length: indices.length, columns };
}

function takeColumn(column: Column, indices: ArrayLike<number>): Column {
  const n = indices.length;
  if (!(column instanceof Float64Array)) return Array.from(indices, (row) => column[row]);
  const taken = new Float64Array(n);
  for (let i = 0; i < n; i++) taken[i] = column[indices[i]];
  return taken;
}

export function filterRows(table: RecordTable, keep: (row: number) => boolean): RecordTable {
  const indices = kept(table, keep);
  return indices.length === table.length ? table : takeRows(table, indices);
}

/**
 * As `filterRows`, for a part of which few columns are looked at, as by each bucket of a summary: a column is taken
 * when it is first asked for. Not for another thread.
 */
export function partOf(table: RecordTable, keep: (row: number) => boolean): RecordTable {
  return rowsAt(table, kept(table, keep));
}

/** As `takeRows` of ascending indices, each column when it is first asked for. Not for another thread. */
export function rowsAt(table: RecordTable, indices: ArrayLike<number>): RecordTable {
  if (indices.length === table.length) return table;
  const columns: Record<string, Column> = new Proxy({} as Record<string, Column>, {
    get(taken, name: string) {
      if (!(name in taken) && name in table.columns) taken[name] = takeColumn(table.columns[name], indices);
      return taken[name];
    },
    has: (_, name) => name in table.columns,
    ownKeys: () => Reflect.ownKeys(table.columns),
    getOwnPropertyDescriptor(_, name): PropertyDescriptor | undefined {
      const value = name in table.columns ? columns[name as string] : undefined;
      return value && { value, enumerable: true, configurable: true, writable: true };
    },
  });
  return { length: indices.length, columns };
}

function kept(table: RecordTable, keep: (row: number) => boolean): Uint32Array {
  const indices = new Uint32Array(table.length);
  let n = 0;
  for (let i = 0; i < table.length; i++) if (keep(i)) indices[n++] = i;
  return indices.subarray(0, n);
}

/** Rows of the first table, then of the second...; all have the same columns. */
export function concatTables(tables: readonly RecordTable[]): RecordTable {
  if (tables.length === 1) return tables[0];
  const length = tables.reduce((sum, table) => sum + table.length, 0);
  const first = tables[0]?.columns ?? {};
  const names = Object.keys(first).filter((name) => first[name] instanceof Float64Array);
  const columns: Record<string, Column> = { ...first, ...allocateNumbers(names, length) };
  for (const name in columns) {
    const joined = columns[name];
    if (!(joined instanceof Float64Array)) {
      columns[name] = tables.flatMap((table) => texts(table, name));
      continue;
    }
    let at = 0;
    for (const table of tables) {
      joined.set(numbers(table, name), at);
      at += table.length;
    }
  }
  return { length, columns };
}

export function withColumns(table: RecordTable, columns: Readonly<Record<string, Column>>): RecordTable {
  return { length: table.length, columns: { ...table.columns, ...columns } };
}

/** Which rows have a `date` (ascending) in `[from, to]`, in days: rows `[from, to)`. */
export function rowsDated(table: RecordTable, from: number, to: number): { from: number; to: number } {
  const dates = numbers(table, 'date');
  return { from: lowerBound(dates, from), to: lowerBound(dates, to + 1) };
}

export function datedInside(table: RecordTable, from: number, to: number): RecordTable {
  const rows = rowsDated(table, from, to);
  return sliceTable(table, rows.from, rows.to);
}

/** The rows dated in `[from, to]` become those of the other table; the rest stays. Neither table is changed. */
export function withDated(
  table: RecordTable,
  { from, to }: { from: number; to: number },
  now: RecordTable,
): RecordTable {
  const [old, own] = [rowsDated(table, from, to), rowsDated(now, from, to)];
  const isTail = old.to === table.length && Object.values(table.columns).every((column) => !Array.isArray(column));
  if (!isTail) {
    const parts = [sliceTable(table, 0, old.from), sliceTable(now, own.from, own.to)];
    return concatTables([...parts, sliceTable(table, old.to, table.length)]);
  }
  // As each live bar does: views on every column would cost more than its rows.
  const length = old.from + own.to - own.from;
  const columns = allocateNumbers(Object.keys(table.columns), Math.max(length, table.length));
  for (const name in columns) {
    columns[name].set(numbers(table, name));
    const [column, values] = [columns[name], numbers(now, name)];
    for (let row = own.from; row < own.to; row++) column[old.from + row - own.from] = values[row];
  }
  return sliceTable({ length: Math.max(length, table.length), columns }, 0, length);
}

export interface OrderKey {
  readonly field: string;
  readonly descending?: boolean;
}

/** Compares two rows; equal ones by their place, so that no two are equal. */
type Compare = (a: number, b: number) => number;

function comparing(fields: readonly Field[], table: RecordTable, keys: readonly OrderKey[]): Compare {
  const columns = keys.map(({ field: name, descending }) => {
    const column = table.columns[name];
    const field = fields.find((candidate) => candidate.name === name);
    if (!column || !field) throw new Error(`cannot order by '${name}'`);
    const sign = descending ? -1 : 1;
    if (!(column instanceof Float64Array)) return { texts: column, sign };
    if (field.type !== 'number' && field.type !== 'integer') return { values: column, sign };
    return { values: Float64Array.from(column, (value) => shown(value, field.unit)), sign };
  });
  return (a, b) => {
    for (const { values, texts, sign } of columns) {
      if (values) {
        const x = values[a];
        const y = values[b];
        if (Number.isNaN(x) || Number.isNaN(y)) {
          if (Number.isNaN(x) && Number.isNaN(y)) continue;
          return Number.isNaN(x) ? 1 : -1;
        }
        if (x !== y) return x < y ? -sign : sign;
      } else if (texts) {
        const x = texts[a];
        const y = texts[b];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return x < y ? -sign : sign;
      }
    }
    return a - b;
  };
}

/**
 * Row indices in the order of the keys. Nulls come last whatever the direction; equal rows keep their order, so hand
 * in rows that are already by symbol and time. Numbers compare as shown (rounded).
 */
export function orderedIndices(fields: readonly Field[], table: RecordTable, keys: readonly OrderKey[]): Uint32Array {
  return Uint32Array.from({ length: table.length }, (_, i) => i).sort(comparing(fields, table, keys));
}

export function topRows(
  fields: readonly Field[],
  table: RecordTable,
  keys: readonly OrderKey[],
  limit = Number.POSITIVE_INFINITY,
): RecordTable {
  if (limit >= table.length) return takeRows(table, orderedIndices(fields, table, keys));
  return takeRows(table, firstIndices(table.length, limit, comparing(fields, table, keys)));
}

/** One pass over the rows with the best so far in order: a few of many rows need no sorting of them all. */
function firstIndices(length: number, limit: number, compare: Compare): Uint32Array {
  const best = new Uint32Array(limit);
  let held = 0;
  for (let row = 0; row < length; row++) {
    if (held === limit && (limit === 0 || compare(row, best[limit - 1]) > 0)) continue;
    let low = 0;
    let high = held;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(row, best[middle]) < 0) high = middle;
      else low = middle + 1;
    }
    if (held < limit) held++;
    best.copyWithin(low + 1, low, held - 1);
    best[low] = row;
  }
  return best;
}
