/**
 * `npm run compute`: makes the statistics of what has landed. Several side by side share the symbols. Exit codes: 0
 * stopped by a signal, 1 unready for longer than UNREADY_EXIT_S, 2 wrong configuration, 3 an error that another start will not fix by itself.
 */

import { prepareTables } from '../compute/evaluation/tables/derived.ts';
import { createPool } from '../compute/evaluation/threads.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { openKafka } from '../ingest/kafka/kafkajs/client.ts';
import { retry } from '../lib/async.ts';
import { systemClock } from '../lib/clock.ts';
import { parseConfig, required } from '../lib/config.ts';
import { type ScheduledTask, scheduled } from '../lib/cron.ts';
import type { Logger } from '../lib/logger.ts';
import { openRedis } from '../lib/redis.ts';
import {
  computeConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serverStoreConfigSchema,
  watchdogConfigSchema,
} from '../lib/variables.ts';
import { type ComputeService, startCompute } from '../operations/deployment/compute-service.ts';
import { failing, onceStoreAnswers, PATIENT, run } from '../operations/deployment/run.ts';
import { openServerProcess } from '../operations/deployment/server-process.ts';
import { publishUpdated } from '../operations/stats-updated.ts';

const MS = { reconciliation: 1_000, projection: 60_000, redis: 2_000, pool: 10_000 } as const;
const SECONDS = 60;

async function main(): Promise<void> {
  const config = parseConfig(
    {
      kafka: kafkaConfigSchema,
      store: serverStoreConfigSchema,
      redis: redisConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      watchdog: watchdogConfigSchema,
      compute: computeConfigSchema,
    },
    process.env,
    [required('KAFKA_BROKERS', 'this program follows the log; `npm start` runs without one')],
  );
  let service: ComputeService | null = null;
  const opened = await openServerProcess('compute', config, () => service?.notReady() ?? ['it is starting']);
  const { logger, shutdown, store, opsPort } = opened;
  const { signal } = shutdown;
  const fail = failing(logger, shutdown);

  try {
    const statistics = await loadStatistics();
    await onceStoreAnswers(() => prepareTables(store, statistics), logger, signal);
    const pool = createPool({ threads: 1 });
    shutdown.onStop('worker threads', MS.pool, () => pool.close());
    const redis = config.redis.url ? openRedis(config.redis.url, 'compute', logger) : null;
    shutdown.onStop('redis', MS.redis, () => redis?.disconnect());
    const kafka = openKafka(config.kafka!, logger, 'compute');
    service = await retry(
      () =>
        startCompute({
          kafka,
          store,
          statistics,
          pool,
          clock: systemClock,
          logger,
          openRefreshMs: config.compute.openRefreshMs,
          onUpdated: (symbol) => void (redis && publishUpdated(redis, [symbol])),
          onFailed: fail,
          signal,
        }),
      {
        ...PATIENT,
        signal,
        isTransient: (error) => kafka.isAway(error),
        onRetry: ({ error }) => logger.warn({ err: error }, 'waiting for the log'),
      },
    );
    const { projection, stop } = service;
    shutdown.onStop('projection', MS.projection, stop);
    const reconciliation = everyMinute(() => projection.reconcile().catch(fail), logger);
    shutdown.onStop('reconciliation', MS.reconciliation, () => void reconciliation.stop());
    process.stdout.write(`compute works; its ops port is ${opsPort}\n`);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** At a second of its own: processes that were started together do not all ask the store at one moment. */
function everyMinute(task: () => void, logger: Logger): ScheduledTask {
  return scheduled(`${Math.floor(Math.random() * SECONDS)} * * * * *`, task, logger);
}

run(main);
