/**
 * Where to take partitions up. The group's committed offset, unless
 * - the store's ledger ends before it (the store was lost, or restored from an older copy): there;
 * - the log ends before it, or the record before it is another one than was landed: the topic was recreated, and
 *   begins from its start.
 * Nothing is skipped by any of this; what is read twice changes nothing. What the log itself has dropped before it
 * landed (retention, deleted records) cannot be read any more: it is reported and kept in the ledger.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter, fromZero } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { writeLedger } from '../landing/versions.ts';
import {
  type Admin,
  type Committed,
  type LogEnds,
  type LogRecord,
  type Position,
  partitionKey,
  type TopicPartition,
} from './port.ts';

export const skippedRecords = counter(
  'ingest_skipped_records_total',
  'Offsets that the log dropped before they landed',
  ['consumer', 'topic'],
);
export const restarts = counter(
  'ingest_positions_moved_back_total',
  'Partitions read again from an earlier place, and why',
  ['consumer', 'topic', 'why'],
);

/** Before a consumer looks where to begin: what it finds there is an increase. */
export function countFromZero(consumer: string, topics: readonly string[]): void {
  fromZero(skippedRecords, { consumer: [consumer], topic: topics });
  fromZero(restarts, { consumer: [consumer], topic: topics, why: Object.keys(EXPLANATION) });
}

/**
 * The metadata of a commit: which record was the last before it, and what it held. A topic that was deleted and recreated
 * counts from 0 again, and offsets of the old one may be inside the new one; this tells them apart.
 */
export interface Mark {
  readonly offset: bigint;
  readonly digest: string;
}

export function markOf({ offset, key, value, timestampMs }: LogRecord): Mark {
  const hash = createHash('sha256').update(`${timestampMs} ${key?.length ?? -1} ${value?.length ?? -1} `);
  if (key) hash.update(key);
  if (value) hash.update(value);
  return { offset, digest: hash.digest('hex').slice(0, 16) };
}

const METADATA = /^r1:(\d{1,19}):([0-9a-f]{16})$/;

export const metadataOf = ({ offset, digest }: Mark): string => `r1:${offset}:${digest}`;

/** `null` where the metadata are none of ours: somebody else has set the offset, and is trusted. */
function readMetadata(metadata: string): Mark | null {
  const match = METADATA.exec(metadata);
  return match ? { offset: BigInt(match[1]), digest: match[2] } : null;
}

export interface Start extends Position {
  /** The record that the reading has to begin with: it was landed before, and shows that the log is the same. */
  readonly mark?: Mark;
  /** Once the mark has shown that: where to continue instead, earlier. */
  readonly thenFrom?: bigint;
  /** Earlier than what the group has committed. */
  readonly movedBack?: boolean;
  /** The topic was deleted and created again: what it holds now is another log. */
  readonly newLog?: boolean;
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
    const committedBy = new Map(committed.map((one) => [partitionKey(one), one]));
    const endsBy = new Map(ends.flat().map((one) => [partitionKey(one), one]));
    const skipped: (TopicPartition & { readonly from: bigint; readonly to: bigint })[] = [];
    const starts = partitions.map((partition) => {
      const key = partitionKey(partition);
      const known = committedBy.get(key);
      const { start, why, skippedFrom } = startOf(partition, known, landed.get(key) ?? 0n, endsBy.get(key));
      const from = start.thenFrom ?? start.offset;
      if (skippedFrom !== undefined) skipped.push({ ...partition, from: skippedFrom, to: from });
      if (!why) return start;
      restarts.inc({ consumer: name, topic: partition.topic, why });
      logger.error({ ...partition, committed: String(known?.offset), from: String(from) }, EXPLANATION[why]);
      return { ...start, movedBack: true, newLog: why === 'made_anew' };
    });
    if (skipped.length === 0) return starts;
    // Rows of the ledger without any event: they account for the offsets.
    const entries = skipped.map(({ topic, partition, from, to }) => {
      const [firstOffset, lastOffset] = [Number(from), Number(to - 1n)];
      return { topic, partition, firstOffset, lastOffset, events: 0, deadLetters: 0, high: 0 };
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
    return starts;
  };
}

/** Offset after the last that the store has landed, by partition; a partition that it does not know is not there. */
async function ledgerEnds(reader: Reader, topics: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await reader.query<{ topic: string; partition: number; next: string }>(
    `SELECT CAST(topic, 'String') AS topic, partition, toString(max(last_offset) + 1) AS next
     FROM market.ingest_ledger WHERE topic IN {topics:Array(String)} GROUP BY topic, partition`,
    { topics },
  );
  return new Map(rows.map((row) => [partitionKey(row), BigInt(row.next)]));
}

const EXPLANATION = {
  store_behind: 'the store has landed less than the group has committed: reading again from where the store ends',
  made_anew: 'the log ends before what was landed of it: the topic was deleted and recreated; reading from its start',
} as const;

function startOf(
  partition: TopicPartition,
  committed: Committed | undefined,
  landed: bigint,
  ends: LogEnds | undefined,
): { start: Start; why?: keyof typeof EXPLANATION; skippedFrom?: bigint } {
  const first = ends?.start ?? 0n;
  const at = (offset: bigint): Start => ({ ...partition, offset: offset < first ? first : offset });
  // What the ledger has is not missing, and what it was notified of once is not reported again.
  const beginAt = (offset: bigint) => {
    const from = offset > landed ? offset : landed;
    return from < first ? { start: at(first), skippedFrom: from } : { start: at(offset) };
  };
  const offset = committed?.offset ?? null;
  // A broker forgets the group's positions together with the topic.
  if (ends && (offset ?? landed) > ends.end) return { start: at(first), why: 'made_anew' };
  if (offset === null) return { ...beginAt(0n), start: at(first) };
  const mark = readMetadata(committed?.metadata ?? '');
  // Marks of transactions after the last record are in no ledger.
  const afterLast = mark ? mark.offset + 1n : offset;
  const marked = mark && mark.offset >= first && mark.offset < offset ? { ...at(mark.offset), mark } : null;
  if (landed < offset && landed < afterLast) {
    const { start, skippedFrom } = beginAt(landed);
    // Where the topic was recreated as well, the store's place in the old one means nothing in the new one.
    return { start: marked ? { ...marked, thenFrom: start.offset } : start, skippedFrom, why: 'store_behind' };
  }
  return marked ? { start: marked } : beginAt(offset);
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
