import { systemTimers, type Timers } from './clock.ts';

export interface RetryOptions {
  /** Tries in all, the first included. */
  attempts: number;
  firstDelayMs?: number;
  maxDelayMs?: number;
  /** Which failures are worth another try; all by default. */
  isTransient?: (error: unknown) => boolean;
  signal?: AbortSignal;
  onRetry?: (event: { attempt: number; delayMs: number; error: unknown }) => void;
  /** For tests: a number in [0, 1). */
  random?: () => number;
  timers?: Pick<Timers, 'sleep'>;
}

/** Whole ms before try `attempt + 1`: doubles from `firstDelayMs` up to `maxDelayMs`, a random half of it (jitter). */
export function backoffMs(attempt: number, firstDelayMs: number, maxDelayMs: number, random = Math.random): number {
  const full = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.floor(full / 2 + (full / 2) * random());
}

/**
 * Calls `task` until it succeeds, at most `attempts` times. Throws the last failure, the first that is not
 * transient, or the signal's reason when aborted (also while waiting).
 */
export async function retry<T>(task: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, firstDelayMs = 100, maxDelayMs = 10_000, isTransient = () => true, signal, onRetry } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await task(attempt);
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      const delayMs = backoffMs(attempt, firstDelayMs, maxDelayMs, options.random);
      onRetry?.({ attempt, delayMs, error });
      await (options.timers ?? systemTimers).sleep(delayMs, signal);
    }
  }
}
