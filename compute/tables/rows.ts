/** Records between the store's tables and memory. */
import type { NumericArray } from '../../sql/native.ts';
import { type BlockColumn, encodeBlock, int64 } from '../../sql/native-write.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Field } from '../records/fields.ts';
import { type Column, columnFields, isText, type RecordTable, TableBuilder, takeRows } from '../records/table.ts';
import { columnType, type RecordsTable, readExpression } from './schema.ts';

/** Which rows: of a symbol; of one unit, or of all; between two dates (days, inclusive), or all. */
export interface RowsWanted {
  readonly symbol: string;
  readonly session?: string;
  readonly variant?: string;
  readonly from?: number;
  readonly to?: number;
  /** Only rows made by this definition: those of another are being made again. */
  readonly definition?: number;
}

const EARLIEST = -25567;
const LATEST = 84006;

/** Current rows of one unit, ascending by date and key. */
export async function readRecords(reader: Reader, table: RecordsTable, wanted: RowsWanted): Promise<RecordTable> {
  const units = await readUnits(reader, table, wanted);
  return units.get(unitKey(wanted.session ?? '', wanted.variant ?? '')) ?? new TableBuilder(table.fields, 0).finish(0);
}

export const unitKey = (session: string, variant: string) => `${session}|${variant}`;

/** Current rows by unit (`session|variant`), each ascending by date and key. */
export async function readUnits(
  reader: Reader,
  table: RecordsTable,
  wanted: RowsWanted,
): Promise<Map<string, RecordTable>> {
  const fields = columnFields(table.fields);
  const conditions = ['symbol = {symbol:String}', '`date` >= toDate32({from:Int32})', '`date` <= toDate32({to:Int32})'];
  if (wanted.session !== undefined) conditions.push('session = {session:String}');
  if (wanted.variant !== undefined) conditions.push('variant = {variant:String}');
  if (wanted.definition !== undefined) conditions.push('definition = {definition:UInt32}');
  const order = ['session', 'variant', '`date`', ...table.key.map((name) => `\`${name}\``)].join(', ');
  // The rows are chosen by the stored columns, under names of their own: `date` is also what is given back.
  const answer = await reader.native(
    `SELECT CAST(session, 'String') AS session_, CAST(variant, 'String') AS variant_, ${fields.map(given).join(', ')}
     FROM (SELECT * FROM ${table.name} FINAL WHERE ${conditions.join(' AND ')} ORDER BY ${order})`,
    {
      symbol: wanted.symbol,
      session: wanted.session ?? '',
      variant: wanted.variant ?? '',
      from: Math.max(EARLIEST, wanted.from ?? EARLIEST),
      to: Math.min(LATEST, wanted.to ?? LATEST),
      definition: wanted.definition ?? 0,
    },
  );
  const units = new Map<string, RecordTable>();
  const sessions = (answer.columns['session_'] ?? []) as string[];
  const variants = (answer.columns['variant_'] ?? []) as string[];
  for (let from = 0; from < answer.length; ) {
    let to = from + 1;
    while (to < answer.length && sessions[to] === sessions[from] && variants[to] === variants[from]) to++;
    const columns: Record<string, Column> = {};
    for (const field of fields) {
      const column = answer.columns[field.name];
      columns[field.name] = isText(field)
        ? (column as (string | null)[]).slice(from, to)
        : aligned(column as Float64Array, from, to);
    }
    units.set(unitKey(sessions[from], variants[from]), { length: to - from, columns });
    from = to;
  }
  return units;
}

function given(field: Field): string {
  return readExpression(field);
}

/** A copy, so that a small unit does not keep the whole answer in memory. */
function aligned(column: Float64Array, from: number, to: number): Float64Array {
  return column.slice(from, to);
}

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
