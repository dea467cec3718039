/** Files that are small and cost much: each is stopped by a bound that the error names, or costs its own row alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../test/support/of-file.ts';
import { parquetBars } from '../../test/support/parquet.ts';
import { zipOf } from '../../test/support/zip.ts';
import { FILE_BOUNDS, type FileBounds } from './errors.ts';
import { type ImportOptions, readOptions } from './options.ts';
import { fileEvents, recognizeFile } from './read-files.ts';
import { readLines } from './rows.ts';

const folder = folderOfFile();

const MIB = 1024 * 1024;
const HEADER = 'symbol,asset_class,ts,open,high,low,close,volume\n';
const line = (minute: number) => `SPY,etf,2025-06-04T13:${minute}:00Z,1,2,0.5,1.5,100\n`;
const row = (minute: number, more = '') =>
  `{"symbol":"SPY","asset_class":"etf","ts":"2025-06-04T13:${minute}:00Z","open":1,"high":2,"low":0.5,"close":1.5,"volume":1${more}}\n`;

let files = 0;
async function read(content: string | Buffer, bounds: Partial<FileBounds> = {}, given: ImportOptions = {}) {
  const path = join(folder, `file${files++}`);
  writeFileSync(path, content);
  const options = readOptions('bars', { interval: '1m', ...given }, bounds);
  const file = await recognizeFile(path, options, []);
  const refused: string[] = [];
  let read = 0;
  let bytes = 0;
  for await (const events of fileEvents(file, options, [])) {
    read += events.length;
    for (const event of events) {
      bytes += event.value?.length ?? 0;
      if (event.refused) refused.push(`${event.refused.reason}: ${event.refused.message}`);
    }
  }
  return { read, bytes, refused };
}
const fault = (promise: Promise<unknown>): Promise<{ fault: string; message: string }> =>
  promise.then(
    (answer) => expect.unreachable(`no error, but ${JSON.stringify(answer)}`),
    (error) => ({ fault: error.fault, message: error.message }),
  );

test('one line without an end is looked at once, and ends its file', { timeout: 20_000 }, async () => {
  let searched = 0;
  const chunk = Buffer.alloc(16_384, 'x');
  Object.defineProperty(chunk, 'toString', {
    value: () => {
      searched += chunk.length;
      return 'x'.repeat(chunk.length);
    },
  });
  async function* bytes() {
    for (let i = 0; i < 1_000; i++) yield chunk;
  }
  const lines: string[] = [];
  const bounds = { rowBytes: 100_000, lineBytes: 64 * MIB };
  for await (const group of readLines(bytes(), bounds, 'file')) lines.push(...group);
  expect(lines.map(({ length }) => length)).toEqual([100_001]);
  expect(searched).toBe(16_384_000);

  const packed = gzipSync(Buffer.alloc(70 * MIB, 'x'));
  expect(packed.length).toBeLessThan(100_000);
  expect(await fault(read(packed))).toEqual({
    fault: 'too_large',
    message: expect.stringMatching(/a line is longer than 64 MiB/),
  });
});

test('a long row is refused with its start, the others are read', async () => {
  const long = `SPY,etf,${'9'.repeat(2 * MIB)},1,2,0.5,1.5,100\n`;
  expect(await read(gzipSync(`${HEADER}${line(30)}${long}${line(31)}`))).toEqual({
    read: 3,
    bytes: expect.any(Number),
    refused: ['too_large: the row is longer than 1 MiB; its first 65536 bytes are kept'],
  });
  const object = row(31, `,"x":"${'x'.repeat(2 * MIB)}"`);
  const { read: rows, bytes, refused } = await read(row(30) + object + row(32));
  expect([rows, refused]).toEqual([3, ['too_large: the line is longer than 1 MiB; its first 65536 bytes are kept']]);
  expect(bytes).toBeLessThan(70_000);
});

test('more columns than can be meant', async () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `c${i}`).join(',');
  expect(await fault(read(`${names}\n${'1,'.repeat(60_000)}\n`))).toEqual({
    fault: 'too_large',
    message: expect.stringMatching(/a row of 60000 cells; at most 4096 columns are read/),
  });
});

test('a deep row is refused, the others are read; a deep document is refused', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { read: rows, refused } = await read(row(30) + row(31, `,"x":${deep}`) + row(32));
  expect([rows, refused]).toEqual([3, ['schema: the line nests objects more than 64 deep']]);
  expect(await fault(read(`[${deep}]`))).toMatchObject({
    fault: 'too_large',
    message: expect.stringMatching(/nests more than 64/),
  });
});

test('what unpacks to more than a file may', async () => {
  const rows = HEADER + line(30).repeat(100_000);
  const bounds = { unpackedBytes: MIB };
  for (const packed of [gzipSync(rows), zipOf({ 'a.csv': rows })]) {
    const { fault: kind, message } = await fault(read(packed, bounds));
    expect(kind).toBe('too_large');
    expect(message).toMatch(/more than .*1 MiB/);
  }
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`${i}.csv`, 'x']));
  expect(await fault(read(zipOf(many)))).toMatchObject({ message: expect.stringMatching(/more than 1000 files/) });
  expect(await fault(read(`[${row(30).trim()}]${' '.repeat(2 * MIB)}`, { documentBytes: MIB }))).toMatchObject({
    fault: 'too_large',
    message: expect.stringMatching(/a JSON document of more than 1 MiB/),
  });
});

test.each([
  ['the truth', {}],
  ['2^31 values', { pageValues: 2 ** 31 - 1 }],
  ['2^31 values in one run', { pageValues: 2 ** 31 - 1, run: 2 ** 31 - 1 }],
])('Parquet whose page claims %s is read: the engine takes as many as the row group has', async (_, said) => {
  expect(await read(parquetBars(30, said))).toMatchObject({ read: 30, refused: [] });
});

test.each([
  ['fewer values than its rows', { pageValues: 7, run: 7 }],
  ['2^31 values in its dictionary', { dictionaryValues: 2 ** 31 - 1 }],
])('Parquet whose page claims %s is damaged', async (_, said) => {
  expect(await fault(read(parquetBars(30, said)))).toMatchObject({
    fault: 'damaged',
    message: expect.stringMatching(/the Parquet data cannot be read: .*Exception/),
  });
});

test('the bounds are those of the service', () => {
  expect(readOptions('bars', {}).bounds).toEqual(FILE_BOUNDS);
});

test('a consumer that stops taking rows ends the reading', async () => {
  const path = join(folder, 'stopped');
  writeFileSync(path, HEADER + line(30).repeat(200_000));
  const options = readOptions('bars', { interval: '1m' });
  const batches = fileEvents(await recognizeFile(path, options, []), options, []);
  const first = await batches.next();
  expect(first.value?.length).toBeGreaterThan(0);
  await batches.return(undefined);
  // The next file is read by a thread of its own.
  expect(await read(HEADER + line(30))).toMatchObject({ read: 1 });
});

test('many files leave nothing behind in the process', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  for (let i = 0; i < 12; i++) expect(await read(HEADER + line(30))).toMatchObject({ read: 1 });
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
