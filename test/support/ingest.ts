/** Ingest within the test's own process, on a store of its own and a real broker. */

import { type BatchBounds, DEFAULT_BATCH_BOUNDS } from '../../ingest/kafka/buffer.ts';
import { eventsBehind } from '../../ingest/kafka/lag.ts';
import type { Admin, Kafka, Producer } from '../../ingest/kafka/port.ts';
import { inBatches } from '../../ingest/kafka/records.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import type { IngestConfig } from '../../lib/variables.ts';
import { Log } from '../../operations/commands/log.ts';
import { type IngestService, startIngest } from '../../operations/deployment/ingest.ts';
import { PATIENT } from '../../operations/deployment/process.ts';
import type { Store } from '../../sql/connect.ts';
import type { TestKafka } from './kafka.ts';
import type { SentRecord } from './stream.ts';

const LANDED_TIMEOUT_MS = 90_000;
const POLL_MS = 50;

/** Small batches, so that a short stream is many of them. */
export const SMALL_BATCHES: BatchBounds = {
  ...DEFAULT_BATCH_BOUNDS,
  batchRecords: 200,
  bufferRecords: 600,
  lingerMs: 20,
};

export const LIMITS: IngestConfig = { dlqMaxRatio: 0.5, dlqMaxRun: 1000, dlqAccept: false, maxClockSkewMs: 60_000 };

export interface TestIngest extends IngestService {
  readonly log: Log;
  /** Resolves with what it failed of. */
  readonly failed: Promise<Error>;
}

/** Of the programs' own log only what is wrong, with `LOG_LEVEL` all of it. */
export const testLogger: Logger = createLogger({ name: 'test', level: process.env['LOG_LEVEL'] ?? 'fatal' });

export interface IngestOptions {
  readonly config?: IngestConfig;
  readonly bounds?: BatchBounds;
  readonly fetchMaxBytes?: number;
  /** Instead of the broker's own port. */
  readonly port?: Kafka;
  readonly landingStopMs?: number;
}

export async function ingestOn(
  kafka: TestKafka,
  store: Store,
  { config = LIMITS, port, ...bounds }: IngestOptions = {},
): Promise<TestIngest> {
  let fail: (error: Error) => void;
  const failed = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const common = { store, clock: systemClock, logger: testLogger };
  const log = await Log.open({
    ...common,
    kafka: port ?? kafka.open(testLogger),
    partitions: kafka.config.partitions,
    bounds: { maxClockSkewMs: config.maxClockSkewMs },
    retry: PATIENT,
  });
  const service = await startIngest({ ...common, log, config, onFailed: (error) => fail(error), ...bounds }).catch(
    async (error) => {
      await log.close();
      throw error;
    },
  );
  let over = false;
  void failed.then(() => {
    over = true;
  });
  const until = Date.now() + LANDED_TIMEOUT_MS;
  while (!over && service.notReady().length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    ...service,
    log,
    failed,
    async stop() {
      await service.stop();
      await log.close();
    },
  };
}

export interface Sender {
  readonly admin: Admin;
  readonly producer: Producer;
  /** In order; sends of one topic after another. */
  send(records: readonly SentRecord[]): Promise<void>;
  /** Resolves once everything that was produced has landed; fails where nothing of it lands for so long. */
  landed(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function senderOn(kafka: Pick<TestKafka, 'open'>): Promise<Sender> {
  const client = kafka.open(testLogger);
  const admin = await client.admin();
  const producer = await client.producer();
  return {
    admin,
    producer,
    async send(records) {
      for (const topic of new Set(records.map((record) => record.topic))) {
        const own = records.filter((record) => record.topic === topic);
        for (const batch of inBatches(own, (record) => record)) await producer.send(topic, batch);
      }
    },
    async landed(timeoutMs = LANDED_TIMEOUT_MS) {
      let until = Date.now() + timeoutMs;
      let least = Number.POSITIVE_INFINITY;
      for (;;) {
        const behind = await eventsBehind(admin);
        if (behind === 0) return;
        // A busy machine takes its time; what counts is that it gets on.
        if (behind < least) until = Date.now() + timeoutMs;
        least = Math.min(least, behind);
        if (Date.now() > until) throw new Error(`${behind} events have not landed, and no more for ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async close() {
      await producer.close();
      await admin.close();
    },
  };
}
