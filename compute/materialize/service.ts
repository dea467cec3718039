/**
 * Runs the projector: woken by landing (debounced), and by a reconciliation for what was missed. One batch of symbols at a
 * time; beside it the summaries of symbols whose records are up to date, and the reconciliation. A store that is unavailable
 * is waited for: pending work stays pending. A symbol whose computation fails is quarantined, and the others continue.
 */
import type { Logger } from 'pino';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { dayOfMs } from '../../lib/days.ts';
import { onScrape } from '../../lib/metrics.ts';
import { backoffMs } from '../../lib/retry.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import type { SymbolShare } from '../engine/share.ts';
import { behindDays, findBehind } from '../engine/state.ts';
import { Batches } from './batches.ts';
import { DueSymbols, type ImportUnderWay, Waiters } from './due.ts';
import { dirtySymbols, unsummarizedSymbols, waitingSeconds } from './metrics.ts';
import type { Projected, Projector, RebuildWish } from './projector.ts';
import { Attempts, isOfSymbol, Quarantine } from './quarantine.ts';
import { Reconciliation } from './reconciliation.ts';
import type { ProjectionRuns } from './runs.ts';
import type { Summaries } from './summaries.ts';
import { SummaryQueue } from './summary-queue.ts';

export interface ProjectionServiceOptions {
  readonly store: Store;
  readonly projector: Projector;
  readonly summaries: Summaries;
  readonly logger: Logger;
  /** After each symbol whose records changed, and again once its summaries have followed. */
  readonly onUpdated: (symbol: string) => void;
  /** An error that is no passing one: the program ends. */
  readonly onFatal: (error: unknown) => void;
  /** Which symbols are this process's to do; all by default. */
  readonly owner?: Owner;
  /** Where other processes may write to the store: how runs that meet are found. */
  readonly runs?: ProjectionRuns;
  /** How often records of days that have not ended are stored, too; 0: never. */
  readonly openRefreshMs?: number;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Rows of the log of days that one statement of the reconciliation looks at. */
  readonly sliceRows?: number;
}

/** Which symbols are a process's to do. The two say the same. */
export interface Owner {
  owns(symbol: string): boolean;
  share(): SymbolShare;
}

const PAUSE_POLL_MS = 5;
/** Summaries wait until a symbol has been quiet for this long. */
const SUMMARY_QUIET_MS = 1_000;
/** Pauses while the store is unavailable. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export class ProjectionService {
  readonly #options: ProjectionServiceOptions;
  readonly #timers: Timers;
  readonly #reconciliation: Reconciliation;
  readonly #quarantine: Quarantine;
  readonly #waiters = new Waiters(() => this.#leftToDo());
  readonly #due: DueSymbols;
  readonly #batches: Batches;
  readonly #summaries: SummaryQueue;
  #running = false;
  #paused = 0;
  #changes: Promise<void> = Promise.resolve();
  #stopped = false;
  #cancelTimer: (() => void) | undefined;
  #timerMs = 0;
  #wokenMs = 0;
  /** One reconciliation has looked at everything. */
  #reconciled = false;
  /** Failures in a row; what the last one was. */
  #failures = 0;
  #failure: unknown;
  readonly #unwatch: () => void;

  constructor(options: ProjectionServiceOptions) {
    this.#unwatch = onScrape(() => this.#measure());
    const { store, owner, logger, clock = systemClock, timers = systemTimers, sliceRows, openRefreshMs = 0 } = options;
    const isAwaited = (symbol: string) => this.#waiters.isAwaited(symbol);
    this.#options = options;
    this.#timers = timers;
    this.#due = new DueSymbols({ timers, isAwaited, openRefreshMs });
    const attempts = () => new Attempts((symbol, error) => this.#setAside(symbol, error));
    const { projector, runs } = options;
    const onProjected = (symbol: string) => this.#projected(symbol);
    this.#batches = new Batches({ due: this.#due, projector, runs, attempts: attempts(), logger, timers, onProjected });
    this.#summaries = new SummaryQueue({
      timers,
      attempts: attempts(),
      refresh: (symbols) => options.summaries.refreshAll(symbols),
      fitting: (symbols) => this.#batches.fitting(symbols),
      owns: (symbol) => this.#owns(symbol),
      onRefreshed: async (symbol) => {
        await this.#quarantine.lift(symbol);
        options.onUpdated(symbol);
        this.#failures = 0;
      },
      onEnd: (error) => {
        if (error !== undefined) this.#stumble(error);
        this.#waiters.release();
        if (this.#failures === 0) this.#schedule(0);
      },
    });
    this.#quarantine = new Quarantine({ store, clock });
    this.#reconciliation = new Reconciliation({
      reader: store.reader,
      share: () => owner?.share() ?? null,
      look: (slice) => this.#look(slice),
      onComplete: () => {
        this.#reconciled = true;
      },
      timers,
      logger,
      sliceRows,
      onFatal: (error) => this.#fatal(error),
    });
  }

  #today(): number {
    return dayOfMs((this.#options.clock ?? systemClock).nowMs());
  }

  /**
   * Something landed on these UTC dates. What landed on a day that has not ended is left to whoever asks; records follow
   * when the day has ended.
   */
  landed(changes: readonly { readonly symbol: string; readonly days: readonly number[] }[]): void {
    const today = this.#today();
    const due = new Set<string>();
    const live = new Set<string>();
    for (const { symbol, days } of changes) {
      const isLive = days.length > 0 && days.every((day) => day >= today) && this.#batches.isKnown(symbol);
      (isLive ? live : due).add(symbol);
    }
    if (due.size > 0) this.wake(due);
    // Answers are as of what has landed, whenever records follow.
    for (const symbol of new Set([...due, ...live])) {
      if (!this.#owns(symbol)) continue;
      this.#options.onUpdated(symbol);
      const inMs = due.has(symbol) ? null : this.#due.refreshLater(symbol);
      if (inMs !== null) this.#schedule(inMs);
    }
  }

  /** The records of these symbols may be due. */
  wake(symbols: Iterable<string>): void {
    const own = [...symbols].filter((symbol) => this.#owns(symbol));
    for (const symbol of own) this.#quarantine.release(symbol);
    this.#wokenMs = this.#timers.monotonicMs();
    this.#schedule(this.#due.wake(own));
  }

  /** What an import lands is computed when it has ended; who waits for a symbol has it at once. */
  importing(): ImportUnderWay {
    return this.#due.importing(() => this.#schedule(0));
  }

  /**
   * Asks the store for everything that is behind. Resolves when it has looked; what the store did not answer it asks
   * again by itself, and meanwhile the queue continues.
   */
  reconcile(): Promise<void> {
    return this.#reconciliation.run();
  }

  async #look(share: SymbolShare): Promise<void> {
    const { store, projector, summaries, runs } = this.#options;
    const behind = await findBehind(store.reader, projector.definitions, share, this.#today());
    const unsummarized = await summaries.behind(share);
    const broken = (await runs?.broken(share, !this.#reconciled)) ?? [];
    const listed = await this.#quarantine.refresh(share);
    const due = new Set([...behind.map(({ symbol }) => symbol), ...broken.map(({ symbol }) => symbol)]);
    for (const { symbol } of listed) {
      if (!due.has(symbol) && !unsummarized.includes(symbol)) await this.#quarantine.lift(symbol);
    }
    const isDue = (symbol: string) => this.#owns(symbol) && !this.#quarantine.has(symbol);
    for (const symbol of unsummarized) if (isDue(symbol)) this.#summaries.add(symbol, 0);
    const unfinished = this.#batches.addBroken(broken.filter(({ symbol }) => isDue(symbol)));
    this.#due.enqueue([...due, ...unfinished].filter(isDue));
    this.#schedule(0);
  }

  /** Other symbols are its own now: forgets the rest, and what it knew of those that others may have written to. */
  reassigned(): void {
    for (const part of [this.#due, this.#batches, this.#summaries]) part.keep((symbol) => this.#owns(symbol));
    this.#quarantine.releaseAll();
    this.#options.projector.forget();
    this.#waiters.release();
  }

  /** What keeps it from its work, in words; empty where nothing does. */
  notReady(): string[] {
    if (this.#stopped) return ['projection has stopped'];
    return this.#failures === 0 ? [] : [`the store: ${this.#failure instanceof Error ? this.#failure.message : ''}`];
  }

  #owns(symbol: string): boolean {
    return this.#options.owner?.owns(symbol) ?? true;
  }

  /** Dirty days left, as the store sees it; a symbol of which only the summaries are left counts as one. */
  behindDays(): Promise<number> {
    const { store, projector } = this.#options;
    return behindDays(store.reader, projector.definitions, this.#today());
  }

  /** Resolves once nothing is left to do for these symbols (default: for any), summaries too. */
  settled(symbols?: Iterable<string>): Promise<void> {
    const settled = this.#waiters.settled(symbols);
    this.#summaries.hurry((symbol) => this.#waiters.isAwaited(symbol));
    this.#schedule(0);
    return settled;
  }

  /** Of these symbols those whose records are still to do; summaries may follow later. */
  open(symbols: Iterable<string>): string[] {
    const open = new Set([...this.#due.symbols, ...this.#batches.atWork]);
    return [...symbols].filter((symbol) => open.has(symbol));
  }

  #leftToDo(): string[] {
    return [...this.#due.symbols, ...this.#summaries.symbols, ...this.#batches.atWork, ...this.#summaries.atWork];
  }

  /** Makes records again whatever the store says of them. */
  async rebuild(symbol: string, wish: RebuildWish): Promise<Projected> {
    // Another process may have quarantined it.
    await this.#quarantine.refresh(null);
    this.#quarantine.release(symbol);
    const done = await this.pausedFor(() => this.#batches.rebuild(symbol, wish));
    return done ?? { days: 0, records: 0, written: 0 };
  }

  /** Runs `change` while no symbol is at work, one change at a time: records must not be made across it. */
  async pausedFor<T>(change: () => Promise<T>): Promise<T> {
    this.#paused++;
    const turn = this.#changes.then(async () => {
      while (this.#isBusy) await this.#timers.sleep(PAUSE_POLL_MS);
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

  /** What waits, for whoever watches. */
  #measure(): void {
    const { symbols, longestMs } = this.#due.waiting();
    dirtySymbols.set(symbols);
    waitingSeconds.set(longestMs / 1000);
    unsummarizedSymbols.set(this.#summaries.symbols.length);
  }

  /** Ends after the symbol at work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unwatch();
    this.#cancelTimer?.();
    await this.#reconciliation.stop();
    while (this.#isBusy) await this.#timers.sleep(PAUSE_POLL_MS);
    this.#waiters.release(true);
  }

  get #isBusy(): boolean {
    return this.#running || this.#summaries.atWork.length > 0;
  }

  /** What comes first counts: a stream of notices does not put off the run that the first of them asked for. */
  #schedule(afterMs: number): void {
    if (this.#running || this.#stopped || this.#paused > 0) return;
    const atMs = this.#timers.monotonicMs() + afterMs;
    if (this.#cancelTimer && this.#timerMs <= atMs) return;
    this.#cancelTimer?.();
    this.#timerMs = atMs;
    this.#cancelTimer = this.#timers.after(afterMs, () => {
      this.#cancelTimer = undefined;
      void this.#run();
    });
  }

  #projected(symbol: string): void {
    this.#summaries.add(symbol, this.#waiters.isAwaited(symbol) ? 0 : SUMMARY_QUIET_MS);
    this.#options.onUpdated(symbol);
    this.#schedule(SUMMARY_QUIET_MS);
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (!this.#stopped && this.#paused === 0 && (await this.#step())) this.#failures = 0;
    } catch (error) {
      this.#stumble(error);
    } finally {
      this.#running = false;
    }
    this.#waiters.release();
    if (this.#failures > 0) this.#schedule(backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    else if (this.#due.symbols.length > 0 || this.#summaries.symbols.length > 0) {
      const dueInMs = this.#due.symbols.map((symbol) => this.#due.inMs(symbol));
      this.#schedule(Math.min(SUMMARY_QUIET_MS / 4, ...dueInMs.filter((ms) => ms > 0)));
    }
  }

  #failed(error: unknown): void {
    this.#failures++;
    this.#failure = error;
    this.#options.logger.warn({ err: error, failures: this.#failures }, 'projection waits for the store');
    this.#schedule(backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
  }

  /** @returns false with nothing to do now */
  async #step(): Promise<boolean> {
    const symbols = await this.#batches.next(this.#summaries.atWork);
    const isBusy = (symbol: string) => this.#due.has(symbol) || symbols.includes(symbol);
    this.#summaries.start(isBusy, () => this.#wokenMs);
    if (symbols.length === 0) return false;
    await this.#batches.run(symbols);
    this.#waiters.release();
    return true;
  }

  #stumble(error: unknown): void {
    if (classify(error) === 'transient') this.#failed(error);
    else this.#fatal(error);
  }

  #fatal(error: unknown): void {
    this.#stopped = true;
    this.#options.onFatal(error);
  }

  /** Quarantines the symbol where the failure is its own; else throws it again. */
  async #setAside(symbol: string, error: unknown): Promise<void> {
    if (this.#stopped || !isOfSymbol(error)) throw error;
    await this.#quarantine.add(symbol, error);
    const message = 'computing this symbol failed: it is quarantined until its data change, a restart or a rebuild';
    this.#options.logger.error({ err: error, symbol }, message);
  }
}
