/** Reads records from the store's tables. */
import { decodeBlocks, type NativeTable } from '../../sql/native.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Field } from '../records/fields.ts';
import { type Column, columnFields, isText, type RecordTable, TableBuilder, takeRows } from '../records/table.ts';
import type { RecordsTable } from './schema.ts';

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
  // Columns as they are stored, in the order they are read: turning and sorting them here costs a third.
  const bytes = await reader.nativeBytes(
    `SELECT session, variant, ${fields.map(({ name }) => `\`${name}\``).join(', ')}
     FROM ${table.name} FINAL WHERE ${conditions.join(' AND ')} SETTINGS max_threads = 1`,
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
  for (const [unit, stretches] of stretchesOf(decodeBlocks(bytes))) {
    units.set(unit, ascending(table, unitTable(fields, stretches)));
  }
  return units;
}

/** Rows `[from, to)` of a block. */
interface Stretch {
  readonly block: NativeTable;
  readonly from: number;
  readonly to: number;
}

/** Stretches of rows of one unit, by unit. */
function stretchesOf(blocks: readonly NativeTable[]): Map<string, Stretch[]> {
  const units = new Map<string, Stretch[]>();
  for (const block of blocks) {
    const sessions = block.columns['session'] as string[];
    const variants = block.columns['variant'] as string[];
    for (let from = 0, to = 1; from < block.length; from = to, to++) {
      while (to < block.length && sessions[to] === sessions[from] && variants[to] === variants[from]) to++;
      const key = unitKey(sessions[from], variants[from]);
      const known = units.get(key);
      if (known) known.push({ block, from, to });
      else units.set(key, [{ block, from, to }]);
    }
  }
  return units;
}

function unitTable(fields: readonly Field[], stretches: readonly Stretch[]): RecordTable {
  const length = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const columns: Record<string, Column> = {};
  for (const field of fields) {
    const { name } = field;
    if (isText(field)) {
      columns[name] = stretches.flatMap(({ block, from, to }) => (block.columns[name] as string[]).slice(from, to));
      continue;
    }
    const column = new Float64Array(length);
    let at = 0;
    for (const stretch of stretches) {
      copyNumbers(column, at, stretch, name);
      at += stretch.to - stretch.from;
    }
    columns[name] = column;
  }
  return { length, columns };
}

/** Any stored number as the double that stands for it, null as NaN. */
function copyNumbers(column: Float64Array, at: number, { block, from, to }: Stretch, name: string): void {
  const values = block.columns[name];
  const nulls = block.nulls[name];
  if (values instanceof Float64Array) {
    column.set(values.subarray(from, to), at);
    return;
  }
  if (values instanceof BigInt64Array) {
    const low = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
    const high = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    for (let row = from; row < to; row++) column[at + row - from] = high[2 * row + 1] * 2 ** 32 + low[2 * row];
  } else {
    const whole = values as Int32Array;
    for (let row = from; row < to; row++) column[at + row - from] = whole[row];
  }
  if (nulls) for (let row = from; row < to; row++) if (nulls[row] === 1) column[at + row - from] = Number.NaN;
}

/** As they are read the rows are in order but for those that were written later. */
function ascending(table: RecordsTable, records: RecordTable): RecordTable {
  const columns = ['date', ...table.key].map((name) => records.columns[name]);
  const compare = (a: number, b: number): number => {
    for (const column of columns) {
      const x = column[a]!;
      const y = column[b]!;
      if (x !== y)
        return typeof x === 'string' ? Buffer.compare(Buffer.from(x), Buffer.from(y as string)) : x - (y as number);
    }
    return 0;
  };
  for (let row = 1; row < records.length; row++) {
    if (compare(row - 1, row) <= 0) continue;
    return takeRows(records, Uint32Array.from({ length: records.length }, (_, i) => i).sort(compare));
  }
  return records;
}
