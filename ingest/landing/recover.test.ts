/** A process killed between a batch's rows and what follows them: the views' sums, the touched days, the ledger. */
import { expect, test } from 'vitest';
import type { Store } from '../../sql/connect.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import type { PushedEvent } from './events.ts';
import { Landing } from './landing.ts';

const BARS_VIEW = 'market.day_log_bars';
const NEWS_VIEW = 'market.day_log_sentiment';
const store = await storeOfFile();

class Killed extends Error {}

/** Lands on a store that takes the rows, but not what the views make of them, and ends before the ledger. */
async function landAndDie(topic: 'bars' | 'events.sentiment', events: readonly PushedEvent[]): Promise<void> {
  const { writer } = store;
  const dying = {
    ...writer,
    insertText: async (...args: Parameters<typeof writer.insertText>) => {
      if (args[0] === 'market.ingest_ledger') throw new Killed();
      return writer.insertText(...args);
    },
    insertRows: async () => {
      throw new Killed();
    },
  } as typeof writer;
  const landing = await Landing.open({ store: { ...store, writer: dying } as Store });
  await landing.registry.refresh();
  for (const view of [BARS_VIEW, NEWS_VIEW]) await writer.command(`DETACH TABLE ${view}`);
  try {
    await expect(landing.landEvents(topic, events)).rejects.toThrow(Killed);
  } finally {
    for (const view of [BARS_VIEW, NEWS_VIEW]) await writer.command(`ATTACH TABLE ${view}`);
  }
}

const pushed = (value: object): PushedEvent => ({ key: null, value: JSON.stringify(value) });
const bar = (ts: string, close = 1) =>
  pushed({ symbol: 'REC', asset_class: 'etf', interval: '5m', ts, open: 1, high: 2, low: 1, close, volume: 1 });
const news = (event_timestamp: string) => {
  const event = { id: 'n', symbol: 'REC', asset_class: 'etf', event_timestamp, title: 't' };
  return pushed({ ...event, direction: 'neutral', impact_score: 0.5 });
};

/** By kind and day: how many rows the day knows of, and its fingerprint. */
async function daysKnown(): Promise<Record<string, { rows: number; fingerprint: string }>> {
  const rows = await store.reader.query<{ day: string; rows: number; fingerprint: string }>(
    `SELECT concat(kind, ' ', toString(day)) AS day, sum(rows) AS rows, toString(sum(fingerprint)) AS fingerprint
     FROM market.day_log GROUP BY day ORDER BY day`,
  );
  return Object.fromEntries(rows.map(({ day, ...known }) => [day, known]));
}

test('rows that no day knows of are found at the next start, once', async () => {
  const landing = await Landing.open({ store });
  await landing.landEvents('bars', [bar('2025-06-02T14:00:00Z')]);
  expect(await landing.recoverPushed()).toEqual([]);

  await landAndDie('bars', [bar('2025-06-03T14:00:00Z'), bar('2025-06-04T14:00:00Z')]);
  expect(Object.keys(await daysKnown())).toEqual(['bars 2025-06-02']);

  const next = await Landing.open({ store });
  expect(await next.recoverPushed()).toEqual([{ kind: 'bars', symbol: 'REC', days: [20242, 20243] }]);
  const known = await daysKnown();
  expect(Object.keys(known)).toEqual(['bars 2025-06-02', 'bars 2025-06-03', 'bars 2025-06-04']);
  expect(await (await Landing.open({ store })).recoverPushed()).toEqual([]);
  expect(await daysKnown()).toEqual(known);
  // Pushed again they are there already.
  expect(await next.landEvents('bars', [bar('2025-06-03T14:00:00Z')])).toMatchObject({ landed: 0, duplicates: 1 });
});

test('a day that its view had reported already changes again: one needless look, nothing lost', async () => {
  const landing = await Landing.open({ store });
  const before = await daysKnown();
  await landAndDie('bars', [bar('2025-06-02T14:00:00Z', 2)]);
  expect(await landing.recoverPushed()).toEqual([{ kind: 'bars', symbol: 'REC', days: [20241] }]);
  const after = await daysKnown();
  expect(after['bars 2025-06-02'].fingerprint).not.toBe(before['bars 2025-06-02'].fingerprint);
});

test('news that moved to another day marks the day it came from, too', async () => {
  const landing = await Landing.open({ store });
  await landing.landEvents('events.sentiment', [news('2025-06-02T15:00:00Z')]);
  const before = await daysKnown();
  await landAndDie('events.sentiment', [news('2025-06-05T15:00:00Z')]);
  const [found] = await (await Landing.open({ store })).recoverPushed();
  expect(found).toEqual({ kind: 'sentiment', symbol: 'REC', days: [20241, 20244] });
  const after = await daysKnown();
  expect(after['sentiment 2025-06-05'].rows).toBe(1);
  expect(after['sentiment 2025-06-02'].fingerprint).not.toBe(before['sentiment 2025-06-02'].fingerprint);
});
