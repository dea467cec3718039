/** Connections to a Redis that is unavailable, silent, hanging or slow: callers fail fast, and connections recover. */
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cable, cableTo, startRedis, type TestRedis } from '../test/support/redis.ts';
import { until } from '../test/support/until.ts';
import { Secret } from './config.ts';
import { silentLogger } from './logger.ts';
import { listenForUpdates, openRedis, publishUpdated, type UpdatedSymbols } from './redis.ts';

const server: TestRedis | null = await startRedis();
const SILENCE_MS = 300;

describe.skipIf(!server)('a connection to Redis', () => {
  let cable: Cable;
  const open: Redis[] = [];

  beforeAll(async () => {
    cable = await cableTo(server as TestRedis);
  });
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.disconnect();
    await cable.restore();
  });
  afterAll(async () => {
    await cable?.close();
    await server?.close();
  });

  function connection(port: number, silenceMs = SILENCE_MS): Redis {
    const redis = openRedis(new Secret(`redis://127.0.0.1:${port}`), 'test', silentLogger, silenceMs);
    open.push(redis);
    return redis;
  }
  const ready = (redis: Redis) => until(() => redis.status === 'ready');
  const answers = (redis: Redis) =>
    redis.ping().then(
      () => true,
      () => false,
    );

  const FAULTS = [
    ['away', () => cable.cut()],
    ['a black hole', async () => cable.hang()],
    ['taking questions, of which no answer arrives', async () => cable.hang('answers')],
    ['hanging', async () => cable.hold()],
  ] as const;

  it.each(FAULTS)(
    'refuses what is asked while Redis is %s, and answers once it is available again',
    async (_, fail) => {
      const redis = connection(cable.port);
      await ready(redis);
      await fail();
      // Every call settles, one way or the other.
      const asked = await Promise.allSettled(Array.from({ length: 50 }, () => redis.get('market-stats:none')));
      expect(asked.map(({ status }) => status)).toEqual(Array(50).fill('rejected'));
      await cable.restore();
      await until(() => answers(redis));
    },
  );

  it.each(FAULTS)(
    'tells of changed statistics again after Redis was %s, and that some may be missing',
    async (_, fail) => {
      const heard: UpdatedSymbols[] = [];
      const listening = connection(cable.port);
      listenForUpdates(listening, silentLogger, (symbols) => heard.push(symbols), 50);
      await until(() => heard.length === 1);
      const telling = connection(server!.port);
      await ready(telling);
      await publishUpdated(telling, ['BEFORE']);
      await until(() => heard.length === 2);
      await fail();
      await publishUpdated(telling, ['MEANWHILE']);
      await until(() => listening.status !== 'ready');
      await cable.restore();
      await until(() => heard.length > 2 && heard.slice(2).includes(null));
      await publishUpdated(telling, ['AFTER']);
      await until(() => heard.some((symbols) => symbols?.[0] === 'AFTER'));
      expect(heard.slice(0, 2)).toEqual([null, ['BEFORE']]);
    },
  );

  it.each(FAULTS)('keeps no notice that it cannot send while Redis is %s', async (_, fail) => {
    const redis = connection(cable.port);
    await ready(redis);
    await fail();
    // It resolves, because reconciliation finds the changes of a lost notice.
    await Promise.all(Array.from({ length: 50 }, (_, i) => publishUpdated(redis, [`S${i}`])));
    await cable.restore();
    await until(() => answers(redis));
  });

  it('is not given up where Redis is slow', async () => {
    const redis = connection(cable.port, 5_000);
    await ready(redis);
    let closed = 0;
    redis.on('close', () => closed++);
    cable.slow(100);
    for (let i = 0; i < 5; i++) expect(await redis.ping()).toBe('PONG');
    expect(closed).toBe(0);
  });
});
