/**
 * `npm run ingest`: lands the topics of the log. Several side by side share the partitions. Exit codes: 0 stopped by a
 * signal, 2 wrong configuration, 3 too much of what comes in is refused (see DLQ_MAX_RATIO and DLQ_MAX_RUN), 1
 * anything else, as unready for longer than UNREADY_EXIT_S; whoever starts it again loses nothing.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DEMO_PREFIX } from '../demo/symbols.ts';
import { useClosings } from '../exchange/calendar.ts';
import { calendarConfigSchema } from '../exchange/calendar-variables.ts';
import { CollectorRunner } from '../ingest/collectors/runner.ts';
import { openKafka } from '../ingest/kafka/kafkajs/client.ts';
import type { Kafka } from '../ingest/kafka/port.ts';
import { DeadLetterLimitError } from '../ingest/landing/dead-letters.ts';
import { claimFeed, FeedError } from '../ingest/landing/feed.ts';
import { openClassifier } from '../ingest/news/open.ts';
import { Retention } from '../ingest/retention/run.ts';
import { RetentionSchedule } from '../ingest/retention/schedule.ts';
import { retry } from '../lib/async.ts';
import { systemClock, systemTimers } from '../lib/clock.ts';
import { parseConfig, required } from '../lib/config.ts';
import type { Logger } from '../lib/logger.ts';
import {
  classifierConfigSchema,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  serverStoreConfigSchema,
  watchdogConfigSchema,
} from '../lib/variables.ts';
import { importDropped } from '../operations/commands/imports.ts';
import { type IngestService, PATIENT, startIngest } from '../operations/deployment/ingest-service.ts';
import { onceStoreAnswers, run } from '../operations/deployment/run.ts';
import { openServers } from '../operations/deployment/server-installation.ts';
import { openServerProcess } from '../operations/deployment/server-process.ts';
import { EXIT } from '../operations/operation.ts';
import { measureStore } from '../operations/ops-port/store-metrics.ts';
import type { Store } from '../sql/connect.ts';
import { classify } from '../sql/errors.ts';
import { migrate } from '../sql/migrate.ts';

const LANDING_STOP_MS = 50_000;
const COLLECTORS_STOP_MS = 30_000;
/** A run of retention that another process began is that one's for so long. */
const RETENTION_OTHERS_MS = 3_600_000;
/** Something went wrong that another start may fix. */
const CRASHED = 1;

async function main(): Promise<void> {
  const config = parseConfig(
    {
      kafka: kafkaConfigSchema,
      store: serverStoreConfigSchema,
      ingest: ingestConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
      classifier: classifierConfigSchema,
      watchdog: watchdogConfigSchema,
    },
    process.env,
    [required('KAFKA_BROKERS', 'this program reads the log; `npm start` runs without one')],
  );
  useClosings(config.calendar.closings);
  let service: IngestService | null = null;
  const waiting = () => service?.notReady() ?? ['it is starting'];
  const opened = await openServerProcess('ingest', config, waiting, () => service?.pushed ?? null);
  const { logger, shutdown, store, opsPort } = opened;
  let failing = false;
  const fail = (error: unknown) => {
    if (failing) return;
    failing = true;
    const tooBad = error instanceof DeadLetterLimitError;
    const code = error instanceof FeedError ? EXIT.usageError : tooBad ? EXIT.notDone : CRASHED;
    logger.fatal(
      { err: error },
      tooBad || error instanceof FeedError
        ? error.message
        : 'stopping because of an error that cannot be fixed from here',
    );
    void shutdown.stop('error').then(() => process.exit(code));
  };

  try {
    const kafka = openKafka(config.kafka!, logger, 'ingest');
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
    shutdown.onStop(
      'figures of the store',
      COLLECTORS_STOP_MS,
      measureStore(store, { logger, exceptPrefix: DEMO_PREFIX }),
    );
    const { stop } = service;
    shutdown.onStop('landing', LANDING_STOP_MS, stop);
    const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
    const { sessionTimeoutMs } = config.kafka!;
    const ownerGoneMs = sessionTimeoutMs && sessionTimeoutMs * 2;
    const collectors = new CollectorRunner({
      store,
      target: await service.openTarget(),
      environment: process.env,
      logger,
      owner,
      ownerGoneMs,
      // As the command does it: by the log, with the same checks. Its own connections live as long as the file takes.
      async importFile(...file) {
        // Before anything is recorded of it: while the log is away the file waits.
        await (await kafka.admin()).close();
        const servers = await openServers({
          ...{ store: config.store, kafka: config.kafka!, ingest: config.ingest, clock: systemClock, logger },
          onProgress() {},
          onFatal: (err) => logger.error({ err }, 'a dropped file was not imported to its end'),
        });
        try {
          return await importDropped(servers.operations, ...file);
        } finally {
          await servers.close();
        }
      },
    });
    collectors.start();
    shutdown.onStop('collectors', COLLECTORS_STOP_MS, () => collectors.stop());
    const { noteChanged: onChanged } = service;
    const retention = new Retention({ store, clock: systemClock, logger, exceptPrefix: DEMO_PREFIX, onChanged });
    const retained = new RetentionSchedule({
      ...{ retention, store, clock: systemClock, timers: systemTimers, logger, othersMs: RETENTION_OTHERS_MS },
    });
    retained.start();
    shutdown.onStop('retention', COLLECTORS_STOP_MS, () => retained.stop());
    if (config.classifier) {
      const target = await service.openTarget();
      const classifier = openClassifier({
        ...{ config: config.classifier, store, target, environment: process.env, logger, owner, ownerGoneMs },
      });
      classifier.start();
      shutdown.onStop('classifier', COLLECTORS_STOP_MS, () => classifier.stop());
    }
    process.stdout.write(`ingest lands; its ops port is ${opsPort}\n`);
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
  begin: () => Promise<IngestService>,
): Promise<IngestService> {
  const prepared = async () => {
    await migrate(store);
    await claimFeed(store, 'log');
  };
  await onceStoreAnswers(prepared, logger, signal);
  return retry(begin, {
    ...PATIENT,
    signal,
    isTransient: (error) => kafka.isAway(error) || classify(error) === 'transient',
    onRetry: ({ error }) => logger.warn({ err: error }, 'waiting for the log'),
  });
}

run(main, CRASHED);
