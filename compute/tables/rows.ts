/** Records between the store's tables and memory. */
import { isoDate } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import { tsvMillis, tsvValue } from '../../sql/text.ts';
import type { Field } from '../records/fields.ts';
import { type Column, columnFields, isText, type RecordTable, TableBuilder } from '../records/table.ts';
import { type RecordsTable, readExpression } from './schema.ts';

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

/** Columns of an insert into a records table, in order. */
export function insertColumns(table: RecordsTable): string[] {
  const names = columnFields(table.fields).map((field) => field.name);
  return ['symbol', 'session', 'variant', ...names, 'version', 'definition', 'computed_at', 'is_deleted'];
}

export interface RowStamp {
  readonly symbol: string;
  readonly session: string;
  readonly variant: string;
  readonly version: string;
  readonly definition: number;
  readonly computedAtMs: number;
}

/** TSV lines of the rows, for `insertColumns`. A deleted row keeps its values; only its key and flag matter. */
export function tsvRows(
  table: RecordsTable,
  records: RecordTable,
  rows: ArrayLike<number>,
  stamp: RowStamp,
  deleted: boolean,
): string {
  const lead = [stamp.symbol, stamp.session, stamp.variant].map(tsvValue).join('\t');
  const tail = `\t${stamp.version}\t${stamp.definition}\t${tsvMillis(stamp.computedAtMs)}\t${deleted ? 1 : 0}\n`;
  const writers = columnFields(table.fields).map((field) => cellWriter(field, records.columns[field.name]));
  let out = '';
  for (let k = 0; k < rows.length; k++) {
    out += lead;
    for (const write of writers) out += `\t${write(rows[k])}`;
    out += tail;
  }
  return out;
}

function cellWriter(field: Field, column: Column): (row: number) => string {
  if (!(column instanceof Float64Array)) {
    const blank = field.nullable ? '\\N' : '';
    return (row) => (column[row] === null ? blank : tsvValue(column[row]));
  }
  const guard = (write: (value: number) => string) => (row: number) => {
    const value = column[row];
    if (!Number.isNaN(value)) return write(value);
    if (!field.nullable) throw new Error(`'${field.name}' is null, which its field does not allow`);
    return '\\N';
  };
  switch (field.type) {
    case 'date':
      return guard(isoDate);
    case 'timestamp':
      return guard(tsvMillis);
    case 'enum':
      return guard((value) => tsvValue(field.values?.[value] ?? ''));
    default:
      return guard((value) => tsvValue(value));
  }
}
