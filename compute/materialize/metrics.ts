/** What the projector counts. */
import { counter, gauge, histogram } from '../../lib/metrics.ts';

export const projectionSeconds = histogram(
  'projection_symbol_seconds',
  'From the start of a symbol to its records being up to date',
  [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
);
export const projectionTries = counter('projection_tries_total', 'Symbols taken up, by how that ended', ['outcome']);
export const dirtySymbols = gauge('projection_backlog_symbols', 'Symbols whose records wait to be computed');
export const unsummarizedSymbols = gauge('projection_backlog_summaries', 'Symbols whose summaries wait to be computed');
export const waitingSeconds = gauge(
  'projection_oldest_waiting_seconds',
  'How long the symbol that has waited longest waits for its records; 0 where none does',
);
export const reconciliationFailures = counter(
  'projection_reconciliation_failures_total',
  'Looks through the store for what was missed that failed for now',
);
export const reconciliationFailing = gauge(
  'projection_reconciliation_failing',
  'How many such looks have failed in a row; 0 once one has ended',
);
export const quarantinedSymbols = gauge(
  'projection_quarantined_symbols',
  'Symbols of this process that are left alone because computing them fails',
);
