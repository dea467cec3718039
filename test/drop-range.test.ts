/** `symbols drop` with a range of dates: what went, what is left, and that the same rows can be imported again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStatistics } from '../compute/statistics/registry.ts';
import type { PushedEvent } from '../ingest/landing/events.ts';
import { type OpenedOperations, openOperations } from './support/operations.ts';
import { openTestStore, type TestStore } from './support/store.ts';

let store: TestStore;
let opened: OpenedOperations;
beforeAll(async () => {
  const statistics = (await loadStatistics()).filter(({ name }) => name === 'trend');
  store = await openTestStore({ statistics });
  opened = await openOperations(store, statistics);
});
afterAll(async () => {
  await opened?.stop();
  await store?.close();
});

const hours = ['13:30', '14:30', '19:30'];
const bar = (symbol: string, at: string, more: object = {}): PushedEvent => ({
  key: symbol,
  value: JSON.stringify({
    symbol,
    asset_class: 'equity',
    interval: '30m',
    ts: at,
    open: 10,
    high: 12,
    low: 9,
    close: 11,
    volume: 100,
    ...more,
  }),
});
const days = ['2025-06-02', '2025-06-03', '2025-06-04'];
const bars = (symbol: string, more?: object) =>
  days.flatMap((day) => hours.map((hour) => bar(symbol, `${day}T${hour}:00Z`, more)));
const news = (symbol: string, id: string, at: string): PushedEvent => ({
  key: symbol,
  value: JSON.stringify({
    symbol,
    asset_class: 'equity',
    id,
    event_timestamp: at,
    title: id,
    direction: 'positive',
    impact_score: 0.5,
  }),
});
const stored = async (symbol: string) =>
  (
    await store.reader.query<{ at: string }>(
      "SELECT formatDateTime(ts, '%d %H:%i') AS at FROM market.bars FINAL WHERE symbol = {symbol:String} ORDER BY ts",
      { symbol },
    )
  ).map(({ at }) => at);
const dates = async (symbol: string) =>
  (
    await store.reader.query<{ date: string }>(
      `SELECT toString(date) AS date FROM market.v_stat_trend
       WHERE symbol = {symbol:String} AND session = 'default' ORDER BY date`,
      { symbol },
    )
  ).map(({ date }) => date);
const drop = (args: object) => opened.run<Record<string, unknown>>('symbols.drop', args);

test('removes the dates of New York alone, and their statistics follow', { timeout: 60_000 }, async () => {
  // 20:30 of 2 June and 23:30 of 3 June in New York.
  const late = ['2025-06-03T00:30:00Z', '2025-06-04T03:30:00Z'];
  await opened.landing.landEvents('bars', [...bars('RANGE'), ...late.map((at) => bar('RANGE', at))]);
  await opened.landing.landEvents('events.sentiment', [
    news('RANGE', 'before', '2025-06-03T03:59:00Z'),
    news('RANGE', 'within', '2025-06-03T04:00:00Z'),
  ]);
  await opened.projection.settled();
  expect(await dates('RANGE')).toEqual(days);
  expect(await drop({ symbol: 'RANGE', from: '2025-06-03', to: '2025-06-03' })).toEqual({
    symbol: 'RANGE',
    bars: 4,
    events: 1,
  });
  expect(await stored('RANGE')).toEqual([
    '02 13:30',
    '02 14:30',
    '02 19:30',
    '03 00:30',
    '04 13:30',
    '04 14:30',
    '04 19:30',
  ]);
  expect(await store.reader.query('SELECT id FROM market.events_sentiment FINAL')).toEqual([{ id: 'before' }]);
  expect(await dates('RANGE')).toEqual([days[0], days[2]]);
  expect(await drop({ symbol: 'RANGE', from: '2025-06-03', to: '2025-06-03' })).toMatchObject({ bars: 0, events: 0 });
});

test('of a whole symbol takes waiting news and its registration along', { timeout: 60_000 }, async () => {
  await opened.landing.landEvents('bars', bars('WHOLE'));
  await store.writer.insertRows(
    'market.news_waiting',
    ['source', 'id', 'symbol', 'asset_class', 'event_timestamp', 'updated_at', 'title', 'received_at', 'version'],
    [['vendor', 'w1', 'WHOLE', 'equity', '2025-06-03', '2025-06-03', 'waits', '2025-06-03', 1]],
  );
  expect(await drop({ symbol: 'WHOLE' })).toEqual({ symbol: 'WHOLE', bars: 9, events: 0 });
  expect(await store.reader.query("SELECT id FROM market.v_news_waiting WHERE symbol = 'WHOLE'")).toEqual([]);
  const { symbols } = await opened.run<{ symbols: { symbol: string }[] }>('symbols.list', {});
  expect(symbols.map(({ symbol }) => symbol)).not.toContain('WHOLE');
  await expect(drop({ symbol: 'WHOLE' })).rejects.toThrow('there is no symbol WHOLE');
  await expect(opened.run('rebuild', { symbol: 'WHOLE' })).rejects.toThrow('nothing is stored about WHOLE');
});

test.each([{}, { revision: 7 }])('the same rows land again after it (%j)', { timeout: 60_000 }, async (more) => {
  const symbol = 'revision' in more ? 'AGAINR' : 'AGAIN';
  await opened.landing.landEvents('bars', bars(symbol, more));
  expect(await drop({ symbol, from: '2025-06-04' })).toMatchObject({ bars: 3 });
  expect(await stored(symbol)).toHaveLength(6);
  expect(await opened.landing.landEvents('bars', bars(symbol, more))).toMatchObject({ landed: 3, duplicates: 6 });
  expect(await stored(symbol)).toHaveLength(9);
});

test('what a collector brought it may bring again, what was imported it may not', { timeout: 60_000 }, async () => {
  const collected = { isCollected: true };
  for (const [symbol, options] of [
    ['FILLED', collected],
    ['CLOSED', {}],
  ] as const) {
    await opened.landing.landEvents('bars', bars(symbol), options);
    expect(await drop({ symbol, from: '2025-06-04' })).toMatchObject({ bars: 3 });
    await opened.landing.landEvents('bars', bars(symbol), collected);
  }
  expect(await stored('FILLED')).toHaveLength(9);
  expect(await stored('CLOSED')).toHaveLength(6);
});

test('a range of all bars ends the registration that the first of them made', { timeout: 60_000 }, async () => {
  await opened.landing.landEvents('bars', bars('EMPTIED'));
  expect(await drop({ symbol: 'EMPTIED', to: '2025-12-31' })).toMatchObject({ bars: 9 });
  const { symbols } = await opened.run<{ symbols: { symbol: string }[] }>('symbols.list', {});
  expect(symbols.map(({ symbol }) => symbol)).not.toContain('EMPTIED');
});

test('without a range everything goes, and is counted', { timeout: 60_000 }, async () => {
  await opened.landing.landEvents('bars', bars('WHOLE'));
  await opened.landing.landEvents('events.sentiment', [news('WHOLE', 'one', '2025-06-03T14:00:00Z')]);
  expect(await drop({ symbol: 'WHOLE' })).toEqual({ symbol: 'WHOLE', bars: 9, events: 1 });
  expect(await stored('WHOLE')).toEqual([]);
  await expect(drop({ symbol: 'NONE' })).rejects.toThrow('there is no symbol NONE');
  await expect(drop({ symbol: 'RANGE', from: '3 June' })).rejects.toThrow(/--from: "3 June" is not a date/);
});
