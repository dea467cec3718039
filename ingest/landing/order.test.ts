/** Whatever the order, batching and repetition of events, and whatever the clocks say, a reader finds the same rows. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { runs } from '../../test/support/property-seed.ts';
import type { BarRow } from '../contract/events.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';
import { batchStarts, beginPartitions, numberAt } from './ranks.ts';
import { judgeAll } from './select.ts';
import { listWaitingNews } from './waiting-news.ts';

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

/** A source gives a revision one content. */
const changesArbitrary = fc.uniqueArray(change, {
  minLength: 1,
  maxLength: 14,
  selector: ({ key, revision }) => `${key} ${revision}`,
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

/** What a reader must find, by a plain second rule: of each key the change with the highest revision. */
function expected(changes: readonly Change[]): string[] {
  const best = new Map<number, Change>();
  for (const next of changes) if (next.revision > (best.get(next.key)?.revision ?? -1)) best.set(next.key, next);
  return [...best.values()]
    .filter(({ deleted }) => !deleted)
    .map(({ key, close, revision }) => `${key} ${close} ${revision}`)
    .sort();
}

const NUMBER = 'bitAnd(rank, bitShiftLeft(toUInt64(1), 62) - 1)';

async function found(symbol: string): Promise<{ bars: string[]; news: string[] }> {
  const bars = await store.reader.query<{ line: string }>(
    `SELECT concat(toString(toMinute(ts)), ' ', toString(close), ' ', toString(${NUMBER})) AS line
     FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY line`,
    { symbol },
  );
  const news = await store.reader.query<{ line: string }>(
    `SELECT concat(substring(id, 2), ' ', substring(title, 7), ' ', toString(${NUMBER})) AS line
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
  const streams = changesArbitrary.chain((changes) => {
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
  const streams = changesArbitrary.chain((changes) => {
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
    const lines = expected(changes);
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

/** Ranks of all stored rows of a symbol, without bit 62, in the order of their bars. */
async function numbers(symbol: string): Promise<bigint[]> {
  const rows = await store.reader.query<{ number: string }>(
    `SELECT DISTINCT ts, toString(${NUMBER}) AS number FROM market.bars WHERE symbol = {symbol:String} ORDER BY ts, number`,
    { symbol },
  );
  return rows.map(({ number }) => BigInt(number));
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

const ms = (time: number) => BigInt(time) * 2n ** 20n;

test('from the log: landed again, in whole or in part, a record has the rank that it had', async () => {
  const symbol = newSymbol();
  const times = [0, 60_000, -HOUR, -HOUR + 1, 2 * HOUR, HOUR];
  // Keys of their own: what outranks another in a key may remove it at any time.
  const log = times.map((time, i) => record(9, i, NOON + time, barText(symbol, i + 1, i)));
  const landing = await open();
  for (const one of log) await landing.land([one]);
  const given = await numbers(symbol);
  const second = ms(NOON + 60_000) + 1n;
  const fifth = ms(NOON + 2 * HOUR) + 4n;
  expect(given).toEqual([ms(NOON), second, second + 1n, second + 2n, fifth, fifth + 1n]);
  for (const part of [log, log.slice(3), log.slice(1, 3)]) {
    await (await open()).land(part, { ledger: false });
    await landing.land(part, { ledger: false });
    await (await open()).land(part);
    expect(await numbers(symbol)).toEqual(given);
  }
  // Of some of the records, all are ranked.
  await (await open()).land(log, { ledger: false, concerns: ({ offset }) => offset === 3 });
  expect(await numbers(symbol)).toEqual(given);
});

test('from the log: a reader in the midst of a batch starts at its start, one beyond the ledger at its end', async () => {
  const symbol = newSymbol();
  const log = [HOUR, 0, 1, 2, 3, 4].map((time, i) => record(14, i, NOON + time, barText(symbol, i + 1, i)));
  const landing = await open();
  await landing.land(log.slice(0, 2));
  await landing.land(log.slice(2, 5));
  const at = (offset: bigint, partition = 14) => ({ topic: 'bars', partition, offset });
  const places = [at(0n), at(1n), at(2n), at(4n), at(5n), at(9n), at(9n, 15)];
  const starts = await batchStarts(store, places);
  expect(starts.map(({ offset }) => offset)).toEqual([0n, 0n, 2n, 2n, 5n, 5n, 9n]);
  const given = await numbers(symbol);
  await (await open()).land(log.slice(2), { ledger: false });
  expect((await numbers(symbol)).slice(0, 5)).toEqual(given);
});

test('a replay beside the consumer keeps the ranks, however both cut their batches', async () => {
  const symbol = newSymbol();
  const log = Array.from({ length: 12 }, (_, i) => record(16, i, NOON - i * HOUR, barText(symbol, i + 1, i)));
  const landing = await open();
  await landing.land(log.slice(0, 6));
  const given = await numbers(symbol);
  for (const [from, to] of [
    [0, 2],
    [2, 5],
    [5, 6],
  ] as const) {
    await landing.land(log.slice(from, to), { ledger: false });
    await landing.land(log.slice(from + 6, to + 6));
  }
  expect(await numbers(symbol)).toEqual(log.map((_, i) => given[0] + BigInt(i)));
});

test('batches that are landed at once are ranked in the order of their calls', async () => {
  const symbol = newSymbol();
  const log = [HOUR, 0, 0, 0].map((time, i) => record(17, i, NOON + time, barText(symbol, i + 1)));
  const landing = await open();
  await Promise.all(log.map((one) => landing.land([one])));
  expect(await closes(symbol)).toEqual([4]);
});

test("offsets that wrap within one ms, and producers' times beyond all bounds, keep the order of the log", async () => {
  const [wrap, strange] = [newSymbol(), newSymbol()];
  const wrapped = [2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1].map((offset, i) =>
    record(18, offset, NOON, barText(wrap, i + 1)),
  );
  for (const one of wrapped) await (await open()).land([one]);
  expect(await closes(wrap)).toEqual([3]);
  const times = [-1, 0, 2 ** 42, 2 ** 53, -5e15];
  const landing = await open();
  const log = times.map((time, i) => ({ ...record(19, i, time, barText(strange, i + 1)), isProducerTimed: true }));
  for (const one of log) await landing.land([one]);
  expect(await closes(strange)).toEqual([5]);
  // Without a revision above every revision, and below every event of today.
  await landing.land([record(20, 0, NOON, barText(strange, 9, 0, { revision: Number.MAX_SAFE_INTEGER }))]);
  expect(await closes(strange)).toEqual([5]);
  await landing.land([record(20, 1, NOON, barText(strange, 7))]);
  expect(await closes(strange)).toEqual([7]);
});

test('a partition that is added to a known topic begins above all its ranks, those of a new topic at their times', async () => {
  const symbol = newSymbol();
  const partition = 30;
  await beginPartitions(store, [{ topic: 'bars', partition }]);
  await (await open()).land([record(partition, 0, NOON + HOUR, barText(symbol, 1))]);
  await beginPartitions(
    store,
    [partition, partition + 1].map((one) => ({ topic: 'bars', partition: one })),
  );
  const moved = record(partition + 1, 0, NOON, barText(symbol, 2));
  await (await open()).land([moved]);
  expect(await closes(symbol)).toEqual([2]);
  // The first row may be merged away at any time.
  const given = (await numbers(symbol)).at(-1);
  await (await open()).land([moved]);
  expect((await numbers(symbol)).at(-1)).toBe(given);
  await beginPartitions(
    store,
    [0, 1].map((one) => ({ topic: 'events.macro', partition: one })),
  );
  expect(
    await store.reader.query("SELECT toString(number) AS number FROM market.rank_starts WHERE topic = 'events.macro'"),
  ).toEqual([{ number: '0' }, { number: '0' }]);
});

test('pushed: the counter is above all that is stored, also after a restart and on a clock that is behind', async () => {
  const symbol = newSymbol();
  const push = async (close: number) =>
    (await open()).landEvents('bars', [{ key: symbol, value: barText(symbol, close) }]);
  await push(1);
  clock.set(NOON - HOUR);
  expect(await push(2)).toMatchObject({ landed: 1 });
  expect(await closes(symbol)).toEqual([2]);
  // A row that the ledger does not know.
  const ahead = numberAt(NOON + 24 * HOUR, 0);
  await store.writer.command(
    `INSERT INTO market.bars SELECT * REPLACE (toUInt64(${ahead}) AS rank) FROM market.bars FINAL WHERE symbol = '${symbol}'`,
  );
  const second = newSymbol();
  await (await open()).landEvents('bars', [{ key: second, value: barText(second, 1) }]);
  expect((await numbers(second))[0]).toBeGreaterThan(ahead);
  clock.set(NOON);
});

test('a collector never outranks what was pushed, in any order, and corrects its own bars', async () => {
  const symbol = newSymbol();
  const landing = await open();
  const push = (close: number, minute: number, isCollected: boolean) =>
    landing.landEvents('bars', [{ key: symbol, value: barText(symbol, close, minute) }], { isCollected });
  await push(1, 0, false);
  expect(await push(2, 0, true)).toMatchObject({ landed: 0, duplicates: 1, lost: 1 });
  await push(1, 1, true);
  await push(2, 1, true);
  await push(1, 2, true);
  // Equal to the collector's bar, it still counts from now on.
  expect(await push(1, 2, false)).toMatchObject({ landed: 0, duplicates: 1 });
  expect(await push(3, 2, true)).toMatchObject({ landed: 0, lost: 1 });
  expect(await push(1, 2, false)).toMatchObject({ landed: 0, duplicates: 1, changed: [] });
  expect(await closes(symbol)).toEqual([1, 2, 1]);
  // The log takes all of them, and a reader finds the same.
  const logged = newSymbol();
  const collected = { ...record(21, 1, NOON + HOUR, barText(logged, 2)), isCollected: true };
  await landing.land([record(21, 0, NOON, barText(logged, 1)), collected]);
  expect(await closes(logged)).toEqual([1]);
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

test('news that its source corrects while it is classified waits again', async () => {
  const symbol = newSymbol();
  const landing = await open();
  const push = (value: object) =>
    landing.landEvents('events.sentiment', [{ key: symbol, value: JSON.stringify({ id: 'n', symbol, ...value }) }]);
  const news = { asset_class: 'etf', event_timestamp: '2025-06-04T10:00:00Z', title: 'first' };
  const waiting = async () =>
    ((await listWaitingNews(store, 1_000)) as { symbol: string; title: string; revision: string }[]).filter(
      (one) => one.symbol === symbol,
    );
  await push(news);
  const [{ revision }] = await waiting();
  await push({ ...news, title: 'corrected' });
  const answer = { ...news, direction: 'neutral', impact_score: 0.5, classifier: 'm' };
  await push({ ...answer, revision });
  const [corrected] = await waiting();
  expect(corrected.title).toBe('corrected');
  await push({ ...answer, title: 'corrected', revision: corrected.revision });
  expect(await waiting()).toEqual([]);
});

const barRow = (close: number, rank: bigint): BarRow => ({
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
  timestampMs: NOON,
  source: '',
  rank,
  revised: false,
  deleted: false,
});

test('a value set back to what is stored is no duplicate of it, on a clock that is behind the stored ranks', () => {
  const [now, before] = [numberAt(NOON, 900), numberAt(NOON - HOUR, 0)];
  const stored = new Map([['SPY', barRow(1, now)]]);
  const rows = [barRow(2, before), barRow(2, before + 1n), barRow(1, before + 2n)];
  expect(judgeAll(rows, ['SPY', 'SPY', 'SPY'], stored)).toEqual(['write', 'skip', 'write']);
});

test('of a bar and a deletion of one revision it is unknown which came last: the bar is written again', async () => {
  const symbol = newSymbol();
  const landing = await open();
  const push = (value: string) => landing.landEvents('bars', [{ key: symbol, value }]);
  const bar = barText(symbol, 1, 0, { revision: 7 });
  for (const _ of [1, 2]) {
    await push(bar);
    expect(await closes(symbol)).toEqual([1]);
    await push(deletionText(symbol, 0, { revision: 7 }));
    expect(await closes(symbol)).toEqual([]);
  }
});
