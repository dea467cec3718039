import { counter, gauge } from '../../lib/metrics.ts';

export const bufferedRecords = gauge('ingest_buffered_records', 'Records fetched and not yet sealed', ['consumer']);
export const committedTotal = counter('ingest_committed_records_total', 'Records landed and committed', ['consumer']);
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
