/**
 * Whose records are due, and when: what lands is computed once it has been quiet for a moment, an import when it ends, live
 * days every so often where that is wanted, and a symbol that takes long is left alone for a while after it.
 */
import type { Timers } from '../../lib/clock.ts';

/** An import that is under way. */
export interface ImportUnderWay {
  /** It has landed something of these symbols: they are computed once it has ended. */
  landed(symbols: Iterable<string>): void;
  end(): void;
}

export interface DueOptions {
  readonly timers: Timers;
  /** Somebody waits for the symbol: it is due at once. */
  readonly isAwaited: (symbol: string) => boolean;
  /** How often records of days that have not ended are stored, too; 0: never. */
  readonly openRefreshMs: number;
}

interface Dirty {
  /** When its first and its last notice came, ms of the monotonic clock; minus infinity: it is due. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Since when it waits, for whoever watches; infinity: it was put off by intent. */
  readonly waitingMs: number;
}

/** What lands within this time is computed together: an import once, when it ends. Answers do not wait for it. */
const QUIET_MS = 300;
/** A symbol that never falls quiet is computed this often. */
const MAX_WAIT_MS = 15_000;
/** An import that takes longer has what it landed computed this often. */
const IMPORT_WAIT_MS = 300_000;
/** Computing a symbol again and again, as while a file of it comes in by the log, takes a quarter of the time at most. */
const REST = 3;
/** Storing live days takes a tenth of the time at most. */
const REFRESH_REST = 9;
const NEVER = Number.POSITIVE_INFINITY;

export class DueSymbols {
  readonly #options: DueOptions;
  readonly #dirty = new Map<string, Dirty>();
  /** Until when symbols rest that were computed just now; quick ones are not in it. */
  readonly #rests = new Map<string, number>();
  readonly #imports = new Set<ReadonlySet<string>>();
  readonly #open = new Set<string>();
  readonly #refreshedMs = new Map<string, number>();
  #refreshRestUntilMs = 0;

  constructor(options: DueOptions) {
    this.#options = options;
  }

  /** All that are dirty, due or not. */
  get symbols(): readonly string[] {
    return [...this.#dirty.keys()];
  }

  /** Those whose live days are to be stored. */
  get open(): ReadonlySet<string> {
    return this.#open;
  }

  has(symbol: string): boolean {
    return this.#dirty.has(symbol);
  }

  /** Something of them changed. @returns in how many ms to look again */
  wake(symbols: readonly string[]): number {
    const nowMs = this.#nowMs;
    for (const symbol of symbols) {
      const { sinceMs = nowMs, waitingMs = nowMs } = this.#dirty.get(symbol) ?? {};
      this.#dirty.set(symbol, { sinceMs, lastMs: nowMs, waitingMs: Math.min(waitingMs, nowMs) });
    }
    return symbols.some(this.#options.isAwaited) ? 0 : QUIET_MS;
  }

  /** They are due, whatever still lands; of an import that is under way as soon as it would be. */
  enqueue(symbols: Iterable<string>): void {
    const nowMs = this.#nowMs;
    for (const symbol of symbols) {
      const known = this.#dirty.get(symbol);
      if (!this.#isImported(symbol)) this.#setDue(symbol, known?.waitingMs);
      else if (!known) this.#dirty.set(symbol, { sinceMs: nowMs, lastMs: nowMs, waitingMs: nowMs });
    }
  }

  /** Its live days are to be stored, where that is wanted. @returns in how many ms; null: it is dirty already, or never */
  refreshLater(symbol: string): number | null {
    const { openRefreshMs } = this.#options;
    if (openRefreshMs === 0 || this.#dirty.has(symbol)) return null;
    const nowMs = this.#nowMs;
    const atMs = Math.max(nowMs, (this.#refreshedMs.get(symbol) ?? nowMs) + openRefreshMs, this.#refreshRestUntilMs);
    this.#open.add(symbol);
    this.#dirty.set(symbol, { sinceMs: NEVER, lastMs: atMs - QUIET_MS, waitingMs: NEVER });
    return atMs - nowMs;
  }

  /** What an import lands is computed when it has ended (a long one's now and then). */
  importing(onEnd: () => void): ImportUnderWay {
    const symbols = new Set<string>();
    this.#imports.add(symbols);
    return {
      landed(more) {
        for (const symbol of more) symbols.add(symbol);
      },
      end: () => {
        this.#imports.delete(symbols);
        onEnd();
      },
    };
  }

  /** In how many ms it is due. */
  inMs(symbol: string): number {
    const { sinceMs, lastMs } = this.#dirty.get(symbol)!;
    if (this.#options.isAwaited(symbol)) return 0;
    if (this.#isImported(symbol)) return Math.max(0, sinceMs + IMPORT_WAIT_MS - this.#nowMs);
    const quietMs = Math.min(lastMs + QUIET_MS, sinceMs + MAX_WAIT_MS);
    return Math.max(0, Math.max(quietMs, this.#rests.get(symbol) ?? 0) - this.#nowMs);
  }

  /** Takes them out for a run. @returns since when each has waited */
  take(symbols: readonly string[]): ReadonlyMap<string, number | undefined> {
    const since = new Map(symbols.map((symbol) => [symbol, this.#dirty.get(symbol)?.waitingMs]));
    for (const symbol of symbols) this.#dirty.delete(symbol);
    return since;
  }

  /** A run failed: they stay to do, behind the others. */
  putBack(since: ReadonlyMap<string, number | undefined>): void {
    for (const [symbol, waitingMs] of since) this.#setDue(symbol, waitingMs);
  }

  /** After a run over the symbols. */
  computed(symbols: readonly string[], beganMs: number): void {
    const nowMs = this.#nowMs;
    const tookMs = nowMs - beganMs;
    for (const [symbol, untilMs] of this.#rests) if (untilMs <= nowMs) this.#rests.delete(symbol);
    if (REST * tookMs > QUIET_MS) for (const symbol of symbols) this.#rests.set(symbol, nowMs + REST * tookMs);
    const refreshed = symbols.filter((symbol) => this.#open.delete(symbol));
    for (const symbol of refreshed) this.#refreshedMs.set(symbol, nowMs);
    if (refreshed.length > 0) this.#refreshRestUntilMs = nowMs + REFRESH_REST * tookMs;
  }

  /** Forgets the symbols that are others' to do. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbols of [this.#dirty, this.#open, this.#refreshedMs]) {
      for (const symbol of symbols.keys()) if (!owns(symbol)) symbols.delete(symbol);
    }
  }

  /** How many wait, and for how long the one that has waited longest. */
  waiting(): { readonly symbols: number; readonly longestMs: number } {
    const nowMs = this.#nowMs;
    const since = [...this.#dirty.values()].map(({ waitingMs }) => waitingMs).filter((ms) => ms <= nowMs);
    return { symbols: since.length, longestMs: since.reduce((longest, ms) => Math.max(longest, nowMs - ms), 0) };
  }

  #setDue(symbol: string, waitingMs = this.#nowMs): void {
    this.#dirty.set(symbol, { sinceMs: -NEVER, lastMs: -NEVER, waitingMs: Math.min(waitingMs, this.#nowMs) });
  }

  #isImported(symbol: string): boolean {
    return [...this.#imports].some((symbols) => symbols.has(symbol));
  }

  get #nowMs(): number {
    return this.#options.timers.monotonicMs();
  }
}

interface Waiter {
  /** Null: any. */
  readonly symbols: ReadonlySet<string> | null;
  readonly resolve: () => void;
}

const concerns = ({ symbols }: Pick<Waiter, 'symbols'>, symbol: string) => symbols === null || symbols.has(symbol);

/** Who waits until nothing is left to do for some symbols: these are due at once. */
export class Waiters {
  /** The symbols for which something is left to do. */
  readonly #left: () => readonly string[];
  readonly #waiting = new Set<Waiter>();

  constructor(left: () => readonly string[]) {
    this.#left = left;
  }

  isAwaited(symbol: string): boolean {
    for (const waiter of this.#waiting) if (concerns(waiter, symbol)) return true;
    return false;
  }

  /** Resolves at the first `release` with nothing left to do for these symbols (default: for any). */
  settled(of?: Iterable<string>): Promise<void> {
    const symbols = of ? new Set(of) : null;
    if (this.#isSettled({ symbols })) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ symbols, resolve });
    });
  }

  /** @param all also those for whom something is left */
  release(all = false): void {
    for (const waiter of this.#waiting) {
      if (!all && !this.#isSettled(waiter)) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }

  #isSettled(waiter: Pick<Waiter, 'symbols'>): boolean {
    return !this.#left().some((symbol) => concerns(waiter, symbol));
  }
}
