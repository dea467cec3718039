/** Landing broken off at its 1st, 2nd, 3rd ... statement, then started again: nothing is lost, nothing counts twice. */
import { expect, test } from 'vitest';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import type { LogEvent } from './events.ts';
import { Landing } from './landing.ts';

const NOON = Date.UTC(2025, 5, 5, 12);
const store = await storeOfFile();

class Broken extends Error {}

/** The store, whose writer fails at its `failAt`-th call: before the statement ran, or after it. */
function failing(failAt: number, when: 'before' | 'after', error: () => Error): { store: Store; calls: () => number } {
  let calls = 0;
  const guard = async (run: () => Promise<unknown>) => {
    calls++;
    const hit = calls === failAt;
    if (hit && when === 'before') throw error();
    await run();
    if (hit) throw error();
  };
  const { writer } = store;
  const wrapped = {
    ...writer,
    insertText: (...args: Parameters<typeof writer.insertText>) => guard(() => writer.insertText(...args)),
    insertBlocks: (...args: Parameters<typeof writer.insertBlocks>) => guard(() => writer.insertBlocks(...args)),
    insertRows: (...args: Parameters<typeof writer.insertRows>) => guard(() => writer.insertRows(...args)),
    command: (...args: Parameters<typeof writer.command>) => guard(() => writer.command(...args)),
  } as typeof writer;
  return { store: { ...store, writer: wrapped }, calls: () => calls };
}

function recordsOf(symbol: string, firstOffset: number): LogEvent[] {
  const bar = { symbol, asset_class: 'etf', open: 1, high: 1, low: 1, close: 1, volume: 1, interval: '5m' };
  const news = {
    symbol,
    asset_class: 'etf',
    event_timestamp: NOON,
    direction: 'neutral',
    impact_score: 0.5,
    title: 't',
  };
  const values: [LogEvent['topic'], unknown][] = [
    ['bars', { ...bar, ts: '2025-06-04T14:00:00Z' }],
    ['bars', { ...bar, ts: '2025-06-04T14:05:00Z' }],
    ['bars', { ...bar, ts: '2025-06-04T14:07:00Z' }],
    ['events.sentiment', { ...news, id: 'a' }],
    ['events.sentiment', { ...news, id: 'b', direction: 'up' }],
  ];
  return values.map(([topic, value], i) => {
    const place = { partition: 2, offset: firstOffset + i, timestampMs: NOON };
    return { topic, ...place, key: symbol, value: JSON.stringify(value) };
  });
}

async function stored(symbol: string) {
  const { reader } = store;
  const count = async (table: string, condition: string) =>
    (
      await reader.query<{ n: number }>(`SELECT count() AS n FROM market.${table} FINAL WHERE ${condition}`, { symbol })
    )[0].n;
  return {
    bars: await count('bars', 'symbol = {symbol:String}'),
    view: (await reader.query(`SELECT 1 AS one FROM market.bars_${symbol.toLowerCase()}`)).length,
    news: await count('events_sentiment', 'symbol = {symbol:String}'),
    deadLetters: await count('dead_letters', 'key = {symbol:String}'),
    symbols: await reader.query('SELECT interval_min FROM market.series FINAL WHERE symbol = {symbol:String}', {
      symbol,
    }),
  };
}

const WHOLE = { bars: 2, view: 2, news: 1, deadLetters: 2, symbols: [{ interval_min: 5 }] };

test.each(['before', 'after'] as const)('killed %s any of its statements', { timeout: 20_000 }, async (when) => {
  let broken = 0;
  for (let failAt = 1; ; failAt++) {
    const symbol = `K${when.toUpperCase()}${failAt}`;
    const events = recordsOf(symbol, failAt * 100 + (when === 'after' ? 50 : 0));
    const first = failing(failAt, when, () => new Broken());
    const landing = await Landing.open({ store: first.store });
    const outcome = await landing.land(events).catch((error) => error);
    if (!(outcome instanceof Broken)) {
      expect(outcome).toMatchObject({ landed: 3 });
      expect(await stored(symbol)).toEqual(WHOLE);
      break;
    }
    broken++;
    // Nothing was committed: the next start gets the same records, here in other batches.
    const next = await Landing.open({ store });
    for (const event of events) await next.land([event]);
    expect(await stored(symbol), `failed at statement ${failAt}`).toEqual(WHOLE);
  }
  expect(broken).toBeGreaterThan(5);
});

test('a failure that passes is tried again, and the batch lands once', async () => {
  const away = () => new StoreError('away', { kind: 'transient' });
  for (let failAt = 1; failAt <= 7; failAt++) {
    const symbol = `T${failAt}`;
    const { store: flaky } = failing(failAt, 'after', away);
    const landing = await Landing.open({ store: flaky, retry: { attempts: 3, firstDelayMs: 1 } });
    expect(await landing.land(recordsOf(symbol, 5000 + failAt * 10))).toMatchObject({
      landed: 3,
      deadLetters: { unaligned_timestamp: 1, invalid_direction: 1 },
    });
    expect(await stored(symbol)).toEqual(WHOLE);
  }
});

test('a store that stays unavailable is reported, and waiting can be broken off', async () => {
  const away = () => new StoreError('away', { kind: 'transient' });
  const { store: flaky } = failing(1, 'before', away);
  const once = await Landing.open({ store: flaky, retry: { attempts: 1 } });
  await expect(once.land(recordsOf('GONE', 9000))).rejects.toThrow('away');

  const stop = new AbortController();
  const waiting = await Landing.open({
    store: failing(1, 'before', away).store,
    retry: { attempts: 5, firstDelayMs: 60_000 },
  });
  const landing = waiting.land(recordsOf('STOP', 9100), { signal: stop.signal });
  setImmediate(() => stop.abort(new Error('shutting down')));
  await expect(landing).rejects.toThrow('shutting down');
});

test('a failure that is neither data nor temporary is thrown, and the next batch can land', async () => {
  const { store: broken } = failing(3, 'before', () => new StoreError('disk full', { kind: 'fatal' }));
  const landing = await Landing.open({ store: broken });
  await expect(landing.land(recordsOf('FATAL', 9200))).rejects.toThrow('disk full');
  expect(await landing.land(recordsOf('FATAL', 9200))).toMatchObject({ landed: 3 });
});
