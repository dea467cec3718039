import { beforeEach, describe, expect, test } from 'vitest';
import { fixedClock } from '../../lib/clock.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { emptyTables } from '../../test/support/store.ts';
import type { EventTopic } from '../contract/events.ts';
import { DeadLetterLimitError, DeadLetterLimits } from './dead-letters.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const clock = fixedClock(NOON);

const store = await storeOfFile();
let landing: Landing;
const notices: unknown[] = [];

beforeEach(async () => {
  await emptyTables(store);
  notices.length = 0;
  clock.set(NOON);
  landing = await openLanding();
});

function openLanding() {
  return Landing.open({
    store,
    clock,
    onLanded: (changed) => {
      notices.push(...changed);
    },
  });
}

const bar = (minute: number, more: object = {}) => ({
  symbol: 'SPY',
  asset_class: 'etf',
  interval: '1m',
  ts: Date.UTC(2025, 5, 4, 13, 30) + minute * 60_000,
  open: 100,
  high: 101,
  low: 99,
  close: 100.5,
  volume: 10,
  ...more,
});

const news = (id: string, more: object = {}) => ({
  id,
  symbol: 'SPY',
  asset_class: 'etf',
  event_timestamp: '2025-06-04T14:00:00Z',
  title: 'A title',
  direction: 'neutral',
  impact_score: 0.5,
  ...more,
});

let nextOffset = 0;
function record(value: unknown, more: Partial<LogEvent> = {}): LogEvent {
  const text = typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value);
  return { topic: 'bars', partition: 0, offset: nextOffset++, timestampMs: NOON, key: 'SPY', value: text, ...more };
}

const pushed = (values: readonly unknown[]) => values.map((value) => ({ key: null, value: JSON.stringify(value) }));
const push = (topic: EventTopic, ...values: unknown[]) => landing.landEvents(topic, pushed(values));

const bars = () =>
  store.reader.query<{ symbol: string; minute: number; close: number }>(
    `SELECT symbol, (toUInt32(ts) - ${Date.UTC(2025, 5, 4, 13, 30) / 1000}) / 60 AS minute, close
     FROM market.bars FINAL ORDER BY symbol, ts`,
  );
const total = async (table: string, final = 'FINAL') =>
  (await store.reader.query<{ n: number }>(`SELECT count() AS n FROM market.${table} ${final}`))[0].n;

describe('a batch of records', () => {
  test('lands as rows that carry their rank, and is noted in the ledger', async () => {
    const events = [0, 1, 2].map((minute) =>
      record(bar(minute), { partition: 4, offset: 100 + minute, source: 'feed' }),
    );
    expect(await landing.land(events)).toEqual({
      landed: 3,
      duplicates: 0,
      deadLetters: {},
      changed: [{ kind: 'bars', symbol: 'SPY', days: [20243] }],
    });
    const [row] = await store.reader.query(
      `SELECT * REPLACE (toString(rank) AS rank) FROM market.bars FINAL ORDER BY ts DESC LIMIT 1`,
    );
    expect(row).toEqual({
      symbol: 'SPY',
      interval: '1m',
      ts: '2025-06-04 13:32:00',
      open: 100,
      high: 101,
      low: 99,
      close: 100.5,
      volume: 10,
      rank: String(2n ** 62n + BigInt(NOON) * 2n ** 20n + 102n),
      source: 'feed',
      ingested_at: '2025-06-05 12:00:00.000',
      is_deleted: 0,
      import_id: '',
    });
    expect(
      await store.reader.query(
        'SELECT * EXCEPT (token, landed_at) REPLACE (toString(number) AS number) FROM market.ingest_ledger',
      ),
    ).toEqual([
      {
        number: String(BigInt(NOON) * 2n ** 20n + 102n),
        topic: 'bars',
        partition: 4,
        first_offset: 100,
        last_offset: 102,
        events: 3,
        rows: 3,
        dead_letters: 0,
      },
    ]);
    expect(notices).toEqual([{ kind: 'bars', symbol: 'SPY', days: [20243] }]);
  });

  test('one bad event in ten thousand: the others land, one dead letter with its reason', async () => {
    const events = Array.from({ length: 10_000 }, (_, i) =>
      record(i === 6_789 ? bar(i, { open: -1 }) : bar(i % 1000, { ts: Date.UTC(2020, 0, 1) + i * 60_000 })),
    );
    const { landed, deadLetters } = await landing.land(events);
    expect({ landed, deadLetters }).toEqual({ landed: 9_999, deadLetters: { invalid_price: 1 } });
    expect(await total('bars')).toBe(9_999);
    const stored = await store.reader.query<Record<string, unknown>>(
      'SELECT * EXCEPT rank FROM market.dead_letters FINAL',
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      topic: 'bars',
      offset: events[6_789].offset,
      key: 'SPY',
      reason: 'invalid_price',
      payload: events[6_789].value,
    });
  });

  test('too many refusals stop it before the ledger and the dead letters', async () => {
    const limits = new DeadLetterLimits({ maxRun: 3 });
    const bad = [0, 1, 2, 3].map(() => record('{'));
    await expect(landing.land([record(bar(0)), ...bad], { limits })).rejects.toThrow(DeadLetterLimitError);
    expect(await total('ingest_ledger')).toBe(0);
    expect(await total('dead_letters')).toBe(0);
    await landing.land([record(bar(0)), ...bad]);
    expect(await total('dead_letters')).toBe(4);
  });

  test('what is not UTF-8 is kept byte for byte', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    await landing.land([record(bytes)]);
    const [deadLetter] = await store.reader.query<{ payload: string }>('SELECT payload FROM market.dead_letters FINAL');
    expect(Buffer.from(deadLetter.payload, 'base64')).toEqual(bytes);
  });
});

describe('a row the store refuses', () => {
  test('is found by halving the batch, and its neighbours land', { timeout: 35_000 }, async () => {
    await store.writer.command(
      `ALTER TABLE market.events_macro ADD CONSTRAINT IF NOT EXISTS no_poison CHECK name != 'poison'`,
    );
    try {
      const events = Array.from({ length: 500 }, (_, i) => {
        const name = i === 123 || i === 499 ? 'poison' : `name ${i}`;
        return record({ id: `m${i}`, event_timestamp: NOON, country: 'US', name }, { topic: 'events.macro' });
      });
      const { landed, deadLetters } = await landing.land(events);
      expect({ landed, deadLetters }).toEqual({ landed: 498, deadLetters: { store_refused: 2 } });
      expect(await total('events_macro')).toBe(498);
      const stored = await store.reader.query('SELECT offset, message FROM market.dead_letters FINAL ORDER BY offset');
      expect(stored).toEqual([
        { offset: events[123].offset, message: expect.stringContaining('no_poison') },
        { offset: events[499].offset, message: expect.stringContaining('no_poison') },
      ]);
      // Row after row: that is no fault of the data, and nothing of it becomes a dead letter.
      const all = Array.from({ length: 600 }, (_, i) =>
        record({ id: `p${i}`, event_timestamp: NOON, country: 'US', name: 'poison' }, { topic: 'events.macro' }),
      );
      await expect(landing.land(all)).rejects.toThrow('no_poison');
      expect(await total('dead_letters')).toBe(2);
    } finally {
      await store.writer.command('ALTER TABLE market.events_macro DROP CONSTRAINT IF EXISTS no_poison');
    }
  });
});

describe('deletions', () => {
  test('of a pair with a slash and no class is judged by the registry', async () => {
    await push(
      'bars',
      bar(0, { symbol: 'BTC/USD', asset_class: 'crypto' }),
      bar(0, { symbol: 'BRK/B', asset_class: 'equity' }),
    );
    await push(
      'bars',
      { symbol: 'BTC/USD', interval: '1m', ts: bar(0).ts, deleted: true },
      { symbol: 'BRK/B', interval: '1m', ts: bar(0).ts, deleted: true },
    );
    expect(await bars()).toEqual([]);
  });

  test('of news without a class reaches the table that has the id, by whichever topic, before it or after', async () => {
    const pair = { symbol: 'BTC/USD', asset_class: 'crypto' };
    const revised = (value: object, revision: number) => ({ ...value, revision });
    const gone = (symbol: string, id: string) => ({ symbol, id, deleted: true });
    const sent: [EventTopic, object][] = [
      ['events.sentiment_crypto', revised(news('a', pair), 1)],
      ['events.sentiment', revised(gone('BTC/USD', 'a'), 2)],
      ['events.sentiment', revised(gone('BTCUSD', 'b'), 2)],
      ['events.sentiment', revised(news('b', pair), 1)],
      ['events.sentiment', revised(news('c', { symbol: 'BRK/B' }), 1)],
      ['events.sentiment_crypto', revised(gone('BRK/B', 'c'), 2)],
      ['events.sentiment_crypto', revised(news('d', pair), 1)],
      ['events.sentiment', revised({ ...gone('BTC/USD', 'd'), asset_class: 'equity' }, 2)],
    ];
    const result = await landing.land(sent.map(([topic, value]) => record(value, { topic })));
    expect(result).toMatchObject({ landed: sent.length, duplicates: 0, deadLetters: {} });
    expect(await total('events_sentiment')).toBe(0);
    const left = await store.reader.query('SELECT symbol, id FROM market.events_sentiment_crypto FINAL');
    expect(left).toEqual([{ symbol: 'BTCUSD', id: 'd' }]);
  });

  test('of news without a class counts once, and is a duplicate where neither table would change', async () => {
    const pair = news('a', { symbol: 'BTC/USD', asset_class: 'crypto' });
    const gone = { symbol: 'BTC/USD', id: 'a', deleted: true };
    expect(await push('events.sentiment_crypto', pair)).toMatchObject({ landed: 1 });
    // Within one millisecond: of equal versions the later arrival wins, also where it came by the other topic.
    expect(await push('events.sentiment', gone)).toMatchObject({ landed: 1, duplicates: 0 });
    expect(await total('events_sentiment_crypto')).toBe(0);
    expect(await push('events.sentiment', gone)).toMatchObject({ landed: 0, duplicates: 1 });
    expect(await push('events.sentiment_crypto', pair)).toMatchObject({ landed: 1 });
    expect(await total('events_sentiment_crypto')).toBe(1);
    expect(await push('events.sentiment', gone)).toMatchObject({ landed: 1, duplicates: 0 });
    expect(await total('events_sentiment_crypto')).toBe(0);
  });

  test('news that is deleted or moved to another day makes its old day due again', async () => {
    const dayLog = () =>
      store.reader.query<{ day: string; rows: number }>(
        `SELECT day, sum(rows) AS rows FROM market.day_log WHERE kind = 'sentiment' GROUP BY day ORDER BY day`,
      );
    await push('events.sentiment', news('a'), news('b'));
    expect(await dayLog()).toEqual([{ day: '2025-06-04', rows: 2 }]);
    clock.advance(1);
    const { changed } = await push('events.sentiment', news('a', { event_timestamp: '2025-06-03T10:00:00Z' }));
    expect(changed).toEqual([{ kind: 'sentiment', symbol: 'SPY', days: [20242, 20243] }]);
    expect(await dayLog()).toEqual([
      { day: '2025-06-03', rows: 1 },
      { day: '2025-06-04', rows: 3 },
    ]);
    clock.advance(1);
    await push('events.sentiment', { symbol: 'SPY', id: 'b', deleted: true });
    expect((await dayLog()).at(-1)).toEqual({ day: '2025-06-04', rows: 4 });
    expect(await total('events_sentiment')).toBe(1);
  });
});

describe('pushed events', () => {
  test('a bar of the first hours of 1970 aborts nothing', async () => {
    const early = [0, 60_000].map((ts) => bar(0, { ts }));
    expect(await push('bars', ...early, bar(0))).toMatchObject({ landed: 3, deadLetters: {} });
    expect(await push('bars', ...early, bar(0))).toMatchObject({ landed: 0, duplicates: 3 });
    // The engine reads `60`, a tab, `1` and a tab as the beginning of a date.
    const one = bar(0, { ts: 60_000, open: 1, high: 1, low: 1, close: 1 });
    expect(await push('bars', one)).toMatchObject({ landed: 1, deadLetters: {} });
  });

  test('events of every other table are compared by all their values', async () => {
    const events: [EventTopic, object][] = [
      ['events.sentiment', news('a', { headline: 'H', url: null })],
      ['events.earnings', { id: 'e', symbol: 'SPY', event_timestamp: NOON, eps_actual: 0.1, eps_expected: null }],
      ['events.crypto', { id: 'c', symbol: 'ARB', event_timestamp: NOON, category: 'x', title: "it's" }],
      ['events.macro', { id: 'm', event_timestamp: NOON + 1, country: 'US', name: 'CPI', previous: 1e-7 }],
    ];
    for (const [topic, event] of events) {
      expect(await push(topic, event), topic).toMatchObject({ landed: 1, duplicates: 0 });
      expect(await push(topic, event), topic).toMatchObject({ landed: 0, duplicates: 1 });
      expect(await push(topic, { ...event, event_timestamp: NOON - 5 }), topic).toMatchObject({ landed: 1 });
    }
  });

  test('more than a batch streams through in several', async () => {
    function* many() {
      for (let i = 0; i < 20_000; i++)
        yield { key: null, value: JSON.stringify(bar(0, { ts: Date.UTC(2020, 0, 1) + i * 60_000 })) };
    }
    const sizes: number[] = [];
    const result = await landing.landEvents('bars', many(), { onBatch: ({ landed }) => sizes.push(landed) });
    expect(sizes).toEqual([16_384, 3_616]);
    expect(result.landed).toBe(20_000);
    expect(await landing.landEvents('bars', many())).toMatchObject({ landed: 0, duplicates: 20_000 });
  });
});

describe('an hour from 09:30 New York that arrives at 10:00', () => {
  const hour = (time: string) => bar(0, { interval: '1h', ts: `2025-06-${time}:00Z` });
  const onHour = ['04T13:30', '04T14:00', '04T15:00'];
  const onHalf = ['04T13:30', '04T14:30', '04T15:30'];
  const arrivesAt = (time: string) => clock.set(Date.parse(`2025-06-05T${time}:00Z`));

  test.each([
    ['lands if the stored bars start on the hour', onHour, '14:00', {}],
    ['is in progress before', onHour, '13:58', { bar_in_progress: 1 }],
    ['is in progress if the stored bars start at 09:30, 10:30 ...', onHalf, '14:00', { bar_in_progress: 1 }],
    ['lands then at 10:30', onHalf, '14:30', {}],
    ['is in progress if nothing is stored', [], '14:00', { bar_in_progress: 1 }],
  ])('%s', async (_, stored, at, deadLetters) => {
    arrivesAt('12:00');
    if (stored.length > 0) await push('bars', ...stored.map(hour));
    arrivesAt(at);
    expect((await push('bars', hour('05T13:30'))).deadLetters).toEqual(deadLetters);
  });

  test('lands by the grid of the bars that come with it', async () => {
    arrivesAt('14:00');
    const result = await push('bars', ...[...onHour, '05T13:30', '05T14:00'].map(hour));
    expect(result).toMatchObject({ landed: 4, deadLetters: { bar_in_progress: 1 } });
  });
});
