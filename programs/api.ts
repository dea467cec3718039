/**
 * `npm run api`: answers requests from a store that others keep. Any number side by side; with `REDIS_URL` they share
 * the limits, the console's key and the notices of changed statistics. Exit codes: 0 stopped by a signal, 2 wrong
 * configuration, 3 an error that another start will not fix by itself.
 */
import { mkdirSync } from 'node:fs';
import type { ApiDeps } from '../api/app.ts';
import { apiConfigSchema } from '../api/config.ts';
import { sessionKeyInFile, sharedSessionKey } from '../api/console-session.ts';
import { createLimiter, type Limiter, storedUsage } from '../api/limits.ts';
import type { StoreAnswers } from '../compute/answers/store-answers.ts';
import { behindDays } from '../compute/evaluation/state.ts';
import { definitionsOf } from '../compute/evaluation/tables/coverage.ts';
import { prepareTables } from '../compute/evaluation/tables/derived.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { useClosings } from '../exchange/calendar.ts';
import { calendarConfigSchema } from '../exchange/calendar-variables.ts';
import { systemClock } from '../lib/clock.ts';
import { parseConfig } from '../lib/config.ts';
import { dayOfMs } from '../lib/days.ts';
import type { Logger } from '../lib/logger.ts';
import { openRedis } from '../lib/redis.ts';
import type { Shutdown } from '../lib/shutdown.ts';
import {
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serverStoreConfigSchema,
  serviceConfigSchema,
} from '../lib/variables.ts';
import { serviceStatus } from '../operations/commands/status.ts';
import { openAnswers } from '../operations/deployment/answers.ts';
import { failing, onceStoreAnswers, run } from '../operations/deployment/run.ts';
import { type ServedApi, serveApi } from '../operations/deployment/serve-api.ts';
import { openServerProcess } from '../operations/deployment/server-process.ts';
import { listenForUpdates } from '../operations/stats-updated.ts';
import type { Store } from '../sql/connect.ts';

const MS = { redis: 2_000, pool: 10_000 } as const;

async function main(): Promise<void> {
  const config = parseConfig({
    store: serverStoreConfigSchema,
    redis: redisConfigSchema,
    service: serviceConfigSchema,
    ops: opsConfigSchema,
    log: logConfigSchema,
    calendar: calendarConfigSchema,
    api: apiConfigSchema,
  });
  useClosings(config.calendar.closings);
  let served: ServedApi | null = null;
  const opened = await openServerProcess('api', config, () => (served ? [] : ['it is starting']));
  const { logger, shutdown, store, opsPort } = opened;
  const { signal } = shutdown;
  const fail = failing(logger, shutdown);

  try {
    const statistics = await loadStatistics();
    await onceStoreAnswers(() => prepareTables(store, statistics), logger, signal);
    const { answers, pool } = openAnswers({
      store,
      statistics,
      clock: systemClock,
      maxBarsPerRequest: config.service.maxBarsPerRequest,
    });
    shutdown.onStop('answers', MS.pool, () => Promise.all([pool.close(), answers.close()]).then(() => {}));
    const { url } = config.redis;
    const shared = url
      ? await overRedis({ url, store, answers, logger, shutdown })
      : alone({ dataDir: config.store.dataDir, store, logger });
    const definitions = definitionsOf(statistics);
    const clock = systemClock;
    const status = () =>
      serviceStatus({
        store,
        clock,
        // The log is ingest's business: this process does not know its brokers.
        eventsBehind: async () => null,
        behindDays: () => behindDays(store.reader, definitions, dayOfMs(clock.nowMs())),
      });
    served = await serveApi({ store, answers, statistics, status, ...shared, config, clock, logger, shutdown });
    process.stdout.write(`api serves at ${served.url}; its ops port is ${opsPort}\n`);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** What API processes have in common. */
interface Shared {
  limiter: Limiter;
  sessionKey: Buffer;
  onStatsUpdated: ApiDeps['onStatsUpdated'];
}

type RedisUrl = Parameters<typeof openRedis>[0];

async function overRedis(parts: {
  url: RedisUrl;
  store: Store;
  answers: StoreAnswers;
  logger: Logger;
  shutdown: Shutdown;
}): Promise<Shared> {
  const { url, store, answers, logger, shutdown } = parts;
  const redis = openRedis(url, 'limits', logger);
  shutdown.onStop('redis', MS.redis, () => redis.disconnect());
  const sessionKey = await sharedSessionKey(redis, logger, shutdown.signal);
  const limiter = createLimiter({
    redis,
    clock: systemClock,
    logger,
    log: storedUsage(store.priorityReader, store.writer),
  });
  return {
    limiter,
    sessionKey,
    onStatsUpdated(listener) {
      const subscriber = openRedis(url, 'updates', logger);
      listenForUpdates(subscriber, logger, (symbols) => {
        answers.invalidate(symbols ?? undefined);
        listener(symbols);
      });
      return () => subscriber.disconnect();
    },
  };
}

function alone({ dataDir, store, logger }: { dataDir: string; store: Store; logger: Logger }): Shared {
  logger.warn('REDIS_URL is not set: this process limits by itself and is notified of changed statistics with a delay');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    limiter: createLimiter({ clock: systemClock, logger, log: storedUsage(store.priorityReader, store.writer) }),
    sessionKey: sessionKeyInFile(dataDir),
    onStatsUpdated: undefined,
  };
}

run(main);
