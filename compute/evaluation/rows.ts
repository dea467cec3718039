/**
 * Encodes records as rows of the stat tables. The rows of a date are written whole: a date without a record gets a row that says
 * so. What an older run writes of a date therefore loses, whatever it found there. Pure.
 */

import { type BlockColumn, encodeBlock, int64, type NumericArray, type TextRun } from '../../sql/formats/arrow.ts';
import { lowerBound } from '../market/bars.ts';
import type { Field } from '../market/fields.ts';
import {
  type Column,
  columnFields,
  concatTables,
  datedInside,
  isText,
  numbers,
  type RecordTable,
  TableBuilder,
  type TextColumn,
} from '../market/records.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { columnType, isNested, type RecordsTable, storedColumn } from './tables/schema.ts';

/** A unit's records that a run writes: all that are dated in the range. */
export interface UnitRows {
  readonly session: string;
  readonly variant: string;
  readonly records: RecordTable;
  readonly wanted: DateRange;
  /** Items that were deleted, of tables that have a row per item. */
  readonly removed: readonly string[];
}

interface RowStamp {
  readonly series: string;
  readonly version: bigint;
  readonly definition: number;
  readonly computedAtMs: number;
  /** Dates that have or had bars, and those beside them, ascending: those without a record get a row that says so. */
  readonly dates: ArrayLike<number>;
}

/** Rows of a table: those of one unit are side by side, and first those with records. */
interface Rows {
  readonly records: RecordTable;
  readonly deleted: Uint8Array;
  /** The end of each row's records, if they are nested. */
  readonly ends?: Int32Array;
}

/** A block of its own is a fixed price for the engine, some tenths of a millisecond: few rows share one. */
const ROWS_OF_A_BLOCK = 65_536;

export function insertColumns(table: Pick<RecordsTable, 'fields' | 'key' | 'identity'>): string[] {
  return [...BOOKKEEPING, ...columnFields(table.fields).map((field) => storedColumn(table, field))];
}

const BOOKKEEPING = ['series', 'session', 'variant', 'version', 'definition', 'computed_at', 'is_deleted'];

/** Returns the rows of these units as blocks to insert, in the order of the units. */
export function rowBlocks(
  table: RecordsTable,
  units: readonly UnitRows[],
  stamp: RowStamp,
): { readonly blocks: Uint8Array[]; readonly rows: number } {
  const blocks: Uint8Array[] = [];
  let some: (UnitRows & { rows: Rows })[] = [];
  let [length, written] = [0, 0];
  const finish = () => {
    if (length > 0) blocks.push(rowsBlock(table, some, length, stamp));
    some = [];
    length = 0;
  };
  for (const unit of units) {
    const rows = rowsOf(table, unit, stamp.dates);
    if (rows.deleted.length === 0) continue;
    some.push({ ...unit, rows });
    length += rows.deleted.length;
    written += rows.deleted.length;
    if (length >= ROWS_OF_A_BLOCK) finish();
  }
  finish();
  return { blocks, rows: written };
}

function rowsOf(table: RecordsTable, { records, wanted, removed }: UnitRows, known: ArrayLike<number>): Rows {
  const own = datedInside(records, wanted.from, wanted.to);
  if (table.identity) return itemRows(table, table.identity, own, removed);
  const first = lowerBound(known, wanted.from);
  const dates = numbers(own, 'date');
  const missing: number[] = [];
  let row = 0;
  for (let i = first; i < known.length && known[i] <= wanted.to; i++) {
    const date = known[i];
    if (dates[row] < date) break;
    if (dates[row] !== date) missing.push(date);
    while (dates[row] === date) row++;
  }
  // Such a record would stay when its bars are gone.
  if (row < own.length) throw new RangeError(`${table.name}: a record is dated ${dates[row]}, a date without bars`);
  return isNested(table) ? nestedRows(own, missing) : dateRows(table, own, missing);
}

/** Rows of which only the key and the flag matter. */
function withDeleted(
  { fields }: RecordsTable,
  own: RecordTable,
  length: number,
  fill: (builder: TableBuilder) => void,
): Rows {
  const builder = new TableBuilder(fields, length);
  for (const field of columnFields(fields)) {
    if (field.nullable) continue;
    if (isText(field)) builder.text(field.name).push(...new Array<string>(length).fill(''));
    else builder.column(field.name).fill(0);
  }
  fill(builder);
  const deleted = new Uint8Array(own.length + length).fill(1, own.length);
  return { records: length === 0 ? own : concatTables([own, builder.finish(length)]), deleted };
}

function dateRows(table: RecordsTable, own: RecordTable, missing: readonly number[]): Rows {
  return withDeleted(table, own, missing.length, (builder) => builder.column('date').set(missing));
}

function itemRows(table: RecordsTable, identity: string, own: RecordTable, removed: readonly string[]): Rows {
  return withDeleted(table, own, removed.length, (builder) => {
    const ids: TextColumn = builder.text(identity);
    for (const [i, id] of removed.entries()) ids[i] = id;
  });
}

/** The date is that of the row; the other columns hold the records of all rows. */
function nestedRows(own: RecordTable, missing: readonly number[]): Rows {
  const dates = numbers(own, 'date');
  const rowDates: number[] = [];
  const ends: number[] = [];
  for (let row = 0; row < own.length; row++) {
    if (row + 1 < own.length && dates[row + 1] === dates[row]) continue;
    rowDates.push(dates[row]);
    ends.push(row + 1);
  }
  const deleted = new Uint8Array(rowDates.length + missing.length).fill(1, rowDates.length);
  return {
    records: { length: own.length, columns: { ...own.columns, date: Float64Array.from([...rowDates, ...missing]) } },
    deleted,
    ends: Int32Array.from([...ends, ...missing.map(() => own.length)]),
  };
}

function rowsBlock(
  table: RecordsTable,
  units: readonly (UnitRows & { rows: Rows })[],
  length: number,
  stamp: RowStamp,
): Uint8Array {
  const textOf = (of: (unit: UnitRows) => string): TextRun[] =>
    units.map((unit) => ({ text: of(unit), rows: unit.rows.deleted.length }));
  const deleted = new Uint8Array(length);
  const ends = isNested(table) ? new Int32Array(length) : undefined;
  let at = 0;
  let before = 0;
  for (const { rows } of units) {
    deleted.set(rows.deleted, at);
    for (const [i, end] of (rows.ends ?? []).entries()) ends![at + i] = before + end;
    at += rows.deleted.length;
    before += rows.records.length;
  }
  const joined = columnFields(table.fields).map((field) => {
    const parts = units.map(({ rows }) => rows.records.columns[field.name]);
    const column = blockColumn(field, joinColumns(parts));
    const name = storedColumn(table, field);
    return name === field.name ? column : { ...column, name, type: `Array(${column.type})`, ends };
  });
  return encodeBlock(length, [
    { name: 'series', type: 'String', values: [{ text: stamp.series, rows: length }] },
    { name: 'session', type: 'String', values: textOf(({ session }) => session) },
    { name: 'variant', type: 'String', values: textOf(({ variant }) => variant) },
    { name: 'version', type: 'UInt64', values: new BigUint64Array(length).fill(stamp.version) },
    { name: 'definition', type: 'UInt32', values: new Uint32Array(length).fill(stamp.definition) },
    {
      name: 'computed_at',
      type: "DateTime64(3, 'UTC')",
      values: new BigInt64Array(length).fill(BigInt(stamp.computedAtMs)),
    },
    { name: 'is_deleted', type: 'UInt8', values: deleted },
    ...joined,
  ]);
}

function joinColumns(parts: readonly Column[]): Column {
  if (parts.length === 1) return parts[0];
  if (!(parts[0] instanceof Float64Array)) return (parts as readonly TextColumn[]).flat();
  const joined = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts as readonly Float64Array[]) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
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
