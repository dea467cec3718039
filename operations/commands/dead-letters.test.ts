import { beforeEach, expect, test } from 'vitest';
import type { LogEvent } from '../../ingest/landing/events.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { fixedClock } from '../../lib/clock.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { DeadLetters } from './dead-letters.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const clock = fixedClock(NOON);
const store = await storeOfFile();
let run = 0;
let symbol: string;
/** Of the test alone: in a partition in which the clock steps back, ranks are above its time. */
let partition: number;

const landing = await Landing.open({ store, clock });
const deadLetters = new DeadLetters(store, { clock });
beforeEach(async () => {
  await store.writer.command('TRUNCATE TABLE market.dead_letters');
  clock.set(NOON);
  partition = run;
  symbol = `S${run++}`;
});

let offset = 0;
function bar(minute: number, more: object = {}): LogEvent {
  const ts = Date.UTC(2025, 5, 4, 14) + minute * 60_000;
  const event = {
    symbol,
    asset_class: 'etf',
    interval: '1m',
    ts,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
    ...more,
  };
  return {
    topic: 'bars',
    partition,
    offset: offset++,
    timestampMs: clock.nowMs(),
    key: symbol,
    value: JSON.stringify(event),
  };
}
const closes = () =>
  store.reader.query(
    `SELECT close, toString(rank) AS rank FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY ts`,
    {
      symbol,
    },
  );

test('dead letters are listed newest first, by reason, up to a limit, and shown by their id', async () => {
  await landing.land([bar(0), bar(1, { open: -1 }), bar(2, { open: -1 }), bar(3, { volume: -1 })]);
  clock.advance(1000);
  await landing.land([bar(4, { asset_class: 'bond' })]);
  const all = await deadLetters.list();
  expect(all.map(({ reason }) => reason)).toEqual([
    'unknown_asset_class',
    'invalid_volume',
    'invalid_price',
    'invalid_price',
  ]);
  expect(await deadLetters.list({ reason: 'invalid_price', limit: 1 })).toEqual([all[2]]);
  expect(await deadLetters.show(all[0].id)).toEqual({
    id: all[0].id,
    received_at: '2025-06-05T12:00:01.000Z',
    topic: 'bars',
    partition,
    offset: offset - 1,
    key: symbol,
    reason: 'unknown_asset_class',
    message: 'asset_class: must be equity, etf or crypto',
    payload: expect.stringContaining('"bond"'),
    source: '',
    position: '',
  });
  expect(await deadLetters.show('none')).toBeNull();
  expect(await deadLetters.count({ reason: 'invalid_price' })).toBe(2);
});

test('after the operator fixed the registry the dead letters land with the ranks that they had', async () => {
  const first = offset;
  await landing.land([
    bar(0),
    bar(5, { asset_class: 'equity' }),
    bar(10, { asset_class: 'equity', close: 0.5, low: 0.5 }),
  ]);
  clock.advance(60_000);
  await landing.registry.set(symbol, { assetClass: 'equity' });
  expect(await deadLetters.replay(landing, { reason: 'asset_class_conflict' })).toEqual({
    replayed: 2,
    dead_letters: {},
  });
  expect(await deadLetters.list()).toEqual([]);
  const rank = (n: number) => String(2n ** 62n + BigInt(NOON) * 2n ** 20n + BigInt(first + n));
  expect(await closes()).toEqual([
    { close: 1, rank: rank(0) },
    { close: 1, rank: rank(1) },
    { close: 0.5, rank: rank(2) },
  ]);
});

test('a replayed event does not win over what came after it', async () => {
  await landing.land([bar(0), bar(5, { asset_class: 'equity', close: 0.5, low: 0.5 })]);
  await landing.registry.set(symbol, { assetClass: 'equity' });
  clock.advance(60_000);
  await landing.land([bar(5, { asset_class: 'equity', close: 0.75, low: 0.75 })]);
  expect(await deadLetters.replay(landing)).toMatchObject({ replayed: 1 });
  expect((await closes()).at(-1)).toMatchObject({ close: 0.75 });
});

test('what is refused again stays, with the reason of now', async () => {
  await landing.land([bar(0), bar(7, { asset_class: 'equity' }), bar(8, { open: -1 })]);
  await landing.registry.set(symbol, { assetClass: 'crypto' });
  clock.advance(1000);
  expect(await deadLetters.replay(landing)).toEqual({
    replayed: 0,
    dead_letters: { asset_class_conflict: 1, invalid_price: 1 },
  });
  expect((await deadLetters.list()).map(({ reason, received_at }) => `${reason} ${received_at}`).sort()).toEqual([
    'asset_class_conflict 2025-06-05T12:00:00.000Z',
    'invalid_price 2025-06-05T12:00:00.000Z',
  ]);
});

test('a re-delivery is the same dead letter, and brings back none that was replayed or purged', async () => {
  const bad = bar(1, { open: -1 });
  await landing.land([bad]);
  await landing.land([bad]);
  expect(await deadLetters.list()).toHaveLength(1);
  clock.advance(1000);
  expect(await deadLetters.purge({ reason: 'invalid_volume' })).toBe(0);
  expect(await deadLetters.purge({ reason: 'invalid_price' })).toBe(1);
  await landing.land([bad]);
  expect(await deadLetters.list()).toEqual([]);
});

test('an event is judged by the time it first came, however late its replay', async () => {
  const ahead = bar(0, { ts: NOON + 3_600_000 });
  await landing.land([ahead]);
  clock.advance(24 * 3_600_000);
  expect(await deadLetters.replay(landing)).toEqual({ replayed: 0, dead_letters: { bar_in_progress: 1 } });
});

test('thousands of dead letters are replayed in bounded batches', async () => {
  const events = Array.from({ length: 2_500 }, (_, i) =>
    bar(5 * i, { asset_class: 'equity', ts: Date.UTC(2024, 0, 1) + i * 300_000 }),
  );
  await landing.land([bar(0), ...events]);
  expect(await deadLetters.count()).toBe(2_500);
  await landing.registry.set(symbol, { assetClass: 'equity' });
  expect(await deadLetters.replay(landing)).toEqual({ replayed: 2_500, dead_letters: {} });
  expect(await deadLetters.count()).toBe(0);
  expect(await closes()).toHaveLength(2_501);
});

test('rows of a file that never came into a log are replayed in the order of the file', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => i + 1);
  const refused = rows.map((row) => ({
    ...bar(0, { open: -row }),
    partition: 0,
    offset: 0,
    source: 'x.csv',
    position: `row ${row}`,
  }));
  await landing.land(refused);
  const replayed: (string | undefined)[] = [];
  const target = {
    landAgain: async (events: readonly LogEvent[]) => {
      replayed.push(...events.map(({ position }) => position));
      return events.map(() => null);
    },
  };
  const positions = rows.map((row) => `row ${row}`);
  expect((await deadLetters.list()).map(({ position }) => position)).toEqual(positions.toReversed());
  await deadLetters.replay(target);
  expect(replayed).toEqual(positions);
});
