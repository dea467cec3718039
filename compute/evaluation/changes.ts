/** What has to be written so that stored records become the computed ones. Pure. */

import type { NumericArray } from '../../sql/formats/native.ts';
import { type BlockColumn, encodeBlock, int64, type TextRun } from '../../sql/formats/native-write.ts';
import type { Field } from '../market/fields.ts';
import { type Column, columnFields, concatTables, type RecordTable, rowsDated, takeRows } from '../market/records.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { columnType, type RecordsTable } from './tables/schema.ts';

export interface Difference {
  readonly changed: Uint32Array;
  readonly removed: ArrayLike<number>;
  /** Rows of the others whose key is none of the computed records'. */
  readonly leftover: ArrayLike<number>;
  readonly wanted: number;
}

/**
 * Compares the records dated inside the range.
 *
 * @param others stored rows of another generation or definition: those that stand for a record are written over, equal
 * or not, since they are not among the stored ones
 */
export function differenceOf(
  table: Pick<RecordsTable, 'fields' | 'key'>,
  computed: RecordTable,
  stored: RecordTable,
  wanted: DateRange,
  others?: RecordTable,
): Difference {
  const now = rowsDated(computed, wanted.from, wanted.to);
  const before = rowsDated(stored, wanted.from, wanted.to);
  const rows = now.to - now.from;
  const keyNames = ['date', ...table.key];
  const leftover = others ? withoutKey(keyNames, others, wanted, computed, now) : [];
  if (before.from === before.to) return { changed: rowsFrom(now.from, rows), removed: [], leftover, wanted: rows };

  const names = columnFields(table.fields).map(({ name }) => name);
  const changed = new Uint8Array(rows);
  const marks = { changed, first: now.from };
  // Nearly always the same records in the same order: what begins and ends alike is compared column by column.
  const most = Math.min(rows, before.to - before.from);
  const head = alike(keyNames, computed, stored, most, now.from, before.from, 1);
  const tail = alike(keyNames, computed, stored, most - head, now.to - 1, before.to - 1, -1);
  markDifferent(marks, names, computed, stored, now.from, before.from, head);
  markDifferent(marks, names, computed, stored, now.to - tail, before.to - tail, tail);

  const keyOf = keys(keyNames);
  const storedKey = keyOf(stored);
  const computedKey = keyOf(computed);
  const rowByKey = new Map<string, number>();
  for (let row = before.from + head; row < before.to - tail; row++) rowByKey.set(storedKey(row), row);
  for (let row = now.from + head; row < now.to - tail; row++) {
    const key = computedKey(row);
    const known = rowByKey.get(key);
    if (known === undefined) changed[row - now.from] = 1;
    else markDifferent(marks, names, computed, stored, row, known, 1);
    rowByKey.delete(key);
  }
  return {
    changed: marked(marks),
    removed: [...rowByKey.values()],
    leftover,
    wanted: rows,
  };
}

function withoutKey(
  names: readonly string[],
  others: RecordTable,
  wanted: DateRange,
  computed: RecordTable,
  now: { from: number; to: number },
): number[] {
  const { from, to } = rowsDated(others, wanted.from, wanted.to);
  const keyOf = keys(names);
  const computedKey = keyOf(computed);
  const otherKey = keyOf(others);
  const known = new Set<string>();
  for (let row = now.from; row < now.to; row++) known.add(computedKey(row));
  const rows: number[] = [];
  for (let row = from; row < to; row++) if (!known.has(otherKey(row))) rows.push(row);
  return rows;
}

/** Which rows of a table differ: one mark a row from `first` on. */
interface Marks {
  readonly changed: Uint8Array;
  readonly first: number;
}

/** How many of `most` rows have equal keys, counted from two rows in steps of one, up or down. */
function alike(
  names: readonly string[],
  a: RecordTable,
  b: RecordTable,
  most: number,
  fromA: number,
  fromB: number,
  step: 1 | -1,
): number {
  let rows = most;
  for (const name of names) {
    const left = a.columns[name];
    const right = b.columns[name];
    let row = 0;
    while (row < rows && left[fromA + row * step] === right[fromB + row * step]) row++;
    rows = row;
  }
  return rows;
}

function markDifferent(
  { changed, first }: Marks,
  names: readonly string[],
  a: RecordTable,
  b: RecordTable,
  fromA: number,
  fromB: number,
  rows: number,
): void {
  for (const name of names) {
    const left = a.columns[name];
    const right = b.columns[name];
    for (let row = 0; row < rows; row++) {
      const x = left[fromA + row];
      const y = right[fromB + row];
      // NaN alone is not equal to itself.
      if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) changed[fromA + row - first] = 1;
    }
  }
}

function marked({ changed, first }: Marks): Uint32Array {
  const rows = new Uint32Array(changed.length);
  let found = 0;
  for (let row = 0; row < changed.length; row++) if (changed[row] === 1) rows[found++] = first + row;
  return rows.subarray(0, found);
}

function rowsFrom(first: number, length: number): Uint32Array {
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[row] = first + row;
  return rows;
}

function keys(names: readonly string[]): (records: RecordTable) => (row: number) => string {
  return (records) => {
    const columns = names.map((name) => records.columns[name]);
    return (row) => {
      let key = '';
      for (const column of columns) key += `${column[row]}|`;
      return key;
    };
  };
}

export function insertColumns(table: Pick<RecordsTable, 'fields'>): string[] {
  return [...BOOKKEEPING, ...columnFields(table.fields).map(({ name }) => name)];
}

const BOOKKEEPING = ['symbol', 'session', 'variant', 'version', 'definition', 'computed_at', 'is_deleted'];

interface RowStamp {
  readonly symbol: string;
  readonly version: bigint;
  readonly definition: number;
  readonly computedAtMs: number;
}

export interface UnitRows {
  readonly session: string;
  readonly variant: string;
  readonly records: RecordTable;
  /** Ascending. */
  readonly rows: ArrayLike<number>;
  /** To be taken away: only their key and flag matter. */
  readonly deleted: boolean;
}

/** A block of its own is a fixed price for the engine, some tenths of a millisecond: few rows share one. */
const ROWS_OF_A_BLOCK = 65_536;

/** The rows of all these units as blocks to insert, in their order. */
export function rowBlocks(table: RecordsTable, units: readonly UnitRows[], stamp: RowStamp): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  let some: UnitRows[] = [];
  let length = 0;
  for (const unit of units) {
    if (unit.rows.length === 0) continue;
    some.push(unit);
    length += unit.rows.length;
    if (length < ROWS_OF_A_BLOCK) continue;
    blocks.push(rowsBlock(table, some, length, stamp));
    some = [];
    length = 0;
  }
  if (length > 0) blocks.push(rowsBlock(table, some, length, stamp));
  return blocks;
}

function rowsBlock(table: RecordsTable, units: readonly UnitRows[], length: number, stamp: RowStamp): Uint8Array {
  const wanted = concatTables(
    units.map(({ records, rows }) => (rows.length === records.length ? records : takeRows(records, rows))),
  );
  const deleted = new Uint8Array(length);
  let at = 0;
  for (const unit of units) {
    const from = at;
    at += unit.rows.length;
    if (unit.deleted) deleted.fill(1, from, at);
  }
  const computedAt = BigInt(stamp.computedAtMs);
  return encodeBlock(length, [
    { name: 'symbol', type: 'String', values: [{ text: stamp.symbol, rows: length }] },
    { name: 'session', type: 'String', values: textOf(units, ({ session }) => session) },
    { name: 'variant', type: 'String', values: textOf(units, ({ variant }) => variant) },
    { name: 'version', type: 'UInt64', values: new BigUint64Array(length).fill(stamp.version) },
    { name: 'definition', type: 'UInt32', values: new Uint32Array(length).fill(stamp.definition) },
    { name: 'computed_at', type: "DateTime64(3, 'UTC')", values: new BigInt64Array(length).fill(computedAt) },
    { name: 'is_deleted', type: 'UInt8', values: deleted },
    ...columnFields(table.fields).map((field) => blockColumn(field, wanted.columns[field.name])),
  ]);
}

function textOf(units: readonly UnitRows[], of: (unit: UnitRows) => string): TextRun[] {
  return units.map((unit) => ({ text: of(unit), rows: unit.rows.length }));
}

/** A field's column of a table; NaN is null. */
export function blockColumn(field: Field, column: Column): BlockColumn {
  const { name, nullable } = field;
  const type = columnType(field);
  if (!(column instanceof Float64Array)) return { name, type, values: column };
  const nulls = nullsOf(column);
  if (nulls && !nullable) throw new Error(`'${name}' is null, which its field does not allow`);
  return { name, type, values: stored(field.type, column), nulls };
}

function nullsOf(column: Float64Array): Uint8Array | undefined {
  let nulls: Uint8Array | undefined;
  for (let row = 0; row < column.length; row++) {
    if (!Number.isNaN(column[row])) continue;
    nulls ??= new Uint8Array(column.length);
    nulls[row] = 1;
  }
  return nulls;
}

/** The values as the column's type is in memory; of a NaN any will do. */
function stored(type: Field['type'], column: Float64Array): NumericArray {
  switch (type) {
    case 'boolean':
      return Uint8Array.from(column);
    case 'enum':
      return Int8Array.from(column);
    case 'integer':
    case 'date':
      return Int32Array.from(column);
    case 'timestamp':
      return int64(column);
    default:
      return column;
  }
}
