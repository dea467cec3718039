/** `/readyz` is open to anybody: what a flood of it costs the store. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaches } from '../compute/evaluation/bar-cache.ts';
import { createPool } from '../compute/evaluation/threads.ts';
import { silentLogger } from '../lib/logger.ts';
import { createShutdown } from '../lib/shutdown.ts';
import type { Store } from '../sql/connect.ts';
import { folderOfFile, storeOfFile } from '../test/support/of-file.ts';
import { serveApi } from './deployment/api.ts';

const REQUESTS = 350;
const shutdown = createShutdown(silentLogger);
const opened = await storeOfFile();
let served: { url: string };
let probes = 0;

beforeAll(async () => {
  const reader: Store['reader'] = {
    query(...args) {
      if (/^SELECT 1\b/.test(args[0])) probes++;
      return opened.reader.query(...args);
    },
  } as Store['reader'];
  const store: Store = Object.assign(Object.create(opened), { reader });
  const pool = createPool({ threads: 1 });
  shutdown.onStop('pool', 5_000, () => pool.close());
  served = await serveApi(
    { store, logger: silentLogger, shutdown },
    {
      api: {},
      redis: { url: undefined },
      service: { host: '127.0.0.1', port: 0, maxBarsPerRequest: 1_000 },
      store: { dataDir: folderOfFile(), server: null },
    },
    { statistics: [], pool, caches: createCaches(store.reader), status: async () => ({}) },
  );
});
afterAll(async () => {
  await shutdown.stop('the test is over');
});

it('asks the store once a second, however often readiness is requested', { timeout: 15_000 }, async () => {
  const beganMs = performance.now();
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, async () => {
      const reply = await fetch(`${served.url}/readyz`);
      await reply.text();
      return reply.status;
    }),
  );
  expect(replies).toEqual(Array(REQUESTS).fill(200));
  expect(probes).toBeGreaterThan(0);
  expect(probes).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - beganMs) / 1_000));
});
