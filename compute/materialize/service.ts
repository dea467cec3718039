/**
 * Runs the projector: after landing has reported changes, and after a reconciliation for what was missed. Records of one
 * batch of symbols at a time, and beside it the reconciliation. What is left to do for each symbol, and what comes next, the
 * schedule knows. While the store is unavailable everything stays due.
 * A symbol whose computation fails is quarantined, and the others continue.
 */

import { backoffMs } from '../../lib/async.ts';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { dayOfMs } from '../../lib/days.ts';
import { gauge, onScrape } from '../../lib/metrics.ts';
import { classify } from '../../sql/errors.ts';
import { behindDays } from '../evaluation/behind.ts';
import { isThreadFailure } from '../evaluation/threads.ts';
import type { Projected, RebuildOptions } from './projector.ts';
import { Reconciliation } from './reconciliation.ts';
import { type ImportUnderWay, QUIET_MS, Schedule } from './schedule.ts';
import { type ProjectionServiceOptions, Quarantine, Work } from './work.ts';

const dirtySymbols = gauge('projection_backlog_symbols', 'Symbols whose records wait to be computed');
const waitingSeconds = gauge(
  'projection_oldest_waiting_seconds',
  'How long the symbol that has waited longest waits for its records; 0 where none does',
);
const quarantinedSymbols = gauge(
  'projection_quarantined_symbols',
  'Symbols of this process that are left alone because computing them fails',
);

const PAUSE_POLL_MS = 5;
/** Pauses while the store is unavailable. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export class ProjectionService {
  readonly #options: ProjectionServiceOptions;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #reconciliation: Reconciliation;
  readonly #quarantine: Quarantine;
  readonly #schedule = new Schedule();
  readonly #work: Work;
  #isComputing = false;
  #paused = 0;
  #changes: Promise<void> = Promise.resolve();
  #stopped = false;
  #cancelTimer: (() => void) | undefined;
  #timerMs = 0;
  /** Failures of the store in a row, and the last one. */
  #failures = 0;
  #failure: unknown;
  readonly #unwatch: () => void;

  constructor(options: ProjectionServiceOptions) {
    const { store, clock = systemClock, timers = systemTimers } = options;
    this.#options = options;
    this.#clock = clock;
    this.#timers = timers;
    this.#quarantine = new Quarantine({ store, clock });
    this.#work = new Work({
      ...options,
      timers,
      schedule: this.#schedule,
      quarantine: this.#quarantine,
    });
    this.#reconciliation = new Reconciliation({
      ...options,
      timers,
      schedule: this.#schedule,
      quarantine: this.#quarantine,
      work: this.#work,
      today: () => this.#today(),
      onLooked: () => this.#workIn(0),
      onFatal: (error) => this.#fatal(error),
    });
    this.#unwatch = onScrape(() => this.#measure());
  }

  /**
   * Something landed on these UTC dates. What landed on a day that has not ended is computed when it is asked for; records
   * are stored when the day has ended.
   */
  landed(changes: readonly { readonly symbol: string; readonly days: readonly number[] }[]): void {
    const today = this.#today();
    const isLive = (symbol: string, days: readonly number[]) =>
      days.length > 0 && days.every((day) => day >= today) && this.#schedule.known.has(symbol);
    const due = new Set(changes.flatMap(({ symbol, days }) => (isLive(symbol, days) ? [] : symbol)));
    if (due.size > 0) this.wake(due);
    // Answers are as of what has landed, whenever records follow.
    for (const symbol of new Set([...due, ...changes.map((change) => change.symbol)]))
      if (this.#owns(symbol)) this.#options.onUpdated(symbol);
  }

  wake(symbols: Iterable<string>): void {
    const own = [...symbols].filter((symbol) => this.#owns(symbol));
    for (const symbol of own) this.#schedule.changed(symbol, this.#nowMs);
    this.#workIn(own.some((symbol) => this.#schedule.isAwaited(symbol)) ? 0 : QUIET_MS);
  }

  /** What an import lands is computed when it has ended; a symbol that a caller waits for at once. */
  importing(): ImportUnderWay {
    return this.#schedule.importing(() => this.#workIn(0));
  }

  /**
   * Asks the store for everything that is behind. Resolves when it has looked; what the store did not answer it asks
   * again by itself, and meanwhile the work continues.
   */
  reconcile(): Promise<void> {
    return this.#reconciliation.run();
  }

  /** Other symbols are its own now: forgets the rest, and what it knew of those that others may have written to. */
  reassigned(): void {
    this.#schedule.keep((symbol) => this.#owns(symbol));
    this.#quarantine.forget();
    this.#options.projector.forget();
    this.#schedule.releaseWaiters();
  }

  /** What keeps it from its work, in words; empty where nothing does. */
  notReady(): string[] {
    if (this.#stopped) return ['projection has stopped'];
    return this.#failures === 0 ? [] : [`projection: ${this.#failure instanceof Error ? this.#failure.message : ''}`];
  }

  /** Dirty days left, as the store sees it. */
  behindDays(): Promise<number> {
    const { store, projector } = this.#options;
    return behindDays(store.reader, projector.definitions, this.#today());
  }

  /** Resolves once nothing is left to do for these symbols (default: for any). */
  settled(symbols?: Iterable<string>): Promise<void> {
    const settled = this.#schedule.wait(symbols);
    this.#workIn(0);
    return settled;
  }

  /** Of these symbols those whose records are still to do. */
  open(symbols: Iterable<string>): string[] {
    return [...symbols].filter((symbol) => this.#schedule.isOpen(symbol));
  }

  /** Recomputes records whatever the store says of them. */
  async rebuild(symbol: string, options: RebuildOptions): Promise<Projected> {
    // Another process may have quarantined it.
    await this.#quarantine.refresh(null);
    this.#schedule.release(symbol);
    const [done] = await this.pausedFor(() => this.#work.project([symbol], options));
    await this.#work.lift(symbol);
    return done ?? { days: 0, records: 0, written: 0 };
  }

  /** Runs `change` while no symbol is being computed, one change at a time: records must not be computed across it. */
  async pausedFor<T>(change: () => Promise<T>): Promise<T> {
    this.#paused++;
    const turn = this.#changes.then(async () => {
      await this.#idle();
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
      this.#workIn(0);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#work.stop();
    this.#unwatch();
    this.#cancelTimer?.();
    await this.#reconciliation.stop();
    await this.#idle();
    this.#schedule.releaseWaiters(true);
  }

  async #idle(): Promise<void> {
    while (this.#isComputing) await this.#timers.sleep(PAUSE_POLL_MS);
  }

  /** The earliest call is followed: a stream of notices does not put off the work that the first of them asked for. */
  #workIn(ms: number): void {
    if (this.#isComputing || this.#stopped || this.#paused > 0) return;
    const atMs = this.#nowMs + ms;
    if (this.#cancelTimer && this.#timerMs <= atMs) return;
    this.#cancelTimer?.();
    this.#timerMs = atMs;
    this.#cancelTimer = this.#timers.after(ms, () => {
      this.#cancelTimer = undefined;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isComputing = true;
    try {
      for (let isWork = true; isWork && !this.#stopped && this.#paused === 0; ) {
        isWork = await this.#work.next();
        if (isWork) this.#failures = 0;
        this.#schedule.releaseWaiters();
      }
    } catch (error) {
      this.#failed(error);
    }
    this.#isComputing = false;
    this.#schedule.releaseWaiters();
    if (this.#failures > 0) this.#workIn(this.#backOffMs);
    else if (this.#schedule.isLeft()) this.#workIn(this.#schedule.dueInMs(this.#nowMs));
  }

  #failed(error: unknown): void {
    if (classify(error) !== 'fatal' || isThreadFailure(error)) {
      this.#failures++;
      this.#failure = error;
      this.#options.logger.warn({ err: error, failures: this.#failures }, 'computing statistics is tried again');
    } else this.#fatal(error);
  }

  #fatal(error: unknown): void {
    this.#stopped = true;
    this.#work.stop();
    this.#options.onFatal(error);
  }

  #measure(): void {
    const { symbols, longestMs } = this.#schedule.waiting(this.#nowMs);
    dirtySymbols.set(symbols);
    waitingSeconds.set(longestMs / 1000);
    quarantinedSymbols.set(this.#schedule.in('quarantined').length);
  }

  #owns(symbol: string): boolean {
    return this.#options.owner?.owns(symbol) ?? true;
  }

  #today(): number {
    return dayOfMs(this.#clock.nowMs());
  }

  get #backOffMs(): number {
    return backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  }

  get #nowMs(): number {
    return this.#timers.monotonicMs();
  }
}
