/**
 * An undo takes back what its import brought and nothing else: other kinds of events of the symbol, rows that somebody
 * else has brought as well, corrections that come in while it runs.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SymbolDirectory } from '../compute/answers/symbols.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { ImportRecords } from '../ingest/files/imports.ts';
import { undoImport } from '../ingest/files/undo.ts';
import type { PushedEvent } from '../ingest/landing/events.ts';
import type { Reader } from '../sql/reader.ts';
import { folderOfFile, storeOfFile } from './support/of-file.ts';
import { openOperations } from './support/operations.ts';

const folder = folderOfFile();

const statistics = (await loadStatistics()).filter(({ name }) => name === 'gap');
const store = await storeOfFile({ statistics });
const opened = await openOperations(store, statistics);
afterAll(async () => {
  await opened?.stop();
});

const START = Date.UTC(2025, 5, 4, 13, 30);
const time = (at: number) => new Date(START + at * 60_000).toISOString();
/** `closes` by minute after the start. */
function file(name: string, closes: readonly (readonly [at: number, close: number])[]): string {
  const path = join(folder, name);
  const rows = closes.map(([at, close]) => `${time(at)},${close},${close},${close},${close},1`);
  writeFileSync(path, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
  return path;
}
type Answer = { import_id: string } & Record<string, number>;
const importBars = (symbol: string, path: string, options: object = {}) =>
  opened.run<Answer>('import', {
    kind: 'bars',
    files: [path],
    force: true,
    options: { symbol, assetClass: 'etf', interval: '1m', ...options },
  });
const undo = (id: string) => opened.run<Answer>('imports.undo', { id });
const closes = async (symbol: string, table = 'bars') =>
  (
    await store.reader.query<{ close: number }>(
      `SELECT close FROM market.${table} FINAL WHERE symbol = {symbol:String} ORDER BY ts`,
      { symbol },
    )
  ).map(({ close }) => close);
const count = async (table: string, symbol: string) =>
  (
    await store.reader.query<{ n: number }>(
      `SELECT count() AS n FROM market.${table} FINAL WHERE symbol = {symbol:String}`,
      { symbol },
    )
  )[0].n;
const bar = (symbol: string, at: number, close: number): PushedEvent => ({
  key: symbol,
  value: JSON.stringify({
    symbol,
    asset_class: 'etf',
    interval: '1m',
    ts: START + at * 60_000,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  }),
});

test('undoing bars leaves the symbol’s earnings, crypto events, news that waits and corporate actions', {
  timeout: 30_000,
}, async () => {
  const { import_id: id } = await importBars(
    'REST',
    file('rest.csv', [
      [0, 10],
      [1, 11],
    ]),
  );
  const push = (topic: Parameters<typeof opened.landing.landEvents>[0], event: object) =>
    opened.landing.landEvents(topic, [{ key: 'REST', value: JSON.stringify({ symbol: 'REST', id: 'e', ...event }) }]);
  const results = [
    await push('events.earnings', { event_timestamp: START, eps_expected: 1 }),
    await push('events.crypto', { event_timestamp: START, title: 'T', category: 'listing' }),
    await push('events.sentiment', { asset_class: 'etf', event_timestamp: START, title: 'waits' }),
    await push('events.actions', { kind: 'split', ex_date: '2025-06-05', ratio: 2 }),
  ];
  expect(results.map(({ landed, firstRejected }) => firstRejected?.message ?? landed)).toEqual([1, 1, 1, 1]);
  expect(await undo(id)).toMatchObject({ deleted: 2 });
  const tables = ['bars', 'events_earnings', 'events_crypto', 'news_unclassified', 'corporate_actions', 'symbols'];
  const left = await Promise.all(tables.map(async (table) => [table, await count(table, 'REST')]));
  expect(Object.fromEntries(left)).toEqual({
    bars: 0,
    symbols: 0,
    events_earnings: 1,
    events_crypto: 1,
    news_unclassified: 1,
    corporate_actions: 1,
  });
});

test('a row that was pushed, too, stays when its import is undone', async () => {
  const { import_id: id } = await importBars(
    'PUSHED',
    file('pushed.csv', [
      [0, 10],
      [1, 11],
    ]),
  );
  expect(await opened.landing.landEvents('bars', [bar('PUSHED', 1, 11)])).toMatchObject({ landed: 0, duplicates: 1 });
  expect(await undo(id)).toMatchObject({ deleted: 1 });
  expect(await closes('PUSHED')).toEqual([11]);
});

test('a file that loses against the revision that its undo had to take is not reported as landed', async () => {
  const path = join(folder, 'revised.csv');
  writeFileSync(path, `ts,open,high,low,close,volume,revision\n${time(0)},10,10,10,10,1,7\n`);
  const records = new ImportRecords(store);
  const id = await records.begin('bars', ['revised.csv'], {});
  await opened.landing.landEvents('bars', [bar('REVISED', 5, 11)]);
  // From a log: its place there is behind that of what is pushed.
  const [{ key, value }] = [bar('REVISED', 0, 10)];
  const revised = JSON.stringify({ ...JSON.parse(String(value)), revision: 7 });
  const place = { topic: 'bars', partition: 3, offset: 5_000, timestampMs: START } as const;
  await opened.landing.land([{ ...place, key, value: revised, importId: id }]);
  expect(await undo(id)).toMatchObject({ deleted: 1 });
  const notices: string[] = [];
  const context = { progress() {}, notice: (text: string) => void notices.push(text) };
  const options = { symbol: 'REVISED', assetClass: 'etf', interval: '1m' };
  const again = (await opened.operations['import']({ kind: 'bars', files: [path], force: true, options }, context)) as {
    import_id: string;
  };
  expect(again).toMatchObject({ landed: 0, duplicates: 1 });
  expect(await closes('REVISED')).toEqual([11]);
  const said = expect.stringContaining('1 rows were not written');
  expect(notices).toContainEqual(said);
  expect(await opened.run('imports.show', { id: again.import_id })).toMatchObject({ imports: [{ message: said }] });
});

test('the last day of a symbol is none whose bars an undo has taken back', async () => {
  const day = START / 86_400_000;
  await opened.landing.landEvents('bars', [bar('ENDS', 0, 10)]);
  const { import_id: id } = await importBars('ENDS', file('ends.csv', [[1440, 11]]));
  const lastDay = async () => (await new SymbolDirectory(store.reader, Date.now).find('ENDS'))?.lastDay;
  expect(await lastDay()).toBe(Math.floor(day) + 1);
  await undo(id);
  expect(await lastDay()).toBe(Math.floor(day));
});

test('a correction that is pushed while an undo runs stays', async () => {
  const { import_id: id } = await importBars(
    'MEANWHILE',
    file('meanwhile.csv', [
      [0, 10],
      [1, 11],
    ]),
  );
  let pushed: Promise<unknown> = Promise.resolve();
  const reader: Reader = {
    ...store.reader,
    async query(sql, ...rest) {
      const rows = await store.reader.query(sql, ...rest);
      // The undo has seen what is there, and has not written yet.
      if (sql.includes('argMax(version, rank)') && sql.includes('market.bars\n')) {
        pushed = opened.landing.landEvents('bars', [bar('MEANWHILE', 1, 99)]);
        await Promise.race([pushed, new Promise((resolve) => setTimeout(resolve, 300))]);
      }
      return rows as never;
    },
  };
  await new ImportRecords(store).update(id, { state: 'undoing' });
  await undoImport(id, { reader, target: opened.landing, undone: new Set([id]) });
  await pushed;
  expect(await closes('MEANWHILE')).toEqual([99]);
});
