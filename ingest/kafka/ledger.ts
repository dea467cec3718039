import type { Reader } from '../../sql/reader.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { partitionKey } from './port.ts';
import type { LandedUpTo } from './positions.ts';

/** Waits for a store that is away as long as the policy says. */
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
