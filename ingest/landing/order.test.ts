/** Whatever the order, batching and repetition of events, and whatever the clocks say, a reader finds the same rows. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { runs } from '../../test/support/property-seed.ts';
import type { BarRow } from '../contract/events.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';
import { judgeAll } from './select.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const HOUR = 3_600_000;
const KEYS = 4;
const clock = fixedClock(NOON);
const store = await storeOfFile();
let landing: Landing;
let run = 0;

beforeAll(async () => {
  landing = await open();
});

const open = () => Landing.open({ store, clock });
const newSymbol = () => `V${run++}`;

interface Change {
  key: number;
  revision: number;
  close: number;
  deleted: boolean;
}

const change = fc.record({
  key: fc.nat(KEYS - 1),
  revision: fc.nat(6),
  close: fc.integer({ min: 1, max: 3 }),
  deleted: fc.boolean(),
});

function barText(symbol: string, close: number, minute = 0, more: object = {}): string {
  const ts = Date.UTC(2025, 5, 4) + minute * 60_000;
  const prices = { open: close, high: close, low: close, close, volume: 0 };
  return JSON.stringify({ symbol, asset_class: 'etf', interval: '1m', ts, ...prices, ...more });
}
const deletionText = (symbol: string, minute = 0, more: object = {}) =>
  JSON.stringify({ symbol, interval: '1m', ts: Date.UTC(2025, 5, 4) + minute * 60_000, deleted: true, ...more });

const changeText = (symbol: string, { key, revision, close, deleted }: Change) =>
  deleted ? deletionText(symbol, key, { revision }) : barText(symbol, close, key, { revision });

const isPair = (symbol: string) => /[13579]$/.test(symbol);

/** Deletions do not say whose news they are: every other symbol's are of a pair. */
function newsText(symbol: string, { key, revision, close, deleted }: Change): string {
  const id = `n${key}`;
  if (deleted) return JSON.stringify({ symbol, id, deleted, revision });
  const event = { event_timestamp: '2025-06-04T10:00:00Z', direction: 'neutral', impact_score: 0.5 };
  return JSON.stringify({
    symbol,
    id,
    asset_class: isPair(symbol) ? 'crypto' : 'etf',
    ...event,
    title: `title ${close}`,
    revision,
  });
}

/** What a reader must find, by a plain second rule: of each key the change with the highest rank. */
function expected(changes: readonly (Change & { offset: number })[]): string[] {
  const best = new Map<number, Change & { offset: number }>();
  for (const next of changes) {
    const known = best.get(next.key);
    if (!known || [next.revision - known.revision, next.offset - known.offset].find((d) => d !== 0)! > 0) {
      best.set(next.key, next);
    }
  }
  return [...best.values()]
    .filter(({ deleted }) => !deleted)
    .map(({ key, close, revision }) => `${key} ${close} ${revision}`)
    .sort();
}

async function found(symbol: string): Promise<{ bars: string[]; news: string[] }> {
  const bars = await store.reader.query<{ line: string }>(
    `SELECT concat(toString(toMinute(ts)), ' ', toString(close), ' ', toString(version)) AS line
     FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY line`,
    { symbol },
  );
  const news = await store.reader.query<{ line: string }>(
    `SELECT concat(substring(id, 2), ' ', substring(title, 7), ' ', toString(version)) AS line
     FROM market.events_sentiment${isPair(symbol) ? '_crypto' : ''} FINAL WHERE symbol = {symbol:String} ORDER BY line`,
    { symbol },
  );
  return { bars: bars.map(({ line }) => line), news: news.map(({ line }) => line) };
}

function batches<T>(items: readonly T[], sizes: readonly number[]): T[][] {
  const result: T[][] = [];
  let at = 0;
  for (let i = 0; at < items.length; i++) {
    const size = sizes[i % sizes.length];
    result.push(items.slice(at, at + size));
    at += size;
  }
  return result;
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });

test('records of the log, shuffled, repeated and batched anyhow', { timeout: 90_000 }, async () => {
  const streams = fc.array(change, { minLength: 1, maxLength: 14 }).chain((changes) => {
    const placed = changes.map((one, offset) => ({ ...one, offset }));
    const order = fc.shuffledSubarray([...placed, ...placed.slice(0, 3)], { minLength: placed.length });
    return fc.tuple(fc.constant(placed), order, sizes);
  });
  const property = fc.asyncProperty(streams, async ([changes, order, cuts]) => {
    const symbol = `LOG${run++}`;
    // Whatever the shuffle left out comes at the end: nothing is lost, all may be late.
    const delivered = [...order, ...changes.filter((one) => !order.includes(one))];
    for (const batch of batches(delivered, cuts)) {
      const events = batch.flatMap((one): LogEvent[] => {
        const place = { partition: 1, offset: one.offset, timestampMs: NOON, key: symbol };
        return [
          { ...place, topic: 'bars', value: changeText(symbol, one) },
          { ...place, topic: 'events.sentiment', value: newsText(symbol, one) },
        ];
      });
      await landing.land(events);
    }
    const lines = expected(changes);
    expect(await found(symbol)).toEqual({ bars: lines, news: lines });
  });
  await fc.assert(property, { numRuns: runs(5) });
});

test('pushed revisions in any order, where equal rows are left out', { timeout: 120_000 }, async () => {
  // A source gives a revision one content.
  const streams = fc
    .uniqueArray(change, { minLength: 1, maxLength: 14, selector: ({ key, revision }) => `${key} ${revision}` })
    .chain((changes) => {
      const repeated = [...changes, ...changes.slice(0, 4)];
      return fc.tuple(fc.constant(changes), fc.shuffledSubarray(repeated, { minLength: repeated.length }), sizes);
    });
  const property = fc.asyncProperty(streams, async ([changes, order, cuts]) => {
    const symbol = `PUSH${run++}`;
    for (const batch of batches(order, cuts)) {
      await landing.landEvents(
        'bars',
        batch.map((one) => ({ key: symbol, value: changeText(symbol, one) })),
      );
      await landing.landEvents(
        'events.sentiment',
        batch.map((one) => ({ key: symbol, value: newsText(symbol, one) })),
      );
    }
    const lines = expected(changes.map((one) => ({ ...one, offset: 0 })));
    expect(await found(symbol)).toEqual({ bars: lines, news: lines });
    // All of it once more changes nothing.
    const again = await landing.landEvents(
      'bars',
      order.map((one) => ({ key: symbol, value: changeText(symbol, one) })),
    );
    expect(again).toMatchObject({ landed: 0, duplicates: order.length, changed: [] });
  });
  await fc.assert(property, { numRuns: runs(5) });
});

const newsOf = (symbol: string, assetClass: string, more: object = {}) =>
  JSON.stringify({
    id: 'n',
    symbol,
    asset_class: assetClass,
    event_timestamp: '2025-06-04T10:00:00Z',
    title: 'first',
    direction: 'neutral',
    impact_score: 0.5,
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

test('pushed: news that came by either topic keeps the order of arrival', async () => {
  const symbol = newSymbol();
  const landing = await open();
  clock.set(NOON);
  await landing.landEvents('events.sentiment', [{ key: symbol, value: newsOf(symbol, 'etf') }]);
  clock.set(NOON - HOUR);
  await landing.landEvents('events.sentiment_crypto', [
    { key: symbol, value: newsOf(symbol, 'etf', { title: 'second' }) },
  ]);
  expect(
    await store.reader.query('SELECT title FROM market.events_sentiment FINAL WHERE symbol = {symbol:String}', {
      symbol,
    }),
  ).toEqual([{ title: 'second' }]);
  clock.set(NOON);
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
  await fc.assert(property, { numRuns: runs(4) });
}, 70_000);

const barRow = (close: number, version: number, offset: number): BarRow => ({
  table: 'bars',
  symbol: 'SPY',
  assetClass: 'etf',
  intervalMin: 1,
  minute: 29_152_080,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  partition: 0,
  offset,
  timestampMs: version,
  source: '',
  version,
  revised: false,
  deleted: false,
});

test('a value set back to what is stored is no duplicate of it, on a clock that is behind the stored versions', () => {
  const stored = new Map([['SPY', barRow(1, NOON, 900)]]);
  const rows = [barRow(2, NOON - 3_600_000, 0), barRow(2, NOON - 3_600_000, 1), barRow(1, NOON - 3_600_000, 2)];
  expect(judgeAll(rows, ['SPY', 'SPY', 'SPY'], stored)).toEqual(['write', 'skip', 'write']);
});
