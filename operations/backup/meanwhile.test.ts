/** What is done while a backup is written is in it as a whole, or is done again after the restore: it never only counts as done. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { ClassifierWorker } from '../../ingest/news/worker.ts';
import { fixedClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { folderOfFile } from '../../test/support/of-file.ts';
import { type OpenedOperations, openOperations } from '../../test/support/operations.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';

const folder = folderOfFile();
const clock = fixedClock(Date.parse('2025-06-05T12:00:00Z'));
const notices: string[] = [];
const context = { progress() {}, notice: (text: string) => void notices.push(text) };
let store: TestStore;
let opened: OpenedOperations;
/** Once: after the rows of the table have been read. */
let after: { table: string; act: () => Promise<unknown> } | null = null;

async function open(): Promise<void> {
  store = await openTestStore();
  const { reader } = store;
  const tsv: typeof reader.tsv = async (sql, ...rest) => {
    const text = await reader.tsv(sql, ...rest);
    const { table, act } = after ?? { table: '' };
    if (!act || !new RegExp(`FROM market\\.${table}\\b`).test(sql)) return text;
    after = null;
    await act();
    return text;
  };
  const watched = Object.assign(Object.create(reader) as typeof reader, { tsv });
  opened = await openOperations({ ...store, reader: watched }, [], { clock });
}

async function close(): Promise<void> {
  await opened.stop();
  await store.close();
}

beforeEach(open);
afterEach(close);

/** Backed up while something is done, and restored into an empty store. */
async function restoredAfter(name: string, table: string, act: () => Promise<unknown>): Promise<void> {
  const path = join(folder, name);
  after = { table, act };
  await opened.operations['backup']({ path } as never, context);
  expect(after).toBeNull();
  await close();
  await open();
  notices.length = 0;
  await opened.operations['restore']({ path } as never, context);
}

const bar = (minute: number, more: object = {}) => ({
  key: 'AAA',
  value: JSON.stringify({
    symbol: 'AAA',
    asset_class: 'etf',
    ts: Date.UTC(2025, 5, 4, 14, minute),
    ...{ open: 1, high: 1, low: 1, close: 1, volume: 1 },
    ...more,
  }),
  source: 'test',
});
const minutes = async () =>
  (await store.reader.query<{ m: number }>('SELECT toMinute(ts) AS m FROM market.bars FINAL ORDER BY ts')).map(
    ({ m }) => m,
  );

it('a dead letter that is replayed meanwhile', async () => {
  await opened.landing.landEvents('bars', [bar(0), bar(5, { interval: '5m' })]);
  expect(await opened.run('dlq.count', { all: true })).toEqual({ dead_letters: 1 });
  await opened.landing.registry.set('AAA', 'etf', 5);
  const replay = () => opened.run<{ replayed: number }>('dlq.replay', {});
  await restoredAfter('replayed', 'bars', async () => expect(await replay()).toMatchObject({ replayed: 1 }));
  expect(await minutes()).toEqual([0]);
  expect(await replay()).toMatchObject({ replayed: 1 });
  expect(await minutes()).toEqual([0, 5]);
});

it('news that is classified meanwhile', async () => {
  const news = (id: string, more: object) => ({
    key: 'AAA',
    value: JSON.stringify({
      ...{ id, symbol: 'AAA', asset_class: 'equity', event_timestamp: '2025-06-04T14:30:00Z', title: 'AAA beats' },
      ...more,
    }),
    source: 'test',
  });
  const known = { direction: 'positive', impact_score: 0.5 };
  await opened.landing.landEvents('events.sentiment', [news('1', known), news('2', {})]);
  const ids = () => store.reader.query<{ id: string }>('SELECT id FROM market.v_events_sentiment ORDER BY id');
  const classify = () =>
    new ClassifierWorker({
      ...{ store, target: opened.landing, endpoint: null, model: '', tokensPerDay: 1, attempts: 1, rules: true },
      ...{ logger: silentLogger, clock },
    }).classifyBatch(new AbortController().signal);
  await restoredAfter('classified', 'events_sentiment', async () => expect(await classify()).toBe(1));
  expect(await ids()).toEqual([{ id: '1' }]);
  expect(await classify()).toBe(1);
  expect(await ids()).toEqual([{ id: '1' }, { id: '2' }]);
});

const rowsOfFile = () => {
  const file = join(folder, 'bars.csv');
  writeFileSync(file, 'symbol,asset_class,ts,open,high,low,close,volume\nAAA,etf,2025-06-04T14:01:00Z,1,1,1,1,1\n');
  return opened.run<{ import_id: string; landed: number }>('import', { kind: 'bars', files: [file] });
};

it('an import whose rows land meanwhile: the restore says that they may be missing, and the file brings them', async () => {
  await opened.landing.landEvents('bars', [bar(0)]);
  clock.advance(1_000);
  let id = '';
  await restoredAfter('imported', 'bars', async () => {
    id = (await rowsOfFile()).import_id;
  });
  expect(notices).toEqual([
    `import ${id} ended while the backup was written: rows of it may be missing; import its files again: rows that are there change nothing`,
  ]);
  expect(await minutes()).toEqual([0]);
  expect(await rowsOfFile()).toMatchObject({ landed: 1 });
  expect(await minutes()).toEqual([0, 1]);
});

it('an import that ended before the backup is nothing to say', async () => {
  await rowsOfFile();
  clock.advance(1_000);
  await restoredAfter('whole', 'bars', async () => {});
  expect(notices).toEqual([]);
  expect(await minutes()).toEqual([1]);
});

it('an import that is undone meanwhile: the restore says so', async () => {
  const { import_id: id } = await rowsOfFile();
  await opened.landing.landEvents('bars', [bar(0)]);
  clock.advance(1_000);
  await restoredAfter('undone', 'bars', () => opened.run('imports.undo', { id }));
  expect(notices).toEqual([
    `import ${id} was undone while the backup was written: its rows may be there; run \`imports undo ${id}\``,
  ]);
  expect(await minutes()).toEqual([0, 1]);
  await opened.run('imports.undo', { id });
  expect(await minutes()).toEqual([0]);
});

const ITS_ROWS = 'its rows may be there; run `imports undo ID`';
it.each([
  [
    'running',
    'had not ended when the backup was written: rows of it may be missing; import its files again: rows that are there change nothing',
  ],
  ['undoing', `was being undone when the backup was written, or its undo had broken off: ${ITS_ROWS}`],
  ['refused', `was refused while the backup was written: ${ITS_ROWS}`],
] as const)('an import that is %s meanwhile: the restore says so', async (state, what) => {
  const records = new ImportRecords(store, { clock });
  const id = await records.begin('bars', ['bars.csv'], {});
  await opened.landing.landEvents('bars', [bar(0)]);
  clock.advance(1_000);
  await restoredAfter(state, 'bars', () => records.update(id, { state }));
  expect(notices).toEqual([`import ${id} ${what.replace('ID', id)}`]);
});
