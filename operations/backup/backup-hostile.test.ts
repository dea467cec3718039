/**
 * Backups that somebody has changed: nothing in one is run, followed or unpacked without a bound. Each is rejected before
 * anything is written, and the first format's conditions are recognized, not run.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOfFile } from '../../test/support/of-file.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import { backupStore, restoreStore } from './backup.ts';

const folder = folderOfFile();
const whole = join(folder, 'whole');
const options = { version: '0.0.0', nowMs: () => Date.parse('2025-06-04T12:00:00Z') };
const DAY = 1_700_000_000 - (1_700_000_000 % 60);
const BARS = 'market.bars';
let store: TestStore;

// biome-ignore lint/suspicious/noExplicitAny: it is changed in every field
type Json = any;

async function fill({ writer }: TestStore): Promise<void> {
  const columns = ['symbol', 'ts', 'open', 'high', 'low', 'close', 'volume', 'version', 'partition', 'offset'];
  const bar = (symbol: string, i: number) => [symbol, DAY + 60 * i, 1, 1, 1, 1, 0, 1, 0, i];
  await writer.insertRows(BARS, columns, [bar('AAA', 0), bar('AAA', 1), bar('BBB', 0)]);
  await writer.insertRows(
    'market.symbols',
    ['symbol', 'asset_class', 'interval_min', 'origin', 'view_name', 'version'],
    [['AAA', 'equity', 1, 'first_bar', 'bars_aaa', 1]],
  );
  await writer.insertRows(
    'market.version_floors',
    ['topic', 'partition', 'from_offset', 'floor', 'pushed'],
    [['bars', 0, 0, 7, 1]],
  );
}

beforeAll(async () => {
  const source = await openTestStore();
  await fill(source);
  await backupStore(source, whole, { ...options, fedBy: 'direct' });
  await source.close();
  store = await openTestStore();
});
afterAll(() => store?.close());

let copies = 0;
/** A copy with its manifest changed, and more. */
function tampered(change: (manifest: Json, path: string) => void): string {
  const path = join(folder, `copy${copies++}`);
  cpSync(whole, path, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  change(manifest, path);
  const there = lstatSync(join(path, 'manifest.json'));
  if (there.isFile()) writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
  return path;
}
const tableOf = (manifest: Json, name = BARS) => manifest.tables.find((table: Json) => table.name === name);
const fileOf = (manifest: Json, name = BARS) => tableOf(manifest, name).files[0];
/** The content of a file, with all that the manifest says of it. */
function put(manifest: Json, path: string, text: Buffer, name = BARS): void {
  const file = fileOf(manifest, name);
  writeFileSync(join(path, file.file), gzipSync(text));
  const rows = text.toString('latin1').split('\n').length - 1;
  Object.assign(file, { rows, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') });
  tableOf(manifest, name).rows = rows;
}
/** As the releases before wrote it. */
function ofFirstFormat(manifest: Json): void {
  manifest.format = 1;
  delete manifest.fedBy;
  for (const { files } of manifest.tables)
    for (const file of files) {
      const { by, ...params } = file.part;
      const year = params.year === undefined ? '' : ' AND toYear(ts) = {year:UInt16}';
      file.where = by
        ? `cityHash64(${by.join(', ')}) % {parts:UInt32} = {part:UInt32}`
        : `symbol IN {symbols:Array(String)}${year}`;
      file.params = params;
      delete file.part;
      delete file.bytes;
    }
}
async function isEmpty(): Promise<void> {
  for (const name of [BARS, 'market.symbols', 'market.version_floors'])
    expect(await store.writer.query(`SELECT count() AS n FROM ${name}`)).toEqual([{ n: 0 }]);
}

const STOLEN = join(folder, 'stolen');
const WRITES = `1 = 1 OR symbol IN (SELECT toString(count()) FROM market.bars) INTO OUTFILE '${STOLEN}' --`;

/** By what is wrong: the change, and what the message says. */
const CHANGES: [string, (manifest: Json, path: string) => void, RegExp][] = [
  ['a format of the future', (m) => Object.assign(m, { format: 3 }), /format/],
  ['a version that is a text of lines', (m) => Object.assign(m, { version: 'a\n\u001b[2J' }), /version/],
  ['a table of the system', (m) => Object.assign(tableOf(m), { name: 'system.users' }), /file 0|does not know/],
  ['a table that is an expression', (m) => Object.assign(tableOf(m), { name: "file('/etc/passwd')" }), /name/],
  [
    'a table that is computed',
    (m) => Object.assign(tableOf(m), { name: 'market.day_log', files: [], rows: 0 }),
    /does not know/,
  ],
  ['a table twice', (m) => m.tables.push(tableOf(m)), /is listed twice/],
  ['a column that is an expression', (m) => tableOf(m).columns.push('(SELECT 1)'), /columns/],
  ['a column twice', (m) => tableOf(m).columns.push('symbol'), /is listed twice/],
  ['a column that is made', (m) => tableOf(m).columns.push('rank'), /does not know/],
  ['other rows than its files', (m) => Object.assign(tableOf(m), { rows: 1 }), /do not have its/],
  ['a file elsewhere', (m) => Object.assign(fileOf(m), { file: '../0.tsv.gz' }), /must be market\.bars\/0/],
  ['a hash of something else', (m) => Object.assign(fileOf(m), { sha256: '0'.repeat(64) }), /its hash is not/],
  ['a size beyond all', (m) => Object.assign(fileOf(m), { bytes: 2 ** 50 }), /bytes/],
  ['a condition', (m) => Object.assign(fileOf(m), { where: WRITES }), /where|Unrecognized/],
  ['a part with a parameter of another name', (m) => Object.assign(fileOf(m).part, { 'x} OR {y:Int8': 1 }), /part/],
  ['a year that is a text', (m) => Object.assign(fileOf(m).part, { year: '2023 OR 1' }), /part/],
  [
    'a part by an expression',
    (m) => Object.assign(fileOf(m), { part: { by: ["url('http://x')"], parts: 1, part: 0 } }),
    /part/,
  ],
  [
    'a part by a column of another table',
    (m) => Object.assign(fileOf(m), { part: { by: ['view_name'], parts: 1, part: 0 } }),
    /not a part of the table/,
  ],
  [
    'a part beyond its parts',
    (m) => Object.assign(fileOf(m, 'market.version_floors').part, { part: 5 }),
    /not a part of the table/,
  ],
  [
    'symbols of a table without',
    (m) => Object.assign(fileOf(m, 'market.version_floors'), { part: { symbols: ['A'] } }),
    /not a part of the table/,
  ],
  [
    'a view with the name of another',
    (m, path) => {
      const text = gunzipSync(readFileSync(join(path, 'market.symbols/0.tsv.gz'))).toString();
      put(m, path, Buffer.from(text.replace('bars_aaa', 'v_stat_gap')), 'market.symbols');
    },
    /does not have the name/,
  ],
  [
    'a file that is a link',
    (_, path) => {
      renameSync(join(path, BARS, '0.tsv.gz'), join(path, 'moved'));
      symlinkSync(join(path, 'moved'), join(path, BARS, '0.tsv.gz'));
    },
    /cannot be read/,
  ],
  [
    'a folder that is a link',
    (_, path) => {
      renameSync(join(path, BARS), join(path, 'moved'));
      symlinkSync(join(path, 'moved'), join(path, BARS));
    },
    /cannot be read/,
  ],
  [
    'a manifest that is a link',
    (_, path) => {
      rmSync(join(path, 'manifest.json'));
      symlinkSync('/nowhere/manifest', join(path, 'manifest.json'));
    },
    /is not a backup/,
  ],
  [
    'a manifest that is a folder',
    (_, path) => {
      rmSync(join(path, 'manifest.json'));
      mkdirSync(join(path, 'manifest.json'));
      mkdirSync(join(path, 'manifest.json', 'x'));
    },
    /is not a backup/,
  ],
  [
    'more rows than it says',
    (m, path) => {
      const { file } = fileOf(m);
      writeFileSync(join(path, file), gzipSync(Buffer.alloc(1_000, '\n')));
      Object.assign(fileOf(m), { bytes: 1_000 });
    },
    /more than the \d+ rows/,
  ],
  [
    'less rows than it says',
    (m, path) => {
      put(m, path, Buffer.from(''));
      Object.assign(fileOf(m), { rows: 3 });
      tableOf(m).rows = 3;
    },
    /has 0 of its 3 rows/,
  ],
  [
    'the first format with a condition of its own',
    (m) => {
      ofFirstFormat(m);
      fileOf(m).where = WRITES;
    },
    /none of the conditions/,
  ],
  [
    'the first format with a hash of an expression',
    (m) => {
      ofFirstFormat(m);
      fileOf(m, 'market.version_floors').where = 'cityHash64(url(x)) % {parts:UInt32} = {part:UInt32}';
    },
    /none of the conditions/,
  ],
  [
    'the first format with a parameter more',
    (m) => {
      ofFirstFormat(m);
      fileOf(m).params = { ...fileOf(m).params, more: '1' };
    },
    /none of the conditions/,
  ],
];

it.each(CHANGES)(
  'a backup with %s is rejected, and nothing is written',
  { timeout: 20_000 },
  async (_, change, message) => {
    const path = tampered(change);
    await expect(restoreStore(store, path)).rejects.toThrow(message);
    await isEmpty();
    expect(existsSync(STOLEN)).toBe(false);
  },
);

it('what unpacks to far more than it is stops at its bound, in little memory', { timeout: 120_000 }, async () => {
  const bomb = gzipSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 });
  expect(bomb.length).toBeLessThan(1_000_000);
  for (const first of [false, true]) {
    const path = tampered((manifest, at) => {
      writeFileSync(join(at, fileOf(manifest).file), bomb);
      if (first) ofFirstFormat(manifest);
    });
    globalThis.gc?.();
    let most = 0;
    const before = process.memoryUsage.rss();
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 5);
    await expect(restoreStore(store, path)).rejects.toThrow(first ? /a line of more than/ : /unpacks to more than/);
    clearInterval(timer);
    // Unpacked at once it took several times 512 MiB.
    expect(most).toBeLessThan(400 * 1024 * 1024);
  }
  await isEmpty();
});

it('what a backup finds beside its path is removed only where a backup left it', async () => {
  const path = join(folder, 'again');
  const beside = `${path}.partial`;
  mkdirSync(beside);
  writeFileSync(join(beside, 'thesis.txt'), 'mine');
  await expect(backupStore(store, path, options)).rejects.toThrow(/was not left by a backup/);
  expect(readFileSync(join(beside, 'thesis.txt'), 'utf8')).toBe('mine');
  rmSync(beside, { recursive: true });
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'unfinished.backup'), '');
  symlinkSync(elsewhere, beside);
  await expect(backupStore(store, path, options)).rejects.toThrow(/was not left by a backup/);
  expect(readdirSync(elsewhere)).toHaveLength(1);
  rmSync(beside);
  // As one that was killed leaves it.
  mkdirSync(join(beside, BARS), { recursive: true });
  writeFileSync(join(beside, BARS, '0.tsv.gz'), 'half');
  writeFileSync(join(beside, 'unfinished.backup'), '');
  await backupStore(store, path, options);
  expect(existsSync(beside)).toBe(false);
  expect(readdirSync(path)).toEqual(['manifest.json']);
});

it('of the first format what a release wrote is restored; repeated, it finds it done; a broken-off one continues', {
  timeout: 90_000,
}, async () => {
  const rows = async () => (await store.writer.query<{ n: number }>('SELECT count() AS n FROM market.bars FINAL'))[0].n;
  const path = tampered(ofFirstFormat);
  // Ends in the middle, as if it was killed.
  const failing = { onProgress: (label: string) => void (label === 'market.symbols' && crash()) };
  const crash = () => {
    throw new Error('killed');
  };
  await expect(restoreStore(store, path, failing)).rejects.toThrow('killed');
  expect(await rows()).toBe(3);
  await expect(restoreStore(store, whole)).rejects.toThrow(/not empty.*restore of another backup broke off/);
  await restoreStore(store, path);
  await restoreStore(store, path);
  expect(await rows()).toBe(3);
  expect(await store.writer.query('SELECT count() AS n FROM market.bars')).toEqual([{ n: 3 }]);
  await store.writer.insertRows(BARS, ['symbol', 'ts', 'close', 'version'], [['AAA', DAY, 5, 9]]);
  await expect(restoreStore(store, path)).rejects.toThrow(
    /not empty: this backup was restored.*market\.bars has changed/,
  );
});
