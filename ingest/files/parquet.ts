/**
 * Parquet files with flat columns. ClickHouse's engine reads them, in a process of its own: a file can be made so that it
 * takes the process down that reads it. Rows come as JSON, times as text that says what the file says of them.
 */

import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../lib/text.ts';
import { ImportError } from './errors.ts';
import { type Part, readBytes, type SourceFile } from './open.ts';
import type { RawRow, RowSource } from './rows.ts';

const BATCH_ROWS = 4_096;

const ENGINE = createRequire(import.meta.url).resolve('chdb');
/** Writes one line about the file, and one of JSON a row. */
const PROGRAM = `
const fail = ({ message }) => { process.stderr.write(message); process.exitCode = 1; };
process.on('uncaughtException', fail);
const [engine, folder, count, describe, select] = process.argv.slice(1);
const session = new (require(engine).Session)(folder);
const format = 'JSONCompactEachRow';
const answer = (statement) => session.query(statement, format).trim().split('\\n').map((line) => JSON.parse(line));
const [[all]] = answer(count);
process.stdout.write(JSON.stringify({ all, columns: answer(describe) }) + '\\n');
const stream = session.queryStream(select, { format });
require('node:stream/promises')
  .pipeline(async function* () { for await (const chunk of stream) yield chunk.raw(); }, process.stdout)
  .catch(fail);`;
const SETTINGS = `SETTINGS max_memory_usage = 2000000000, max_threads = 2, date_time_output_format = 'iso',
  output_format_json_quote_64bit_integers = 1, output_format_json_quote_denormals = 1,
  input_format_parquet_local_time_as_utc = 0`;

/** The engine shows a time of day as a moment of this day, in a column without a zone. */
const TIME_OF_DAY = '1970-01-01T';

/** What becomes of the values of a column of this type; throws where it is nested. */
function cellOf(type: string, name: string, { path }: SourceFile): (value: unknown) => unknown {
  if (/\b(Array|Map|Tuple|Nested)\(/.test(type)) {
    throw new ImportError('unknown_format', `${path}: the column ${name} is nested; write a flat table`);
  }
  if (!/\bDateTime(64)?\b/.test(type) || type.includes("'UTC'")) return (value) => value;
  return (value) => {
    if (typeof value !== 'string') return value;
    const local = value.replace(/Z$/, '');
    return local.startsWith(TIME_OF_DAY) ? local.slice(TIME_OF_DAY.length) : local;
  };
}

type OnRows = (read: number, all: number) => void;

async function* readFile(folder: string, source: SourceFile, onRows?: OnRows): AsyncGenerator<RawRow[]> {
  const statements = [
    `SELECT num_rows FROM file('${folder}/bars.parquet', ParquetMetadata) ${SETTINGS}`,
    `DESCRIBE TABLE file('${folder}/bars.parquet', Parquet) ${SETTINGS}`,
    `SELECT * FROM file('${folder}/bars.parquet', Parquet) ${SETTINGS}`,
  ];
  const child = spawn(process.execPath, ['-e', PROGRAM, ENGINE, join(folder, 'engine'), ...statements], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const first = await lines.next();
    if (!first.done) yield* rowsOf(lines, JSON.parse(first.value), source, onRows);
    const code = await ended;
    if (code !== 0) throw new Error(said === '' ? `its reader ended with ${code}` : said);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

interface About {
  readonly all: number;
  readonly columns: readonly (readonly [name: string, type: string])[];
}

async function* rowsOf(
  lines: AsyncIterableIterator<string>,
  { all, columns: described }: About,
  source: SourceFile,
  onRows?: OnRows,
): AsyncGenerator<RawRow[]> {
  const columns = described.map(([name]) => name);
  if (columns.length > source.bounds.columns) {
    const message = `${columns.length} columns; at most ${source.bounds.columns} are read`;
    throw new ImportError('too_large', `${source.path}: ${message}`);
  }
  const cells = described.map(([name, type]) => cellOf(type, name, source));
  let number = 0;
  let rows: RawRow[] = [];
  for await (const line of lines) {
    const values: unknown[] = JSON.parse(line);
    rows.push({ number: ++number, columns, cells: values.map((value, i) => cells[i](value)) });
    if (rows.length < BATCH_ROWS) continue;
    onRows?.(number, Number(all));
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function faultOf(error: unknown, { path }: SourceFile): ImportError {
  if (error instanceof ImportError) return error;
  const why = messageOf(error);
  if (why.includes('MEMORY_LIMIT_EXCEEDED')) {
    const message = 'reading it takes more than 2 GB of memory; write it with smaller row groups (such as 100000 rows)';
    return new ImportError('too_large', `${path}: ${message}`, { cause: error });
  }
  return new ImportError('damaged', `${path}: the Parquet data cannot be read: ${why}`, { cause: error });
}

export function parquetRows(part: Part, onRows?: OnRows): RowSource {
  const { source } = part;
  async function* rows(): AsyncGenerator<RawRow[]> {
    const folder = await mkdtemp(join(tmpdir(), 'market-stats-import-'));
    try {
      // By a name without the characters that the engine takes for a pattern.
      const path = join(folder, 'bars.parquet');
      if (source.compression === 'none') await symlink(resolve(source.path), path);
      else await pipeline(Readable.from(readBytes(part)), createWriteStream(path));
      yield* readFile(folder, source, onRows);
    } catch (error) {
      throw faultOf(error, source);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { rows };
}
