import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../test/support/store.ts';
import { deleteRows, removeRows, tablesWith } from './symbols.ts';

describe('rows of symbols', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  const put = (symbol: string) =>
    store.writer.insertRows(
      'market.day_log',
      ['kind', 'symbol', 'day', 'rows', 'fingerprint'],
      [['bars', symbol, '2025-03-04', 1, 1]],
    );
  const registered = (symbol: string) =>
    store.writer.insertRows('market.series', ['symbol', 'interval', 'interval_min', 'version'], [[symbol, '1m', 1, 1]]);

  it('are found in every table but those that outlast them, and removed', async () => {
    await put('A');
    await put('B');
    await registered('A');
    expect(await tablesWith(store, ['A', 'B', 'C'])).toEqual(
      new Map([['day_log', expect.arrayContaining(['A', 'B'])]]),
    );
    await deleteRows(store, ['day_log'], 'symbol IN {symbols:Array(String)}', { symbols: ['A'] });
    expect(await tablesWith(store, ['A', 'B', 'C'])).toEqual(new Map([['day_log', ['B']]]));
  });

  it('leave no row without its day, where some land between the look and the removal', async () => {
    await put('D');
    const news = (id: string) =>
      store.writer.insertRows(
        'market.events_sentiment',
        ['symbol', 'id', 'asset_class', 'event_timestamp', 'title', 'direction', 'impact_score', 'rank'],
        [['D', id, 'equity', 1_741_100_000_000, 'title', 'positive', 1, 1]],
      );
    let landed = 0;
    const command: typeof store.writer.command = async (sql, ...rest) => {
      if (/DELETE/.test(sql) && landed++ === 0) await news('n1');
      await store.writer.command(sql, ...rest);
    };
    const removed = await removeRows({ ...store, writer: { ...store.writer, command } }, ['D']);
    expect([...removed.keys()].sort()).toEqual(['day_log', 'events_sentiment']);
    expect(landed).toBe(2);
    expect(await tablesWith(store, ['D'])).toEqual(new Map());
  });
});
