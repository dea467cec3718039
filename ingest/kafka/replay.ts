/** Reads ranges of the log once more, from a place to where they end now, and hands the records over in batches. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { BatchConsumer } from './batch-consumer.ts';
import { type Admin, type Kafka, type LogRecord, partitionKey, type TopicPartition } from './port.ts';

export interface LogRange extends TopicPartition {
  /** First offset that is still in the log. */
  readonly start: bigint;
  readonly from: bigint;
  /** First offset that is not read. */
  readonly to: bigint;
}

/** Where a replay begins: an offset of every partition, or a time. */
export type ReplayPlace = { readonly offset: bigint } | { readonly timeMs: number };

/** Returns what of a topic can be read now from a place on; partitions with nothing there are left out. */
export async function rangesOf(admin: Admin, topic: string, from: ReplayPlace): Promise<LogRange[]> {
  const ends = await admin.ends(topic, true);
  const begins = await placesOf(admin, topic, from);
  return ends.flatMap(({ partition, start, end }) => {
    const begin = begins(partition);
    // Nothing that late is reported as -1.
    if (begin < 0n || begin >= end) return [];
    return [{ topic, partition, start, from: begin < start ? start : begin, to: end }];
  });
}

async function placesOf(admin: Admin, topic: string, place: ReplayPlace): Promise<(partition: number) => bigint> {
  if ('offset' in place) return () => place.offset;
  const offsets = new Map((await admin.offsetsAt(topic, place.timeMs)).map((one) => [one.partition, one.offset]));
  return (partition) => offsets.get(partition) ?? -1n;
}

export interface ReadOptions {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly ranges: readonly LogRange[];
  readonly land: (records: readonly LogRecord[], signal: AbortSignal) => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const STOP_TIMEOUT_MS = 10_000;

/** Resolves once every record of the ranges has been landed. Leaves no trace in the broker. */
export async function readRanges(options: ReadOptions): Promise<void> {
  const { kafka, admin, ranges, land, onProgress, clock, logger } = options;
  if (ranges.length === 0) return;
  const ends = new Map(ranges.map((range) => [partitionKey(range), range.to]));
  const reached = new Map(ranges.map((range) => [partitionKey(range), range.from]));
  const total = ranges.reduce((sum, { from, to }) => sum + Number(to - from), 0);
  const missing = () =>
    [...ends].reduce((sum, [key, to]) => {
      const left = Number(to - reached.get(key)!);
      return sum + Math.max(0, left);
    }, 0);

  const group = `market-stats.replay.${randomUUID()}`;
  let done: () => void;
  let failed: (error: Error) => void;
  const finished = new Promise<void>((resolve, reject) => {
    done = resolve;
    failed = reject;
  });
  const consumer = new BatchConsumer({
    name: 'replay',
    consumer: kafka.consumer({ group }),
    topics: [...new Set(ranges.map(({ topic }) => topic))],
    async positions(partitions) {
      const starts = new Map<string, bigint>();
      for (const topic of new Set(partitions.map((one) => one.topic))) {
        for (const ends of await admin.ends(topic)) starts.set(partitionKey(ends), ends.start);
      }
      return partitions.flatMap(({ topic, partition }) => {
        const key = partitionKey({ topic, partition });
        const offset = reached.get(key);
        if (offset === undefined) return [];
        if (offset < starts.get(key)! && offset < ends.get(key)!) {
          throw new Error(`the log has dropped what was to be read from offset ${offset} of ${key}: begin again`);
        }
        return [{ topic, partition, offset }];
      });
    },
    async land(records, signal) {
      const wanted = records.filter((record) => record.offset < ends.get(partitionKey(record))!);
      if (wanted.length > 0) await land(wanted, signal);
    },
    onLanded(positions) {
      for (const position of positions) {
        const key = partitionKey(position);
        if (position.offset > reached.get(key)!) reached.set(key, position.offset);
      }
      const left = missing();
      onProgress?.(total - left, total);
      if (left === 0) done();
    },
    onFailed: (error) => failed(error),
    clock,
    logger,
  });
  await consumer.start();
  try {
    await finished;
  } finally {
    await consumer.stop(STOP_TIMEOUT_MS);
    await admin
      .deleteGroup(group)
      .catch((error) => logger.warn({ err: error, group }, 'the consumer group of a replay could not be deleted'));
  }
}
