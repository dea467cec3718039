import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { Secret } from '../../lib/config.ts';
import { silentLogger } from '../../lib/logger.ts';
import { openRedis } from '../../lib/redis.ts';
import { startApi, type TestApi } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import { type Cable, cableTo, startRedis } from '../../test/support/redis.ts';
import { sessionKeyInRedis, sharedSessionKey } from '../console-session.ts';
import { createLimiter } from '../limits.ts';

const server = await startRedis();
const PATH = '/stats/gap?symbol=AAPL';

describe.skipIf(!server)('two API processes on one Redis', () => {
  let cable: Cable;
  let apis: TestApi[];
  const connections: Redis[] = [];

  beforeAll(async () => {
    cable = await cableTo(server!);
    const accountPrefix = `two-${process.pid}-${Date.now()}`;
    apis = await Promise.all(
      [0, 1].map(async () => {
        const redis = new Redis({
          host: '127.0.0.1',
          port: cable.port,
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          retryStrategy: () => 50,
        });
        redis.on('error', () => {});
        connections.push(redis);
        await new Promise((resolve) => redis.once('ready', resolve));
        const limiter = createLimiter({ redis, clock: systemClock, logger: silentLogger });
        return startApi(apiData().slice(0, 1), { accountPrefix, deps: { limiter } });
      }),
    );
  });
  afterAll(async () => {
    for (const api of apis ?? []) await api.close();
    for (const redis of connections) redis.disconnect();
    await cable?.close();
    await server?.close();
  });

  const token = (figures: { perMinute: number; perDay?: number }) =>
    apis.map((api) => api.account('pro_api', figures))[0];

  it('hold the limits of an account together', async () => {
    const mine = token({ perMinute: 20 });
    const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => apis[i % 2].get(PATH, { token: mine })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
    const usage = await apis[0].get('/me/usage', { token: mine });
    expect(usage.body.rate_limits.minute).toMatchObject({ used: 20, remaining: 0 });
    expect(usage.body.rate_limits.day.used).toBe(20);
  });

  it('give the same bytes', async () => {
    const mine = token({ perMinute: 1000 });
    const bodies = await Promise.all(apis.map((api) => api.get('/stats/pdhlb/summary?symbol=AAPL', { token: mine })));
    expect(bodies[0].text).toBe(bodies[1].text);
    expect(bodies[0].headers.get('etag')).toBe(bodies[1].headers.get('etag'));
  });

  it('share the key of the console', async () => {
    const keys = await Promise.all(connections.map((redis) => sessionKeyInRedis(redis)));
    expect(keys[0]).toHaveLength(32);
    expect(keys[0].equals(keys[1])).toBe(true);
  });

  it('sign with a key of their own where they start without Redis, and with that of all once it answers', async () => {
    const ended = new AbortController();
    await cable.cut();
    const redis = openRedis(new Secret(`redis://127.0.0.1:${cable.port}`), 'early', silentLogger);
    try {
      const key = await sharedSessionKey(redis, silentLogger, ended.signal);
      const own = Buffer.from(key);
      expect(own).toHaveLength(32);
      await cable.restore();
      await vi.waitFor(() => expect(key.equals(own)).toBe(false), 20_000);
      const connected = new Redis({ host: server!.host, port: server!.port });
      expect(key.equals(await sessionKeyInRedis(connected))).toBe(true);
      connected.disconnect();
    } finally {
      ended.abort();
      redis.disconnect();
      await cable.restore();
    }
  }, 60_000);

  it('limit each by itself while Redis is unavailable, say so, and share again when it is back', async () => {
    const mine = token({ perMinute: 5 });
    expect((await apis[0].get(PATH, { token: mine })).headers.get('x-ratelimit-fallback')).toBeNull();
    await cable.cut();
    for (const api of apis) {
      const replies = [];
      for (let i = 0; i < 8; i++) replies.push(await api.get(PATH, { token: mine }));
      expect(replies.every(({ headers }) => headers.get('x-ratelimit-fallback') === 'local')).toBe(true);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      expect(Number(replies[7].headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await cable.restore();
    const other = token({ perMinute: 1000 });
    let local: string | null = 'local';
    for (let i = 0; i < 100 && local; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      local = (await apis[0].get(PATH, { token: other })).headers.get('x-ratelimit-fallback');
    }
    expect(local).toBeNull();
  });
});
