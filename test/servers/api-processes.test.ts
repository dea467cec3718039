/** Several API processes on one store and one Redis, and what each does when either is unavailable. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { systemClock } from '../../lib/clock.ts';
import { Secret } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openRedis, publishUpdated } from '../../lib/redis.ts';
import { createAccounts } from '../../operations/commands/accounts.ts';
import { testClickHouse } from '../support/clickhouse.ts';
import { ensureBuilt, type Program, startProgram } from '../support/programs.ts';
import { putBars } from '../support/projection.ts';
import { randomMarket } from '../support/random-market.ts';
import { type Cable, cableTo, startRedis } from '../support/redis.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const redisServer = await startRedis();

const market = randomMarket({
  seed: 3,
  assetClass: 'equity',
  intervalMin: 5,
  firstDay: 19_900,
  days: 40,
  hours: 'regular',
  density: 1,
  ticks: 9,
});
const SYMBOL = 'AAPL';
const HALF = Math.round(market.bars.length / 2);
const meta = { ...market.meta, symbol: SYMBOL };

interface Api extends Program {
  readonly url: string;
  get(path: string, token: string): Promise<Reply>;
  metric(name: string): Promise<number>;
  readyz(): Promise<{ status: number; waiting: string[] }>;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

async function startApi(env: Record<string, string>): Promise<Api> {
  const program = startProgram('programs/api', env);
  await program.ready();
  const url = /api serves at (http\S+);/.exec(program.said())?.[1] ?? '';
  const ops = await program.opsUrl;
  return {
    ...program,
    url,
    async get(path, token) {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async metric(name) {
      const text = await (await fetch(`${ops}/metrics`)).text();
      return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    },
    async readyz() {
      const response = await fetch(`${ops}/readyz`);
      return { status: response.status, waiting: ((await response.json()) as { waiting_for: string[] }).waiting_for };
    },
  };
}

describe.skipIf(!redisServer)('API processes', () => {
  let store: TestStore;
  let projector: Projector;
  let storeCable: Cable;
  let redisCable: Cable;
  let env: Record<string, string>;
  let apis: Api[] = [];
  const started: Api[] = [];
  let accounts: ReturnType<typeof createAccounts>;

  const start = async (more: Record<string, string> = {}): Promise<Api> => {
    const api = await startApi({ ...env, ...more });
    started.push(api);
    return api;
  };

  const account = async (
    limits: { perMinute: number; perDay?: number } = { perMinute: 100_000, perDay: 1_000_000 },
  ) => {
    const { id } = await accounts.createAccount({ name: 'test', plan: 'pro_api' });
    await accounts.setLimits(id, limits);
    return accounts.issueToken(id);
  };

  beforeAll(async () => {
    ensureBuilt();
    const statistics = await loadStatistics();
    store = await openTestStore({ backend: 'server', statistics });
    projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
    accounts = createAccounts(store.writer, systemClock);
    await putBars(store, { meta }, market.bars, { to: HALF });
    await projector.project(SYMBOL);
    const servers = (await testClickHouse()).env;
    const { hostname, port } = new URL(servers['CLICKHOUSE_URL']);
    storeCable = await cableTo({ host: hostname, port: Number(port) });
    redisCable = await cableTo(redisServer!);
    env = {
      ...servers,
      CLICKHOUSE_URL: `http://127.0.0.1:${storeCable.port}`,
      REDIS_URL: `redis://127.0.0.1:${redisCable.port}`,
    };
    apis = await Promise.all([start(), start()]);
    // The first answers of a process take their time; what is shown here is not that.
    const { token } = await account();
    for (const api of apis) for (let i = 0; i < 20; i++) await api.get(SUMMARY, token);
  }, 480_000);

  // A fault that one test leaves behind must not fail the next ones.
  afterEach(() => Promise.all([storeCable?.restore(), redisCable?.restore()]));
  afterAll(async () => {
    await Promise.all(started.map((api) => api.kill('SIGKILL')));
    await storeCable?.close();
    await redisCable?.close();
    await store?.close();
    await redisServer?.close();
  });

  const SUMMARY = `/stats/gap/summary?symbol=${SYMBOL}`;

  it('share the minute and the day of an account', async () => {
    const minute = (await account({ perMinute: 20 })).token;
    const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => apis[i % 2].get(SUMMARY, minute)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
    const day = (await account({ perMinute: 1_000, perDay: 10 })).token;
    const more = await Promise.all(Array.from({ length: 30 }, (_, i) => apis[i % 2].get(SUMMARY, day)));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(more.find(({ status }) => status === 429)?.body.detail).toMatchObject({ error: 'rate_limit_exceeded' });
  });

  it('refuse a revoked token, both, soon after', async () => {
    const { token, token_id: id } = await account();
    for (const api of apis) expect((await api.get(SUMMARY, token)).status).toBe(200);
    await accounts.revokeToken(id);
    for (const api of apis) await until(async () => (await api.get(SUMMARY, token)).status === 401);
  });

  it('answer again as soon as they are notified that statistics changed', async () => {
    const { token } = await account();
    const endOf = ({ body }: Reply) => body.metadata.data_through;
    const before = await Promise.all(apis.map((api) => api.get(SUMMARY, token)));
    expect(before[0].body).toEqual(before[1].body);
    const heard = await Promise.all(apis.map((api) => api.metric('market_stats_stats_updated_heard_total')));

    await putBars(store, { meta }, market.bars, { from: HALF });
    await projector.project(SYMBOL);
    const redis = openRedis(new Secret(`redis://127.0.0.1:${redisServer!.port}`), 'test', silentLogger);
    await new Promise((resolve) => redis.once('ready', resolve));
    await publishUpdated(redis, [SYMBOL]);
    redis.disconnect();
    for (const [i, api] of apis.entries()) {
      await until(async () => (await api.metric('market_stats_stats_updated_heard_total')) === heard[i] + 1);
      const after = await api.get(SUMMARY, token);
      expect(after.headers.get('x-cache')).toBe('miss');
      expect(endOf(after)).not.toEqual(endOf(before[i]));
    }
  });

  const FAULTS = [
    ['away', (cable: Cable) => cable.cut()],
    ['taking questions, of which no answer arrives', async (cable: Cable) => cable.hang('answers')],
  ] as const;

  it('continue sharing while Redis is slow', async () => {
    const { token } = await account({ perMinute: 10 });
    redisCable.slow(20);
    const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => apis[i % 2].get(SUMMARY, token)));
    await redisCable.restore();
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(20).fill(429)]);
    expect(new Set(replies.map(({ headers }) => headers.get('x-ratelimit-fallback')))).toEqual(new Set([null]));
  });

  it('start without a Redis that says nothing, limit by themselves, and share with the others once it answers', async () => {
    redisCable.hang();
    let early: Api | null = null;
    try {
      early = await startApi(env);
      const { token } = await account({ perMinute: 10 });
      const ask = async () => {
        const { status, headers } = await early!.get(SUMMARY, token);
        return [status, headers.get('x-ratelimit-fallback')];
      };
      expect(await ask()).toEqual([200, 'local']);
      await redisCable.restore();
      await until(async () => (await ask())[1] === null);
      expect((await early.kill('SIGTERM')).code).toBe(0);
    } finally {
      await early?.kill('SIGKILL');
      await redisCable.restore();
    }
  }, 240_000);

  it.each(FAULTS)(
    'answer 503 and are not ready while the store is %s, and come back by themselves',
    async (name, fail) => {
      const { token } = await account();
      await Promise.all(apis.map((api) => api.get(SUMMARY, token)));
      await fail(storeCable);
      for (const [i, api] of apis.entries()) {
        // What was found is cached for a second.
        await until(async () => (await api.readyz()).status === 503);
        expect((await api.readyz()).waiting).toEqual(['the store']);
        // Not cached, so it needs the store.
        const swing = 3 + 2 * FAULTS.findIndex(([one]) => one === name) + i;
        const reply = await api.get(`/stats/bos/summary?symbol=${SYMBOL}&swing_length=${swing}`, token);
        expect(reply.status).toBe(503);
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await storeCable.restore();
      for (const api of apis) {
        await until(async () => (await api.readyz()).status === 200);
        await until(async () => (await api.get(SUMMARY, token)).status === 200);
      }
    },
    120_000,
  );

  it('answer, and are ready, while the store is slow', async () => {
    const { token } = await account();
    storeCable.slow(100);
    for (const [i, api] of apis.entries()) {
      expect((await api.get(`/stats/bos/summary?symbol=${SYMBOL}&swing_length=${20 + i}`, token)).status).toBe(200);
      expect(await api.readyz()).toEqual({ status: 200, waiting: [] });
    }
    await storeCable.restore();
  });

  it('wait for a store that is not available yet, unready meanwhile', async () => {
    await storeCable.cut();
    const early = startProgram('programs/api', { ...env, LOG_LEVEL: 'info' });
    const ops = await early.opsUrl;
    const answer = await fetch(`${ops}/readyz`);
    expect([answer.status, ((await answer.json()) as { waiting_for: string[] }).waiting_for]).toEqual([
      503,
      ['the store', 'it is starting'],
    ]);
    await storeCable.restore();
    await early.ready();
    expect((await early.kill('SIGTERM')).code).toBe(0);
  });

  it('refuse to start without a store, in one line', async () => {
    const { code, stderr } = await startProgram('programs/api', {}).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/CLICKHOUSE_URL: is required/);
  });

  it('are bounded in memory by a client that asks and asks and never reads, and serve others', async () => {
    const api = await start();
    const [{ token: harmful }, { token }] = [await account(), await account()];
    const served = async () => {
      for (let i = 0; i < 10; i++) expect((await api.get(SUMMARY, token)).status).toBe(200);
    };
    await served();
    const { length } = await (await fetch(`${api.url}/openapi.json`)).text();
    const residentBytes = () => api.metric('market_stats_process_resident_memory_bytes');
    const before = await residentBytes();
    const request = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${harmful}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let i = 0; i < 200; i++) {
      const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' });
      socket.on('error', () => {}).pause();
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.write(request.repeat(16));
    }
    await served();
    // One body for all of them, not one for each: that would be so much.
    expect(200 * 16 * length).toBeGreaterThan(500 * 2 ** 20);
    expect((await residentBytes()) - before).toBeLessThan(150 * 2 ** 20);
    for (const socket of sockets) socket.destroy();
    await served();
  }, 240_000);
});
