/**
 * From a vendor through the log and the store to the API: `ingest` runs the collector, `compute` the statistics, each is
 * killed in the middle of a backfill while the vendor fails. In the end the API serves what the vendor has.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barsFromTuples } from '../../compute/market/bars.ts';
import { DEFAULT_SESSION } from '../../compute/market/sessions.ts';
import { missingDays } from '../../ingest/collectors/bars.ts';
import type { Candle } from '../../ingest/collectors/contract.ts';
import { folderKind } from '../../ingest/collectors/folder.ts';
import { kindOf } from '../../ingest/collectors/kinds.ts';
import { CollectorStore } from '../../ingest/collectors/store.ts';
import { systemClock } from '../../lib/clock.ts';
import { parseConfig } from '../../lib/config.ts';
import { dayOfMs, isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { createAccounts } from '../../operations/commands/accounts.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { naiveGaps, shownGap } from '../oracles/prevclose.ts';
import { type TestClickHouse, testClickHouse } from '../support/clickhouse.ts';
import { kafkaOfRun } from '../support/kafka.ts';
import { type Env, ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { propertySeed } from '../support/random-market.ts';
import { startRedis } from '../support/redis.ts';
import { seeded } from '../support/stream.ts';
import { until } from '../support/until.ts';
import { serveBinance } from '../support/vendors/binance.ts';
import { minutes, storedBars } from '../support/vendors/rig.ts';
import { VendorMarket, type VendorServer } from '../support/vendors/server.ts';

const kafka = (await kafkaOfRun())!;
const redis = (await startRedis())!;
const DAYS = 5;
const SYMBOL = 'ETHUSDT';

/** Of the vendor's answer to each request: a backfill that lasts some seconds. */
const ANSWER_MS = 150;
const seed = propertySeed();
const PATIENCE = { timeoutMs: 150_000 };

describe.runIf(kafka && redis)('a collector with a log', () => {
  const market = new VendorMarket(systemClock);
  const today = dayOfMs(Date.now());
  let clickhouse: TestClickHouse;
  let store: Store;
  let vendor: VendorServer;
  let env: Env;
  let candles: Candle[];
  const programs: Record<string, Program> = {};

  beforeAll(async () => {
    ensureBuilt();
    clickhouse = await testClickHouse();
    env = {
      ...clickhouse.env,
      ...kafka.env,
      KAFKA_SESSION_TIMEOUT_S: '6',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    };
    store = await openStore(parseConfig({ store: storeConfigSchema }, env).store);
    candles = minutes((today - (DAYS - 1)) * MS_PER_DAY, DAYS * 1440 + 60, seed);
    market.put('ETH/USDT', candles);
    vendor = await serveBinance(market);
    for (const name of ['ingest', 'compute', 'api']) start(name);
    await Promise.all(Object.values(programs).map((program) => program.ready()));
  }, 240_000);
  afterAll(async () => {
    await Promise.all(Object.values(programs).map((program) => program.kill('SIGKILL')));
    await vendor?.close();
    await store?.close();
    await kafka?.close();
    await redis?.close();
  });

  const start = (name: string) => {
    const { REDIS_URL: _, ...withoutRedis } = env;
    const withoutKafka = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('KAFKA_')));
    const own: Record<string, Env> = { ingest: withoutRedis, compute: env, api: withoutKafka };
    programs[name] = startProgram(`programs/${name}`, own[name]);
  };

  it('serves everything once, though ingest and compute are killed at random moments and the vendor fails', async () => {
    const random = seeded(seed);
    const kind = kindOf('crypto');
    if (kind.form !== 'series') throw new Error('crypto has series');
    const given = {
      exchange: 'binance',
      symbols: 'ETH/USDT',
      backfill: `${DAYS - 1}d`,
      url: vendor.url,
      schedule: '*/2 * * * * *',
    };
    const slow = { kind: 'change', change: (body: string) => body, delayMs: ANSWER_MS } as const;
    market.faults.push(slow, slow, { kind: 'cut' }, slow, { kind: 'status', status: 502 }, ...Array(40).fill(slow));
    const { id, options } = kind.prepare(given, systemClock);
    const state = new CollectorStore(store, systemClock);
    await state.put({ id, kind: 'crypto', options, state: 'running', createdAtMs: Date.now() });
    const accounts = createAccounts(store.writer, systemClock);
    const account = await accounts.createAccount({ name: 'test', plan: 'pro_api', operator: true });
    await accounts.setLimits(account.id, { perMinute: 100_000, perDay: 1_000_000, historyDays: null });
    const { token } = await accounts.issueToken(account.id);
    const base = () => /api serves at (http\S+);/.exec(programs['api'].said())?.[1] ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
    const get = async (path: string): Promise<any> => {
      const response = await fetch(base() + path, { headers: { authorization: `Bearer ${token}` } });
      const body = await response.json();
      // Busy, which it says: asked again, as clients do.
      if (response.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return get(path);
      }
      expect([path, response.status, body]).toEqual([path, 200, expect.anything()]);
      return body;
    };
    const stored = async () =>
      (await store.reader.query<{ n: number }>('SELECT count() AS n FROM market.bars FINAL'))[0].n;

    // One after the other, and both at once: in an order, and after shares of the backfill, that the seed says.
    const rounds = [['ingest'], ['compute', 'ingest']].sort(() => random() - 0.5);
    for (const [i, names] of rounds.entries()) {
      const share = (i + 0.1 + 0.8 * random()) / (rounds.length + 0.5);
      await until(async () => (await stored()) >= share * candles.length, PATIENCE);
      await Promise.all(names.map((name) => programs[name].kill('SIGKILL')));
      for (const name of names) start(name);
    }
    const there = candles.filter(({ startMs }) => startMs + 60_000 <= Date.now() - 2_000).length;
    const missing = async () => (await missingDays(state, id, kind.series(options), Date.now())).get(SYMBOL)!;
    await until(async () => (await stored()) >= there, PATIENCE);
    await until(async () => (await missing()).length === 0, PATIENCE);
    // The status may be asked for 120 times a minute.
    await until(async () => (await get('/operator/status')).behind.days === 0, { ...PATIENCE, pollMs: 1_000 });

    // What the store has; minutes may have ended since.
    const bars = await storedBars(store as never, SYMBOL);
    expect(bars.length).toBeGreaterThanOrEqual(there);
    expect(bars).toEqual(candles.slice(0, bars.length));
    // What the operator sees.
    const status = await get('/operator/status');
    expect(status).toMatchObject({ dead_letters: 0, quarantined: [] });
    expect(status.symbols).toEqual([expect.objectContaining({ symbol: SYMBOL, holes: 0 })]);
    // What the API serves of days that are over: the bars, and a statistic as a naive computation has it of what was sent.
    const [from, to] = [today - (DAYS - 1), today - 1];
    const range = `symbol=${SYMBOL}&include_extended_hours=true&start_date=${isoDate(from)}&end_date=${isoDate(to)}`;
    const served: object[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`/bars?${range}${cursor}`);
      served.push(...page.data);
      cursor = page.metadata.next_cursor ? `&cursor=${page.metadata.next_cursor}` : null;
    }
    const past = candles.filter(({ startMs }) => dayOfMs(startMs) <= to);
    const text = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
    expect(served).toEqual(
      past.map(({ startMs, ...bar }) => ({ ts: text(startMs), date: isoDate(dayOfMs(startMs)), ...bar })),
    );
    const columns = barsFromTuples(
      candles.map((bar) => [bar.startMs / 60_000, bar.open, bar.high, bar.low, bar.close, bar.volume]),
    );
    const data = {
      meta: { symbol: SYMBOL, assetClass: 'crypto', intervalMin: 1 },
      bars: columns,
      clock: { lastBarEnd: candles.at(-1)!.startMs / 60_000 + 1 },
    };
    const question = { session: DEFAULT_SESSION, from, to, criteria: 'wick', minGapPct: 0 } as const;
    const gaps = naiveGaps(data as never, question).map(shownGap);
    const list = await get(`/stats/prevclose?symbol=${SYMBOL}&start_date=${isoDate(from)}&end_date=${isoDate(to)}`);
    expect(gaps.length).toBeGreaterThan(DAYS - 3);
    expect(list.data).toEqual(gaps.map((gap) => expect.objectContaining(gap)));
    const views = 'SELECT date, count() AS n FROM market.v_stat_prevclose GROUP BY date, session HAVING n > 1';
    expect(await store.reader.query(views)).toEqual([]);
    // One process alone has the collectors.
    expect((await state.owner())?.owner).toContain(` ${programs['ingest'].child.pid} `);
  }, 400_000);

  it('a file that is dropped into a folder of ingest lands by the log, a file that cannot is put aside', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'market-stats-dropped-'));
    const day = Date.UTC(2024, 5, 5, 14);
    const rows = Array.from(
      { length: 90 },
      (_, i) => `${new Date(day + i * 60_000).toISOString()},10,12,9,11,${(i * 37) % 90}`,
    );
    writeFileSync(join(dir, 'DROP.csv'), ['ts,open,high,low,close,volume', ...rows].join('\n'));
    writeFileSync(join(dir, 'WRONG.csv'), 'a,b\n1,2\n');
    const given = { dir, schedule: '* * * * * *', symbol: 'DROP', assetClass: 'etf' };
    const { id, options } = folderKind.prepare(given);
    const state = new CollectorStore(store, systemClock);
    await state.put({ id, kind: 'folder', options, state: 'running', createdAtMs: Date.now() });
    await until(
      async () =>
        ['done/DROP.csv', 'failed/WRONG.csv'].every(
          (name) => existsSync(join(dir, name)) && existsSync(join(dir, `${name}.report.json`)),
        ),
      PATIENCE,
    );
    const report = (name: string) => JSON.parse(readFileSync(join(dir, `${name}.report.json`), 'utf8'));
    expect(report('done/DROP.csv')).toMatchObject({ file: 'DROP.csv', landed: 90, dead_letters: {} });
    expect(report('failed/WRONG.csv')).toMatchObject({ file: 'WRONG.csv', error: expect.stringContaining('ts') });
    const landed = await store.reader.query(
      "SELECT count() AS n, sum(volume) AS volume FROM market.bars FINAL WHERE symbol = 'DROP'",
    );
    expect(landed).toEqual([{ n: 90, volume: (89 * 90) / 2 }]);
    // Only the collector's bars rank below what is sent otherwise.
    const ranks = 'SELECT symbol, toString(min(rank) >= 4611686018427387904) AS above FROM market.bars GROUP BY symbol';
    expect(await store.reader.query(`${ranks} ORDER BY symbol`)).toEqual([
      { symbol: 'DROP', above: '1' },
      { symbol: SYMBOL, above: '0' },
    ]);
    rmSync(dir, { recursive: true });
  }, 400_000);
});
