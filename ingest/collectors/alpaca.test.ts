/** Alpaca: the stream of minute bars in a collector at work, news that waits for classification, splits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FixedClock, fixedClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { emptyTables } from '../../test/support/store.ts';
import { until } from '../../test/support/until.ts';
import { VENDORS } from '../../test/support/vendors/all.ts';
import { ALPACA_KEYS, type AlpacaNews, type AlpacaServer, serveAlpaca } from '../../test/support/vendors/alpaca.ts';
import { minutes, napping, openRig, type Rig, storedBars } from '../../test/support/vendors/rig.ts';
import { VendorMarket } from '../../test/support/vendors/server.ts';
import { dropRange } from '../landing/drop-range.ts';
import { Landing } from '../landing/landing.ts';
import { pushEvents } from '../landing/push.ts';
import { alpacaKind } from './alpaca.ts';
import type { Candle, SeriesContext } from './contract.ts';
import { openCredentials } from './credentials.ts';
import { NewsWorker } from './news.ts';
import { SplitsWorker } from './splits.ts';
import { CollectorStore } from './store.ts';
import type { Worker } from './worker.ts';

const MINUTE_MS = 60_000;
const vendor = VENDORS.find(({ name }) => name === 'alpaca')!;
const store = await storeOfFile();
let landing: Landing;
let clock: FixedClock;
let market: VendorMarket;
let server: AlpacaServer;
let state: CollectorStore;
afterEach(() => server.close());

async function begin(nowMs: number): Promise<void> {
  await emptyTables(store);
  clock = fixedClock(nowMs);
  landing = await Landing.open({ store, clock });
  market = new VendorMarket(clock);
  server = await serveAlpaca(market);
  state = new CollectorStore(store, clock);
}

/** One run of a worker; answers what it failed of. */
async function collect(
  open: (context: SeriesContext) => Worker<SeriesContext>,
  given: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { options } = alpacaKind.prepare({ url: server.url, requestsPerMinute: 60_000, ...given }, clock);
  const common = { clock, timers: napping, logger: silentLogger };
  const source = await alpacaKind.open(options, { credentials: openCredentials({ ...ALPACA_KEYS }), ...common });
  const own = { id: 'test', options: alpacaKind.series(options), openSource: async () => source, target: landing };
  const before = (await state.progress('test'))[0]?.version ?? 0;
  const worker = open({ ...own, ...common, store: state, nextTickMs: () => null });
  worker.start();
  await until(async () => ((await state.progress('test'))[0]?.version ?? 0) > before);
  await worker.stop();
  return (await state.progress('test'))[0].error;
}
const ADDED = Date.parse('2024-06-12T19:00:30Z');

describe('the stream of minute bars', () => {
  /** A Wednesday, 15:00 New York, a second after a minute. */
  const NOW = Date.parse('2024-03-13T19:00:01Z');
  let rig: Rig;
  let bars: Candle[];

  beforeEach(async () => {
    await begin(NOW);
    bars = minutes(NOW - 1_000 - 30 * MINUTE_MS, 60);
    market.put('AAPL', bars);
    const options = { stream: true };
    rig = await openRig({ vendor, url: server.url, store, landing, clock, id: `stream-${Math.random()}`, options });
    await until(() => server.subscribed() === 1);
    await has(closed());
  });
  afterEach(() => rig.stop());

  const closed = () => bars.filter(({ startMs }) => startMs + MINUTE_MS <= clock.nowMs());
  const has = async (expected: readonly Candle[]) => {
    const last = JSON.stringify(expected);
    await until(async () => JSON.stringify(await storedBars(store, 'AAPL')) === last).catch(() => {});
    expect(await storedBars(store, 'AAPL')).toEqual(expected);
  };
  const nextBar = () => {
    clock.advance(MINUTE_MS);
    return closed()[closed().length - 1];
  };

  /** Requests so far, once none has come for a while: what was asked for at the start is answered. */
  const requestsAtRest = async () => {
    for (;;) {
      const asked = market.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (market.requests.length === asked) return asked;
    }
  };

  it('lands a bar as it comes, without a request, and its correction; not one that is not closed', {
    timeout: 20_000,
  }, async () => {
    const asked = await requestsAtRest();
    server.send('b', 'AAPL', nextBar());
    await has(closed());
    const wrong = closed().length - 3;
    bars[wrong] = { ...bars[wrong], high: 99, close: 98 };
    server.send('u', 'AAPL', bars[wrong]);
    server.send('b', 'AAPL', bars[closed().length]);
    await has(closed());
    expect(market.requests.length).toBe(asked);
  });

  it('connects again after a cut, and asks for what it missed', async () => {
    const before = server.subscriptions();
    server.cut();
    nextBar();
    nextBar();
    await until(() => server.subscriptions() > before);
    await has(closed());
  });

  it.each([
    ['no JSON', 'nonsense', /no JSON/],
    [
      'a bar without its close',
      '[{"T":"b","S":"AAPL","t":"2024-03-13T19:00:00Z","o":1,"h":1,"l":1,"v":1}]',
      /\[0\]\.c is missing/,
    ],
    ['an error', '[{"T":"error","code":406,"msg":"connection limit exceeded"}]', /406 connection limit/],
  ])(
    '%s ends the connection, is reported, and the next one continues',
    { timeout: 20_000 },
    async (_, text, message) => {
      server.sendText(text);
      await until(() => message.test(rig.log()));
      await until(() => server.subscribed() === 1);
      server.send('b', 'AAPL', nextBar());
      await has(closed());
    },
  );

  it('its log holds no key', async () => {
    const secrets = Object.values(vendor.environment);
    server.sendText(`[{"T":"error","code":402,"msg":"auth failed: ${secrets.join(' ')}"}]`);
    await until(() => rig.log().includes('402 auth failed'));
    for (const secret of secrets) expect(rig.log()).not.toContain(secret);
  });
});

describe('news', () => {
  const NOW = Date.parse('2024-03-13T19:00:30Z');
  beforeEach(() => begin(NOW));

  const item = (id: number, minute: number, symbols: string[], headline = `news ${id}`): AlpacaNews => {
    const at = new Date(NOW - 86_400_000 + minute * 60_000).toISOString().replace('.000Z', 'Z');
    return { id, headline, created_at: at, updated_at: at, symbols };
  };
  const collectNews = () =>
    collect((context) => new NewsWorker(context), { symbols: 'AAPL,MSFT', backfill: '2d', news: true });
  const waiting = () =>
    store.reader.query('SELECT id, symbol, title FROM market.news_waiting FINAL ORDER BY toUInt64(id), symbol');

  it('brings page after page, a row a symbol that is collected, and nothing twice', async () => {
    server.news.push(
      ...Array.from({ length: 8 }, (_, i) => item(i, i, ['AAPL'])),
      item(8, 8, ['MSFT', 'TSLA', 'AAPL']),
    );
    expect(await collectNews()).toBe('');
    const rows = [...Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, symbol: 'AAPL', title: `news ${i}` }))];
    const both = ['AAPL', 'MSFT'].map((symbol) => ({ id: '8', symbol, title: 'news 8' }));
    expect(await waiting()).toEqual([...rows, ...both]);
    expect(market.requests).toHaveLength(3);
    expect(await collectNews()).toBe('');
    expect(await waiting()).toHaveLength(10);
  });

  it('asks the next time for what changed since the last stored item; a change replaces', async () => {
    server.news.push(item(1, 0, ['AAPL'], 'before'));
    await collectNews();
    clock.advance(60_000);
    const [first] = server.news;
    const updated = new Date(clock.nowMs()).toISOString().replace('.000Z', 'Z');
    server.news[0] = { ...first, headline: 'after', updated_at: updated };
    market.requests.length = 0;
    await collectNews();
    expect(await waiting()).toEqual([{ id: '1', symbol: 'AAPL', title: 'after' }]);
    const start = new URL(market.requests[0], 'http://x').searchParams.get('start')!;
    expect(Date.parse(first.updated_at) - Date.parse(start)).toBe(10 * 60_000);
  });

  it('a failure in the middle keeps what came, and continues from there', async () => {
    server.news.push(...Array.from({ length: 7 }, (_, i) => item(i, i * 30, ['AAPL'])));
    // The first page comes, the second does not.
    market.faults.push({ kind: 'change', change: (body) => body }, { kind: 'status', status: 503 });
    expect(await collectNews()).toMatch(/answers 503/);
    expect(await waiting()).toHaveLength(3);
    clock.advance(60_000);
    expect(await collectNews()).toBe('');
    expect(await waiting()).toHaveLength(7);
  });

  it('a field that changed is named, and nothing is marked as collected', async () => {
    server.news.push(item(1, 0, ['AAPL']));
    market.faults.push({ kind: 'change', change: (body) => body.replace('"headline"', '"title"') });
    expect(await collectNews()).toMatch(/news\[0\]\.headline is missing/);
    expect(await waiting()).toEqual([]);
    expect(await collectNews()).toBe('');
    expect(await waiting()).toHaveLength(1);
  });
});

describe('splits', () => {
  beforeEach(() => begin(ADDED));

  const split = (symbol: string, date: string, now: number, old: number) => ({
    list: now > old ? ('forward_splits' as const) : ('reverse_splits' as const),
    symbol,
    process_date: date,
    ex_date: date,
    new_rate: now,
    old_rate: old,
  });
  const collectActions = (given: object = {}) =>
    collect((context) => new SplitsWorker(context), { symbols: 'NVDA,AAPL', backfill: '2024-01-02', ...given });
  const push = (...rows: readonly object[]) =>
    pushEvents('actions', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')), landing);
  const stored = () =>
    store.reader.query(
      'SELECT symbol, kind, toString(ex_date) AS date, ratio FROM market.v_corporate_actions ORDER BY symbol, ex_date',
    );

  it('brings page after page: new shares for an old one, splits of one day as one, and none of the future', async () => {
    server.actions.push(
      split('NVDA', '2024-06-10', 10, 1),
      split('AAPL', '2024-03-04', 1, 8),
      split('TSLA', '2024-06-10', 3, 1),
      // On the next page.
      split('AAPL', '2024-03-04', 2, 1),
      // Announced.
      split('AAPL', '2024-08-12', 2, 1),
    );
    expect(await collectActions()).toBe('');
    expect(await stored()).toEqual([
      { symbol: 'AAPL', kind: 'split', date: '2024-03-04', ratio: 0.25 },
      { symbol: 'NVDA', kind: 'split', date: '2024-06-10', ratio: 10 },
    ]);
    expect(market.requests).toHaveLength(2);
    const asked = new URL(market.requests[0], 'http://x').searchParams;
    // Ten days before the first collected one.
    expect([asked.get('start'), asked.get('types')]).toEqual(['2023-12-23', 'forward_split,reverse_split']);
  });

  it('a correction replaces', async () => {
    server.actions.push(split('NVDA', '2024-06-10', 10, 1));
    await collectActions();
    server.actions[0] = split('NVDA', '2024-06-10', 5, 1);
    clock.advance(60_000);
    await collectActions();
    expect(await stored()).toMatchObject([{ ratio: 5 }]);
  });

  const splits = async () =>
    (await stored()).map((row) => {
      const { symbol, date, ratio } = row as { symbol: string; date: string; ratio: number };
      return `${symbol} ${date} ${ratio}`;
    });

  it('of history that is collected later, or again after a drop, all splits come', async () => {
    server.actions.push(split('AAPL', '2014-06-09', 7, 1), split('AAPL', '2020-08-31', 4, 1));
    await collectActions({ symbols: 'AAPL' });
    expect(await splits()).toEqual([]);
    // A backfill to an earlier date.
    await collectActions({ symbols: 'AAPL', backfill: '2020-01-02' });
    expect(await splits()).toEqual(['AAPL 2020-08-31 4']);
    await collectActions({ symbols: 'AAPL', backfill: '2014-01-02' });
    expect(await splits()).toEqual(['AAPL 2014-06-09 7', 'AAPL 2020-08-31 4']);
    await landing.registry.set('AAPL', { assetClass: 'equity' });
    const all = { symbol: 'AAPL', intervalMin: null, from: null, to: null, actions: true };
    await dropRange(all, store.reader, landing);
    expect(await splits()).toEqual([]);
    await collectActions({ symbols: 'AAPL', backfill: '2014-01-02' });
    expect(await splits()).toEqual(['AAPL 2014-06-09 7', 'AAPL 2020-08-31 4']);
  });

  it('a corrected date moves a split, a cancelled action goes; those of others stay', async () => {
    server.actions.push(
      split('NVDA', '2024-01-10', 2, 1),
      split('NVDA', '2024-06-07', 10, 1),
      split('AAPL', '2024-05-20', 3, 1),
    );
    await collectActions();
    await push({ symbol: 'NVDA', kind: 'split', ex_date: '2024-05-02', ratio: 3 });
    server.actions.splice(0, 3, split('NVDA', '2024-06-10', 10, 1), split('AAPL', '2024-05-20', 3, 1));
    clock.advance(60_000);
    expect(await collectActions()).toBe('');
    expect(await stored()).toMatchObject([
      { symbol: 'AAPL', kind: 'split', date: '2024-05-20', ratio: 3 },
      { symbol: 'NVDA', date: '2024-05-02', ratio: 3 },
      { symbol: 'NVDA', date: '2024-06-10', ratio: 10 },
    ]);
    // It is announced again, for a day that is still to come.
    server.actions[1] = split('AAPL', '2024-06-20', 3, 1);
    clock.advance(60_000);
    await collectActions();
    expect((await splits()).filter((text) => text.startsWith('AAPL'))).toEqual([]);
  });

  it('what an operator corrects or deletes stays', async () => {
    server.actions.push(split('NVDA', '2024-06-10', 10, 1), split('AAPL', '2024-05-20', 3, 1));
    await collectActions();
    clock.advance(60_000);
    await push(
      { symbol: 'NVDA', kind: 'split', ex_date: '2024-06-10', ratio: 8 },
      { symbol: 'AAPL', kind: 'split', ex_date: '2024-05-20', deleted: true },
    );
    const corrected = [{ symbol: 'NVDA', kind: 'split', date: '2024-06-10', ratio: 8 }];
    expect(await stored()).toEqual(corrected);
    clock.advance(60_000);
    await collectActions();
    expect(await stored()).toEqual(corrected);
  });

  it.each([
    ['"new_rate"', '"newRate"', /forward_splits\[0\]\.new_rate is missing/],
    ['2024-06-10', '10.6.2024', /ex_date is "10.6.2024": must be a date such as/],
  ])('a changed field (%s) is named, and nothing lands', async (from, to, message) => {
    server.actions.push(split('NVDA', '2024-06-10', 10, 1));
    market.faults.push({ kind: 'change', change: (body) => body.replaceAll(from, to) });
    expect(await collectActions()).toMatch(message);
    expect(await stored()).toEqual([]);
    expect(await collectActions()).toBe('');
    expect(await stored()).toHaveLength(1);
  });

  it('are collected unless the operator says otherwise', () => {
    const actions = (given: object) =>
      alpacaKind.series(alpacaKind.prepare({ symbols: 'AAPL', ...given }, clock).options).actions;
    expect([actions({}), actions({ actions: false })]).toEqual([true, false]);
  });
});
