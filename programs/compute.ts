/**
 * `npm run compute`: makes the statistics of what has landed. Several side by side share the symbols. Exit codes: 0
 * stopped by a signal, 2 wrong configuration, 3 an error that another start will not mend by itself.
 */
import { type ScheduledTask, schedule } from 'node-cron';
import { createPool } from '../compute/pool.ts';
import { loadStatistics } from '../compute/statistics/registry.ts';
import { roomGroups } from '../compute/tables/migrations.ts';
import { openKafka } from '../ingest/kafka/kafkajs/client.ts';
import { systemClock } from '../lib/clock.ts';
import { parseConfig, required } from '../lib/config.ts';
import { createLogger } from '../lib/logger.ts';
import { collectProcessMetrics, registry as metrics } from '../lib/metrics.ts';
import { openRedis } from '../lib/redis.ts';
import { retry } from '../lib/retry.ts';
import { createShutdown, stopOnSignals } from '../lib/shutdown.ts';
import { publishUpdated } from '../lib/stats-updated.ts';
import {
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  redisConfigSchema,
  serverStoreConfigSchema,
} from '../lib/variables.ts';
import { openStore } from '../sql/connect.ts';
import { migrate } from '../sql/migrate.ts';
import { type ComputeService, startCompute } from './compute-service.ts';
import { newOpsToken } from './ops-file.ts';
import { startOpsServer } from './ops-server.ts';
import { failing, onceStoreAnswers, PATIENT, run, storeAnswers } from './run.ts';

const MS = { ops: 5_000, sweep: 1_000, projection: 60_000, redis: 2_000, pool: 10_000, store: 10_000 } as const;
const SECONDS = 60;

async function main(): Promise<void> {
  const config = parseConfig(
    {
      kafka: kafkaConfigSchema,
      store: serverStoreConfigSchema,
      redis: redisConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
    },
    process.env,
    [required('KAFKA_BROKERS', 'this program follows the log; `npm start` runs without one')],
  );
  const logger = createLogger({ name: 'compute', level: config.log.level });
  const shutdown = createShutdown(logger);
  const { signal } = shutdown;
  const fail = failing(logger, shutdown);
  collectProcessMetrics();

  let service: ComputeService | null = null;
  const store = await openStore(config.store);
  const ops = await startOpsServer({
    ...config.ops,
    token: config.ops.token?.reveal() ?? newOpsToken(),
    operations: {},
    metrics,
    async notReady() {
      if (signal.aborted) return ['it is stopping'];
      const waiting = service ? service.notReady() : ['it is starting'];
      return (await storeAnswers(store)) ? waiting : ['the store', ...waiting];
    },
    logger,
  });
  shutdown.onStop('ops port', MS.ops, () => ops.close());
  shutdown.onStop('store', MS.store, () => store.close());
  stopOnSignals(shutdown);
  logger.info({ opsPort: ops.port }, 'the ops port is open');

  try {
    const statistics = await loadStatistics();
    await onceStoreAnswers(() => migrate(store, { rooms: roomGroups(statistics) }), logger, signal);
    const pool = createPool({ threads: 1, maxWaiting: 0 });
    shutdown.onStop('worker threads', MS.pool, () => pool.close());
    const redis = config.redis.url ? openRedis(config.redis.url, 'compute', logger) : null;
    shutdown.onStop('redis', MS.redis, () => redis?.disconnect());
    const kafka = openKafka(config.kafka!, logger);
    service = await retry(
      () =>
        startCompute({
          kafka,
          store,
          statistics,
          pool,
          clock: systemClock,
          logger,
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
    const sweep = everyMinute(() => projection.sweep().catch(fail));
    shutdown.onStop('sweep', MS.sweep, () => void sweep.stop());
    process.stdout.write(`compute works; its ops port is ${ops.port}\n`);
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

/** At a second of its own: processes that were started together do not all ask the store at one moment. */
function everyMinute(task: () => void): ScheduledTask {
  return schedule(`${Math.floor(Math.random() * SECONDS)} * * * * *`, task);
}

run(main);
