/** Commands while rows land, and on one of several series of a symbol. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStatistics } from '../compute/statistics/registry.ts';
import type { PushedEvent } from '../ingest/landing/events.ts';
import { type OpenedOperations, openOperations } from './support/operations.ts';
import { openTestStore, type TestStore } from './support/store.ts';

let store: TestStore;
let opened: OpenedOperations;

beforeAll(async () => {
  const statistics = (await loadStatistics()).filter(({ name }) => name === 'gap');
  store = await openTestStore({ statistics });
  opened = await openOperations(store, statistics);
});
afterAll(async () => {
  await opened?.stop();
  await store?.close();
});

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 5, 2);
const bar = (symbol: string, ts: number, interval: string, close: number): PushedEvent => ({
  key: symbol,
  value: JSON.stringify({
    symbol,
    asset_class: 'etf',
    interval,
    ts,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  }),
});
const daily = (symbol: string, days: number) =>
  Array.from({ length: days }, (_, day) => bar(symbol, START + day * DAY_MS, '1d', 10 + day));
const minutes = (symbol: string, count: number) =>
  Array.from({ length: count }, (_, at) => bar(symbol, START + DAY_MS + (13 * 60 + 30 + at) * 60_000, '1m', 20 + at));
const rows = async (symbol: string, interval: string) =>
  (
    await store.reader.query<{ close: number }>(
      'SELECT close FROM market.bars FINAL WHERE symbol = {symbol:String} AND interval = {interval:String} ORDER BY ts',
      { symbol, interval },
    )
  ).map(({ close }) => close);

test('bars that are dropped of one series leave the other, also if one of them begins at midnight', {
  timeout: 90_000,
}, async () => {
  await opened.landing.landEvents('bars', daily('BACK', 3));
  // 20:00 of 2 June and 09:30 of 3 June in New York.
  await opened.landing.landEvents('bars', [bar('BACK', START + DAY_MS, '1m', 99), ...minutes('BACK', 2)]);
  expect([await rows('BACK', '1d'), await rows('BACK', '1m')]).toEqual([
    [10, 11, 12],
    [99, 20, 21],
  ]);
  await opened.run('symbols.drop', { symbol: 'BACK', interval: '1m', from: '2025-06-03' });
  expect([await rows('BACK', '1d'), await rows('BACK', '1m')]).toEqual([[10, 11, 12], [99]]);
  await opened.run('symbols.drop', { symbol: 'BACK', from: '2025-06-02', to: '2025-06-03' });
  expect([await rows('BACK', '1d'), await rows('BACK', '1m')]).toEqual([[12], []]);
  const { symbols } = await opened.run<{ symbols: { symbol: string }[] }>('symbols.list', {});
  expect(symbols.filter(({ symbol }) => symbol === 'BACK')).toEqual([
    expect.objectContaining({ interval: '1d', origin: 'first_bar' }),
  ]);
});

test('two drops at once leave nothing of the symbol, and rows that land afterwards are there', {
  timeout: 50_000,
}, async () => {
  await opened.landing.landEvents('bars', minutes('MEETS', 3));
  await Promise.all([
    opened.run('symbols.drop', { symbol: 'MEETS', from: '2025-06-03', to: '2025-06-03' }),
    opened.run('symbols.drop', { symbol: 'MEETS' }),
  ]);
  expect(await rows('MEETS', '1m')).toEqual([]);
  expect(await opened.run('symbols.list', {})).toEqual({ symbols: [expect.objectContaining({ symbol: 'BACK' })] });
  await opened.landing.landEvents('bars', [bar('MEETS', START, '1m', 5)]);
  expect(await rows('MEETS', '1m')).toEqual([5]);
  const { symbols } = await opened.run<{ symbols: object[] }>('symbols.list', {});
  expect(symbols).toContainEqual(expect.objectContaining({ symbol: 'MEETS', interval: '1m' }));
});
