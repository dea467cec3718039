/** Changes that are announced within this time are looked up in one round. */
const DEBOUNCE_MS = 40;
/** Pause after a round, in durations of the round: rounds take at most a fifth of the time. */
const PAUSES = 4;

export interface FollowOptions {
  /** Time between two rounds if no change is announced, ms. */
  readonly everyMs: number;
  /** Receives the error of a failed round. The next round, or a request, tries again. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Looks up the symbols in use beside the requests, all together, after a change was announced: the next request finds their
 * state in memory. A look-up of one symbol costs as much as one of a hundred.
 */
export class Follower {
  readonly #round: () => Promise<void>;
  readonly #options: FollowOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #dueMs = 0;
  #earliestMs = 0;
  #isStopped = false;

  constructor(round: () => Promise<void>, options: FollowOptions) {
    this.#round = round;
    this.#options = options;
    this.#schedule(options.everyMs);
  }

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
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#running = undefined;
        const endMs = performance.now();
        this.#earliestMs = endMs + PAUSES * (endMs - startMs);
        this.#schedule(this.#options.everyMs);
      });
  }
}
