/** Failures of vendors, by what is to be done about them; and how runs of collectors ended. */

import { backoffMs } from '../../lib/async.ts';
import type { Timers } from '../../lib/clock.ts';
import { counter, fromZero } from '../../lib/metrics.ts';

const VENDOR_FAULTS = [
  /** No answer, or a fault of the vendor's own: asked again with growing delays. */
  'away',
  /** Too many requests: asked again when the vendor says. */
  'limited',
  /** The credentials or the subscription do not allow it: an operator has to act. */
  'denied',
  'unknown_symbol',
  /** The answer is not what the vendor documents: names the field. */
  'shape',
  /** The answer is of other days than those that were asked for. */
  'other_days',
  /** The vendor refused the request for another reason. */
  'refused',
] as const;
export type VendorFault = (typeof VENDOR_FAULTS)[number];

export class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly fault: VendorFault;
  /** When the vendor wants to be asked again, ms from now. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status of the vendor's answer; undefined without an answer. */
  readonly status: number | undefined;

  constructor(
    fault: VendorFault,
    message: string,
    options: { retryAfterMs?: number; status?: number; cause?: unknown } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
  }

  /** It concerns the symbols of the request alone: others may be asked for. */
  get ofSymbols(): boolean {
    return ['unknown_symbol', 'shape', 'other_days', 'refused'].includes(this.fault);
  }
}

/** Options or credentials of a collector that cannot be used; the message names them. */
export class CollectorError extends Error {
  override readonly name = 'CollectorError';
}

export const runsTotal = counter('ingest_collector_runs_total', 'Requests of collectors by how they ended', [
  'collector',
  'outcome',
]);

/** Before its first request. */
export const countFromZero = (collector: string): void =>
  fromZero(runsTotal, { collector: [collector], outcome: ['ok', 'error', 'stream_cut', ...VENDOR_FAULTS] });

/** How a run ended that failed, in metrics. */
export const outcomeOf = (error: unknown): string => (error instanceof VendorError ? error.fault : 'error');

/** For the log: a vendor's fault in its own words, what was not foreseen with its stack. */
export const logged = (error: unknown): object =>
  error instanceof VendorError ? { fault: error.fault, error: error.message } : { err: error };

/** How long to wait after so many failures in a row: what the vendor wants, where that is longer. */
export function delayAfter(
  error: unknown,
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  { random }: Pick<Timers, 'random'>,
): number {
  const saidMs = error instanceof VendorError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(backoffMs(failures, firstMs, maxMs, random), saidMs);
}
