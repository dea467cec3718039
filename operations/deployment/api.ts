/** The API over a store, listening: in the all-in-one service, and in a process of its own (`npm run api`). */

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { storedTokens } from '../../api/accounts.ts';
import { type ApiDeps, createApp } from '../../api/app.ts';
import { createAuthenticator } from '../../api/authenticator.ts';
import { API_DEFAULTS } from '../../api/config.ts';
import { sessionKeyInFile, sharedSessionKey } from '../../api/console-session.ts';
import { storedUsage } from '../../api/day-counts.ts';
import { createRateLimits } from '../../api/rate-limits.ts';
import { listen } from '../../api/server.ts';
import { StoreScreens } from '../../compute/answers/screens.ts';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { type Caches, createCaches } from '../../compute/evaluation/bar-cache.ts';
import { behindDays } from '../../compute/evaluation/behind.ts';
import { definitionsOf } from '../../compute/evaluation/tables/coverage.ts';
import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import { type ComputePool, createPool } from '../../compute/evaluation/threads.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/config.ts';
import { dayOfMs } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { projectFile } from '../../lib/paths.ts';
import type { Shutdown } from '../../lib/shutdown.ts';
import type { Store } from '../../sql/connect.ts';
import { coverageOf, serviceStatus } from '../commands/status.ts';
import type { ProgramConfig } from './config.ts';
import { onceThere, type Running, runProgram, storeProbe } from './process.ts';

const MS = { drain: 25_000, redis: 2_000, pool: 10_000 } as const;
const BAR_CACHE_BYTES = 512 * 2 ** 20;
const ON_DEMAND_DEADLINE_MS = 10_000;
const FOLLOW_EVERY_MS = 400;

/** Answers from stored records; what is computed on demand runs in the worker threads of the pool. */
export const openAnswers = ({
  store,
  statistics,
  clock,
  ...parts
}: {
  store: Store;
  statistics: readonly Statistic[];
  pool: ComputePool;
  caches: Caches;
  clock: Clock;
  logger: Logger;
  maxBarsPerRequest: number;
}) =>
  new StoreAnswers({
    store,
    statistics,
    pool: parts.pool,
    caches: parts.caches,
    maxBarsPerRequest: parts.maxBarsPerRequest,
    nowMs: () => clock.nowMs(),
    deadlineMs: ON_DEMAND_DEADLINE_MS,
    followEveryMs: FOLLOW_EVERY_MS,
    onFollowFailure: (err) => parts.logger.warn({ err }, 'looking up the symbols in use failed: requests look them up'),
  });

interface ApiParts
  extends Pick<ApiDeps, 'limits' | 'sessionKey' | 'loginLinks' | 'onStatsUpdated' | 'clock' | 'logger' | 'statistics'> {
  readonly store: Store;
  readonly answers: StoreAnswers;
  /** What `status --json` says. */
  readonly status: () => Promise<object>;
  readonly config: {
    readonly api: ApiDeps['config'];
    readonly service: { host: string; port: number };
  };
  readonly shutdown: Shutdown;
}

export type ServedApi = Awaited<ReturnType<typeof serveApi>>;

/** Registers its drains: requests in progress first, then what they counted. */
export async function serveApi({ store, status, config, shutdown, ...parts }: ApiParts) {
  const { answers, limits, clock, logger } = parts;
  const authenticator = createAuthenticator({
    source: storedTokens(store.priorityReader, store.writer),
    clock,
    logger,
  });
  shutdown.onStop('last uses', MS.drain, () => authenticator.close());
  shutdown.onStop('usage', MS.drain, () => limits.close());
  const storeAnswers = storeProbe(store);
  const checks = async () => ({ store: await storeAnswers(), serving: !shutdown.signal.aborted });
  const api = createApp({
    ...parts,
    authenticator,
    screens: new StoreScreens(store.reader, answers),
    config: config.api,
    operatorStatus: { status, coverage: (after, limit) => coverageOf(store.reader, after, limit) },
    async ready() {
      const looked = await checks();
      return { ready: Object.values(looked).every(Boolean), checks: looked };
    },
    consoleFolder: projectFile('dist', 'console'),
  });
  shutdown.onStop('api', MS.drain, () => api.close());
  const { silenceTimeoutMs } = { ...API_DEFAULTS, ...config.api };
  const { host, port } = config.service;
  const server = await listen(api, { host, port, silenceTimeoutMs });
  shutdown.onStop('requests', MS.drain, () => server.close());
  return server;
}

/**
 * `npm run api`. Any number side by side; with `REDIS_URL` they share the limits, the console's key and the notices of
 * changed statistics. Exit codes: 0 stopped by a signal, 2 wrong configuration, 3 an error that another start will not fix
 * by itself.
 */
export const runApi = () => runProgram('api', begin);

async function begin(opened: Running, config: ProgramConfig) {
  const { logger, shutdown, store } = opened;
  const clock = systemClock;
  const statistics = await loadStatistics();
  await onceThere(() => prepareTables(store, statistics), opened);
  const pool = createPool({ threads: Math.max(1, availableParallelism() - 1) });
  const caches = createCaches(store.reader, { barBytes: BAR_CACHE_BYTES });
  const { maxBarsPerRequest } = config.service;
  const answers = openAnswers({ store, statistics, pool, caches, clock, logger, maxBarsPerRequest });
  shutdown.onStop('answers', MS.pool, () => Promise.all([pool.close(), answers.close()]).then(() => {}));
  const { url } = config.redis;
  const shared = url ? await overRedis(url, opened, answers) : alone(config.store.dataDir, opened);
  const definitions = definitionsOf(statistics);
  // The log is the business of ingest: this process does not know its brokers.
  const eventsBehind = async () => null;
  const daysBehind = () => behindDays(store.reader, definitions, dayOfMs(clock.nowMs()));
  const status = () => serviceStatus({ store, clock, eventsBehind, behindDays: daysBehind });
  const served = await serveApi({ ...opened, ...shared, answers, statistics, status, config, clock });
  return { said: `api serves at ${served.url}` };
}

type Shared = Pick<ApiParts, 'limits' | 'sessionKey' | 'onStatsUpdated'>;

async function overRedis(url: Secret, { store, logger, shutdown }: Running, answers: StoreAnswers) {
  // The all-in-one service starts without it.
  const { listenForUpdates, openRedis } = await import('../../lib/redis.ts');
  const redis = openRedis(url, 'limits', logger);
  shutdown.onStop('redis', MS.redis, () => redis.disconnect());
  const sessionKey = await sharedSessionKey(redis, logger, shutdown.signal);
  return {
    limits: createRateLimits({ redis, clock: systemClock, logger, log: usageLog(store) }),
    sessionKey,
    onStatsUpdated(listener) {
      const subscriber = openRedis(url, 'updates', logger);
      listenForUpdates(subscriber, logger, (symbols) => {
        answers.invalidate(symbols ?? undefined);
        listener(symbols);
      });
      return () => subscriber.disconnect();
    },
  } satisfies Shared;
}

function alone(dataDir: string, { store, logger }: Running): Shared {
  logger.warn(
    'REDIS_URL is not set: limits apply to each process separately, and changed statistics are noticed with a delay',
  );
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return ofThisProcess(dataDir, store, logger);
}

const usageLog = (store: Store) => storedUsage(store.priorityReader, store.writer);

/** Limits and the console's key of a process that shares them with no other. */
export const ofThisProcess = (dataDir: string, store: Store, logger: Logger) => ({
  limits: createRateLimits({ clock: systemClock, logger, log: usageLog(store) }),
  sessionKey: sessionKeyInFile(dataDir),
});
