/**
 * Runs the projector: woken by landing (debounced), and by a sweep for what was missed. One symbol at a time; records
 * before summaries.
 */
import type { Logger } from 'pino';
import type { Store } from '../../sql/connect.ts';
import type { Projected, Projector, RebuildWish } from './projector.ts';
import { findBehind } from './state.ts';
import type { Summaries } from './summaries.ts';

export interface ProjectionServiceOptions {
  readonly store: Store;
  readonly projector: Projector;
  readonly summaries: Summaries;
  readonly logger: Logger;
  /** After each symbol whose records changed. */
  readonly onUpdated: (symbol: string) => void;
  /** An error that is no passing one: the program ends. */
  readonly onFatal: (error: unknown) => void;
  /** Which symbols are this process's to do; all by default. */
  readonly owns?: (symbol: string) => boolean;
}

interface Waiter {
  /** Null: any. */
  readonly symbols: ReadonlySet<string> | null;
  resolve: () => void;
}

const concerns = ({ symbols }: Waiter, symbol: string) => symbols === null || symbols.has(symbol);

/** What lands within this time is computed together. */
const DEBOUNCE_MS = 25;
const PAUSE_POLL_MS = 5;
/** Summaries wait until a symbol has been quiet for this long. */
const SUMMARY_QUIET_MS = 1_000;

export class ProjectionService {
  readonly #options: ProjectionServiceOptions;
  readonly #dirty = new Set<string>();
  readonly #unsummarized = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #running = false;
  #paused = 0;
  #changes: Promise<void> = Promise.resolve();
  #atWork: string | undefined;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProjectionServiceOptions) {
    this.#options = options;
  }

  /** Something landed for these symbols. */
  wake(symbols: Iterable<string>): void {
    for (const symbol of symbols) if (this.#options.owns?.(symbol) ?? true) this.#dirty.add(symbol);
    this.#schedule(DEBOUNCE_MS);
  }

  /** Asks the store for everything that is behind. */
  async sweep(): Promise<void> {
    const { store, projector, summaries } = this.#options;
    const behind = await findBehind(store.reader, projector.definitions);
    for (const symbol of await summaries.behind()) this.#later(symbol, 0);
    this.wake(behind.map(({ symbol }) => symbol));
  }

  /** Dirty days left, as the store sees it. */
  async behindDays(): Promise<number> {
    const behind = await findBehind(this.#options.store.reader, this.#options.projector.definitions);
    return behind.reduce((sum, { days }) => sum + days, 0);
  }

  /** Resolves once nothing is left to do for these symbols (default: for any), summaries too. */
  settled(symbols?: Iterable<string>): Promise<void> {
    const waiter: Waiter = { symbols: symbols ? new Set(symbols) : null, resolve: () => {} };
    if (this.#isSettled(waiter)) return Promise.resolve();
    return new Promise((resolve) => {
      waiter.resolve = resolve;
      this.#waiting.add(waiter);
      // Somebody waits: no use in letting the summaries rest.
      for (const symbol of this.#unsummarized.keys()) if (concerns(waiter, symbol)) this.#unsummarized.set(symbol, 0);
      this.#schedule(0);
    });
  }

  #isSettled(waiter: Waiter): boolean {
    const open = [...this.#dirty, ...this.#unsummarized.keys(), ...(this.#atWork === undefined ? [] : [this.#atWork])];
    return !open.some((symbol) => concerns(waiter, symbol));
  }

  #release(all = false): void {
    for (const waiter of this.#waiting) {
      if (!all && !this.#isSettled(waiter)) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }

  /** Makes records again whatever the store says of them. */
  async rebuild(symbol: string, wish: RebuildWish): Promise<Projected> {
    const done = await this.pausedFor(() => this.#options.projector.project(symbol, wish));
    if (done) this.#updated(symbol);
    return done ?? { days: 0, records: 0, written: 0 };
  }

  /** Runs `change` while no symbol is at work, one change at a time: records must not be made across it. */
  async pausedFor<T>(change: () => Promise<T>): Promise<T> {
    this.#paused++;
    const turn = this.#changes.then(async () => {
      while (this.#running) await new Promise((resolve) => setTimeout(resolve, PAUSE_POLL_MS));
      return change();
    });
    this.#changes = turn.then(
      () => {},
      () => {},
    );
    try {
      return await turn;
    } finally {
      this.#paused--;
      this.#schedule(0);
    }
  }

  /** Ends after the symbol at work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    while (this.#running) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#release(true);
  }

  #schedule(afterMs: number): void {
    if (this.#running || this.#stopped || this.#paused > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), afterMs);
  }

  #later(symbol: string, afterMs: number): void {
    this.#unsummarized.set(symbol, afterMs === 0 ? 0 : Date.now() + afterMs);
  }

  #updated(symbol: string): void {
    const awaited = [...this.#waiting].some((waiter) => concerns(waiter, symbol));
    this.#later(symbol, awaited ? 0 : SUMMARY_QUIET_MS);
    this.#options.onUpdated(symbol);
    this.#schedule(SUMMARY_QUIET_MS);
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (!this.#stopped && this.#paused === 0 && (await this.#step()));
    } catch (error) {
      this.#options.onFatal(error);
      this.#stopped = true;
    } finally {
      this.#running = false;
    }
    this.#release();
    if (this.#dirty.size > 0 || this.#unsummarized.size > 0) this.#schedule(SUMMARY_QUIET_MS / 4);
  }

  /** @returns false with nothing to do now */
  async #step(): Promise<boolean> {
    const { projector, summaries, logger } = this.#options;
    const [symbol] = this.#dirty;
    if (symbol !== undefined) {
      this.#dirty.delete(symbol);
      this.#atWork = symbol;
      const began = performance.now();
      const done = await projector.project(symbol);
      if (done) {
        const ms = Math.round(performance.now() - began);
        logger.debug({ symbol, ...done, ms }, 'records are up to date');
        this.#updated(symbol);
      }
      this.#atWork = undefined;
      this.#release();
      return true;
    }
    const now = Date.now();
    const due = [...this.#unsummarized].find(([, atMs]) => atMs <= now);
    if (!due) return false;
    this.#unsummarized.delete(due[0]);
    this.#atWork = due[0];
    await summaries.refresh(due[0]);
    this.#atWork = undefined;
    this.#release();
    return true;
  }
}
