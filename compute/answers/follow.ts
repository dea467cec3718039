/**
 * Follows the symbols in use beside the requests: they are looked up again, together, when a change of them was announced
 * and before a request would have to ask. A look-up of one symbol costs what one of a hundred costs.
 */

/** Changes announced within this time are looked up together. */
const DEBOUNCE_MS = 40;
/** Waiting after a round, in times of what it took: rounds take at most a fifth of the time. */
const PAUSES = 4;

export class Follower {
  readonly #round: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #dueMs = 0;
  #earliestMs = 0;
  #isStopped = false;

  /**
   * @param round looks up what has to be; its failures are left to the requests
   * @param everyMs without a change
   */
  constructor(round: () => Promise<void>, everyMs: number) {
    this.#round = round;
    this.#everyMs = everyMs;
    this.#schedule(everyMs);
  }

  /** A change was announced. */
  wake(): void {
    if (!this.#running && this.#dueMs > performance.now() + DEBOUNCE_MS) this.#schedule(DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(afterMs: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    this.#dueMs = Math.max(now + afterMs, this.#earliestMs);
    this.#timer = setTimeout(() => this.#run(), this.#dueMs - now).unref();
  }

  #run(): void {
    const startMs = performance.now();
    this.#running = this.#round()
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
        const endMs = performance.now();
        this.#earliestMs = endMs + PAUSES * (endMs - startMs);
        this.#schedule(this.#everyMs);
      });
  }
}
