/**
 * Runs the projector: woken by landing (debounced), and by a reconciliation for what was missed. One symbol at a time,
 * or several whose updates are quick; beside them the summaries of one symbol whose records are up to date, and the
 * reconciliation. A store that is unavailable is waited for: pending work stays pending. A symbol whose computation fails is
 * quarantined, and the others continue.
 */
import type { Logger } from 'pino';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { dayOfMs } from '../../lib/days.ts';
import { onScrape } from '../../lib/metrics.ts';
import { backoffMs } from '../../lib/retry.ts';
import type { Store } from '../../sql/connect.ts';
import { classify } from '../../sql/errors.ts';
import type { SymbolShare } from '../engine/share.ts';
import { findBehind } from '../engine/state.ts';
import { behindDays } from './behind-days.ts';
import { dirtySymbols, projectionSeconds, projectionTries, unsummarizedSymbols, waitingSeconds } from './metrics.ts';
import type { Projected, Projector, RebuildWish } from './projector.ts';
import { isOfSymbol, Quarantine } from './quarantine.ts';
import { Reconciliation } from './reconciliation.ts';
import type { ProjectionRuns } from './runs.ts';
import type { Summaries } from './summaries.ts';

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

interface Waiter {
  /** Null: any. */
  readonly symbols: ReadonlySet<string> | null;
  resolve: () => void;
}

/** An import that is under way. */
export interface ImportUnderWay {
  /** It has landed something of these symbols: they are computed once it has ended. */
  landed(symbols: Iterable<string>): void;
  end(): void;
}

interface Dirty {
  /** When its first and its last notice came, ms of the monotonic clock; minus infinity: it is due. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Since when it waits, for whoever watches; infinity: it was put off by intent. */
  readonly waitingMs: number;
}

const dueSince = (waitingMs: number): Dirty => ({
  sinceMs: Number.NEGATIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
  waitingMs,
});

const concerns = ({ symbols }: Waiter, symbol: string) => symbols === null || symbols.has(symbol);

/** What lands within this time is computed together: an import once, when it ends. Answers do not wait for it. */
const QUIET_MS = 300;
/** A symbol that never falls quiet is computed this often. */
const MAX_WAIT_MS = 15_000;
/** An import that takes longer has what it landed computed this often. */
const IMPORT_WAIT_MS = 300_000;
/** Computing a symbol again and again, as while a file of it comes in by the log, takes a quarter of the time at most. */
const REST = 3;
/** Symbols with so many landed rows together are written together. */
const ROWS_TOGETHER = 200_000;
const PAUSE_POLL_MS = 5;
/** Symbols whose updates are written together: one insert a table costs the same for one row and for many. */
const MOST_TOGETHER = 64;
/** Summaries wait until a symbol has been quiet for this long. */
const SUMMARY_QUIET_MS = 1_000;
/** Bars keep coming where the last notice is younger than this. */
const LIVE_MS = 1_000;
/** Storing live days takes a tenth of the time at most. */
const REFRESH_REST = 9;
/** Pauses while the store is unavailable. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export class ProjectionService {
  readonly #options: ProjectionServiceOptions;
  readonly #timers: Timers;
  readonly #reconciliation: Reconciliation;
  readonly #quarantine: Quarantine;
  readonly #dirty = new Map<string, Dirty>();
  readonly #unsummarized = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  /** Symbols that have been computed once since this process owns them: the store lists them. */
  readonly #known = new Set<string>();
  /** Symbols whose live days are to be stored, and when they last were. */
  readonly #open = new Set<string>();
  readonly #refreshedMs = new Map<string, number>();
  #refreshRestUntilMs = 0;
  readonly #imports = new Set<ReadonlySet<string>>();
  /** Until when symbols rest that were computed just now; quick ones are not in it. */
  readonly #rests = new Map<string, number>();
  #running = false;
  #paused = 0;
  #changes: Promise<void> = Promise.resolve();
  #atWork: readonly string[] = [];
  #stopped = false;
  #cancelTimer: (() => void) | undefined;
  #timerMs = 0;
  /** The symbols whose summaries are being computed. */
  #summarizing: readonly string[] = [];
  /** Summaries to be computed one by one: together with others one of them failed. */
  readonly #summarizedAlone = new Set<string>();
  /** Summaries that nobody waits for are paused until then. */
  #restUntilMs = 0;
  #wokenMs = 0;
  /** One reconciliation has looked at everything. */
  #reconciled = false;
  /** Failures in a row; what the last one was. */
  #failures = 0;
  #failure: unknown;
  /** Runs that broke off, by symbol. */
  #broken = new Map<string, string[]>();
  /** To be done one by one: together with others one of them failed. */
  readonly #alone = new Set<string>();

  readonly #unwatch: () => void;

  constructor(options: ProjectionServiceOptions) {
    this.#unwatch = onScrape(() => this.#measure());
    const { store, owner, logger, clock = systemClock, timers = systemTimers, sliceRows } = options;
    this.#options = options;
    this.#timers = timers;
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
      const isLive = days.length > 0 && days.every((day) => day >= today) && this.#known.has(symbol);
      (isLive ? live : due).add(symbol);
    }
    if (due.size > 0) this.wake(due);
    // Answers are as of what has landed, whenever records follow.
    for (const symbol of new Set([...due, ...live])) {
      if (!this.#owns(symbol)) continue;
      this.#options.onUpdated(symbol);
      if (!due.has(symbol)) this.#refreshLater(symbol);
    }
  }

  /** Notes that live days of the symbol are to be stored, where that is wanted. */
  #refreshLater(symbol: string): void {
    const { openRefreshMs = 0 } = this.#options;
    if (openRefreshMs === 0 || this.#dirty.has(symbol)) return;
    const nowMs = this.#timers.monotonicMs();
    const atMs = Math.max(nowMs, (this.#refreshedMs.get(symbol) ?? nowMs) + openRefreshMs, this.#refreshRestUntilMs);
    this.#open.add(symbol);
    const never = Number.POSITIVE_INFINITY;
    this.#dirty.set(symbol, { sinceMs: never, lastMs: atMs - QUIET_MS, waitingMs: never });
    this.#schedule(atMs - nowMs);
  }

  /** The records of these symbols may be due. */
  wake(symbols: Iterable<string>): void {
    const own = [...symbols].filter((symbol) => this.#owns(symbol));
    for (const symbol of own) this.#quarantine.release(symbol);
    const nowMs = this.#timers.monotonicMs();
    for (const symbol of own) {
      const { sinceMs = nowMs, waitingMs = nowMs } = this.#dirty.get(symbol) ?? {};
      this.#dirty.set(symbol, { sinceMs, lastMs: nowMs, waitingMs: Math.min(waitingMs, nowMs) });
    }
    this.#wokenMs = nowMs;
    this.#schedule(own.some((symbol) => this.#isAwaited(symbol)) ? 0 : QUIET_MS);
  }

  /** What an import lands is computed when it has ended (a long one's now and then); who waits for a symbol has it at once. */
  importing(): ImportUnderWay {
    const symbols = new Set<string>();
    this.#imports.add(symbols);
    return {
      landed(more) {
        for (const symbol of more) symbols.add(symbol);
      },
      end: () => {
        this.#imports.delete(symbols);
        this.#schedule(0);
      },
    };
  }

  /** They are due, whatever still lands. */
  #enqueue(symbols: Iterable<string>): void {
    const nowMs = this.#timers.monotonicMs();
    for (const symbol of symbols) {
      const known = this.#dirty.get(symbol);
      if (this.#isImported(symbol) && known) continue;
      const due = dueSince(Math.min(known?.waitingMs ?? nowMs, nowMs));
      this.#dirty.set(symbol, this.#isImported(symbol) ? { ...due, sinceMs: nowMs, lastMs: nowMs } : due);
    }
    this.#schedule(0);
  }

  #isAwaited(symbol: string): boolean {
    return [...this.#waiting].some((waiter) => concerns(waiter, symbol));
  }

  /** In how many ms it is due. */
  #dueInMs(symbol: string): number {
    const { sinceMs, lastMs } = this.#dirty.get(symbol)!;
    if (this.#isAwaited(symbol)) return 0;
    if (this.#isImported(symbol)) return Math.max(0, sinceMs + IMPORT_WAIT_MS - this.#timers.monotonicMs());
    const quietMs = Math.min(lastMs + QUIET_MS, sinceMs + MAX_WAIT_MS);
    return Math.max(0, Math.max(quietMs, this.#rests.get(symbol) ?? 0) - this.#timers.monotonicMs());
  }

  #isImported(symbol: string): boolean {
    return [...this.#imports].some((symbols) => symbols.has(symbol));
  }

  #restAfter(symbols: readonly string[], beganMs: number): void {
    const nowMs = this.#timers.monotonicMs();
    for (const [symbol, untilMs] of this.#rests) if (untilMs <= nowMs) this.#rests.delete(symbol);
    const restMs = REST * (nowMs - beganMs);
    if (restMs > QUIET_MS) for (const symbol of symbols) this.#rests.set(symbol, nowMs + restMs);
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
    for (const symbol of unsummarized) if (isDue(symbol)) this.#later(symbol, 0);
    for (const { symbol, run } of broken) {
      const known = this.#broken.get(symbol) ?? [];
      if (isDue(symbol) && !known.includes(run)) this.#broken.set(symbol, [...known, run]);
    }
    this.#enqueue([...due, ...this.#broken.keys()].filter(isDue));
  }

  /** Other symbols are its own now: forgets the rest, and what it knew of those that others may have written to. */
  reassigned(): void {
    for (const symbols of [this.#dirty, this.#unsummarized, this.#broken, this.#known, this.#open, this.#refreshedMs]) {
      for (const symbol of symbols.keys()) if (!this.#owns(symbol)) symbols.delete(symbol);
    }
    this.#quarantine.releaseAll();
    this.#options.projector.forget();
    this.#release();
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
    const waiter: Waiter = { symbols: symbols ? new Set(symbols) : null, resolve: () => {} };
    if (this.#isSettled(waiter)) return Promise.resolve();
    return new Promise((resolve) => {
      waiter.resolve = resolve;
      this.#waiting.add(waiter);
      // Somebody waits: no use in delaying the summaries.
      for (const symbol of this.#unsummarized.keys()) if (concerns(waiter, symbol)) this.#unsummarized.set(symbol, 0);
      this.#schedule(0);
    });
  }

  /** Of these symbols those whose records are still to do; summaries may follow later. */
  open(symbols: Iterable<string>): string[] {
    const open = new Set([...this.#dirty.keys(), ...this.#atWork]);
    return [...symbols].filter((symbol) => open.has(symbol));
  }

  #isSettled(waiter: Waiter): boolean {
    const open = [...this.#dirty.keys(), ...this.#unsummarized.keys(), ...this.#atWork, ...this.#summarizing];
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
    // Another process may have quarantined it.
    await this.#quarantine.refresh(null);
    this.#quarantine.release(symbol);
    const done = await this.pausedFor(() => this.#project(symbol, wish));
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
    const nowMs = this.#timers.monotonicMs();
    const waiting = [...this.#dirty.values()].filter(({ waitingMs }) => waitingMs <= nowMs);
    dirtySymbols.set(waiting.length);
    unsummarizedSymbols.set(this.#unsummarized.size);
    const oldestMs = waiting.reduce((oldest, { waitingMs }) => Math.min(oldest, waitingMs), nowMs);
    waitingSeconds.set((nowMs - oldestMs) / 1000);
  }

  /** Ends after the symbol at work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unwatch();
    this.#cancelTimer?.();
    await this.#reconciliation.stop();
    while (this.#isBusy) await this.#timers.sleep(PAUSE_POLL_MS);
    this.#release(true);
  }

  get #isBusy(): boolean {
    return this.#running || this.#summarizing.length > 0;
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

  #later(symbol: string, afterMs: number): void {
    this.#unsummarized.set(symbol, afterMs === 0 ? 0 : this.#timers.monotonicMs() + afterMs);
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
      while (!this.#stopped && this.#paused === 0 && (await this.#step())) this.#failures = 0;
    } catch (error) {
      this.#stumble(error);
    } finally {
      this.#running = false;
      this.#atWork = [];
    }
    this.#release();
    if (this.#failures > 0) this.#schedule(backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    else if (this.#dirty.size > 0 || this.#unsummarized.size > 0) {
      const dueInMs = [...this.#dirty.keys()].map((symbol) => this.#dueInMs(symbol));
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
    const symbols = await this.#together();
    this.#startSummary(symbols);
    if (symbols.length === 0) return false;
    await this.#taken(symbols, () => this.#bringUp(symbols));
    return true;
  }

  /** Of the symbols that have waited longest, unless their records are about to change. */
  #startSummary(busy: readonly string[]): void {
    if (this.#summarizing.length > 0) return;
    const now = this.#timers.monotonicMs();
    const fromMs = now < this.#restUntilMs ? 0 : now;
    const isDue = ([symbol, atMs]: [string, number]) =>
      atMs <= fromMs && !this.#dirty.has(symbol) && !busy.includes(symbol);
    const due = [...this.#unsummarized].filter(isDue).map(([symbol]) => symbol);
    if (due.length === 0) return;
    const together = due.filter((symbol) => !this.#summarizedAlone.has(symbol)).slice(0, MOST_TOGETHER);
    void this.#summarize(this.#summarizedAlone.has(due[0]) ? [due[0]] : together);
  }

  async #summarize(symbols: readonly string[]): Promise<void> {
    const began = this.#timers.monotonicMs();
    this.#summarizing = symbols;
    const later = new Map(symbols.map((symbol) => [symbol, this.#unsummarized.get(symbol)!]));
    for (const symbol of symbols) this.#unsummarized.delete(symbol);
    let fitting = symbols;
    try {
      fitting = symbols.length === 1 ? symbols : await this.#fitting(symbols);
      // Those left for the next time.
      for (const symbol of symbols) if (!fitting.includes(symbol)) this.#unsummarized.set(symbol, later.get(symbol)!);
      this.#summarizing = fitting;
      await this.#options.summaries.refreshAll(fitting);
      for (const symbol of fitting) {
        await this.#quarantine.lift(symbol);
        this.#summarizedAlone.delete(symbol);
        this.#options.onUpdated(symbol);
      }
      projectionTries.inc({ outcome: 'done' }, fitting.length);
      this.#failures = 0;
    } catch (error) {
      projectionTries.inc({ outcome: 'failed' }, fitting.length);
      await this.#notSummarized(fitting, error);
    }
    this.#summarizing = [];
    const now = this.#timers.monotonicMs();
    // While bars keep coming, a quarter of the time at most: the bars are waited for, not the summaries.
    this.#restUntilMs = now - this.#wokenMs < LIVE_MS ? now + 3 * (now - began) : 0;
    this.#release();
    if (this.#failures === 0) this.#schedule(0);
  }

  async #notSummarized(symbols: readonly string[], error: unknown): Promise<void> {
    try {
      if (symbols.length === 1) {
        await this.#setAside(symbols[0], error);
        this.#summarizedAlone.delete(symbols[0]);
        return;
      }
      if (!isOfSymbol(error)) throw error;
      for (const symbol of symbols) this.#summarizedAlone.add(symbol);
      this.#summarizeAgain(symbols);
    } catch (cause) {
      this.#summarizeAgain(symbols);
      this.#stumble(cause);
    }
  }

  #summarizeAgain(symbols: readonly string[]): void {
    for (const symbol of symbols) if (this.#owns(symbol)) this.#unsummarized.set(symbol, 0);
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

  /** The next dirty symbols to do: one, or as many as are small together. */
  async #together(): Promise<readonly string[]> {
    const due = [...this.#dirty.keys()].filter(
      (symbol) => !this.#summarizing.includes(symbol) && this.#dueInMs(symbol) === 0,
    );
    if (due.length < 2 || this.#isAlone(due[0])) return due.slice(0, 1);
    return this.#fitting(due.filter((symbol) => !this.#isAlone(symbol)).slice(0, MOST_TOGETHER));
  }

  /** The first of these symbols, and of the others as many as are small together. */
  async #fitting(symbols: readonly string[]): Promise<readonly string[]> {
    const { projector } = this.#options;
    const rows = await projector.landedRows(symbols);
    let sum = 0;
    return symbols.filter((symbol, i) => {
      const own = projector.holds(symbol) ? 0 : (rows.get(symbol) ?? 0);
      if (i > 0 && sum + own > ROWS_TOGETHER) return false;
      sum += own;
      return true;
    });
  }

  #isAlone(symbol: string): boolean {
    return this.#broken.has(symbol) || this.#alone.has(symbol);
  }

  async #bringUp(symbols: readonly string[]): Promise<void> {
    const { logger } = this.#options;
    const began = this.#timers.monotonicMs();
    const all = symbols.length === 1 ? [await this.#project(symbols[0])] : await this.#projectAll(symbols);
    this.#restAfter(symbols, began);
    const nowMs = this.#timers.monotonicMs();
    const seconds = (nowMs - began) / 1000;
    const refreshed = symbols.filter((symbol) => this.#open.delete(symbol));
    if (refreshed.length > 0) {
      for (const symbol of refreshed) this.#refreshedMs.set(symbol, nowMs);
      this.#refreshRestUntilMs = nowMs + REFRESH_REST * (nowMs - began);
    }
    for (const [i, done] of all.entries()) {
      if (!done) continue;
      projectionSeconds.observe(seconds);
      logger.debug({ symbol: symbols[i], ...done, seconds }, 'records are up to date');
    }
  }

  /** Works on dirty symbols; where that fails they stay to do, behind the others. */
  async #taken(symbols: readonly string[], work: () => Promise<void>): Promise<void> {
    const before = new Map(symbols.map((symbol) => [symbol, this.#dirty.get(symbol)?.waitingMs]));
    for (const symbol of symbols) this.#dirty.delete(symbol);
    this.#atWork = symbols;
    try {
      await work();
      for (const symbol of symbols) {
        this.#alone.delete(symbol);
        this.#known.add(symbol);
      }
      projectionTries.inc({ outcome: 'done' }, symbols.length);
    } catch (error) {
      projectionTries.inc({ outcome: 'failed' }, symbols.length);
      await this.#notDone(before, error);
    }
    this.#atWork = [];
    this.#release();
  }

  /** @param before since when each has waited */
  async #notDone(before: ReadonlyMap<string, number | undefined>, error: unknown): Promise<void> {
    const symbols = [...before.keys()];
    const stillDue = () => {
      const nowMs = this.#timers.monotonicMs();
      for (const symbol of symbols) this.#dirty.set(symbol, dueSince(Math.min(before.get(symbol) ?? nowMs, nowMs)));
    };
    try {
      if (symbols.length === 1) {
        await this.#setAside(symbols[0], error);
        this.#alone.delete(symbols[0]);
        return;
      }
      if (!isOfSymbol(error)) throw error;
      for (const symbol of symbols) this.#alone.add(symbol);
      stillDue();
    } catch (cause) {
      stillDue();
      throw cause;
    }
  }

  async #projectAll(symbols: readonly string[]): Promise<(Projected | null)[]> {
    const { projector, runs } = this.#options;
    const project = async (some: readonly string[], again: boolean) =>
      this.#publish(some, await projector.projectAll(some, again ? {} : undefined, this.#open));
    return runs ? runs.duringAll(symbols, project) : project(symbols, false);
  }

  /** Records are there as soon as they are written, whatever the run still has to note down. */
  #publish<T extends Projected | null>(symbols: readonly string[], results: T[]): T[] {
    for (const [i, done] of results.entries()) if (done) this.#updated(symbols[i]);
    return results;
  }

  async #project(symbol: string, wish?: RebuildWish): Promise<Projected | null> {
    const { projector, runs } = this.#options;
    const project = async (how?: RebuildWish) =>
      this.#publish([symbol], await projector.projectAll([symbol], how, this.#open))[0];
    if (!runs) return project(wish);
    const broken = this.#broken.get(symbol);
    if (!broken) return runs.during(symbol, (again) => project(again ? {} : wish));
    const done = await runs.makeGood(symbol, broken, () => project({}));
    this.#broken.delete(symbol);
    return done;
  }
}
