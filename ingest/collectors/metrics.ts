import { counter, fromZero, gauge } from '../../lib/metrics.ts';
import { VENDOR_FAULTS } from './errors.ts';

export const candlesTotal = counter('ingest_collector_bars_total', 'Bars that collectors handed to landing', [
  'collector',
  'outcome',
]);
export const runsTotal = counter('ingest_collector_runs_total', 'Requests of collectors by how they ended', [
  'collector',
  'outcome',
]);
const OUTCOMES = ['ok', 'error', 'stream_cut', ...VENDOR_FAULTS];
/** Before its first request. */
export const countFromZero = (collector: string): void =>
  fromZero(runsTotal, { collector: [collector], outcome: OUTCOMES });
export const lagSeconds = gauge(
  'ingest_collector_lag_seconds',
  'Trading time between the end of the last bar of the symbol that is furthest behind, and now',
  ['collector'],
);
export const missingDays = gauge(
  'ingest_collector_missing_days',
  'Days that a collector has yet to ask for, of all its symbols',
  ['collector'],
);
