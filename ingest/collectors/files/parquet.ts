/** Parquet files with flat columns. Times keep what the file says of them: instants, dates, or a clock without a zone. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ImportError } from './errors.ts';
import { readBytes, type SourceFile } from './open.ts';
import type { RawRow, RowSource } from './rows.ts';
import { FileTime } from './time.ts';

/** Rows that are read at once. */
const GROUP_ROWS_MAX = 65_536;

const instants = {
  timestampFromMilliseconds: (ms: bigint) => FileTime.instant(Number(ms)),
  timestampFromMicroseconds: (us: bigint) => FileTime.instant(Number(us) / 1000),
  timestampFromNanoseconds: (ns: bigint) => FileTime.instant(Number(ns / 1000n) / 1000),
  dateFromDays: (days: number) => FileTime.date(days),
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
    return (value) => (value instanceof FileTime ? value.asLocal() : value);
  }
  return undefined;
}

function damaged(source: SourceFile, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new ImportError('damaged', `${source.path}: the Parquet data cannot be read: ${why}`, { cause: error });
}

async function* readFile(path: string, source: SourceFile, onRows?: (read: number, all: number) => void) {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { parsers: instants });
  const elements = metadata.schema.filter((element) => !element.num_children);
  const columns = elements.map((element) => element.name);
  if (metadata.schema.length !== elements.length + 1) {
    throw new ImportError('unknown_format', `${source.path}: nested columns; write a flat table`);
  }
  const refiners = elements.map(refine);
  const all = Number(metadata.num_rows);
  let from = 0;
  for (const rowGroup of metadata.row_groups) {
    const groupEnd = from + Number(rowGroup.num_rows);
    while (from < groupEnd) {
      const to = Math.min(groupEnd, from + GROUP_ROWS_MAX);
      const objects = await parquetReadObjects({
        file,
        metadata,
        compressors,
        parsers: instants,
        rowStart: from,
        rowEnd: to,
        useOffsetIndex: true,
      });
      const first = from;
      yield objects.map((object, i): RawRow => {
        const cells = columns.map((name, k) => (refiners[k] ? refiners[k](object[name]) : object[name]));
        return { number: first + i + 1, columns, cells };
      });
      from = to;
      onRows?.(from, all);
    }
  }
}

/** The reader jumps about in the file: a packed one is unpacked beside it first. */
async function* readPacked(source: SourceFile, onRows?: (read: number, all: number) => void) {
  const directory = await mkdtemp(join(tmpdir(), 'market-stats-import-'));
  try {
    const path = join(directory, 'unpacked.parquet');
    await pipeline(Readable.from(readBytes(source)), createWriteStream(path));
    yield* readFile(path, source, onRows);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function parquetRows(source: SourceFile, onRows?: (read: number, all: number) => void): RowSource {
  async function* rows(): AsyncGenerator<RawRow[]> {
    try {
      yield* source.gzip ? readPacked(source, onRows) : readFile(source.path, source, onRows);
    } catch (error) {
      throw damaged(source, error);
    }
  }
  return { format: 'parquet', textual: false, rows };
}
