import { counter, fromZero, gauge } from '../../lib/metrics.ts';

export const bufferedRecords = gauge('ingest_buffered_records', 'Records fetched and not yet sealed', ['consumer']);
export const committedTotal = counter('ingest_committed_records_total', 'Records landed and committed', ['consumer']);
export const skippedRecords = counter(
  'ingest_skipped_records_total',
  'Offsets that the log dropped before they landed',
  ['consumer', 'topic'],
);
export const lagEvents = gauge('ingest_lag_events', 'Records of the log that have not landed, of all processes', [
  'topic',
]);
export const lagSeconds = gauge(
  'ingest_lag_seconds',
  'Age of the oldest record of the partition that has not landed; 0 where all have',
  ['topic', 'partition'],
);
export const unreadableEvents = gauge(
  'ingest_unreadable_events',
  'Records of the partition that a transaction which is open hides from readers',
  ['topic', 'partition'],
);
export const logUp = gauge('ingest_log_up', '1 where the log answered when it was last asked how much is behind');
export const restarts = counter(
  'ingest_positions_moved_back_total',
  'Partitions read again from an earlier place, and why',
  ['consumer', 'topic', 'why'],
);

/** Before a consumer looks where to begin: what it finds there is an increase. */
export function countFromZero(consumer: string, topics: readonly string[]): void {
  fromZero(skippedRecords, { consumer: [consumer], topic: topics });
  fromZero(restarts, { consumer: [consumer], topic: topics, why: ['store_behind', 'made_anew'] });
}
