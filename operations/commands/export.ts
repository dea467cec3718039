/** `export`: a table or view of the database `market` as a file, for programs that read Parquet. */
import type { Store } from '../../sql/connect.ts';
import { identifier, stringLiteral } from '../../sql/formats/text.ts';
import type { ArgumentsOf } from '../commands.ts';
import { notDone, type OperationContext, usageError } from '../operation.ts';

const MAX_BYTES = 2_000_000_000;
const MAX_MS = 300_000;
const CHUNK_BYTES = 1_000_000;

/** Parquet has numbers for enums, dates and times without these: readers would show 0 for Monday. */
function portable({ name, type }: { name: string; type: string }): string {
  const column = identifier(name);
  if (/\bEnum\d*\(/.test(type)) return `toString(${column}) AS ${column}`;
  if (/^(Nullable\()?Date\b/.test(type)) return `toDate32(${column}) AS ${column}`;
  if (/^(Nullable\()?DateTime\(/.test(type)) return `toDateTime64(${column}, 3, 'UTC') AS ${column}`;
  return column;
}

/**
 * @param args its symbol as it is stored
 * @throws OperationError without such a table
 */
export async function exportTable(
  { reader }: Pick<Store, 'reader'>,
  { table, symbol }: ArgumentsOf<'export'>,
  context: OperationContext,
) {
  const from = `market.${identifier(table)}`;
  const columns = await reader.query<{ name: string; type: string }>(
    'SELECT name, type FROM system.columns WHERE database = {database:String} AND table = {table:String} ORDER BY position',
    { database: 'market', table },
  );
  if (columns.length === 0)
    throw usageError(`export: there is no ${table} in the database market; \`cli sql "SHOW TABLES"\` lists them`);
  if (symbol !== undefined && !columns.some(({ name }) => name === 'symbol'))
    throw usageError(`export: ${table} has no column symbol`);
  const where = symbol === undefined ? '' : ` WHERE symbol = ${stringLiteral(symbol)}`;
  if (where !== '' && (await reader.query(`SELECT 1 FROM ${from}${where} LIMIT 1 SETTINGS final = 1`)).length === 0)
    throw notDone(`export: ${table} has no row of ${symbol}`);
  // `final`: corrected rows once, removed ones not at all.
  const select = `SELECT ${columns.map(portable).join(', ')} FROM ${from}${where} SETTINGS final = 1`;
  const bytes = await reader.parquet(select, { timeoutMs: MAX_MS, maxBytes: MAX_BYTES });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) await context.data?.(bytes.subarray(at, at + CHUNK_BYTES));
  return { bytes: bytes.length };
}
