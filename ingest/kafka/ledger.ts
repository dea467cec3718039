import type { Clock } from '../../lib/clock.ts';
import type { Reader } from '../../sql/reader.ts';
import type { Writer } from '../../sql/writer.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { writeLedger } from '../landing/ledger.ts';
import { partitionKey } from './port.ts';
import type { LandedUpTo, SkippedRange } from './positions.ts';

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
