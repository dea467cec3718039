/**
 * The note of a commit: which record was the last before it, and what it held. A topic that was deleted and recreated
 * counts from 0 again, and offsets of the old one may be inside the new one; this tells them apart.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { writeLedger } from '../landing/ledger.ts';
import { restarts, skippedRecords } from './metrics.ts';
import {
  type Admin,
  type Committed,
  type LogEnds,
  type LogRecord,
  type Position,
  partitionKey,
  type TopicPartition,
} from './port.ts';

export interface Mark {
  readonly offset: bigint;
  readonly digest: string;
}

export function digestOf({ key, value, timestampMs }: LogRecord): string {
  const hash = createHash('sha256').update(`${timestampMs} ${key?.length ?? -1} ${value?.length ?? -1} `);
  if (key) hash.update(key);
  if (value) hash.update(value);
  return hash.digest('hex').slice(0, 16);
}

const NOTE = /^r1:(\d{1,19}):([0-9a-f]{16})$/;

export function noteOfMark({ offset, digest }: Mark): string {
  return `r1:${offset}:${digest}`;
}

export function noteOf(record: LogRecord): string {
  return noteOfMark({ offset: record.offset, digest: digestOf(record) });
}

/** `null` where the note is none of ours: somebody else has set the offset, and is trusted. */
export function markOf(note: string): Mark | null {
  const match = NOTE.exec(note);
  return match ? { offset: BigInt(match[1]), digest: match[2] } : null;
}

/**
 * Where to take partitions up. The group's committed offset, unless
 * - the store's ledger ends before it (the store was lost, or restored from an older copy): there;
 * - the log ends before it, or the record before it is another one than was landed: the topic was recreated, and
 *   begins from its start.
 * Nothing is skipped by any of this; what is read twice changes nothing. What the log itself has dropped before it
 * landed (retention, deleted records) cannot be read any more: it is reported and kept in the ledger.
 */
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

/** Offset after the last that the store has landed, by partition; a partition that it does not know is not there. */
export type LandedUpTo = (topics: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, bigint>>;

/** Offsets that the log dropped before they landed. */
export interface SkippedRange extends TopicPartition {
  readonly from: bigint;
  /** First offset that is there. */
  readonly to: bigint;
}

export interface GroupPositionsOptions {
  readonly name: string;
  readonly admin: Admin;
  readonly group: string;
  readonly landedUpTo: LandedUpTo;
  /** Keeps account of what the log has dropped; resolves once that is safe. */
  readonly onSkipped: (ranges: readonly SkippedRange[], signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

export function groupPositions(options: GroupPositionsOptions): Positions {
  const { name, admin, group, landedUpTo, onSkipped, logger } = options;
  return async (partitions, signal) => {
    const topics = [...new Set(partitions.map(({ topic }) => topic))];
    const [committed, landed, ends] = await Promise.all([
      admin.committed(group, topics),
      landedUpTo(topics, signal),
      Promise.all(topics.map((topic) => admin.ends(topic))),
    ]);
    const committedBy = new Map(committed.map((one) => [partitionKey(one), one]));
    const endsBy = new Map(ends.flat().map((one) => [partitionKey(one), one]));
    const skipped: SkippedRange[] = [];
    const starts = partitions.map((partition) => {
      const key = partitionKey(partition);
      const known = landed.get(key) ?? 0n;
      const { start, why, skippedFrom } = startOf(partition, committedBy.get(key), known, endsBy.get(key));
      if (skippedFrom !== undefined)
        skipped.push({ ...partition, from: skippedFrom, to: start.thenFrom ?? start.offset });
      if (why) {
        const { topic } = partition;
        restarts.inc({ consumer: name, topic, why });
        const offset = String(committedBy.get(key)?.offset);
        logger.error(
          { ...partition, committed: offset, from: String(start.thenFrom ?? start.offset) },
          EXPLANATION[why],
        );
      }
      return why ? { ...start, movedBack: true, newLog: why === 'made_anew' } : start;
    });
    if (skipped.length > 0) {
      await onSkipped(skipped, signal);
      for (const range of skipped) report(range);
    }
    return starts;
  };

  function report({ topic, partition, from, to }: SkippedRange): void {
    const records = Number(to - from);
    skippedRecords.inc({ consumer: name, topic }, records);
    logger.error(
      { topic, partition, from: String(from), to: String(to - 1n), records },
      `the log has dropped offsets ${from} to ${to - 1n} of partition ${partition} of ${topic} before they landed (retention, or deleted records): their events are missing; send them again from their source`,
    );
  }
}

const EXPLANATION = {
  store_behind: 'the store has landed less than the group has committed: reading again from where the store ends',
  made_anew: 'the log ends before what was landed of it: the topic was deleted and recreated; reading from its start',
} as const;

type Why = keyof typeof EXPLANATION;

export function startOf(
  { topic, partition }: TopicPartition,
  committed: Pick<Committed, 'offset' | 'note'> | undefined,
  landed: bigint,
  ends: Pick<LogEnds, 'start' | 'end'> | undefined,
): { start: Start; why?: Why; skippedFrom?: bigint } {
  const first = ends?.start ?? 0n;
  const at = (offset: bigint): Start => ({ topic, partition, offset: offset < first ? first : offset });
  // What the ledger has is not missing, and what it was notified of once is not reported again.
  const beginAt = (offset: bigint) => {
    const from = offset > landed ? offset : landed;
    return from < first ? { start: at(first), skippedFrom: from } : { start: at(offset) };
  };
  const offset = committed?.offset ?? null;
  // A broker forgets the group's positions together with the topic.
  if (offset === null && ends && landed > ends.end) return { start: at(first), why: 'made_anew' };
  if (offset === null) return { ...beginAt(0n), start: at(first) };
  if (ends && offset > ends.end) return { start: at(first), why: 'made_anew' };
  const mark = markOf(committed?.note ?? '');
  // Marks of transactions after the last record are in no ledger.
  const afterLast = mark ? mark.offset + 1n : offset;
  const marked = mark && mark.offset >= first && mark.offset < offset ? { ...at(mark.offset), mark } : null;
  if (landed < offset && landed < afterLast) {
    const { start, skippedFrom } = beginAt(landed);
    // Where the topic was recreated as well, the store's place in the old one means nothing in the new one.
    return { start: marked ? { ...marked, thenFrom: start.offset } : start, skippedFrom, why: 'store_behind' };
  }
  if (marked) return { start: marked };
  return beginAt(offset);
}

/** Waits for a store that is unavailable as long as the policy says. */
export function ledgerEnds(reader: Reader, policy: RetryPolicy): LandedUpTo {
  return async (topics, signal) => {
    const rows = await retryTransient(
      () =>
        reader.query<{ topic: string; partition: number; next: string }>(
          `SELECT CAST(topic, 'String') AS topic, partition, toString(max(last_offset) + 1) AS next
           FROM market.ingest_ledger WHERE topic IN {topics:Array(String)} GROUP BY topic, partition`,
          { topics: [...topics] },
        ),
      { ...policy, signal },
    );
    return new Map(rows.map((row) => [partitionKey(row), BigInt(row.next)]));
  };
}

/** Accounts for offsets that the log dropped: rows of the ledger without any event. */
export function ledgerOfSkipped(writer: Writer, clock: Clock, policy: RetryPolicy) {
  return (ranges: readonly SkippedRange[], signal: AbortSignal): Promise<void> => {
    const none = { events: 0, deadLetters: 0, high: 0 };
    const entries = ranges.map(({ topic, partition, from, to }) => ({
      ...{ topic, partition, firstOffset: Number(from), lastOffset: Number(to - 1n), ...none },
    }));
    return retryTransient(() => writeLedger(writer, entries, 'skipped', clock.nowMs()), { ...policy, signal });
  };
}

/** As `status` tells it. */
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
