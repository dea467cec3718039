/** Runs retention once a week, and finishes runs that were killed. Two processes that do so at once remove the same rows. */
import type { Clock, Timers } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { failing, lastRunSeconds, runsTotal } from './metrics.ts';
import { readPolicies } from './policies.ts';
import { nextRunMs, type Retention, readLastRun } from './run.ts';

export interface RetentionScheduleOptions {
  readonly retention: Retention;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Runs that began less than so long ago may be another process's. 0: there is none. */
  readonly othersMs: number;
}

const LOOK_MS = 5 * 60_000;
/** Of several processes one begins first, and the others see its record. */
const SPREAD_MS = 60_000;

export class RetentionSchedule {
  readonly #options: RetentionScheduleOptions;
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: RetentionScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for a run that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { timers, logger } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#look();
        failing.set(0);
      } catch (error) {
        failing.inc();
        runsTotal.inc({ outcome: 'error' });
        logger.warn({ err: error }, 'retention failed and tries again');
      }
      await timers.sleep(LOOK_MS, signal).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { retention, clock, timers, othersMs } = this.#options;
    await retention.finish(othersMs === 0 ? undefined : clock.nowMs() - othersMs);
    if (!(await this.#isDue())) return;
    if (othersMs > 0) await timers.sleep(timers.random() * SPREAD_MS, this.#stop.signal).catch(() => {});
    if (this.#stop.signal.aborted || !(await this.#isDue())) return;
    await retention.run('schedule');
  }

  async #isDue(): Promise<boolean> {
    const { store, clock } = this.#options;
    const last = await readLastRun(store);
    lastRunSeconds.set((last?.startedAtMs ?? 0) / 1000);
    const nowMs = clock.nowMs();
    const next = nextRunMs(await readPolicies(store.reader), last, nowMs);
    return next !== null && next <= nowMs;
  }
}
