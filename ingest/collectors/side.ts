/** What a collector brings beside its bars: one run at a time, at the times of the schedule, its place kept in the store. */
import { backoffMs } from '../../lib/retry.ts';
import { VendorError } from './errors.ts';
import { runsTotal } from './metrics.ts';
import type { SeriesWorkerOptions } from './series.ts';

export type SideOptions = Omit<SeriesWorkerOptions, 'target'>;

const BACKOFF = { firstMs: 5_000, maxMs: 900_000 } as const;

export abstract class SideWorker<Options extends SideOptions> {
  protected readonly o: Options;
  readonly #item: string;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #failures = 0;
  #pausedUntilMs = 0;

  /** @param item its name in the collector's progress */
  constructor(options: Options, item: string) {
    this.o = options;
    this.#item = item;
  }

  /**
   * Everything since the last time.
   *
   * @param resumeMs what `note` was given last; null: the first time
   * @param note called with how far it has come, epoch ms: what fails later continues from there
   */
  protected abstract collect(resumeMs: number | null, signal: AbortSignal, note: (ms: number) => void): Promise<void>;

  /** A time of the schedule has come. */
  tick(): void {
    if (this.#running || this.#stop.signal.aborted || this.o.clock.nowMs() < this.#pausedUntilMs) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    await this.#running;
  }

  /** Ticks before that are left out. */
  protected pauseUntil(ms: number): void {
    this.#pausedUntilMs = ms;
  }

  async #run(): Promise<void> {
    const { id, store, clock, timers, logger } = this.o;
    const { signal } = this.#stop;
    let resumeMs: number | null = null;
    let error = '';
    try {
      resumeMs = (await store.progress(id)).find(({ item }) => item === this.#item)?.resumeMs ?? null;
      await this.collect(resumeMs, signal, (ms) => {
        resumeMs = ms;
      });
      this.#failures = 0;
      runsTotal.inc({ collector: id, outcome: 'ok' });
    } catch (failure) {
      if (signal.aborted) return;
      error = failure instanceof Error ? failure.message : String(failure);
      this.#failures++;
      const ownMs = backoffMs(this.#failures, BACKOFF.firstMs, BACKOFF.maxMs, timers.random);
      const toldMs = failure instanceof VendorError ? (failure.retryAfterMs ?? 0) : 0;
      this.#pausedUntilMs = clock.nowMs() + Math.max(ownMs, toldMs);
      runsTotal.inc({ collector: id, outcome: failure instanceof VendorError ? failure.fault : 'error' });
      logger.warn({ collector: id, err: failure }, `${this.#item} could not be collected`);
    }
    const runMs = clock.nowMs();
    const nextRunMs = Math.max(this.o.nextTickMs() ?? 0, this.#pausedUntilMs);
    const row = { item: this.#item, resumeMs, runMs, nextRunMs, error, errorMs: error === '' ? null : runMs };
    await store.noteProgress(id, [row]).catch((err) => logger.error({ collector: id, err }, 'its state is not noted'));
  }
}
