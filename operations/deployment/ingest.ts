/** `npm run ingest` follows the topics of the log and lands them, collects data, and runs commands on its ops port. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../../ingest/contract/events.ts';
import { BatchConsumer } from '../../ingest/kafka/batch-consumer.ts';
import type { BatchBounds } from '../../ingest/kafka/buffer.ts';
import { isAway } from '../../ingest/kafka/kafkajs/patches.ts';
import { RightError } from '../../ingest/kafka/kafkajs/rights.ts';
import { lagMetrics } from '../../ingest/kafka/lag.ts';
import type { LogRecord } from '../../ingest/kafka/port.ts';
import { groupPositions, LogRecreatedError } from '../../ingest/kafka/positions.ts';
import { deadLetterLanding, logEventOf } from '../../ingest/kafka/records.ts';
import { DEAD_LETTERS_GROUP, INGEST_GROUP } from '../../ingest/kafka/topics.ts';
import { DeadLetterLimitError, DeadLetterLimits, storeDeadLetters } from '../../ingest/landing/dead-letters.ts';
import { FeedError } from '../../ingest/landing/feed.ts';
import type { RetryPolicy } from '../../ingest/landing/insert.ts';
import { restoreViews } from '../../ingest/landing/registry/table.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { onScrape } from '../../lib/metrics.ts';
import type { IngestConfig } from '../../lib/variables.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import type { Log } from '../commands/log.ts';
import { EXIT } from '../operation.ts';
import { measureStore } from '../ops-port/store-metrics.ts';
import type { ProgramConfig } from './config.ts';
import { openInstallation } from './installation.ts';
import {
  CRASHED,
  type Ending,
  onceThere,
  PATIENT,
  type Running,
  runProgram,
  startBackground,
  UNREADY_EXIT_MS,
} from './process.ts';

const LANDING_STOP_MS = 50_000;
const FIGURES_STOP_MS = 30_000;
const INSTALLATION_STOP_MS = 20_000;

const ending: Ending = (error) => {
  if (error instanceof FeedError) return { code: EXIT.usageError, message: error.message };
  if (error instanceof DeadLetterLimitError || error instanceof LogRecreatedError)
    return { code: EXIT.notDone, message: error.message };
  return error instanceof RightError ? { code: CRASHED, message: error.message } : { code: CRASHED };
};

/**
 * `npm run ingest`. Several side by side share the partitions. Exit codes: 0 stopped by a signal, 2 wrong configuration, 3
 * too much of what comes in is refused (see DLQ_MAX_RATIO and DLQ_MAX_RUN), or a topic was recreated, 1 anything else, such as being
 * unready for five minutes; the next start continues without loss.
 */
export const runIngest = () => runProgram('ingest', begin, { ending, lands: true, unreadyExitMs: UNREADY_EXIT_MS });

async function begin(opened: Running, config: ProgramConfig) {
  const { logger, shutdown, store, fail: onFailed } = opened;
  const clock = systemClock;
  const { sessionTimeoutMs } = config.kafka!;
  const owner = {
    owner: `${hostname()} ${process.pid} ${randomUUID()}`,
    ownerGoneMs: sessionTimeoutMs && sessionTimeoutMs * 2,
  };
  const options = { store, config, name: 'ingest', clock, logger, onFatal: onFailed, retry: PATIENT, owner };
  const isPassing = (error: unknown) => isAway(error) || classify(error) === 'transient';
  const installation = await onceThere(() => openInstallation(options), opened, 'the store or the log', isPassing);
  shutdown.onStop('installation', INSTALLATION_STOP_MS, installation.close);
  const log = installation.log!;
  await onceThere(() => restoreViews(store), opened);
  const following = { log, store, config: config.ingest, clock, logger, onFailed };
  const service = await onceThere(() => startIngest(following), opened, 'the log', isPassing);
  shutdown.onStop('figures of the store', FIGURES_STOP_MS, measureStore(store, log.landing.live, logger));
  shutdown.onStop('landing', LANDING_STOP_MS, service.stop);
  startBackground(opened, { ...installation, isAlone: false });
  const { operations, pushed } = installation;
  return { said: 'ingest lands', notReady: service.notReady, pushed, operations };
}

interface IngestServiceOptions {
  readonly log: Log;
  readonly store: Store;
  readonly config: IngestConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFailed: (error: Error) => void;
  readonly bounds?: BatchBounds;
  readonly fetchMaxBytes?: number;
  /** A stop waits so long for the batch that is landing. */
  readonly landingStopMs?: number;
}

export type IngestService = Awaited<ReturnType<typeof startIngest>>;

const SHOWING: RetryPolicy = { attempts: 12, firstDelayMs: 100, maxDelayMs: 5_000 };
const PATIENCE_MS = 30_000;
const LANDING_MS = 20_000;

/** Follows the topics with two consumers: of the events, and of the dead letters that they and others make. */
export async function startIngest(options: IngestServiceOptions) {
  const { log, store, config, clock, logger } = options;
  const { kafka, admin, landing } = log;
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

  /** Landing stops: what stopped it is shown among the dead letters, by their table alone, which takes it once however often. */
  async function showRefused(error: unknown): Promise<never> {
    if (error instanceof DeadLetterLimitError) {
      const table = storeDeadLetters(store.writer, SHOWING);
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
    /** Returns what it waits for; empty if it is ready. */
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
      await events.stop(options.landingStopMs ?? LANDING_MS);
      await deadLetters.stop(options.landingStopMs ?? LANDING_MS);
    },
  };
}
