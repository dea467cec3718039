/** Parquet files with flat columns. Times keep what the file says of them: instants, dates, or a clock without a zone. */

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AsyncBuffer, asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { readVarInt } from 'hyparquet/src/thrift.js';
import type { DataReader, PageHeader } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';
import { MS_PER_DAY } from '../../lib/days.ts';
import { messageOf } from '../../lib/text.ts';
import { type FileBounds, ImportError, shownBytes } from './errors.ts';
import { type Part, readBytes, type SourceFile } from './open.ts';
import type { RawRow, RowSource } from './rows.ts';
import { FileTime } from './time.ts';

const BATCH_ROWS = 4_096;

const instants = {
  timestampFromMilliseconds: (ms: bigint) => new FileTime(Number(ms), 'instant'),
  timestampFromMicroseconds: (us: bigint) => new FileTime(Number(us) / 1000, 'instant'),
  timestampFromNanoseconds: (ns: bigint) => new FileTime(Number(ns / 1000n) / 1000, 'instant'),
  dateFromDays: (days: number) => new FileTime(days * MS_PER_DAY, 'date'),
};

const PER_MS: Readonly<Record<string, number>> = { MILLIS: 1, MICROS: 1e3, NANOS: 1e6 };
const clockText = (ms: number): string => new Date(ms).toISOString().slice(11, -1);

type Element = FileMetaData['schema'][number];

/** What a value of the column becomes, where the reader's own answer is not exact. */
function refine(element: Element): ((value: unknown) => unknown) | undefined {
  if (element.converted_type === 'DECIMAL') {
    // Read as integer times a power of ten, which leaves noise in the last bits.
    return (value) => (typeof value === 'number' ? Number(value.toFixed(element.scale ?? 0)) : value);
  }
  const { logical_type: logical } = element;
  if (logical?.type === 'TIME' || element.converted_type?.startsWith('TIME_M')) {
    const unit = logical?.type === 'TIME' ? logical.unit : element.converted_type!.slice('TIME_'.length);
    return (value) => (value === null || value === undefined ? value : clockText(Number(value) / PER_MS[unit]));
  }
  if (logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC) {
    return (value) => (value instanceof FileTime ? new FileTime(value.ms, 'local') : value);
  }
  return undefined;
}

function damaged(source: SourceFile, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const why = messageOf(error);
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

/** Encodings in which values are indexes into the dictionary, after a byte with their width. */
const INDEXES: readonly unknown[] = ['PLAIN_DICTIONARY', 'RLE_DICTIONARY'];

interface CheckedColumn {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly optional: boolean;
  /** Of a dictionary, and of a run. */
  readonly mostValues: number;
  readonly unpack: (bytes: Uint8Array, unpackedBytes: number) => Uint8Array;
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

const readerOf = (bytes: Uint8Array, offset = 0): DataReader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset,
});

/**
 * What the pages of a column claim, looked at before they are decoded. The reader makes room for as many values as a page
 * claims, some of it outside the heap that a thread is allowed, and takes a run in a page for as long as it says: a file of
 * a kilobyte could ask for 16 GB, or end the whole process, as an array that grows beyond what V8 allows does.
 */
function checkPages(column: CheckedColumn): void {
  const { bytes, rows, mostValues } = column;
  const reader = readerOf(bytes);
  let values = 0;
  // As the reader does, that takes no more pages than it needs.
  while (reader.offset < bytes.length && values < rows) {
    const header = parquetHeader(reader);
    const packed = countOf(header.compressed_page_size);
    const body = bytes.subarray(reader.offset, reader.offset + packed);
    reader.offset += packed;
    if (header.type === 'DICTIONARY_PAGE') {
      const entries = countOf(header.dictionary_page_header?.num_values);
      if (entries > mostValues)
        throw new Error(`a dictionary claims ${entries} values; at most ${mostValues} are read`);
    }
    const page = header.type === 'DATA_PAGE' ? header.data_page_header : header.data_page_header_v2;
    if (!page || header.type === 'DICTIONARY_PAGE') continue;
    const held = countOf(page.num_values);
    values += held;
    if (values > rows) throw new Error(`a page claims ${held} values where the row group has ${rows} rows`);
    if (header.type === 'DATA_PAGE') checkData(column, header, body);
    else checkDataV2(column, header, body);
  }
  if (values < rows)
    throw new Error(`the pages of a column hold ${values} values where the row group has ${rows} rows`);
}

function checkData({ optional, mostValues, unpack }: CheckedColumn, header: PageHeader, body: Uint8Array): void {
  const { encoding, num_values: held } = header.data_page_header!;
  if (!optional && encoding !== 'RLE' && !INDEXES.includes(encoding)) return;
  const reader = readerOf(unpack(body, countOf(header.uncompressed_page_size)));
  if (optional) {
    const begin = LENGTH_BYTES + reader.view.getUint32(0, true);
    reader.offset = LENGTH_BYTES;
    checkRuns(reader, 1, held, mostValues);
    reader.offset = begin;
  }
  checkValues(reader, encoding, held, mostValues);
}

function checkDataV2({ optional, mostValues, unpack }: CheckedColumn, header: PageHeader, body: Uint8Array): void {
  const page = header.data_page_header_v2!;
  const { encoding, num_values: held } = page;
  const nulls = countOf(page.num_nulls);
  if (nulls > held) throw new Error('a page misses more values than it claims to have');
  const repetition = countOf(page.repetition_levels_byte_length);
  if (optional) checkRuns(readerOf(body, repetition), 1, held, mostValues);
  if (encoding !== 'RLE' && !INDEXES.includes(encoding)) return;
  const levels = repetition + countOf(page.definition_levels_byte_length);
  const rest = body.subarray(levels);
  const unpacked = page.is_compressed ? unpack(rest, countOf(header.uncompressed_page_size) - levels) : rest;
  checkValues(readerOf(unpacked), encoding, held - nulls, mostValues);
}

const LENGTH_BYTES = 4;

/** Those that are runs; there may be fewer than `most`, as some may be missing. */
function checkValues(reader: DataReader, encoding: unknown, most: number, mostValues: number): void {
  if (encoding === 'RLE') {
    reader.offset += LENGTH_BYTES;
    checkRuns(reader, 1, most, mostValues);
  } else if (INDEXES.includes(encoding) && reader.offset < reader.view.byteLength) {
    const width = reader.view.getUint8(reader.offset++);
    if (width > 0) checkRuns(reader, width, most, mostValues);
  }
}

/** Up to `values`, or to the end. Packed bits are as long as their bytes; a run is as long as it says. */
function checkRuns(reader: DataReader, width: number, values: number, mostValues: number): void {
  for (let seen = 0; seen < values && reader.offset < reader.view.byteLength; ) {
    const head = readVarInt(reader);
    const isPacked = (head & 1) === 1;
    const count = (head >>> 1) * (isPacked ? 8 : 1);
    if (count > mostValues) throw new Error(`a run claims ${count} values; at most ${mostValues} are read`);
    reader.offset += isPacked ? (count / 8) * width : Math.ceil(width / 8);
    seen += count;
  }
}

function countOf(value: number | undefined): number {
  if (value === undefined || !(value >= 0)) throw new Error('a page header is not one');
  return value;
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
  return { rows };
}
