/**
 * Summaries follow records, beside the computing of other records: of symbols that have been quiet for a while, those
 * first that have waited longest.
 */
import type { Timers } from '../../lib/clock.ts';
import type { Attempts } from './quarantine.ts';

export interface SummaryQueueOptions {
  readonly timers: Timers;
  readonly refresh: (symbols: readonly string[]) => Promise<void>;
  /** The first of these symbols, and of the others as many as are small together. */
  readonly fitting: (symbols: readonly string[]) => Promise<readonly string[]>;
  readonly owns: (symbol: string) => boolean;
  readonly onRefreshed: (symbol: string) => Promise<void>;
  readonly attempts: Attempts;
  /** Symbols were taken up, and that has ended. */
  readonly onEnd: (error?: unknown) => void;
}

/** Symbols whose summaries are written together: one insert a table costs the same for one row and for many. */
const MOST_TOGETHER = 64;
/** Bars keep coming where the last notice is younger than this. */
const LIVE_MS = 1_000;
/** While bars keep coming, a quarter of the time at most: the bars are waited for, not the summaries. */
const REST = 3;

export class SummaryQueue {
  readonly #options: SummaryQueueOptions;
  /** From when on each is due, ms of the monotonic clock; 0: somebody waits for it. */
  readonly #waiting = new Map<string, number>();
  #atWork: readonly string[] = [];
  /** Summaries that nobody waits for are paused until then. */
  #restUntilMs = 0;

  constructor(options: SummaryQueueOptions) {
    this.#options = options;
  }

  /** The symbols whose summaries are being computed. */
  get atWork(): readonly string[] {
    return this.#atWork;
  }

  get symbols(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** @param afterMs 0: ahead of those that nobody waits for */
  add(symbol: string, afterMs: number): void {
    this.#waiting.set(symbol, afterMs === 0 ? 0 : this.#options.timers.monotonicMs() + afterMs);
  }

  /** Somebody waits for these: no use in delaying them. */
  hurry(isAwaited: (symbol: string) => boolean): void {
    for (const symbol of this.#waiting.keys()) if (isAwaited(symbol)) this.#waiting.set(symbol, 0);
  }

  /** Forgets the symbols that are others' to do. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbol of this.#waiting.keys()) if (!owns(symbol)) this.#waiting.delete(symbol);
  }

  /**
   * Takes up what is due, unless it is at work already.
   *
   * @param isBusy the symbol's records are about to change
   * @param wokenMs when the last notice of a change came
   */
  start(isBusy: (symbol: string) => boolean, wokenMs: () => number): void {
    if (this.#atWork.length > 0) return;
    const { timers, attempts } = this.#options;
    const nowMs = timers.monotonicMs();
    const fromMs = nowMs < this.#restUntilMs ? 0 : nowMs;
    const due = [...this.#waiting].filter(([symbol, atMs]) => atMs <= fromMs && !isBusy(symbol));
    if (due.length === 0) return;
    const symbols = due.map(([symbol]) => symbol);
    const together = symbols.filter((symbol) => !attempts.isAlone(symbol)).slice(0, MOST_TOGETHER);
    void this.#run(attempts.isAlone(symbols[0]) ? [symbols[0]] : together, wokenMs);
  }

  async #run(symbols: readonly string[], wokenMs: () => number): Promise<void> {
    const { timers, onEnd } = this.#options;
    const beganMs = timers.monotonicMs();
    this.#atWork = symbols;
    const failure = await this.#refresh(symbols).catch((error: unknown) => error);
    this.#atWork = [];
    const nowMs = timers.monotonicMs();
    this.#restUntilMs = nowMs - wokenMs() < LIVE_MS ? nowMs + REST * (nowMs - beganMs) : 0;
    onEnd(failure);
  }

  async #refresh(symbols: readonly string[]): Promise<void> {
    const { fitting, refresh, onRefreshed, owns, attempts } = this.#options;
    // The others stay for the next time.
    const some = symbols.length === 1 ? symbols : await fitting(symbols);
    this.#atWork = some;
    for (const symbol of some) this.#waiting.delete(symbol);
    const work = async () => {
      await refresh(some);
      for (const symbol of some) await onRefreshed(symbol);
    };
    await attempts.run(some, work, () => {
      for (const symbol of some) if (owns(symbol)) this.add(symbol, 0);
    });
  }
}
