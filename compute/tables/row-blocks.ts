/** Records as the blocks that are inserted into the store's tables. */
import type { NumericArray } from '../../sql/native.ts';
import { type BlockColumn, encodeBlock, int64 } from '../../sql/native-write.ts';
import type { Field } from '../records/fields.ts';
import { type Column, columnFields, type RecordTable, takeRows } from '../records/table.ts';
import { columnType, type RecordsTable } from './schema.ts';

/** Columns of an insert into a records table: those of `rowsBlock`. */
export function insertColumns(table: RecordsTable): string[] {
  return [...BOOKKEEPING, ...columnFields(table.fields).map(({ name }) => name)];
}

const BOOKKEEPING = ['symbol', 'session', 'variant', 'version', 'definition', 'computed_at', 'is_deleted'];

export interface RowStamp {
  readonly symbol: string;
  readonly session: string;
  readonly variant: string;
  readonly version: bigint;
  readonly definition: number;
  readonly computedAtMs: number;
}

/** The rows of these indices (ascending) as a block to insert. Of a deleted row only key and flag matter. */
export function rowsBlock(
  table: RecordsTable,
  records: RecordTable,
  rows: ArrayLike<number>,
  stamp: RowStamp,
  deleted: boolean,
): Uint8Array {
  const { length } = rows;
  if (length === 0) return new Uint8Array(0);
  const wanted = length === records.length ? records : takeRows(records, rows);
  const computedAt = BigInt(stamp.computedAtMs);
  return encodeBlock(length, [
    { name: 'symbol', type: 'String', values: stamp.symbol },
    { name: 'session', type: 'String', values: stamp.session },
    { name: 'variant', type: 'String', values: stamp.variant },
    { name: 'version', type: 'UInt64', values: new BigUint64Array(length).fill(stamp.version) },
    { name: 'definition', type: 'UInt32', values: new Uint32Array(length).fill(stamp.definition) },
    { name: 'computed_at', type: "DateTime64(3, 'UTC')", values: new BigInt64Array(length).fill(computedAt) },
    { name: 'is_deleted', type: 'UInt8', values: new Uint8Array(length).fill(deleted ? 1 : 0) },
    ...columnFields(table.fields).map((field) => blockColumn(field, wanted.columns[field.name])),
  ]);
}

function blockColumn(field: Field, column: Column): BlockColumn {
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

/** The values as the column's type lies in memory; of a NaN any will do. */
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
