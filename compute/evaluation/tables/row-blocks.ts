/** Records as the blocks that are inserted into the store's tables. */
import type { NumericArray } from '../../../sql/formats/native.ts';
import { type BlockColumn, encodeBlock, int64, type TextRun } from '../../../sql/formats/native-write.ts';
import type { Field } from '../../market/records/fields.ts';
import { type Column, columnFields, concatTables, type RecordTable, takeRows } from '../../market/records/table.ts';
import { columnType, type RecordsTable } from './schema.ts';

/** Columns of an insert into a records table: those of `rowBlocks`. */
export function insertColumns(table: Pick<RecordsTable, 'fields'>): string[] {
  return [...BOOKKEEPING, ...columnFields(table.fields).map(({ name }) => name)];
}

const BOOKKEEPING = ['symbol', 'session', 'variant', 'version', 'definition', 'computed_at', 'is_deleted'];

export interface RowStamp {
  readonly symbol: string;
  readonly version: bigint;
  readonly definition: number;
  readonly computedAtMs: number;
}

/** Some rows of a unit's records. */
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

/** The same text for all rows of a unit. */
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
