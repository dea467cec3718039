/** Work of a collector at the times of its schedule, one run at a time, with retries; its state is in the store. */
import { Loop } from '../../lib/async.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { messageOf } from '../../lib/text.ts';
import type { WorkerContext } from './contract.ts';
import { delayAfter, logged, outcomeOf, runsTotal } from './errors.ts';
import type { Progress } from './store.ts';

const BACKOFF = { firstMs: 1_000, maxMs: 900_000 } as const;

export abstract class Worker<Context extends WorkerContext> {
  protected readonly context: Context;
  /** Under which name its state is stored; '' of a folder, and of bars, which have a row per symbol. */
  protected readonly item: string = '';
  /** Maximum delay between two tries. */
  protected readonly pauseMaxMs: number = BACKOFF.maxMs;
  /** When it runs again without a time of the schedule, epoch ms. */
  protected nextRunMs = Number.POSITIVE_INFINITY;
  #isDue = true;
  #isRunning = false;
  #pausedUntilMs = 0;
  #failures = 0;
  readonly #loop: Loop;

  constructor(context: Context) {
    this.context = context;
    this.#loop = new Loop((signal) => this.#step(signal), context.timers);
  }

  /** Does what is due. `isTick`: by the schedule or as a retry, not because `nextRunMs` has come. */
  protected abstract run(signal: AbortSignal, isTick: boolean): Promise<void>;

  get isRunning(): boolean {
    return this.#isRunning || this.#isDue;
  }

  protected get signal(): AbortSignal {
    return this.#loop.signal;
  }

  start(): void {
    this.#loop.start();
  }

  tick(): void {
    this.#isDue = true;
    this.#loop.wake();
  }

  protected wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** True once after each time of the schedule. */
  protected takeTick(): boolean {
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }

  /** Returns after how many ms it looks again. */
  async #step(signal: AbortSignal): Promise<number> {
    const { id, clock, timers, logger } = this.context;
    const dueMs = Math.max(this.#isDue ? 0 : this.nextRunMs, this.#pausedUntilMs);
    const waitMs = dueMs - clock.nowMs();
    if (waitMs > 0) return Math.min(waitMs, MS_PER_DAY);
    this.#isRunning = true;
    let error = '';
    try {
      await this.run(signal, this.takeTick());
      this.#failures = 0;
    } catch (failure) {
      this.#isRunning = false;
      if (signal.aborted) return 0;
      error = messageOf(failure);
      this.#isDue = true;
      this.#failures++;
      const delayMs = delayAfter(failure, this.#failures, { ...BACKOFF, maxMs: this.pauseMaxMs }, timers);
      this.#pausedUntilMs = clock.nowMs() + delayMs;
      runsTotal.inc({ collector: id, outcome: outcomeOf(failure) });
      logger.warn({ ...logged(failure), delayMs }, 'a collector failed: trying again');
    }
    await this.record(error).catch((err) => logger.error({ err }, 'the state of a collector could not be recorded'));
    this.#isRunning = false;
    return 0;
  }

  /** Writes the state after a run or a failure. */
  protected async record(error: string): Promise<void> {
    await this.context.store.recordProgress(this.context.id, [this.progressOf(this.item, error)]);
  }

  /** Returns a row of the state as it is now. */
  protected progressOf(item: string, error: string, errorMs = this.context.clock.nowMs()): Progress {
    const tickMs = this.context.nextTickMs();
    return {
      item,
      runMs: this.context.clock.nowMs(),
      nextRunMs: tickMs === null ? null : Math.max(tickMs, this.#pausedUntilMs),
      error,
      errorMs: error === '' ? null : errorMs,
    };
  }
}
