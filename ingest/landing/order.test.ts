/** Whatever the order, batching and repetition of events, a reader finds the same rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../test/support/store.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const KEYS = 4;
let store: TestStore;
let landing: Landing;
let run = 0;

beforeAll(async () => {
  store = await openTestStore();
  landing = await Landing.open({ store });
});
afterAll(() => store.close());

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

function barText(symbol: string, { key, revision, close, deleted }: Change): string {
  const ts = Date.UTC(2025, 5, 4) + key * 60_000;
  if (deleted) return JSON.stringify({ symbol, ts, deleted, revision });
  const prices = { open: close, high: close, low: close, close, volume: 0 };
  return JSON.stringify({ symbol, asset_class: 'etf', ts, ...prices, revision });
}

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
          { ...place, topic: 'bars', value: barText(symbol, one) },
          { ...place, topic: 'events.sentiment', value: newsText(symbol, one) },
        ];
      });
      await landing.land(events);
    }
    const lines = expected(changes);
    expect(await found(symbol)).toEqual({ bars: lines, news: lines });
  });
  await fc.assert(property, { numRuns: 40 });
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
        batch.map((one) => ({ key: symbol, value: barText(symbol, one) })),
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
      order.map((one) => ({ key: symbol, value: barText(symbol, one) })),
    );
    expect(again).toMatchObject({ landed: 0, duplicates: order.length, changed: [] });
  });
  await fc.assert(property, { numRuns: 40 });
});
