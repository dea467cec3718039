/** Parquet files with flat columns. Times keep what the file says of them: instants, dates, or a clock without a zone. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AsyncBuffer, asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { MS_PER_DAY } from '../../lib/days.ts';
import { type FileBounds, shownBytes } from './bounds.ts';
import { ImportError } from './errors.ts';
import { type Part, readBytes, type SourceFile } from './open.ts';
import { checkPages } from './parquet-pages.ts';
import type { RawRow, RowSource } from './rows.ts';
import { FileTime } from './time.ts';

/** Rows that are handed on at once. */
const BATCH_ROWS = 4_096;

const instants = {
  timestampFromMilliseconds: (ms: bigint) => new FileTime(Number(ms), 'instant'),
  timestampFromMicroseconds: (us: bigint) => new FileTime(Number(us) / 1000, 'instant'),
  timestampFromNanoseconds: (ns: bigint) => new FileTime(Number(ns / 1000n) / 1000, 'instant'),
  dateFromDays: (days: number) => new FileTime(days * MS_PER_DAY, 'date'),
};

type Element = FileMetaData['schema'][number];

/** What a value of the column becomes, where the reader's own answer is not exact. */
function refine(element: Element): ((value: unknown) => unknown) | undefined {
  if (element.converted_type === 'DECIMAL') {
    // Read as integer times a power of ten, which leaves noise in the last bits.
    return (value) => (typeof value === 'number' ? Number(value.toFixed(element.scale ?? 0)) : value);
  }
  const { logical_type: logical } = element;
  if (logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC) {
    return (value) => (value instanceof FileTime ? new FileTime(value.ms, 'local') : value);
  }
  return undefined;
}

function damaged(source: SourceFile, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new ImportError('damaged', `${source.path}: the Parquet data cannot be read: ${why}`, { cause: error });
}

type RowGroup = FileMetaData['row_groups'][number];

/** Throws where decoding the needed columns of a group would cost more than a group may. */
function checkGroup(group: RowGroup, needed: ReadonlySet<string>, { path, bounds }: SourceFile): void {
  const rows = Number(group.num_rows);
  const chunks = group.columns.filter(({ meta_data: meta }) => needed.has(meta?.path_in_schema[0] ?? ''));
  const values = chunks.reduce((sum, { meta_data: meta }) => sum + Math.max(rows, Number(meta?.num_values ?? 0)), 0);
  const bytes = chunks.reduce((sum, { meta_data: meta }) => sum + Number(meta?.total_uncompressed_size ?? 0), 0);
  if (values <= bounds.groupValues && bytes <= bounds.groupBytes) return;
  const most = `${bounds.groupValues} values or ${shownBytes(bounds.groupBytes)}`;
  const message = `a row group of ${rows} rows holds more than ${most} in the columns that are read`;
  throw new ImportError('too_large', `${path}: ${message}; write it with smaller row groups (such as 100000 rows)`);
}

/** A page says itself what it unpacks to: asked before it does. */
function boundedCompressors({ path, bounds }: SourceFile): typeof compressors {
  const entries = Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length <= bounds.groupBytes) return unpack(input, length);
      throw new ImportError(
        'too_large',
        `${path}: a page of more than ${shownBytes(bounds.groupBytes)}; write it again`,
      );
    },
  ]);
  return Object.fromEntries(entries);
}

/** Throws where a page of a needed column claims what it cannot hold. */
async function checkPagesOf(
  { columns, num_rows: rows }: RowGroup,
  needed: ReadonlyMap<string, Element>,
  { file, unpackers, bounds }: { file: AsyncBuffer; unpackers: typeof compressors; bounds: FileBounds },
): Promise<void> {
  for (const { meta_data: meta } of columns) {
    const element = meta && needed.get(meta.path_in_schema[0]);
    if (!element) continue;
    const { codec, total_compressed_size: size } = meta;
    const begin = Math.min(
      ...[meta.dictionary_page_offset, meta.data_page_offset].flatMap((at) => (at ? Number(at) : [])),
    );
    checkPages({
      bytes: new Uint8Array(await file.slice(begin, begin + Number(size))),
      rows: Number(rows),
      optional: element.repetition_type !== 'REQUIRED',
      mostValues: bounds.groupValues,
      // What it is packed with, the reader refuses by name where it does not know it.
      unpack: (bytes, length) => unpackers[codec]?.(bytes, length) ?? bytes,
    });
  }
}

type ReadGroupOptions = Omit<Parameters<typeof parquetRead>[0], 'onChunk' | 'onComplete' | 'rowFormat' | 'columns'>;

/** The columns of a group, each as the runs in which it is stored. */
async function readColumns(options: ReadGroupOptions, columns: readonly string[]) {
  const runs = new Map(columns.map((name) => [name, [] as { start: number; data: ArrayLike<unknown> }[]]));
  await parquetRead({
    ...options,
    columns: [...columns],
    onChunk: ({ columnName, columnData, rowStart }) => {
      runs.get(columnName)?.push({ start: rowStart, data: columnData });
    },
  });
  return columns.map((name) => runs.get(name)!.sort((a, b) => a.start - b.start));
}

async function* readFile(path: string, source: SourceFile, wanted: Wanted, onRows?: OnRows) {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { parsers: instants });
  const elements = metadata.schema.filter((element) => !element.num_children);
  const names = elements.map((element) => element.name);
  const repeated = elements.some(({ repetition_type: repetition }) => repetition === 'REPEATED');
  if (repeated || metadata.schema.length !== elements.length + 1) {
    throw new ImportError('unknown_format', `${source.path}: nested columns; write a flat table`);
  }
  if (names.length > source.bounds.columns) {
    const message = `${names.length} columns; at most ${source.bounds.columns} are read`;
    throw new ImportError('too_large', `${source.path}: ${message}`);
  }
  const needed = wanted(names);
  // Those that are read are first: a row is as long as they are.
  const read = names.filter((name) => needed.has(name));
  const columns = [...read, ...names.filter((name) => !needed.has(name))];
  const refiners = read.map((name) => refine(elements[names.indexOf(name)]));
  const unpackers = boundedCompressors(source);
  const checked = new Map(read.map((name) => [name, elements[names.indexOf(name)]]));
  const all = Number(metadata.num_rows);
  let from = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = from + Number(group.num_rows);
    if (rowEnd === from) continue;
    checkGroup(group, needed, source);
    await checkPagesOf(group, checked, { file, unpackers, bounds: source.bounds });
    const stored = await readColumns(
      { file, metadata, compressors: unpackers, parsers: instants, rowStart: from, rowEnd },
      read,
    );
    const cursors = stored.map((runs) => cursorOf(runs, source));
    while (from < rowEnd) {
      const to = Math.min(rowEnd, from + BATCH_ROWS);
      const rows: RawRow[] = [];
      for (let at = from; at < to; at++) {
        const cells = cursors.map((cursor, k) => (refiners[k] ? refiners[k](cursor(at)) : cursor(at)));
        rows.push({ number: at + 1, columns, cells });
      }
      yield rows;
      from = to;
      onRows?.(from, all);
    }
  }
}

/** Values of a column by ascending rows. */
function cursorOf(runs: readonly { start: number; data: ArrayLike<unknown> }[], { path }: SourceFile) {
  let k = 0;
  return (row: number): unknown => {
    while (k < runs.length && row >= runs[k].start + runs[k].data.length) k++;
    if (k >= runs.length || row < runs[k].start) {
      throw new ImportError('damaged', `${path}: row ${row + 1} is not in all columns; write the file again`);
    }
    return runs[k].data[row - runs[k].start];
  };
}

type OnRows = (read: number, all: number) => void;
/** Which of these columns are read. */
type Wanted = (columns: readonly string[]) => ReadonlySet<string>;

/** The reader jumps about in the file: a packed one is unpacked beside it first. */
async function* readPacked(part: Part, wanted: Wanted, onRows?: OnRows) {
  const directory = await mkdtemp(join(tmpdir(), 'market-stats-import-'));
  try {
    const path = join(directory, 'unpacked.parquet');
    await pipeline(Readable.from(readBytes(part)), createWriteStream(path));
    yield* readFile(path, part.source, wanted, onRows);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function parquetRows(part: Part, wanted: Wanted, onRows?: OnRows): RowSource {
  const { source } = part;
  async function* rows(): AsyncGenerator<RawRow[]> {
    try {
      yield* source.compression === 'none'
        ? readFile(source.path, source, wanted, onRows)
        : readPacked(part, wanted, onRows);
    } catch (error) {
      throw damaged(source, error);
    }
  }
  return { textual: false, rows };
}
