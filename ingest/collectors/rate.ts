/** A bounded rate of requests: each waits for its place, in order. */
import { systemTimers, type Timers } from '../../lib/clock.ts';

export class RateLimit {
  readonly #spacingMs: number;
  readonly #timers: Pick<Timers, 'monotonicMs' | 'sleep'>;
  readonly #burst: number;
  #nextMs = 0;

  /** @param burst so many requests may come at once after a pause */
  constructor(perMinute: number, timers: Pick<Timers, 'monotonicMs' | 'sleep'> = systemTimers, burst = 1) {
    this.#spacingMs = 60_000 / perMinute;
    this.#timers = timers;
    this.#burst = burst;
  }

  /** Resolves when the next request may be sent; rejects where the signal aborts first. */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const nowMs = this.#timers.monotonicMs();
    const atMs = Math.max(this.#nextMs, nowMs - (this.#burst - 1) * this.#spacingMs);
    this.#nextMs = atMs + this.#spacingMs;
    if (atMs > nowMs) await this.#timers.sleep(atMs - nowMs, signal);
  }
}
