/**
 * Where to take partitions up: at the group's committed offset, or where the store's ledger ends if that is earlier (the
 * store was lost, or replaced by an older copy). Nothing is skipped by this; what is read twice changes nothing. What the
 * log itself has dropped before it landed (retention, deleted records) cannot be read: it is reported and kept in the
 * ledger. A log that ends before what has landed of it was deleted and recreated: that ends the consumer.
 */
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter, fromZero } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { writeLedger } from '../landing/ledger.ts';
import { batchStarts, beginPartitions } from '../landing/ranks.ts';
import { type Admin, type LogEnds, type Position, partitionKey, type TopicPartition } from './port.ts';

export const skippedRecords = counter(
  'ingest_skipped_records_total',
  'Offsets that the log dropped before they landed',
  ['consumer', 'topic'],
);

/** Before a consumer looks where to begin: what it finds there is an increase. */
export function countFromZero(consumer: string, topics: readonly string[]): void {
  fromZero(skippedRecords, { consumer: [consumer], topic: topics });
}

/** The log holds less than has landed of it, so its offsets no longer name the events that the store knows by them. */
export class LogRecreatedError extends Error {
  override readonly name = 'LogRecreatedError';
  constructor({ topic, partition, end }: LogEnds, landed: bigint) {
    super(
      `partition ${partition} of ${topic} ends at offset ${end}, but offsets up to ${landed - 1n} have landed: the topic was deleted and recreated, or lost records. Run \`rebuild --from-log\`, which lands the log as it is now, and start \`ingest\` again; stored events are kept`,
    );
  }
}

export interface Start extends Position {
  /** Earlier than what the group has committed. */
  readonly isStoreBehind?: boolean;
}

export type Positions = (partitions: readonly TopicPartition[], signal: AbortSignal) => Promise<Start[]>;

export interface GroupPositionsOptions {
  readonly name: string;
  readonly admin: Admin;
  readonly group: string;
  readonly store: Store;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function groupPositions({ name, admin, group, store, retry, clock, logger }: GroupPositionsOptions): Positions {
  return async (partitions, signal) => {
    const policy = { ...retry, signal };
    const topics = [...new Set(partitions.map(({ topic }) => topic))];
    const [committed, landed, ends] = await Promise.all([
      admin.committed(group, topics),
      retryTransient(() => ledgerEnds(store.reader, topics), policy),
      Promise.all(topics.map((topic) => admin.ends(topic))),
    ]);
    await retryTransient(() => beginPartitions(store, ends.flat()), policy);
    const committedBy = new Map(committed.map((one) => [partitionKey(one), one]));
    const endsBy = new Map(ends.flat().map((one) => [partitionKey(one), one]));
    const skipped: (TopicPartition & { readonly from: bigint; readonly to: bigint })[] = [];
    const starts = partitions.map((partition) => {
      const key = partitionKey(partition);
      const committed = committedBy.get(key)?.offset ?? null;
      const { offset, skippedFrom, isStoreBehind } = startOf(committed, landed.get(key) ?? 0n, endsBy.get(key));
      if (skippedFrom !== undefined) skipped.push({ ...partition, from: skippedFrom, to: offset });
      if (isStoreBehind)
        logger.warn(
          { ...partition, committed: String(committed), from: String(offset) },
          'the store has landed less than the group has committed: reading again from where the store ends',
        );
      return { ...partition, offset, isStoreBehind };
    });
    if (skipped.length === 0) return atBatchStarts(store, starts, endsBy, policy);
    // Rows of the ledger without any event: they account for the offsets.
    const entries = skipped.map(({ topic, partition, from, to }) => {
      const [firstOffset, lastOffset] = [Number(from), Number(to - 1n)];
      return { topic, partition, firstOffset, lastOffset, events: 0, deadLetters: 0, number: 0n };
    });
    await retryTransient(() => writeLedger(store.writer, entries, 'skipped', clock.nowMs()), policy);
    for (const { topic, partition, from, to } of skipped) {
      const records = Number(to - from);
      skippedRecords.inc({ consumer: name, topic }, records);
      logger.error(
        { topic, partition, from: String(from), to: String(to - 1n), records },
        `the log has dropped offsets ${from} to ${to - 1n} of partition ${partition} of ${topic} before they landed (retention, or deleted records): their events are missing; send them again from their source`,
      );
    }
    return atBatchStarts(store, starts, endsBy, policy);
  };
}

/** Moves starts in the midst of a landed batch back to its start, as far as the log goes back. */
async function atBatchStarts(
  store: Store,
  starts: readonly Start[],
  ends: ReadonlyMap<string, LogEnds>,
  policy: RetryPolicy,
): Promise<Start[]> {
  const moved = await retryTransient(() => batchStarts(store, starts), policy);
  return moved.map((start, i) => {
    const first = ends.get(partitionKey(start))?.start ?? 0n;
    return start.offset < first ? starts[i] : start;
  });
}

/** Offset after the last that the store has landed, by partition; a partition that it does not know is not there. */
export async function ledgerEnds(reader: Reader, topics: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await reader.query<{ topic: string; partition: number; next: string }>(
    `SELECT CAST(topic, 'String') AS topic, partition, toString(max(last_offset) + 1) AS next
     FROM market.ingest_ledger WHERE topic IN {topics:Array(String)} GROUP BY topic, partition`,
    { topics },
  );
  return new Map(rows.map((row) => [partitionKey(row), BigInt(row.next)]));
}

/**
 * `skippedFrom`: first offset that has not landed and is no longer in the log.
 *
 * @throws LogRecreatedError
 */
function startOf(
  committed: bigint | null,
  landed: bigint,
  ends: LogEnds | undefined,
): Pick<Start, 'offset' | 'isStoreBehind'> & { skippedFrom?: bigint } {
  const first = ends?.start ?? 0n;
  if (ends && landed > ends.end) throw new LogRecreatedError(ends, landed);
  const isStoreBehind = committed !== null && landed < committed;
  const wanted = isStoreBehind ? landed : (committed ?? 0n);
  // What the ledger has is not missing, and what was reported once is not reported again.
  const skippedFrom = wanted > landed ? wanted : landed;
  if (skippedFrom < first) return { offset: first, skippedFrom, isStoreBehind };
  return { offset: wanted < first ? first : wanted, isStoreBehind };
}

export interface Skipped {
  readonly topic: string;
  readonly partition: number;
  readonly first_offset: number;
  readonly last_offset: number;
  readonly records: number;
  /** ISO 8601: when it was found. */
  readonly found_at: string;
}

/** What the log dropped before it landed, oldest first. */
export function skippedRanges(reader: Reader): Promise<Skipped[]> {
  return reader.query<Skipped>(
    `SELECT CAST(topic, 'String') AS topic, partition, toUInt64(first_offset) AS first_offset,
            toUInt64(last_offset) AS last_offset, last_offset - first_offset + 1 AS records,
            formatDateTime(landed_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS found_at
     FROM market.ingest_ledger FINAL WHERE events = 0 ORDER BY found_at, topic, partition`,
  );
}
