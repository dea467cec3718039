/** A drop folder with the real importer behind it. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock, systemTimers } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { PREFIX, registry } from '../../lib/metrics.ts';
import { folderOfFile, storeOfFile } from '../../test/support/of-file.ts';
import { until } from '../../test/support/until.ts';
import type { ImportError } from '../files/errors.ts';
import { importFiles } from '../files/imports.ts';
import { Landing } from '../landing/landing.ts';
import { FolderWorker, folderKind } from './folder.ts';
import { CollectorStore } from './store.ts';

const dir = folderOfFile();
const store = await storeOfFile();
let worker: FolderWorker;
let state: CollectorStore;
let imported = 0;

beforeAll(async () => {
  const landing = await Landing.open({ store });
  state = new CollectorStore(store, systemClock);
  const { options } = folderKind.prepare({ dir, assetClass: 'equity', symbol: 'DROP', interval: '1m' });
  worker = new FolderWorker({
    id: 'folder',
    options: folderKind.folder(options),
    async importFile(kind, path, given) {
      imported++;
      try {
        return { failed: false, report: { ...(await importFiles(kind, [path], given, landing)) } };
      } catch (error) {
        return { failed: true, report: { error: (error as ImportError).message } };
      }
    },
    store: state,
    clock: systemClock,
    timers: systemTimers,
    logger: silentLogger,
    nextTickMs: () => null,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
});

const HEADER = 'ts,open,high,low,close,volume';
const row = (minute: number) => `2024-01-02T14:${String(minute).padStart(2, '0')}:00Z,10,11,9,10,${minute}`;
/** As if it had been written a minute ago. */
function drop(name: string, text: string, ageS = 60): void {
  writeFileSync(join(dir, name), text);
  const at = Date.now() / 1000 - ageS;
  utimesSync(join(dir, name), at, at);
}
/** Two looks: the second finds files as they were at the first. */
async function looks(count = 2, of = worker): Promise<void> {
  for (let i = 0; i < count; i++) {
    const before = await runs();
    of.tick();
    await until(async () => (await runs()) > before && !of.isRunning);
  }
}
const runs = async () => (await state.progress('folder'))[0]?.runMs ?? 0;
const bars = async () =>
  (await store.reader.query<{ n: number }>("SELECT count() AS n FROM market.bars FINAL WHERE symbol = 'DROP'"))[0].n;
const report = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(dir, folder, `${name}.report.json`), 'utf8'));

it('a complete file lands and is moved to done/ with its report', async () => {
  drop('a.csv', [HEADER, row(30), row(31)].join('\n'));
  await looks();
  expect(await bars()).toBe(2);
  expect(readdirSync(join(dir, 'done')).sort()).toEqual(['a.csv', 'a.csv.report.json']);
  expect(report('done', 'a.csv')).toMatchObject({ file: 'a.csv', landed: 2, duplicates: 0, dead_letters: {} });
  expect(existsSync(join(dir, 'a.csv'))).toBe(false);
});

it('the same name again changes nothing and overwrites nothing', async () => {
  drop('a.csv', [HEADER, row(30), row(31), row(32)].join('\n'));
  await looks();
  expect(await bars()).toBe(3);
  expect(readdirSync(join(dir, 'done'))).toHaveLength(4);
});

it('a file that cannot be read is moved to failed/, says why, and holds up no other', async () => {
  drop('bad.csv', 'what,is,this\n1,2,3\n');
  drop('c.csv', [HEADER, row(33)].join('\n'));
  await looks();
  expect(await bars()).toBe(4);
  expect(report('failed', 'bad.csv').error).toContain('bad.csv');
  const [{ error }] = await state.progress('folder');
  expect(error).toMatch(/^bad\.csv: /);
});

it('a failed file stays the last error until it is removed from failed/, whatever is imported after it', async () => {
  const [before] = await state.progress('folder');
  drop('later.csv', [HEADER, row(36)].join('\n'));
  await looks(3);
  const [after] = await state.progress('folder');
  expect(after.error).toMatch(/^bad\.csv: /);
  expect(Math.abs(after.errorMs! - before.errorMs!)).toBeLessThan(5_000);
  drop('worse.csv', 'what,is,this\n1,2,3\n');
  await looks(3);
  expect((await state.progress('folder'))[0].error).toMatch(/^worse\.csv: .* \(1 more in failed\/\)$/);
  for (const name of ['bad.csv', 'worse.csv']) rmSync(join(dir, 'failed', name));
  await looks(1);
  expect((await state.progress('folder'))[0]).toMatchObject({ error: '', errorMs: null });
});

it('a report that cannot be read keeps no file from being imported', async () => {
  mkdirSync(join(dir, 'failed'), { recursive: true });
  for (const name of ['odd.csv', 'odd.csv.report.json']) writeFileSync(join(dir, 'failed', name), 'null');
  drop('after-odd.csv', [HEADER, row(37)].join('\n'));
  await looks();
  expect(existsSync(join(dir, 'done', 'after-odd.csv'))).toBe(true);
  expect((await state.progress('folder'))[0].error).toBe('odd.csv: was refused');
  rmSync(join(dir, 'failed', 'odd.csv.report.json'));
});

it('bad rows are counted in the report; the file is done', async () => {
  drop('d.csv', [HEADER, row(34), '2024-01-02T14:35:00Z,10,1,9,10,1'].join('\n'));
  await looks();
  expect(report('done', 'd.csv')).toMatchObject({ landed: 1, dead_letters: { ohlc_inconsistent: 1 } });
});

it('what is still being written, hidden, a link or a folder is left alone', async () => {
  const before = imported;
  drop('growing.csv', HEADER);
  // However slow the machine is.
  drop('young.csv', [HEADER, row(40)].join('\n'), -3600);
  drop('e.csv.part', [HEADER, row(41)].join('\n'));
  drop('.hidden.csv', [HEADER, row(42)].join('\n'));
  symlinkSync(join(dir, 'done', 'a.csv'), join(dir, 'link.csv'));
  mkdirSync(join(dir, 'folder.csv'));
  await looks(1);
  drop('growing.csv', [HEADER, row(43)].join('\n'), 30);
  await looks(1);
  expect(imported).toBe(before);
  const { values } = await registry.getSingleMetric(`${PREFIX}ingest_collector_waiting_files`)!.get();
  expect(values.find(({ labels }) => labels['collector'] === 'folder')?.value).toBe(2);
  await looks(1);
  expect(imported).toBe(before + 1);
  expect(existsSync(join(dir, 'done', 'growing.csv'))).toBe(true);
});

it('names the file that is being imported, beside what the last run failed of', async () => {
  drop('bad.csv', 'what,is,this\n1,2,3\n');
  await looks();
  const seen: unknown[] = [];
  const watching = new FolderWorker({
    id: 'folder',
    options: folderKind.folder(folderKind.prepare({ dir }).options),
    store: state,
    clock: systemClock,
    timers: systemTimers,
    logger: silentLogger,
    nextTickMs: () => null,
    async importFile(_, path) {
      const [{ file, error }] = await state.progress('folder');
      seen.push([basename(path), file, error.slice(0, 9)]);
      return { failed: path.endsWith('f.csv'), report: { error: 'is no table' } };
    },
  });
  watching.start();
  drop('f.csv', HEADER);
  drop('g.csv', HEADER);
  await looks(2, watching);
  expect(seen).toEqual([
    ['f.csv', 'f.csv', 'bad.csv: '],
    ['g.csv', 'g.csv', 'f.csv: is'],
  ]);
  expect((await state.progress('folder'))[0].file).toBe('');
  await watching.stop();
});

it('a folder that is gone is reported', async () => {
  const { options } = folderKind.prepare({ dir: join(dir, 'none') });
  const other = new FolderWorker({
    id: 'gone',
    options: folderKind.folder(options),
    store: state,
    clock: systemClock,
    timers: systemTimers,
    logger: silentLogger,
    importFile: async () => ({ failed: true, report: {} }),
    nextTickMs: () => null,
  });
  other.start();
  await until(async () => /no such file/.test((await state.progress('gone'))[0]?.error ?? ''));
  await other.stop();
});

it.each([
  [{}, /--dir: name the folder/],
  [{ dir: 'here' }, /--dir: name the folder by its whole path/],
  [{ dir: '/x', files: 'ticks' }, /--files: give one of bars, news, earnings, crypto, macro, actions/],
  [{ dir: '/x', exchange: 'binance' }, /--exchange: folder takes no such option/],
])('options %j are refused', (given, message) => {
  expect(() => folderKind.prepare(given)).toThrow(message);
});
