/**
 * What `npm run ingest` does: follows the topics of the log and lands them. Two consumers: of the events, and of the
 * dead letters that they and others make. What fails for good is reported once through `onFailed`.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DEMO_PREFIX } from '../../demo/symbols.ts';
import { useClosings } from '../../exchange/calendar.ts';
import { calendarConfigSchema } from '../../exchange/calendar-variables.ts';
import { CollectorRunner } from '../../ingest/collectors/runner.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../../ingest/contract/events.ts';
import type { ImportTarget } from '../../ingest/files/imports.ts';
import { BatchConsumer } from '../../ingest/kafka/batch-consumer.ts';
import type { BatchBounds } from '../../ingest/kafka/buffer.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { RightError } from '../../ingest/kafka/kafkajs/rights.ts';
import { lagMetrics, SentTo, untilLanded } from '../../ingest/kafka/lag.ts';
import { LogImport, type LogImportOptions } from '../../ingest/kafka/log-import.ts';
import type { Kafka, LogRecord } from '../../ingest/kafka/port.ts';
import { groupPositions, LogRecreatedError } from '../../ingest/kafka/positions.ts';
import { deadLetterLanding, kafkaDeadLetters, LandedNotices, logEventOf } from '../../ingest/kafka/records.ts';
import { DEAD_LETTERS_GROUP, ensureTopics, INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { DeadLetterLimitError, DeadLetterLimits, storeDeadLetters } from '../../ingest/landing/dead-letters.ts';
import { claimFeed, FeedError } from '../../ingest/landing/feed.ts';
import type { RetryPolicy } from '../../ingest/landing/insert.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Registry } from '../../ingest/landing/registry/registry.ts';
import { restoreViews } from '../../ingest/landing/registry/table.ts';
import { Retention } from '../../ingest/retention/run.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { parseConfig, required } from '../../lib/config.ts';
import type { Logger } from '../../lib/logger.ts';
import { onScrape } from '../../lib/metrics.ts';
import {
  type IngestConfig,
  ingestConfigSchema,
  kafkaConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  serverStoreConfigSchema,
} from '../../lib/variables.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import { migrate } from '../../sql/migrate.ts';
import { importDropped } from '../commands/imports.ts';
import { EXIT, type Operation } from '../operation.ts';
import { measureStore } from '../ops-port/store-metrics.ts';
import {
  CRASHED,
  type Ending,
  onceThere,
  PATIENT,
  runServer,
  type ServerProcess,
  startBackground,
  UNREADY_EXIT_MS,
} from './process.ts';
import { openServers } from './servers.ts';

const LANDING_STOP_MS = 50_000;
const FIGURES_STOP_MS = 30_000;

const ending: Ending = (error) => {
  if (error instanceof FeedError) return { code: EXIT.usageError, message: error.message };
  if (error instanceof DeadLetterLimitError || error instanceof LogRecreatedError)
    return { code: EXIT.notDone, message: error.message };
  return error instanceof RightError ? { code: CRASHED, message: error.message } : { code: CRASHED };
};

const readConfig = () =>
  parseConfig(
    {
      kafka: kafkaConfigSchema,
      store: serverStoreConfigSchema,
      ingest: ingestConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
    },
    process.env,
    [required('KAFKA_BROKERS', 'this program reads the log; `npm start` runs without one')],
  );

/**
 * `npm run ingest`. Several side by side share the partitions. Exit codes: 0 stopped by a signal, 2 wrong configuration, 3
 * too much of what comes in is refused (see DLQ_MAX_RATIO and DLQ_MAX_RUN), or a topic was recreated, 1 anything else, such as being
 * unready for five minutes; the next start continues without loss.
 */
export async function runIngest(): Promise<void> {
  const config = readConfig();
  useClosings(config.calendar.closings);
  await runServer('ingest', config, (opened) => begin(opened, config), {
    ending,
    takesPushes: true,
    unreadyExitMs: UNREADY_EXIT_MS,
  });
}

async function begin(opened: ServerProcess, config: ReturnType<typeof readConfig>) {
  const { logger, shutdown, store, fail: onFailed } = opened;
  const clock = systemClock;
  const kafka = openKafka(config.kafka!, logger, 'ingest');
  const { partitions, sessionTimeoutMs } = config.kafka!;
  await onceThere(async () => {
    await migrate(store);
    await claimFeed(store, 'log');
  }, opened);
  const service = await onceThere(
    () => startIngest({ kafka, store, config: config.ingest, partitions, clock, logger, onFailed }),
    opened,
    'the log',
    (error) => kafka.isAway(error) || classify(error) === 'transient',
  );
  shutdown.onStop('figures of the store', FIGURES_STOP_MS, measureStore(store, logger));
  shutdown.onStop('landing', LANDING_STOP_MS, service.stop);
  const owner = {
    name: `${hostname()} ${process.pid} ${randomUUID()}`,
    goneMs: sessionTimeoutMs && sessionTimeoutMs * 2,
  };
  /** As the command does it: by the log, with the same checks. Its own connections live as long as the operation takes. */
  const importFiles: Operation = async (args, context) => {
    const servers = await openServers({
      ...config,
      kafka: config.kafka!,
      clock,
      logger,
      onProgress: context.progress,
      onFatal: (err) => logger.error({ err }, 'an import did not complete'),
    });
    try {
      return await servers.operations['import'](args, context);
    } finally {
      await servers.close();
    }
  };
  const collectors = new CollectorRunner({
    store,
    logger,
    owner: owner.name,
    ownerGoneMs: owner.goneMs,
    target: await service.openTarget(),
    environment: process.env,
    async importFile(...file) {
      // Before anything is recorded of it: while the log is away the file waits.
      await (await kafka.admin()).close();
      return importDropped({ import: importFiles }, ...file);
    },
  });
  startBackground(opened, {
    store,
    collectors,
    owner,
    retention: new Retention({ store, clock, logger, exceptPrefix: DEMO_PREFIX, onChanged: service.notifyChanged }),
  });
  return { said: 'ingest lands', notReady: service.notReady, pushed: service.pushed };
}

interface IngestServiceOptions {
  readonly kafka: Kafka;
  /** Migrated. */
  readonly store: Store;
  readonly config: IngestConfig;
  /** Of topics that are missing. */
  readonly partitions: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFailed: (error: Error) => void;
  readonly bounds?: BatchBounds;
  readonly fetchMaxBytes?: number;
  /** How long a stop waits for what is being landed. */
  readonly landingStopMs?: number;
}

export type IngestService = Awaited<ReturnType<typeof startIngest>>;

/** A sender waits for the answer, about half a minute. */
const PUSHING: RetryPolicy = { attempts: 12, firstDelayMs: 100, maxDelayMs: 5_000 };
/** A sender hears within five seconds that the log is away, and sends it again. */
const PUSH_SEND_MS = 4_000;

const PATIENCE_MS = 30_000;
const MS = { landing: 20_000, notices: 3_000 } as const;

export async function startIngest(options: IngestServiceOptions) {
  const { kafka, store, config, clock, logger } = options;
  const admin = await kafka.admin();
  await ensureTopics(admin, options.partitions, logger);
  const producer = await kafka.producer();
  // Of its own: a notice never waits for dead letters, nor they for it.
  const noticeProducer = await kafka.producer();
  const notices = new LandedNotices(noticeProducer, logger);
  const landing = await Landing.open({
    store,
    clock,
    logger,
    bounds: { maxClockSkewMs: config.maxClockSkewMs },
    retry: PATIENT,
    deadLetters: kafkaDeadLetters({ producer, store, logger, retry: PATIENT }),
    onLanded: (changed) => notices.add(changed),
  });
  await restoreViews(store);
  const limits = config.dlqAccept
    ? undefined
    : new DeadLetterLimits({ maxRatio: config.dlqMaxRatio, maxRun: config.dlqMaxRun });

  const follow = (
    name: string,
    group: string,
    topics: readonly string[],
    land: (records: readonly LogRecord[], signal: AbortSignal) => Promise<void>,
  ) =>
    new BatchConsumer({
      name,
      consumer: kafka.consumer({ group, fetchMaxBytes: options.fetchMaxBytes }),
      topics,
      positions: groupPositions({ name, admin, group, store, retry: PATIENT, clock, logger }),
      land,
      onFailed: options.onFailed,
      clock,
      logger,
      bounds: options.bounds,
    });

  const openTarget = async (of: Pick<LogImportOptions, 'admin' | 'sendTimeoutMs'> = {}): Promise<ImportTarget> => {
    const sent = new SentTo();
    return new LogImport({
      store,
      registry: await Registry.open(store, { clock }),
      ...of,
      producer,
      deadLetters: kafkaDeadLetters({ producer, store, logger, retry: PATIENT, onSent: sent.add }),
      clock,
      bounds: { maxClockSkewMs: config.maxClockSkewMs },
      retry: PUSHING,
      logger,
      sent,
      landed: () => untilLanded(admin, sent),
    });
  };
  const pushed = await openTarget({ admin, sendTimeoutMs: PUSH_SEND_MS });

  /** Landing stops: what stopped it is shown among the dead letters, by their table alone, which takes it once however often. */
  async function showRefused(error: unknown): Promise<never> {
    if (error instanceof DeadLetterLimitError) {
      const table = storeDeadLetters(store.writer, PUSHING);
      await table
        .write(error.refused)
        .catch((err) =>
          logger.error({ err }, 'the rejected events that stopped landing could not be written to `dlq list`'),
        );
    }
    throw error;
  }

  const events = follow('events', INGEST_GROUP, EVENT_TOPICS, async (records, signal) => {
    await landing.land(records.map(logEventOf), { limits, signal }).catch(showRefused);
  });
  const landDeadLetters = deadLetterLanding({ store, clock, logger, retry: PATIENT });
  const deadLetters = follow('dead letters', DEAD_LETTERS_GROUP, [DEAD_LETTER_TOPIC], landDeadLetters);
  await Promise.all([events.start(), deadLetters.start()]);

  const unwatch = onScrape(lagMetrics(admin, clock));

  return {
    landing,
    /** Takes events into the log: they are durable when it answers. */
    pushed,
    /** A target of who repeats himself; it counts what it alone sent. */
    openTarget: () => openTarget(),
    notifyChanged: (symbols: readonly string[]) =>
      notices.add(symbols.map((symbol) => ({ kind: 'bars', symbol, days: [] }))),
    /** What keeps it from its work; empty where nothing does. */
    notReady() {
      const nowMs = clock.nowMs();
      return Object.entries({ events, 'dead letters': deadLetters }).flatMap(([name, consumer]) => {
        const why = consumer.notReady(nowMs, PATIENCE_MS);
        return why === null ? [] : [`${name}: ${why}`];
      });
    },
    /** Finishes what is being landed, commits it and leaves the groups; each step within its time. */
    async stop() {
      unwatch();
      const landingStopMs = options.landingStopMs ?? MS.landing;
      await events.stop(landingStopMs);
      await deadLetters.stop(landingStopMs);
      await notices.stop(MS.notices);
      await Promise.allSettled([producer.close(), noticeProducer.close(), admin.close()]);
    },
  };
}
