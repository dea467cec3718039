import { setImmediate as nextTurn } from 'node:timers/promises';
import kafkajs, { type Kafka as Client, type EachBatchPayload, type KafkaMessage } from 'kafkajs';
import { retry } from '../../../lib/async.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { KafkaConfig } from '../../../lib/variables.ts';
import {
  type Consumer,
  type ConsumerEvents,
  type ConsumerOptions,
  type LogRecord,
  type Position,
  partitionKey,
  type TopicPartition,
} from '../port.ts';
import type { WireRecord } from './fetch-response.ts';
import { isAway, watched } from './patches.ts';
import { namingRight } from './rights.ts';

/** A busy machine may be silent for some seconds; a rebalance for that alone would make it busier. */
const SESSION_TIMEOUT_MS = 30_000;
/** The broker's word that a rebalance begins comes with the answer to a heartbeat. */
const LONGEST_HEARTBEAT_MS = 3_000;
const REBALANCE_TIMEOUT_MS = 30_000;
/** How long an idle fetch waits at the broker; also the longest pause before partitions that are resumed are fetched. */
const FETCH_WAIT_MS = 250;
/** How soon partitions that are added to a topic are seen; the package's own is five minutes. */
const METADATA_MAX_AGE_MS = 10_000;
const FETCH_MAX_BYTES = 8 * 1024 * 1024;
const RETRY = { initialRetryTime: 100, maxRetryTime: 5_000, factor: 0.2, multiplier: 2, retries: 8 } as const;

/** About half a minute. */
const UNTIL_KNOWN = { attempts: 20, firstDelayMs: 100, maxDelayMs: 2_000, isTransient: isAway } as const;

const NO_HEADERS: LogRecord['headers'] = {};

function headersOf(headers: KafkaMessage['headers']): LogRecord['headers'] {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return NO_HEADERS;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String((Array.isArray(value) ? value[0] : value) ?? '')]),
  );
}

/** The package's batch knows from where it was asked for; its types do not say so. */
type AskedBatch = EachBatchPayload['batch'] & { fetchedOffset: string };

/**
 * A member of a group whose positions are our own affair. The package takes a partition up at the group's committed
 * offset; here every new assignment stays paused until `positions` has said where to begin.
 *
 * @param prefix before the names of topics and groups in the log
 */
export function createConsumer(
  client: Client,
  prefix: string,
  options: ConsumerOptions & Pick<KafkaConfig, 'sessionTimeoutMs'>,
  logger: Logger,
): Consumer {
  const sessionTimeout = options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS;
  const consumer = client.consumer({
    groupId: prefix + options.group,
    sessionTimeout,
    heartbeatInterval: Math.min(LONGEST_HEARTBEAT_MS, Math.floor(sessionTimeout / 5)),
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    maxBytes: options.fetchMaxBytes ?? FETCH_MAX_BYTES,
    maxBytesPerPartition: Math.ceil((options.fetchMaxBytes ?? FETCH_MAX_BYTES) / 2),
    allowAutoTopicCreation: false,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    partitionAssigners: [watched(kafkajs.PartitionAssigners.roundRobin, outOfRange)],
    retry: RETRY,
  });

  let generation = 0;
  let joined = false;
  let closed = false;
  let lastTickMs = 0;
  let paused = false;
  /** Partitions of this generation, and the next offset of those that have begun. */
  let assigned: TopicPartition[] = [];
  const next = new Map<string, bigint>();
  let events: ConsumerEvents;

  const tick = () => {
    lastTickMs = Date.now();
  };

  const inLog = (topic: string) => prefix + topic;
  const nameOf = (inLog: string) => inLog.slice(prefix.length);
  const onePartition = ({ topic, partition }: TopicPartition) => [{ topic: inLog(topic), partitions: [partition] }];

  const named = (error: unknown) =>
    namingRight(error, {
      GROUP: ['Read', `the group ${prefix + options.group}`],
      TOPIC: ['Read', 'one of the topics that it follows'],
    });

  function crash(error: Error): void {
    if (closed) return;
    joined = false;
    events.crashed(named(error) as Error);
  }

  function endGeneration(): void {
    if (!joined) return;
    joined = false;
    generation++;
    next.clear();
    events.revoked();
  }

  async function begin(partitions: readonly TopicPartition[]): Promise<void> {
    const asked = generation;
    for (const partition of partitions) {
      next.delete(partitionKey(partition));
      consumer.pause(onePartition(partition));
    }
    // The package tells of a join shortly before it considers itself running, and then commits nothing, silently.
    await nextTurn();
    if (closed || asked !== generation) return;
    try {
      const positions = await events.positions(partitions, asked);
      if (closed || asked !== generation) return;
      for (const position of positions) seek(position);
    } catch (error) {
      if (!closed && asked === generation) crash(error as Error);
    }
  }

  function seek(position: Position): void {
    next.set(partitionKey(position), position.offset);
    const { topic, partition, offset } = position;
    consumer.seek({ topic: inLog(topic), partition, offset: String(offset) });
    if (!paused) consumer.resume(onePartition(position));
  }

  function outOfRange({ topic, partition: number }: TopicPartition): void {
    const partition = { topic: nameOf(topic), partition: number };
    if (!joined || closed || !next.has(partitionKey(partition))) return;
    const expected = String(next.get(partitionKey(partition)));
    logger.warn({ ...partition, expected }, 'the log no longer has this offset');
    void begin([partition]);
  }

  async function eachBatch({ batch, resolveOffset, isStale }: EachBatchPayload): Promise<void> {
    tick();
    // It was fetched before the last `seek`.
    if (isStale()) return;
    const { partition } = batch;
    const topic = nameOf(batch.topic);
    const key = partitionKey({ topic, partition });
    const expected = next.get(key);
    if (expected === undefined) return;
    if (BigInt((batch as AskedBatch).fetchedOffset) !== expected) {
      logger.warn(
        { topic, partition, expected: String(expected) },
        'the consumer fetched from an unexpected offset: fetching from the expected one',
      );
      void begin([{ topic, partition }]);
      return;
    }
    const nextOffset = BigInt(batch.lastOffset()) + 1n;
    next.set(key, nextOffset);
    // Taken over, not landed: what is committed is said by `commit` alone.
    resolveOffset(batch.messages[batch.messages.length - 1].offset);
    const records = batch.messages.map(
      ({ offset, timestamp, key, value, headers, ...rest }): LogRecord => ({
        topic,
        partition,
        offset: BigInt(offset),
        timestampMs: Number(timestamp),
        // Of the wire's record, which the package's types do not know.
        isProducerTimed: (rest as Partial<WireRecord>).isTimedByBroker !== true,
        key,
        value,
        headers: headersOf(headers),
      }),
    );
    events.fetched({ topic, partition, generation, records, nextOffset });
  }

  consumer.on('consumer.fetch', tick);
  consumer.on('consumer.heartbeat', tick);
  consumer.on('consumer.rebalancing', endGeneration);
  consumer.on('consumer.stop', endGeneration);
  consumer.on('consumer.crash', ({ payload: { error, restart } }) => {
    endGeneration();
    // Closed while it was starting, the package would begin again anyway, and take a place in the group.
    if (closed) setImmediate(() => void consumer.disconnect().catch(() => {}));
    else if (!restart) crash(error);
    else logger.warn({ err: error, group: options.group }, 'the consumer lost its broker: restarting');
  });
  consumer.on('consumer.group_join', ({ payload }) => {
    endGeneration();
    tick();
    joined = true;
    assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
      partitions.map((partition) => ({ topic: nameOf(topic), partition })),
    );
    logger.info({ group: options.group, partitions: assigned.length }, 'partitions were assigned');
    void begin(assigned);
  });
  // Batches with nothing but marks of transactions never reach `eachBatch`.
  consumer.on('consumer.start_batch_process', ({ payload: { partition, batchSize, lastOffset, ...payload } }) => {
    if (batchSize > 0) return;
    const topic = nameOf(payload.topic);
    const expected = next.get(partitionKey({ topic, partition }));
    const nextOffset = BigInt(lastOffset) + 1n;
    if (expected === undefined || nextOffset <= expected) return;
    next.set(partitionKey({ topic, partition }), nextOffset);
    events.fetched({ topic, partition, generation, records: [], nextOffset });
  });

  return {
    get generation() {
      return generation;
    },
    get joined() {
      return joined;
    },
    get lastTickMs() {
      return lastTickMs;
    },
    async run(topics, given) {
      events = given;
      await consumer.connect();
      // A broker that has just started, or a topic that was just created: not every broker knows it yet.
      await retry(() => consumer.subscribe({ topics: topics.map(inLog), fromBeginning: true }), UNTIL_KNOWN);
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    },
    async commit(of, commits) {
      if (of !== generation || !joined || closed) return false;
      const offsets = commits.map(({ topic, partition, offset }) => {
        return { topic: inLog(topic), partition, offset: String(offset) };
      });
      try {
        await consumer.commitOffsets(offsets);
      } catch (error) {
        if (of !== generation) return false;
        throw error;
      }
      // The package commits nothing, and says nothing, where it has just been stopped.
      return of === generation && joined;
    },
    seek,
    pause() {
      if (paused || closed) return;
      paused = true;
      if (joined) for (const partition of assigned) consumer.pause(onePartition(partition));
    },
    resume() {
      if (!paused || closed) return;
      paused = false;
      if (!joined) return;
      for (const partition of assigned) {
        if (next.has(partitionKey(partition))) consumer.resume(onePartition(partition));
      }
    },
    async close() {
      closed = true;
      joined = false;
      await consumer.disconnect();
    },
  };
}
