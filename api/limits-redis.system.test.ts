import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '../lib/clock.ts';
import { Secret } from '../lib/config.ts';
import { silentLogger } from '../lib/logger.ts';
import { openRedis } from '../lib/redis.ts';
import { type Cable, cableTo, startRedis, type TestRedis } from '../test/support/redis.ts';
import { sessionKeyInRedis, sharedSessionKey } from './console-session.ts';
import { createLimiter, type Limiter } from './limits.ts';

const server: TestRedis | null = await startRedis();
const clock = fixedClock(Date.UTC(2025, 5, 10, 12));
/** Longer than a question may wait, as in the service. */
const SILENCE_MS = 2_000;
let number = 0;

describe.skipIf(!server)('limits in Redis', () => {
  let cable: Cable;
  let connections: Redis[];
  let limiters: Limiter[];
  let id: string;

  function limiter(
    port: number,
    { windowMs, askTimeoutMs }: { windowMs?: number; askTimeoutMs?: number } = {},
  ): Limiter {
    const redis = openRedis(new Secret(`redis://127.0.0.1:${port}`), 'test', silentLogger, SILENCE_MS);
    connections.push(redis);
    const made = createLimiter({ redis, clock, logger: silentLogger, windowMs, askTimeoutMs });
    limiters.push(made);
    return made;
  }

  const connected = () =>
    Promise.all(
      connections.map(
        (redis) => redis.status === 'ready' || new Promise((resolve) => redis.once('ready', () => resolve(true))),
      ),
    );

  beforeAll(async () => {
    cable = await cableTo(server as TestRedis);
  });
  beforeEach(async () => {
    await cable.restore();
    connections = [];
    limiters = [];
    id = `test-${process.pid}-${Date.now()}-${++number}`;
  });
  afterEach(async () => {
    for (const one of limiters) await one.close();
    for (const redis of connections) redis.disconnect();
  });
  afterAll(async () => {
    await cable?.close();
    await server?.close();
  });

  it('lets a caller that never paused pass again once the window is over', async () => {
    const one = limiter(cable.port, { windowMs: 400 });
    await connected();
    const account = { id, perMinute: 2, perDay: 1000 };
    const passed = [];
    while (passed.length < 5) {
      const { limited } = await one.take(account);
      if (limited === null) passed.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // Two a window: the fifth is in the third.
    expect(passed[4] - passed[0]).toBeGreaterThan(400);
  });

  it('lets a refused client pass at the reported reset, which is never later than the window', async () => {
    const one = limiter(cable.port, { windowMs: 1_300 });
    await connected();
    const account = { id, perMinute: 2, perDay: 1000 };
    for (let i = 0; i < 2; i++) await one.take(account);
    const { limited, minute } = await one.take(account);
    expect([limited, minute.remaining]).toEqual(['minute', 0]);
    expect(minute.resetMs).toBeLessThanOrEqual(Date.now() + 1_300);
    while (Date.now() < minute.resetMs) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await one.take(account)).limited).toBeNull();
  });

  const FAULTS = [
    ['cut off', () => cable.cut()],
    ['silent', async () => cable.hang()],
    ['silent in its answers', async () => cable.hang('answers')],
    ['hanging', async () => cable.hold()],
    ['too slow', async () => cable.slow(1_000)],
  ] as const;
  it.each(FAULTS)(
    'limits by itself while Redis is %s, the day continuing where it stood, and shares limits again afterwards',
    { timeout: 30_000 },
    async (_, fail) => {
      const one = limiter(cable.port);
      await connected();
      const account = { id, perMinute: 6, perDay: 1000 };
      for (let i = 0; i < 4; i++) await one.take(account);
      const tight = { ...account, perMinute: 1000, perDay: 6 };
      await fail();
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push(await one.take(tight));
      expect(statuses.map(({ fallback }) => fallback)).toEqual([true, true, true, true]);
      expect(statuses.map(({ limited }) => limited)).toEqual([null, null, 'day', 'day']);
      expect(statuses.map(({ day }) => day.remaining)).toEqual([1, 0, 0, 0]);
      await cable.restore();
      const wide = { ...account, perMinute: 1000 };
      let rateLimit = await one.peek(wide);
      for (let i = 0; i < 400 && rateLimit.fallback; i++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        rateLimit = await one.peek(wide);
      }
      expect(rateLimit.fallback).toBe(false);
      // What hung or was slow may have been counted by Redis as well: never less than what was taken.
      expect(rateLimit.day.remaining).toBeLessThanOrEqual(994);
      expect((await one.take(wide)).day.remaining).toBe(rateLimit.day.remaining - 1);
    },
  );

  it('does not grant the day again where Redis lost its memory', async () => {
    const one = limiter(cable.port);
    await connected();
    const account = { id, perMinute: 1000, perDay: 3 };
    for (let i = 0; i < 3; i++) await one.take(account);
    await connections[0].del(`market-stats:day:2025-06-10:${id}`);
    expect((await one.take(account)).limited).toBe('day');
  });

  it('hold no key for the cookies of the console where it was emptied or cut', async () => {
    const redis = new Redis({ host: '127.0.0.1', port: server!.port });
    const name = 'market-stats:console-key';
    try {
      for (const kept of ['', 'c2hvcnQ']) {
        await redis.set(name, kept);
        await expect(sessionKeyInRedis(redis)).rejects.toThrow(/holds no key/);
      }
      await redis.del(name);
      expect(await sessionKeyInRedis(redis)).toHaveLength(32);
    } finally {
      await redis.del(name);
      redis.disconnect();
    }
  });

  it('sign cookies with a key of their own where they start without Redis, and with that of all once it answers', async () => {
    const ended = new AbortController();
    const connected = new Redis({ host: '127.0.0.1', port: server!.port });
    // Without one the key of this process would become that of all.
    await sessionKeyInRedis(connected);
    await cable.cut();
    const redis = openRedis(new Secret(`redis://127.0.0.1:${cable.port}`), 'early', silentLogger);
    try {
      const key = await sharedSessionKey(redis, silentLogger, ended.signal);
      const own = Buffer.from(key);
      expect(own).toHaveLength(32);
      await cable.restore();
      await vi.waitFor(() => expect(key.equals(own)).toBe(false), 20_000);
      expect(key.equals(await sessionKeyInRedis(connected))).toBe(true);
    } finally {
      connected.disconnect();
      ended.abort();
      redis.disconnect();
      await cable.restore();
    }
  }, 120_000);
});
