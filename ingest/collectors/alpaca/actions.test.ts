/** Splits and cash dividends of Alpaca, collected into the table that bars are adjusted by. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../../lib/clock.ts';
import { silentLogger } from '../../../lib/logger.ts';
import { openTestStore, type TestStore } from '../../../test/support/store.ts';
import { until } from '../../../test/support/until.ts';
import { ALPACA_KEYS, type AlpacaServer, serveAlpaca } from '../../../test/support/vendors/alpaca.ts';
import { napping } from '../../../test/support/vendors/rig.ts';
import { VendorMarket } from '../../../test/support/vendors/server.ts';
import { Landing } from '../../landing/landing.ts';
import { pushEvents } from '../../landing/push.ts';
import { ActionsWorker } from '../actions.ts';
import { openCredentials } from '../credentials.ts';
import { CollectorStore } from '../store.ts';
import { alpacaKind } from './alpaca-kind.ts';

const NOW = Date.parse('2024-06-12T19:00:30Z');
let store: TestStore;
let landing: Landing;
let clock: FixedClock;
let market: VendorMarket;
let server: AlpacaServer;
let state: CollectorStore;

beforeAll(async () => {
  store = await openTestStore();
  clock = fixedClock(NOW);
  landing = await Landing.open({ store, clock });
  market = new VendorMarket(clock);
  server = await serveAlpaca(market);
  state = new CollectorStore(store, clock);
});
afterAll(async () => {
  await server?.close();
  await store?.close();
});
beforeEach(async () => {
  for (const table of ['corporate_actions', 'collector_progress', 'collector_days', 'dead_letters'])
    await store.writer.command(`TRUNCATE TABLE market.${table}`);
  server.actions.length = 0;
  market.faults.length = 0;
  market.requests.length = 0;
});

const split = (symbol: string, date: string, now: number, old: number) => ({
  list: now > old ? ('forward_splits' as const) : ('reverse_splits' as const),
  ...{ symbol, process_date: date, ex_date: date, new_rate: now, old_rate: old },
});
const dividend = (symbol: string, date: string, rate: number, paid = date) => ({
  list: 'cash_dividends' as const,
  ...{ symbol, process_date: paid, ex_date: date, rate },
});

async function collect(given: object = {}): Promise<string> {
  const { options } = alpacaKind.prepare(
    { symbols: 'NVDA,AAPL', backfill: '2024-01-02', url: server.url, requestsPerMinute: 60_000, ...given },
    clock,
  );
  const common = { clock, timers: napping, logger: silentLogger };
  const source = await alpacaKind.open(options, { credentials: openCredentials({ ...ALPACA_KEYS }), ...common });
  const before = (await state.progress('actions-test'))[0]?.version ?? 0;
  const worker = new ActionsWorker({
    ...{ id: 'actions-test', options: alpacaKind.series(options), source, target: landing, store: state, ...common },
    addedMs: NOW,
    nextTickMs: () => null,
  });
  worker.tick();
  await until(async () => ((await state.progress('actions-test'))[0]?.version ?? 0) > before);
  await worker.stop();
  return (await state.progress('actions-test'))[0].error;
}
const push = (...rows: readonly object[]) =>
  pushEvents('actions', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')), landing);
const stored = () =>
  store.reader.query(
    'SELECT symbol, kind, toString(ex_date) AS date, ratio, amount FROM market.v_corporate_actions ORDER BY symbol, ex_date',
  );

it('brings page after page: splits as new shares for an old one, dividends of one day as one, and none of the future', async () => {
  server.actions.push(
    split('NVDA', '2024-06-10', 10, 1),
    dividend('AAPL', '2024-02-09', 0.24),
    // A special one beside it, on the next page.
    dividend('AAPL', '2024-02-09', 1),
    split('AAPL', '2024-03-04', 1, 4),
    // Without it since Tuesday, paid in two weeks; the next one is announced.
    dividend('NVDA', '2024-06-11', 0.01, '2024-06-28'),
    dividend('AAPL', '2024-08-12', 0.25, '2024-08-15'),
    split('TSLA', '2024-06-10', 3, 1),
  );
  expect(await collect()).toBe('');
  expect(await stored()).toEqual([
    { symbol: 'AAPL', kind: 'dividend', date: '2024-02-09', ratio: null, amount: 1.24 },
    { symbol: 'AAPL', kind: 'split', date: '2024-03-04', ratio: 0.25, amount: null },
    { symbol: 'NVDA', kind: 'split', date: '2024-06-10', ratio: 10, amount: null },
    { symbol: 'NVDA', kind: 'dividend', date: '2024-06-11', ratio: null, amount: 0.01 },
  ]);
  expect(market.requests).toHaveLength(3);
  const asked = new URL(market.requests[0], 'http://x').searchParams;
  expect([asked.get('start'), asked.get('types')]).toEqual(['2024-01-02', 'forward_split,reverse_split,cash_dividend']);
});

it('a correction replaces, and the next time only the last months are asked for', async () => {
  server.actions.push(split('NVDA', '2024-06-10', 10, 1));
  await collect();
  server.actions[0] = split('NVDA', '2024-06-10', 5, 1);
  market.requests.length = 0;
  clock.advance(60_000);
  await collect();
  expect(await stored()).toMatchObject([{ ratio: 5 }]);
  // 120 days before 12 June.
  expect(new URL(market.requests[0], 'http://x').searchParams.get('start')).toBe('2024-02-13');
});

const splits = async () =>
  (await stored()).map((row) => {
    const { symbol, date, ratio } = row as { symbol: string; date: string; ratio: number };
    return `${symbol} ${date} ${ratio}`;
  });

it('of history that is collected later, or again after a drop, all splits come', async () => {
  server.actions.push(split('AAPL', '2014-06-09', 7, 1), split('AAPL', '2020-08-31', 4, 1));
  await collect({ symbols: 'AAPL' });
  expect(await splits()).toEqual([]);
  // A backfill to an earlier date.
  await collect({ symbols: 'AAPL', backfill: '2020-01-02' });
  expect(await splits()).toEqual(['AAPL 2020-08-31 4']);
  await collect({ symbols: 'AAPL', backfill: '2014-01-02' });
  expect(await splits()).toEqual(['AAPL 2014-06-09 7', 'AAPL 2020-08-31 4']);
  await landing.setSymbol('AAPL', 'equity', 1);
  await landing.dropSymbol('AAPL');
  expect(await splits()).toEqual([]);
  await collect({ symbols: 'AAPL', backfill: '2014-01-02' });
  expect(await splits()).toEqual(['AAPL 2014-06-09 7', 'AAPL 2020-08-31 4']);
});

it('a corrected date moves a split, a cancelled action goes; others, and what is older than was asked for, stay', async () => {
  server.actions.push(
    split('NVDA', '2024-01-10', 2, 1),
    split('NVDA', '2024-06-07', 10, 1),
    dividend('AAPL', '2024-05-10', 0.25),
    split('AAPL', '2024-05-20', 3, 1),
  );
  await collect();
  await push({ symbol: 'NVDA', kind: 'split', ex_date: '2024-05-02', ratio: 3 });
  server.actions.splice(0, 4, split('NVDA', '2024-06-10', 10, 1), split('AAPL', '2024-05-20', 3, 1));
  clock.advance(60_000);
  expect(await collect()).toBe('');
  expect(await stored()).toMatchObject([
    { symbol: 'AAPL', kind: 'split', date: '2024-05-20', ratio: 3 },
    { symbol: 'NVDA', date: '2024-01-10', ratio: 2 },
    { symbol: 'NVDA', date: '2024-05-02', ratio: 3 },
    { symbol: 'NVDA', date: '2024-06-10', ratio: 10 },
  ]);
  // It is announced again, for a day that is still to come.
  server.actions[1] = split('AAPL', '2024-06-20', 3, 1);
  clock.advance(60_000);
  await collect();
  expect((await splits()).filter((text) => text.startsWith('AAPL'))).toEqual([]);
});

it('what an operator corrects or deletes stays, until a backfill', async () => {
  server.actions.push(
    split('NVDA', '2024-06-10', 10, 1),
    split('AAPL', '2024-05-20', 3, 1),
    dividend('AAPL', '2024-05-10', 0.25),
  );
  await collect();
  const before = await stored();
  clock.advance(60_000);
  await push(
    { symbol: 'NVDA', kind: 'split', ex_date: '2024-06-10', ratio: 8 },
    { symbol: 'AAPL', kind: 'split', ex_date: '2024-05-20', deleted: true },
    { symbol: 'AAPL', kind: 'dividend', ex_date: '2024-05-10', deleted: true },
  );
  const corrected = [{ symbol: 'NVDA', kind: 'split', date: '2024-06-10', ratio: 8, amount: null }];
  expect(await stored()).toEqual(corrected);
  clock.advance(60_000);
  await collect();
  expect(await stored()).toEqual(corrected);
  clock.advance(60_000);
  await state.forgetActions('actions-test');
  await collect();
  expect(await stored()).toEqual(before);
});

it.each([
  ['"new_rate"', '"newRate"', /forward_splits\[0\]\.new_rate is missing/],
  ['2024-06-10', '10.6.2024', /ex_date is "10.6.2024": must be a date such as/],
])('a changed field (%s) is named, and nothing lands', async (from, to, message) => {
  server.actions.push(split('NVDA', '2024-06-10', 10, 1));
  market.faults.push({ kind: 'change', change: (body) => body.replaceAll(from, to) });
  expect(await collect()).toMatch(message);
  expect(await stored()).toEqual([]);
  expect(await collect()).toBe('');
  expect(await stored()).toHaveLength(1);
});

it('are collected unless the operator says otherwise', () => {
  const actions = (given: object) =>
    alpacaKind.series(alpacaKind.prepare({ symbols: 'AAPL', ...given }, clock).options).actions;
  expect([actions({}), actions({ actions: false })]).toEqual([true, false]);
});
