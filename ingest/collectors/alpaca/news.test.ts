/** News of Alpaca, collected into the table where it waits for classification. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../lib/clock.ts';
import { silentLogger } from '../../../lib/logger.ts';
import { openTestStore, type TestStore } from '../../../test/support/store.ts';
import { until } from '../../../test/support/until.ts';
import { ALPACA_KEYS, type AlpacaNews, type AlpacaServer, serveAlpaca } from '../../../test/support/vendors/alpaca.ts';
import { napping } from '../../../test/support/vendors/rig.ts';
import { VendorMarket } from '../../../test/support/vendors/server.ts';
import { openCredentials } from '../credentials.ts';
import { NewsWorker } from '../news.ts';
import { CollectorStore } from '../store.ts';
import { alpacaKind } from './alpaca-kind.ts';

const NOW = Date.parse('2024-03-13T19:00:30Z');
let store: TestStore;
let clock: FixedClock;
let market: VendorMarket;
let server: AlpacaServer;
let state: CollectorStore;

beforeAll(async () => {
  store = await openTestStore();
  clock = fixedClock(NOW);
  market = new VendorMarket(clock);
  server = await serveAlpaca(market);
  state = new CollectorStore(store, clock);
});
afterAll(async () => {
  await server.close();
  await store.close();
});
beforeEach(async () => {
  for (const table of ['news_waiting', 'collector_progress'])
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  server.news.length = 0;
  market.faults.length = 0;
  market.requests.length = 0;
});

const item = (id: number, minute: number, symbols: string[], headline = `news ${id}`): AlpacaNews => {
  const at = new Date(NOW - 86_400_000 + minute * 60_000).toISOString().replace('.000Z', 'Z');
  return { id, headline, created_at: at, updated_at: at, symbols };
};
async function collect(): Promise<string> {
  const given = { symbols: 'AAPL,MSFT', backfill: '2d', news: true, url: server.url, requestsPerMinute: 60_000 };
  const { options } = alpacaKind.prepare(given, clock);
  const common = { clock, timers: napping, logger: silentLogger };
  const source = await alpacaKind.open(options, { credentials: openCredentials({ ...ALPACA_KEYS }), ...common });
  const series = alpacaKind.series(options);
  const before = (await state.progress('news-test'))[0]?.version ?? 0;
  const worker = new NewsWorker({
    id: 'news-test',
    options: series,
    source,
    tables: store,
    store: state,
    ...common,
    nextTickMs: () => null,
  });
  worker.tick();
  await until(async () => ((await state.progress('news-test'))[0]?.version ?? 0) > before);
  await worker.stop();
  return (await state.progress('news-test'))[0].error;
}
const waiting = () =>
  store.reader.query('SELECT id, symbol, title FROM market.news_waiting FINAL ORDER BY toUInt64(id), symbol');

it('brings page after page, a row a symbol that is collected, and nothing twice', async () => {
  server.news.push(...Array.from({ length: 8 }, (_, i) => item(i, i, ['AAPL'])), item(8, 8, ['MSFT', 'TSLA', 'AAPL']));
  expect(await collect()).toBe('');
  const rows = [...Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, symbol: 'AAPL', title: `news ${i}` }))];
  const both = ['AAPL', 'MSFT'].map((symbol) => ({ id: '8', symbol, title: 'news 8' }));
  expect(await waiting()).toEqual([...rows, ...both]);
  expect(market.requests).toHaveLength(3);
  expect(await collect()).toBe('');
  expect(await waiting()).toHaveLength(10);
});

it('asks the next time for what changed since, with a few minutes before; a change replaces', async () => {
  server.news.push(item(1, 0, ['AAPL'], 'before'));
  await collect();
  clock.advance(60_000);
  const [first] = server.news;
  const updated = new Date(clock.nowMs()).toISOString().replace('.000Z', 'Z');
  server.news[0] = { ...first, headline: 'after', updated_at: updated };
  market.requests.length = 0;
  await collect();
  expect(await waiting()).toEqual([{ id: '1', symbol: 'AAPL', title: 'after' }]);
  const start = new URL(market.requests[0], 'http://x').searchParams.get('start')!;
  expect(clock.nowMs() - Date.parse(start)).toBe(11 * 60_000);
});

it('a failure in the middle keeps what came, and continues from there', async () => {
  server.news.push(...Array.from({ length: 7 }, (_, i) => item(i, i * 30, ['AAPL'])));
  // The first page comes, the second does not.
  market.faults.push({ kind: 'change', change: (body) => body }, { kind: 'status', status: 503 });
  expect(await collect()).toMatch(/answers 503/);
  expect(await waiting()).toHaveLength(3);
  clock.advance(60_000);
  expect(await collect()).toBe('');
  expect(await waiting()).toHaveLength(7);
});

it('a field that changed is named, and nothing is marked as collected', async () => {
  server.news.push(item(1, 0, ['AAPL']));
  market.faults.push({ kind: 'change', change: (body) => body.replace('"headline"', '"title"') });
  expect(await collect()).toMatch(/news\[0\]\.headline is missing/);
  expect(await waiting()).toEqual([]);
  expect(await collect()).toBe('');
  expect(await waiting()).toHaveLength(1);
});
