/** What is collected at the times of a schedule, one run at a time; its resume point and its last failure are in the store. */
import { messageOf } from '../../lib/text.ts';
import type { WorkerContext } from './contract.ts';
import { delayAfter, outcomeOf, runsTotal } from './errors.ts';
import type { Progress } from './store.ts';

export abstract class ScheduledWorker<Context extends WorkerContext> {
  protected readonly context: Context;
  protected abstract readonly item: string;
  protected readonly pauseMaxMs: number = 900_000;
  /** Epoch ms; ticks before that are left out. */
  protected pausedUntilMs = 0;
  /** How far it has come, epoch ms; null: it has never run. What fails later continues from there. */
  protected resumeMs: number | null = null;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #failures = 0;

  constructor(context: Context) {
    this.context = context;
  }

  /** Everything since `resumeMs`, which it moves on. Answers what did not work and need not be repeated; else nothing. */
  protected abstract collect(signal: AbortSignal): Promise<string>;

  start(): void {
    this.tick();
  }

  tick(): void {
    const { signal } = this.#stop;
    if (this.#running || signal.aborted || this.context.clock.nowMs() < this.pausedUntilMs) return;
    this.#running = this.run(signal).finally(() => {
      this.#running = null;
    });
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    await this.#running;
  }

  protected async run(signal: AbortSignal): Promise<void> {
    const { id, store, clock, timers, logger } = this.context;
    let error: string;
    let isKnown = false;
    try {
      this.resumeMs = (await store.progress(id)).find(({ item }) => item === this.item)?.resumeMs ?? null;
      isKnown = true;
      error = await this.collect(signal);
      this.#failures = 0;
      runsTotal.inc({ collector: id, outcome: error === '' ? 'ok' : 'refused' });
    } catch (failure) {
      if (signal.aborted) return;
      error = messageOf(failure);
      this.#failures++;
      const backoff = { firstMs: 5_000, maxMs: this.pauseMaxMs };
      this.pausedUntilMs = clock.nowMs() + delayAfter(failure, this.#failures, backoff, timers);
      runsTotal.inc({ collector: id, outcome: outcomeOf(failure) });
      logger.warn({ err: failure, item: this.item }, 'a collector failed: trying again');
    }
    // Recorded without it, the resume point would be lost.
    if (isKnown)
      await this.record({ error }).catch((err) =>
        logger.error({ err }, 'the state of a collector could not be recorded'),
      );
  }

  protected async record({ error, ...more }: Pick<Progress, 'error'> & Partial<Progress>): Promise<void> {
    const { id, store, clock, nextTickMs } = this.context;
    const runMs = clock.nowMs();
    const tickMs = nextTickMs();
    const nextRunMs = tickMs === null ? null : Math.max(tickMs, this.pausedUntilMs);
    const errorMs = error === '' ? null : runMs;
    await store.recordProgress(id, [
      { item: this.item, resumeMs: this.resumeMs, runMs, nextRunMs, error, errorMs, ...more },
    ]);
  }
}
