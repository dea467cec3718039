import { counter, gauge } from '../../lib/metrics.ts';

export const removedRows = counter(
  'retention_removed_rows_total',
  'Rows that retention removed, of bars and news without superseded versions',
  ['kind'],
);
export const runsTotal = counter('retention_runs_total', 'Runs of retention by this process', ['outcome']);
// From zero on: what an alert counts is the increase.
for (const outcome of ['ok', 'error']) runsTotal.inc({ outcome }, 0);
export const failing = gauge(
  'retention_failing',
  'How many looks of retention have failed in a row; 0 once one has ended',
);
export const lastRunSeconds = gauge(
  'retention_last_run_timestamp_seconds',
  'When the last run of retention began, seconds since 1970; 0: never',
);
