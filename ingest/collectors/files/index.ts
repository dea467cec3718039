/** Files as events: CSV, NDJSON and Parquet, each also packed with gzip. */
import type { PushedEvent } from '../../landing/index.ts';
import { csvRows } from './csv.ts';
import { ImportError } from './errors.ts';
import { checkRequired, findColumn, type ImportKind, shownColumns } from './fields.ts';
import { IntervalGuess } from './interval.ts';
import { type Known, type MappedRow, RowMapper, toPushed } from './mapper.ts';
import { ndjsonRows } from './ndjson.ts';
import { openSource, type SourceFile } from './open.ts';
import type { ReadOptions } from './options.ts';
import { parquetRows } from './parquet.ts';
import type { RawRow, RowSource } from './rows.ts';

export { type ImportCounts, ImportError, type ImportFault } from './errors.ts';
export type { ImportKind } from './fields.ts';
export type { Known } from './mapper.ts';
export type { FileFormat, SourceFile } from './open.ts';
export { type ImportOptions, type ReadOptions, readOptions } from './options.ts';

/** How far a file was read, 0 to 1. */
export type ReadProgress = (share: number) => void;

function rowsOf(source: SourceFile, onProgress?: ReadProgress): RowSource {
  let read = 0;
  const onBytes = (bytes: number) => {
    read += bytes;
    onProgress?.(Math.min(1, read / source.bytes));
  };
  if (source.format === 'parquet') return parquetRows(source, (rows, all) => onProgress?.(rows / all));
  return source.format === 'csv' ? csvRows(source, onBytes) : ndjsonRows(source, onBytes);
}

/** Rows whose columns stand for the file's. */
const LOOKED_AT = 100;

export interface CheckedFile {
  readonly source: SourceFile;
  /** Remarks for the operator, such as columns that are not used. */
  readonly notices: readonly string[];
}

/**
 * Looks at a file before anything of it lands: is it there, is it of a known format, has it the columns, do its times
 * tell when. Throws an ImportError otherwise.
 */
export async function checkFile(
  kind: ImportKind,
  path: string,
  options: ReadOptions,
  known: Known,
): Promise<CheckedFile> {
  const source = await openSource(path);
  const reader = rowsOf(source);
  const first = await firstRows(reader, source);
  const whole = first.filter((row) => !row.broken);
  if (whole.length === 0) return { source, notices: [] };
  const columns = [...new Set(whole.flatMap((row) => row.columns))];
  for (const [field, column] of Object.entries(options.map)) {
    if (findColumn(columns, column) !== undefined) continue;
    const message = `${path}: no column "${column}" for ${field}; there are ${shownColumns(columns)}`;
    throw new ImportError('usage', message);
  }
  const mapper = new RowMapper(kind, path, reader.textual, options, known);
  const mapping = mapper.mappingOf(columns);
  const given = new Set([...Object.keys(options.overrides), ...Object.keys(options.defaults)]);
  checkRequired(kind, mapping, columns, given, path);
  const [row] = whole.map((raw) => mapper.map(raw));
  checkFirst(row, kind, path);
  const { ignored } = mapping;
  return { source, notices: ignored.length > 0 ? [`${path}: not used: ${shownColumns(ignored)}`] : [] };
}

async function firstRows(reader: RowSource, source: SourceFile): Promise<RawRow[]> {
  for await (const rows of reader.rows()) return rows.slice(0, LOOKED_AT);
  throw new ImportError('empty', `${source.path}: the file holds no rows`);
}

/** What would refuse row after row is told once, before the first. */
function checkFirst(row: MappedRow, kind: ImportKind, path: string): void {
  if (row.refusal?.message.includes('--tz')) throw new ImportError('local_time', `${path}: ${row.refusal.message}`);
  if (row.symbol === undefined || row.event['asset_class'] !== undefined || row.event['deleted'] === true) return;
  const which = kind === 'bars' ? `the bars of ${row.symbol}` : 'the news';
  throw new ImportError(
    'missing_column',
    `${path}: no asset class for ${which}; give --asset-class equity, etf or crypto`,
  );
}

/**
 * The events of a checked file in groups, in its order (the first bars of a symbol wait until their interval is known). Throws
 * an ImportError where the file breaks off, after the events before that place.
 */
export async function* fileEvents(
  kind: ImportKind,
  { source }: CheckedFile,
  options: ReadOptions,
  known: Known,
  onProgress?: ReadProgress,
): AsyncGenerator<PushedEvent[]> {
  const reader = rowsOf(source, onProgress);
  const mapper = new RowMapper(kind, source.path, reader.textual, options, known);
  const intervals = new IntervalGuess((symbol) => known(symbol)?.intervalMin);
  const guess = kind === 'bars' && !('interval' in options.overrides);
  let failure: unknown;
  try {
    for await (const rows of reader.rows()) {
      const ready: PushedEvent[] = [];
      try {
        for (const raw of rows) {
          const row = mapper.map(raw);
          for (const one of guess ? intervals.take(row) : [row]) ready.push(toPushed(kind, source.name, one));
        }
      } catch (error) {
        failure = error;
      }
      yield ready;
      if (failure) break;
    }
  } catch (error) {
    failure = error;
  }
  yield intervals.end().map((row) => toPushed(kind, source.name, row));
  if (failure) throw failure;
}
