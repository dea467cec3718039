/** Clocks that step back: of events without a revision the later one wins, whatever their timestamps say. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const HOUR = 3_600_000;
const clock = fixedClock(NOON);
let store: TestStore;
let run = 0;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const open = () => Landing.open({ store, clock });
const newSymbol = () => `V${run++}`;

function barText(symbol: string, close: number, minute = 0): string {
  const ts = Date.UTC(2025, 5, 4) + minute * 60_000;
  const prices = { open: close, high: close, low: close, close, volume: 0 };
  return JSON.stringify({ symbol, asset_class: 'etf', ts, ...prices });
}
const deletionText = (symbol: string) => JSON.stringify({ symbol, ts: Date.UTC(2025, 5, 4), deleted: true });
const newsText = (symbol: string, assetClass: string, more: object = {}) =>
  JSON.stringify({
    id: 'n',
    symbol,
    asset_class: assetClass,
    ...{ event_timestamp: '2025-06-04T10:00:00Z', title: 'first', direction: 'neutral', impact_score: 0.5 },
    ...more,
  });

async function closes(symbol: string): Promise<number[]> {
  const rows = await store.reader.query<{ close: number }>(
    'SELECT close FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY ts',
    { symbol },
  );
  return rows.map(({ close }) => close);
}

async function versions(symbol: string): Promise<string[]> {
  const rows = await store.reader.query<{ line: string }>(
    `SELECT concat(toString(partition), '/', toString(offset), ' ', toString(version)) AS line
     FROM market.bars WHERE symbol = {symbol:String} ORDER BY partition, offset`,
    { symbol },
  );
  return [...new Set(rows.map(({ line }) => line))];
}

const record = (partition: number, offset: number, timestampMs: number, value: string): LogEvent => ({
  topic: 'bars',
  partition,
  offset,
  timestampMs,
  key: null,
  value,
});

test('pushed: a correction and a deletion count though the clock went back, also after a restart', async () => {
  const symbol = newSymbol();
  clock.set(NOON);
  const push = async (landing: Landing, value: string) => landing.landEvents('bars', [{ key: symbol, value }]);
  const first = await open();
  await push(first, barText(symbol, 1));
  clock.set(NOON - HOUR);
  expect(await push(first, barText(symbol, 2))).toMatchObject({ landed: 1 });
  expect(await closes(symbol)).toEqual([2]);
  clock.set(NOON - 2 * HOUR);
  const second = await open();
  await push(second, barText(symbol, 3));
  expect(await closes(symbol)).toEqual([3]);
  await push(second, deletionText(symbol));
  expect(await closes(symbol)).toEqual([]);
  clock.set(NOON);
});

test('pushed: news that came by either topic keeps the order of arrival', async () => {
  const symbol = newSymbol();
  const landing = await open();
  clock.set(NOON);
  await landing.landEvents('events.sentiment', [{ key: symbol, value: newsText(symbol, 'etf') }]);
  clock.set(NOON - HOUR);
  await landing.landEvents('events.sentiment_crypto', [
    { key: symbol, value: newsText(symbol, 'etf', { title: 'second' }) },
  ]);
  expect(
    await store.reader.query('SELECT title FROM market.events_sentiment FINAL WHERE symbol = {symbol:String}', {
      symbol,
    }),
  ).toEqual([{ title: 'second' }]);
  clock.set(NOON);
});

test('pushed: what an earlier build stored, with times for versions, is outranked', async () => {
  const symbol = newSymbol();
  // As the build before wrote it: on a clock that was ahead.
  await store.writer.command('TRUNCATE TABLE market.version_floors');
  const at = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  await store.writer.insertRows(
    'market.bars',
    [
      'symbol',
      'ts',
      'open',
      'high',
      'low',
      'close',
      'volume',
      'version',
      'topic',
      'partition',
      'offset',
      'ingested_at',
    ],
    [[symbol, '2025-06-04 00:00:00', 1, 1, 1, 1, 0, NOON + HOUR, 'bars', 0, 900_000, at(NOON + HOUR)]],
  );
  clock.set(NOON);
  const landing = await open();
  await landing.landEvents('bars', [{ key: symbol, value: barText(symbol, 2) }]);
  expect(await closes(symbol)).toEqual([2]);
});

test('from the log: a new leader whose clock is behind, met before and after a restart', async () => {
  const symbol = newSymbol();
  const first = await open();
  await first.land([record(7, 0, NOON, barText(symbol, 1)), record(7, 1, NOON - 5_000, barText(symbol, 2))]);
  expect(await closes(symbol)).toEqual([2]);
  await (await open()).land([record(7, 2, NOON - 9_000, barText(symbol, 3))]);
  expect(await closes(symbol)).toEqual([3]);
  // Another partition goes by its own times.
  await first.land([record(8, 0, NOON - 9_000, barText(symbol, 4, 1))]);
  expect(await versions(symbol)).toContain(`8/0 ${NOON - 9_000}`);
});

test('from the log: landed again, in whole or in part, a record has the version that it had', async () => {
  const symbol = newSymbol();
  const times = [0, 60_000, -HOUR, -HOUR + 1, 2 * HOUR, HOUR];
  // Keys of their own: what outranks another in a key may remove it at any time.
  const log = times.map((ms, i) => record(9, i, NOON + ms, barText(symbol, i + 1, i)));
  const landing = await open();
  for (const one of log) await landing.land([one]);
  const given = await versions(symbol);
  const floor = NOON + 60_000 + 10_000;
  expect(given).toEqual(
    [NOON, NOON + 60_000, floor, floor, NOON + 2 * HOUR, NOON + 2 * HOUR + 10_000].map((v, i) => `9/${i} ${v}`),
  );
  for (const part of [log, log.slice(3), log.slice(1, 3)]) {
    await (await open()).land(part, { ledger: false });
    await landing.landAgain(part);
    await (await open()).land(part);
    expect(await versions(symbol)).toEqual(given);
  }
});

test('from the log: what another process has landed meanwhile is known', async () => {
  const symbol = newSymbol();
  const [one, other] = [await open(), await open()];
  await one.land([record(10, 0, NOON, barText(symbol, 1))]);
  await other.land([record(10, 1, NOON + HOUR, barText(symbol, 2))]);
  await one.land([record(10, 2, NOON + 1, barText(symbol, 3))]);
  expect(await closes(symbol)).toEqual([3]);
});

test('a topic that was created again: its first records outrank those of the log before, whatever the clock', async () => {
  const symbol = newSymbol();
  const landing = await open();
  const old = [0, 1, 2].map((i) => record(11, i, NOON + i, barText(symbol, i + 1)));
  await landing.land(old);
  await landing.beginLog('bars', 11);
  await landing.land([record(11, 0, NOON - HOUR, barText(symbol, 9))]);
  expect(await closes(symbol)).toEqual([9]);
});

test('any clock, any batches, restarts and repetitions: the last in the log is what a reader finds', async () => {
  const step = fc.record({
    key: fc.nat(2),
    // Of the time since the record before; a leader may change at any of them.
    deltaMs: fc.integer({ min: -20_000, max: 20_000 }),
    restart: fc.boolean(),
    /** Records before it that are delivered again. */
    again: fc.nat(3),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
    const symbol = newSymbol();
    const partition = 100 + run;
    let nowMs = NOON;
    const log = steps.map(({ key, deltaMs }, i) => {
      nowMs += deltaMs;
      return record(partition, i, nowMs, barText(symbol, i + 1, key));
    });
    let landing = await open();
    for (const [i, { restart, again }] of steps.entries()) {
      if (restart) landing = await open();
      await landing.land(log.slice(Math.max(0, i - again), i + 1));
    }
    const last = new Map(steps.map(({ key }, i) => [key, i + 1]));
    expect(await closes(symbol)).toEqual([...last].sort(([a], [b]) => a - b).map(([, close]) => close));
  });
  await fc.assert(property, { numRuns: 30 });
}, 90_000);
