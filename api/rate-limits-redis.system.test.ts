import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '../lib/clock.ts';
import { Secret } from '../lib/config.ts';
import { silentLogger } from '../lib/logger.ts';
import { openRedis } from '../lib/redis.ts';
import { type LimitedApp, startLimitedApp } from '../test/support/limited-app.ts';
import { type Cable, cableTo, startRedis, type TestRedis } from '../test/support/redis.ts';
import { sessionKeyInRedis, sharedSessionKey } from './console-session.ts';

const server: TestRedis | null = await startRedis();
const clock = fixedClock(Date.UTC(2025, 5, 10, 12));
/** Longer than a question may wait, as in the service. */
const SILENCE_MS = 2_000;
let number = 0;

describe.skipIf(!server)('limits in Redis', () => {
  let cable: Cable;
  let connections: Redis[];
  let apps: LimitedApp[];
  let id: string;

  async function start(port: number, windowMs?: number): Promise<LimitedApp> {
    const redis = openRedis(new Secret(`redis://127.0.0.1:${port}`), 'test', silentLogger, SILENCE_MS);
    connections.push(redis);
    await new Promise((resolve) => redis.once('ready', resolve));
    const app = await startLimitedApp({ redis, clock, windowMs });
    apps.push(app);
    return app;
  }

  beforeAll(async () => {
    cable = await cableTo(server as TestRedis);
  });
  beforeEach(async () => {
    await cable.restore();
    connections = [];
    apps = [];
    id = `test-${process.pid}-${Date.now()}-${++number}`;
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
    for (const redis of connections) redis.disconnect();
  });
  afterAll(async () => {
    await cable?.close();
    await server?.close();
  });

  it('hold over two processes, and the usage of one shows the requests of the other', async () => {
    const [one, two] = [await start(cable.port), await start(cable.port)];
    const account = { id, perMinute: 4, perDay: 1_000 };
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await (i % 2 ? one : two).take(account));
    expect(answers.map(({ limitedBy }) => limitedBy)).toEqual([null, null, null, null, 'minute', 'minute']);
    expect(await two.usage(account)).toMatchObject({ minute: { used: 4 }, day: { used: 4 }, isFallback: false });
  });

  it('count the first requests of a day once each, though they come at once', async () => {
    const app = await start(cable.port);
    const account = { id, perMinute: 1_000, perDay: 10 };
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.take(account)));
    expect(answers.filter(({ limitedBy }) => limitedBy === null)).toHaveLength(10);
    const next = { id: `${id}-next`, perMinute: 1_000, perDay: 1_000 };
    await Promise.all(Array.from({ length: 10 }, () => app.take(next)));
    expect(await app.usage(next)).toMatchObject({ day: { used: 10 } });
  });

  it('let a client that never paused pass again once the window is over', async () => {
    const app = await start(cable.port, 400);
    const account = { id, perMinute: 2, perDay: 1_000 };
    const passed = [];
    while (passed.length < 5) {
      if ((await app.take(account)).limitedBy === null) passed.push(Date.now());
      await sleep(10);
    }
    // Two per window: the fifth is in the third.
    expect(passed[4] - passed[0]).toBeGreaterThan(400);
  });

  it('let a refused client pass after Retry-After', async () => {
    const app = await start(cable.port, 1_300);
    const account = { id, perMinute: 2, perDay: 1_000 };
    for (let i = 0; i < 2; i++) await app.take(account);
    const { limitedBy, remaining, retryAfterS } = await app.take(account);
    expect([limitedBy, remaining]).toEqual(['minute', 0]);
    expect(retryAfterS).toBeGreaterThanOrEqual(1);
    expect(retryAfterS).toBeLessThanOrEqual(3);
    await sleep(retryAfterS * 1_000);
    expect((await app.take(account)).limitedBy).toBeNull();
  });

  const FAULTS = [
    ['cut off', () => cable.cut()],
    ['silent', async () => cable.hang()],
    ['silent in its answers', async () => cable.hang('answers')],
    ['hanging', async () => cable.hold()],
    ['too slow', async () => cable.slow(1_000)],
  ] as const;
  it.each(FAULTS)(
    'are those of this process while Redis is %s, the day continuing where it stood, and are shared again afterwards',
    { timeout: 30_000 },
    async (_, fail) => {
      const app = await start(cable.port);
      const account = { id, perMinute: 6, perDay: 1_000 };
      for (let i = 0; i < 4; i++) await app.take(account);
      const tight = { ...account, perMinute: 1_000, perDay: 6 };
      await fail();
      const answers = [];
      for (let i = 0; i < 4; i++) answers.push(await app.take(tight));
      expect(answers.map(({ isFallback }) => isFallback)).toEqual([true, true, true, true]);
      expect(answers.map(({ limitedBy }) => limitedBy)).toEqual([null, null, 'day', 'day']);
      expect(answers.map(({ remainingDay }) => remainingDay)).toEqual([1, 0, 0, 0]);
      await cable.restore();
      const wide = { ...account, perMinute: 1_000 };
      let usage = await app.usage(wide);
      for (let i = 0; i < 400 && usage.isFallback; i++) {
        await sleep(50);
        usage = await app.usage(wide);
      }
      expect(usage.isFallback).toBe(false);
      // Redis may have counted what hung or was slow as well: never less than what passed.
      const { remainingDay } = await app.take(wide);
      expect(remainingDay).toBeLessThanOrEqual(995);
    },
  );

  it('do not grant the day again after Redis lost its memory', async () => {
    const app = await start(cable.port);
    const account = { id, perMinute: 1_000, perDay: 3 };
    for (let i = 0; i < 3; i++) await app.take(account);
    await connections[0].del(`market-stats:day:2025-06-10:${id}`);
    expect((await app.take(account)).limitedBy).toBe('day');
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
