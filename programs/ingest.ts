/**
 * `npm run ingest`: lands the topics of the log. Several side by side share the partitions. Exit codes: 0 stopped by a
 * signal, 2 wrong configuration, 3 too much of what comes in is refused (see DLQ_MAX_RATIO and DLQ_MAX_RUN), 1
 * anything else; whoever starts it again loses nothing.
 */

import { openKafka } from '../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../ingest/kafka/port.ts';
import { DeadLetterLimitError } from '../ingest/landing/index.ts';
import { systemClock } from '../lib/clock.ts';
import { ConfigError, parseConfig, required } from '../lib/config.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { collectProcessMetrics, registry as metrics } from '../lib/metrics.ts';
import { retry } from '../lib/retry.ts';
import { createShutdown, stopOnSignals } from '../lib/shutdown.ts';
import {
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  serverStoreConfigSchema,
} from '../lib/variables.ts';
import { openStore, type Store } from '../sql/connect.ts';
import { classify } from '../sql/errors.ts';
import { migrate } from '../sql/migrate.ts';
import { type IngestService, PATIENT, startIngest } from './ingest-service.ts';
import { EXIT } from './operation.ts';
import { newOpsToken } from './ops-file.ts';
import { startOpsServer } from './ops-server.ts';

const MS = { ops: 5_000, ingest: 50_000, store: 10_000, storeAnswer: 5_000 } as const;
/** Something went wrong that another start may mend. */
const CRASHED = 1;

async function main(): Promise<void> {
  const config = parseConfig(
    {
      kafka: kafkaConfigSchema,
      store: serverStoreConfigSchema,
      ingest: ingestConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
    },
    process.env,
    [required('KAFKA_BROKERS', 'this program reads the log; `npm start` runs without one')],
  );
  const logger = createLogger({ name: 'ingest', level: config.log.level });
  const shutdown = createShutdown(logger);
  collectProcessMetrics();

  let service: IngestService | null = null;
  let failing = false;
  const fail = (error: unknown) => {
    if (failing) return;
    failing = true;
    const tooBad = error instanceof DeadLetterLimitError;
    logger.fatal(
      { err: error },
      tooBad ? error.message : 'stopping because of an error that cannot be mended from here',
    );
    void shutdown.stop('error').then(() => process.exit(tooBad ? EXIT.notDone : CRASHED));
  };

  const store = await openStore(config.store);
  const ops = await startOpsServer({
    ...config.ops,
    token: config.ops.token?.reveal() ?? newOpsToken(),
    operations: {},
    metrics,
    async notReady() {
      if (failing || shutdown.signal.aborted) return ['it is stopping'];
      const waiting = service ? service.notReady() : ['it is starting'];
      return (await answers(store)) ? waiting : ['the store', ...waiting];
    },
    logger,
  });
  shutdown.onStop('ops port', MS.ops, () => ops.close());
  shutdown.onStop('store', MS.store, () => store.close());
  stopOnSignals(shutdown);
  logger.info({ opsPort: ops.port }, 'the ops port is open');

  try {
    const kafka = openKafka(config.kafka!, logger);
    service = await start(store, kafka, logger, shutdown.signal, () =>
      startIngest({
        kafka,
        store,
        config: config.ingest,
        partitions: config.kafka!.partitions,
        clock: systemClock,
        logger,
        onFailed: fail,
      }),
    );
    const { stop } = service;
    shutdown.onStop('landing', MS.ingest, stop);
    process.stdout.write(`ingest lands; its ops port is ${ops.port}\n`);
  } catch (error) {
    if (!shutdown.signal.aborted) fail(error);
  }
}

/** Waits for a store and a broker that are not there yet. */
async function start(
  store: Store,
  kafka: Kafka,
  logger: Logger,
  signal: AbortSignal,
  run: () => Promise<IngestService>,
): Promise<IngestService> {
  const policy = { ...PATIENT, signal };
  const waiting =
    (forWhat: string) =>
    ({ error }: { error: unknown }) =>
      logger.warn({ err: error }, `waiting for ${forWhat}`);
  await retry(() => migrate(store), {
    ...policy,
    isTransient: (error) => classify(error) === 'transient',
    onRetry: waiting('the store'),
  });
  return retry(run, {
    ...policy,
    isTransient: (error) => kafka.isAway(error) || classify(error) === 'transient',
    onRetry: waiting('the log'),
  });
}

function answers(store: Store): Promise<boolean> {
  return store.reader.query('SELECT 1 AS one', {}, { signal: AbortSignal.timeout(MS.storeAnswer) }).then(
    () => true,
    () => false,
  );
}

main().catch((error) => {
  const known = error instanceof ConfigError || (error instanceof Error && error.name === 'StoreError');
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exit(error instanceof ConfigError ? EXIT.wrongUse : CRASHED);
});
