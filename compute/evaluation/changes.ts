/** What has to be written so that stored records become the computed ones. Pure. */

import { type BlockColumn, encodeBlock, int64, type NumericArray, type TextRun } from '../../sql/formats/arrow.ts';
import type { Field } from '../market/fields.ts';
import { type Column, columnFields, concatTables, type RecordTable, rowsDated, takeRows } from '../market/records.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { columnType, type RecordsTable } from './tables/schema.ts';

export interface Difference {
  readonly changed: Uint32Array | readonly number[];
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

  const isSameKey = sameIn(keyNames, computed, stored);
  const isSame = sameIn(
    columnFields(table.fields).map(({ name }) => name),
    computed,
    stored,
  );
  const rowOf = rowByKey(keyNames, computed, stored, before);
  const isKnown = new Uint8Array(before.to);
  const changed: number[] = [];
  let next = before.from;
  for (let row = now.from; row < now.to; row++) {
    // Nearly always the same records in the same order.
    const known = next < before.to && isSameKey(row, next) ? next : rowOf(row);
    if (known === undefined || !isSame(row, known)) changed.push(row);
    if (known === undefined) continue;
    isKnown[known] = 1;
    next = known + 1;
  }
  const removed = rowsFrom(before.from, before.to - before.from).filter((row) => isKnown[row] === 0);
  return { changed, removed, leftover, wanted: rows };
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

/** Whether a row of the one table has the values of a row of the other. */
function sameIn(names: readonly string[], a: RecordTable, b: RecordTable): (rowA: number, rowB: number) => boolean {
  const pairs = names.map((name) => [a.columns[name], b.columns[name]] as const);
  return (rowA, rowB) => {
    for (const [left, right] of pairs) {
      const x = left[rowA];
      const y = right[rowB];
      // NaN alone is not equal to itself.
      if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) return false;
    }
    return true;
  };
}

/** The stored row with the key of a computed one; they are looked through when the first is asked for. */
function rowByKey(names: readonly string[], computed: RecordTable, stored: RecordTable, within: DateRange) {
  const [computedKey, storedKey] = [computed, stored].map(keys(names));
  let rows: Map<string, number> | undefined;
  return (row: number): number | undefined => {
    rows ??= new Map(Array.from(rowsFrom(within.from, within.to - within.from), (at) => [storedKey(at), at]));
    return rows.get(computedKey(row));
  };
}

export const rowsFrom = (first: number, length: number): Uint32Array =>
  Uint32Array.from({ length }, (_, row) => first + row);

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

const BOOKKEEPING = ['series', 'session', 'variant', 'version', 'definition', 'computed_at', 'is_deleted'];

interface RowStamp {
  readonly series: string;
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
    { name: 'series', type: 'String', values: [{ text: stamp.series, rows: length }] },
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
  return { name, type, values: stored(field, column), nulls };
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

/** The values as the column's type is in memory; any value stands for a NaN. */
function stored({ type, name }: Field, column: Float64Array): NumericArray {
  switch (type) {
    case 'boolean':
      return whole(name, column, Uint8Array.from(column));
    case 'enum':
      return whole(name, column, Int8Array.from(column));
    case 'integer':
    case 'date':
      return whole(name, column, Int32Array.from(column));
    case 'timestamp':
      return int64(column);
    default:
      return column;
  }
}

/** Throws a RangeError if a figure is not the integer that would be stored for it. */
function whole<T extends Uint8Array | Int8Array | Int32Array>(name: string, column: Float64Array, integers: T): T {
  for (let row = 0; row < column.length; row++) {
    if (column[row] !== integers[row] && !Number.isNaN(column[row]))
      throw new RangeError(`'${name}' is ${column[row]}, which its column cannot hold`);
  }
  return integers;
}
