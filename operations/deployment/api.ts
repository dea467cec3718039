/** The API over a store, listening: in the all-in-one service, and in a process of its own (`npm run api`). */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { storedTokens } from '../../api/accounts.ts';
import { type ApiDeps, createApp } from '../../api/app.ts';
import { createAuthenticator } from '../../api/authenticator.ts';
import { API_DEFAULTS } from '../../api/config.ts';
import { type LoginLinks, sessionKeyInFile, sharedSessionKey } from '../../api/console-session.ts';
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
import { systemClock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/config.ts';
import { dayOfMs } from '../../lib/days.ts';
import { projectFile } from '../../lib/paths.ts';
import { coverageOf, serviceStatus } from '../commands/status.ts';
import type { ProgramConfig } from './config.ts';
import { onceThere, type Running, runProgram, storeProbe } from './process.ts';

const MS = { drain: 25_000, redis: 2_000, pool: 10_000 } as const;
const BAR_CACHE_BYTES = 512 * 2 ** 20;
const ON_DEMAND_DEADLINE_MS = 10_000;
const FOLLOW_EVERY_MS = 400;

interface ApiParts {
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly caches: Caches;
  /** Returns what `status --json` prints. */
  readonly status: () => Promise<object>;
  readonly loginLinks?: LoginLinks;
  /** Calls the listener with symbols whose statistics changed, null for all; returns how to stop it. */
  readonly onStatsUpdated?: NonNullable<ApiDeps['onStatsUpdated']>;
}

type ApiProgram = Pick<Running, 'store' | 'logger' | 'shutdown'>;
export type ServedConfig = Pick<ProgramConfig, 'redis' | 'store'> & {
  readonly api: ApiDeps['config'];
  readonly service: Pick<ProgramConfig['service'], 'host' | 'port' | 'maxBarsPerRequest'>;
};

/** Registers its drains: requests in progress first, then what they counted. */
export async function serveApi(program: ApiProgram, config: ServedConfig, parts: ApiParts) {
  const { store, logger, shutdown } = program;
  const { statistics, pool, caches, loginLinks } = parts;
  const clock = systemClock;
  const answers = new StoreAnswers({
    ...{ store, statistics, pool, caches },
    maxBarsPerRequest: config.service.maxBarsPerRequest,
    nowMs: () => clock.nowMs(),
    deadlineMs: ON_DEMAND_DEADLINE_MS,
    follow: {
      everyMs: FOLLOW_EVERY_MS,
      onFailure: (err) => logger.warn({ err }, 'looking up the symbols in use failed: requests look them up'),
    },
  });
  shutdown.onStop('answers', MS.drain, () => answers.close());
  const { url } = config.redis;
  const shared = url ? await overRedis(url, program) : ofThisProcess(config.store.dataDir, program);
  const onStatsUpdated = parts.onStatsUpdated ?? shared.onStatsUpdated;
  const authenticator = createAuthenticator({
    source: storedTokens(store.priorityReader, store.writer),
    clock,
    logger,
  });
  shutdown.onStop('last uses', MS.drain, () => authenticator.close());
  shutdown.onStop('usage', MS.drain, () => shared.limits.close());
  const storeAnswers = storeProbe(store);
  const api = createApp({
    ...{ answers, statistics, authenticator, loginLinks, clock, logger },
    limits: shared.limits,
    sessionKey: shared.sessionKey,
    screens: new StoreScreens(store.reader, answers),
    config: config.api,
    operatorStatus: { status: parts.status, coverage: (after, limit) => coverageOf(store.reader, after, limit) },
    onStatsUpdated: (listener) =>
      onStatsUpdated((symbols) => {
        answers.invalidate(symbols ?? undefined);
        listener(symbols);
      }),
    async ready() {
      const checks = { store: await storeAnswers(), serving: !shutdown.signal.aborted };
      return { ready: checks.store && checks.serving, checks };
    },
    consoleFolder: projectFile('dist', 'console'),
  });
  shutdown.onStop('api', MS.drain, () => api.close());
  const { silenceTimeoutMs } = { ...API_DEFAULTS, ...config.api };
  const server = await listen(api, { host: config.service.host, port: config.service.port, silenceTimeoutMs });
  shutdown.onStop('requests', MS.drain, () => server.close());
  return server;
}

/**
 * `npm run api`. Any number side by side; with `REDIS_URL` they share the limits, the console's key and the notices of
 * changed statistics. Exit codes: 0 stopped by a signal, 2 wrong configuration, 3 an error that another start will not fix
 * by itself.
 */
export const runApi = () => runProgram('api', begin);

async function begin(running: Running, config: ProgramConfig) {
  const { shutdown, store, logger } = running;
  const clock = systemClock;
  const statistics = await loadStatistics();
  await onceThere(() => prepareTables(store, statistics), running);
  const pool = createPool({ threads: Math.max(1, availableParallelism() - 1) });
  shutdown.onStop('worker threads', MS.pool, () => pool.close());
  if (!config.redis.url)
    logger.warn(
      'REDIS_URL is not set: limits apply to each process separately, and changed statistics are noticed with a delay',
    );
  const caches = createCaches(store.reader, { barBytes: BAR_CACHE_BYTES });
  const definitions = definitionsOf(statistics);
  // The log is the business of ingest: this process does not know its brokers.
  const eventsBehind = async () => null;
  const daysBehind = () => behindDays(store.reader, definitions, dayOfMs(clock.nowMs()));
  const status = () => serviceStatus({ store, clock, eventsBehind, behindDays: daysBehind });
  const { url } = await serveApi(running, config, { statistics, pool, caches, status });
  return { said: `api serves at ${url}` };
}

type Shared = Pick<ApiDeps, 'limits' | 'sessionKey'> & Required<Pick<ApiDeps, 'onStatsUpdated'>>;

async function overRedis(url: Secret, { store, logger, shutdown }: ApiProgram): Promise<Shared> {
  // The all-in-one service starts without it.
  const { listenForUpdates, openRedis } = await import('../../lib/redis.ts');
  const redis = openRedis(url, 'limits', logger);
  shutdown.onStop('redis', MS.redis, () => redis.disconnect());
  const log = storedUsage(store.priorityReader, store.writer);
  return {
    limits: createRateLimits({ redis, clock: systemClock, logger, log }),
    sessionKey: await sharedSessionKey(redis, logger, shutdown.signal),
    onStatsUpdated(listener) {
      const subscriber = openRedis(url, 'updates', logger);
      listenForUpdates(subscriber, logger, listener);
      return () => subscriber.disconnect();
    },
  };
}

function ofThisProcess(dataDir: string, { store, logger }: ApiProgram): Shared {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const log = storedUsage(store.priorityReader, store.writer);
  return {
    limits: createRateLimits({ clock: systemClock, logger, log }),
    sessionKey: sessionKeyInFile(dataDir),
    onStatsUpdated: () => () => {},
  };
}
