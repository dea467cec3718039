/** What a collector brings beside its bars: one run at a time, at the times of the schedule, its place kept in the store. */
import { delayAfter, outcomeOf } from './errors.ts';
import { runsTotal } from './metrics.ts';
import type { SeriesWorkerOptions } from './series-worker.ts';

export type SideOptions = Omit<SeriesWorkerOptions, 'target'>;

const BACKOFF = { firstMs: 5_000, maxMs: 900_000 } as const;

/** What is done at the times of a schedule, one run at a time. */
export abstract class ScheduledWorker<Options extends Pick<SideOptions, 'clock'>> {
  protected readonly o: Options;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  /** Epoch ms; ticks before that are left out. */
  protected pausedUntilMs = 0;

  constructor(options: Options) {
    this.o = options;
  }

  protected abstract run(signal: AbortSignal): Promise<void>;

  start(): void {
    this.tick();
  }

  /** A time of the schedule has come. */
  tick(): void {
    const { signal } = this.#stop;
    if (this.#running || signal.aborted || this.o.clock.nowMs() < this.pausedUntilMs) return;
    this.#running = this.run(signal).finally(() => {
      this.#running = null;
    });
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Waits for the run that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the collector is stopping'));
    await this.#running;
  }
}

export abstract class SideWorker<Options extends SideOptions> extends ScheduledWorker<Options> {
  /** Its name in the collector's progress. */
  protected abstract readonly item: string;
  #failures = 0;

  /**
   * Everything since the last time.
   *
   * @param resumeMs what `note` was given last; null: the first time
   * @param note called with how far it has come, epoch ms: what fails later continues from there
   */
  protected abstract collect(resumeMs: number | null, signal: AbortSignal, note: (ms: number) => void): Promise<void>;

  protected async run(signal: AbortSignal): Promise<void> {
    const { id, store, clock, timers, logger } = this.o;
    let resumeMs: number | null = null;
    let error = '';
    try {
      resumeMs = (await store.progress(id)).find(({ item }) => item === this.item)?.resumeMs ?? null;
      await this.collect(resumeMs, signal, (ms) => {
        resumeMs = ms;
      });
      this.#failures = 0;
      runsTotal.inc({ collector: id, outcome: 'ok' });
    } catch (failure) {
      if (signal.aborted) return;
      error = failure instanceof Error ? failure.message : String(failure);
      this.#failures++;
      this.pausedUntilMs = clock.nowMs() + delayAfter(failure, this.#failures, BACKOFF, timers);
      runsTotal.inc({ collector: id, outcome: outcomeOf(failure) });
      logger.warn({ collector: id, err: failure }, `${this.item} could not be collected`);
    }
    const runMs = clock.nowMs();
    const nextRunMs = Math.max(this.o.nextTickMs() ?? 0, this.pausedUntilMs);
    const row = { item: this.item, resumeMs, runMs, nextRunMs, error, errorMs: error === '' ? null : runMs };
    await store.noteProgress(id, [row]).catch((err) => logger.error({ collector: id, err }, 'its state is not noted'));
  }
}
