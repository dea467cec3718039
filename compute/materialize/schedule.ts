/**
 * Holds what is left to do for each symbol, and when it is due: after a moment of quiet, after an import of the symbol
 * ends, or after a pause if the symbol is slow. No I/O and no timers: the service reports what happened and asks what is
 * next. All times are ms of the monotonic clock.
 *
 * | state | what is left |
 * |---|---|
 * | `idle` | nothing |
 * | `due` | its records, once the pause after a change is over |
 * | `computing` | its records are being computed |
 * | `quarantined` | nothing until its inputs change: computing it failed |
 */

export type State = 'idle' | 'due' | 'computing' | 'quarantined';

type Happening =
  /** Its inputs may have changed: something landed, or the reconciliation found it behind. */
  | 'changed'
  | 'begun'
  | 'done'
  /** Something that is not its own failed: the store, or a symbol computed together with it. */
  | 'put_back'
  | 'failed'
  /** An operator wants it to be tried again, or its data have changed. */
  | 'released';

/**
 * The state that follows; what is not listed leaves the state as it is. `changed` is remembered until it is worked
 * off: it follows again where one of these transitions ends.
 */
const NEXT: Readonly<Record<State, Partial<Record<Happening, State>>>> = {
  idle: { changed: 'due' },
  due: { begun: 'computing' },
  computing: { done: 'idle', put_back: 'due', failed: 'quarantined' },
  quarantined: { changed: 'due', released: 'idle' },
};

export interface ImportUnderWay {
  /** Something of these symbols: they are computed once it has ended. */
  landed(symbols: Iterable<string>): void;
  end(): void;
}

interface Changes {
  /** When the first and the last change came; minus infinity: it is due. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Since when it waits, for the metrics. */
  readonly waitingMs: number;
}

interface Entry {
  readonly state: State;
  /** Since it was last computed: its records are to be computed. */
  readonly changes?: Changes;
  /** Since when the changes waited that are being worked off. */
  readonly waitingMs?: number;
  /** A failure ended the work on it and others: the next try is of it alone. */
  readonly isAlone?: boolean;
  /** It became another process's during the work: this process forgets it when that ends. */
  readonly isLost?: boolean;
}

/** A caller that waits until nothing is left to do for some symbols (undefined: for any): these are due at once. */
interface Waiter {
  readonly symbols: ReadonlySet<string> | undefined;
  readonly resolve: () => void;
}

/** What lands within this time is computed together. Answers do not wait for it. */
export const QUIET_MS = 300;
/** A symbol that never falls quiet is computed this often. */
const MAX_WAIT_MS = 15_000;
/** An import that takes longer has what it landed computed this often. */
const IMPORT_WAIT_MS = 300_000;
/** Computing a symbol again and again, as while a file of it comes in by the log, takes a quarter of the time at most. */
const PAUSES = 3;
const IDLE: Entry = { state: 'idle' };
/** Symbols that are written together: one insert a table costs the same for one row and for many. */
const MOST_TOGETHER = 64;

export class Schedule {
  /** All that are not idle, in the order in which they came to their states. */
  readonly #entries = new Map<string, Entry>();
  /** Symbols that were computed once since this process owns them: the store lists them. */
  readonly known = new Set<string>();
  readonly #waiters = new Set<Waiter>();
  readonly #imports = new Set<ReadonlySet<string>>();
  /** Until when symbols pause that took long just now. */
  readonly #pausedUntilMs = new Map<string, number>();

  stateOf(symbol: string): State {
    return this.#entry(symbol).state;
  }

  in(state: State): string[] {
    return [...this.#entries].flatMap(([symbol, entry]) => (entry.state === state ? symbol : []));
  }

  /** Its records are left to do. */
  isOpen(symbol: string): boolean {
    const { state, changes } = this.#entry(symbol);
    return state === 'computing' || changes !== undefined;
  }

  /** Something is left to do for one of these symbols (default: for any). */
  isLeft(symbols: Iterable<string> = this.#entries.keys()): boolean {
    return [...symbols].some((symbol) => !['idle', 'quarantined'].includes(this.stateOf(symbol)));
  }

  changed(symbol: string, nowMs: number): void {
    const { sinceMs = nowMs, waitingMs = nowMs } = this.#entry(symbol).changes ?? {};
    this.#set(symbol, 'changed', { changes: { sinceMs, lastMs: nowMs, waitingMs: Math.min(waitingMs, nowMs) } });
  }

  /**
   * The store says that its records are behind: they are due, those of a symbol that is being imported as soon as its import
   * would have them.
   */
  foundBehind(symbol: string, nowMs: number): void {
    const { changes } = this.#entry(symbol);
    const imported = changes ?? { sinceMs: nowMs, lastMs: nowMs, waitingMs: nowMs };
    const found = this.#isImported(symbol) ? imported : dueSince(changes?.waitingMs, nowMs);
    this.#set(symbol, 'changed', { changes: found });
  }

  release(symbol: string): void {
    this.#set(symbol, 'released');
  }

  /** The symbols to work on now, those that a caller named first, then those that have waited longest: one, or several together. */
  next(nowMs: number): readonly string[] {
    const ready = this.in('due').filter((symbol) => this.#dueInMs(symbol, nowMs) === 0);
    const named = ready.filter((symbol) => [...this.#waiters].some(({ symbols }) => symbols?.has(symbol)));
    const symbols = named.length > 0 ? named : ready;
    const isAlone = (symbol: string) => this.#entry(symbol).isAlone;
    if (symbols.length === 0 || isAlone(symbols[0])) return symbols.slice(0, 1);
    return symbols.filter((symbol) => !isAlone(symbol)).slice(0, MOST_TOGETHER);
  }

  /** In how many ms the next symbol is due; infinity: none. */
  dueInMs(nowMs: number): number {
    return this.in('due').reduce((ms, symbol) => Math.min(ms, this.#dueInMs(symbol, nowMs)), Number.POSITIVE_INFINITY);
  }

  /** @returns those of the symbols that still are due: they are worked on now */
  begin(symbols: readonly string[]): readonly string[] {
    const begun = symbols.filter((symbol) => this.stateOf(symbol) === 'due');
    for (const symbol of begun) {
      const { changes } = this.#entry(symbol);
      this.#set(symbol, 'begun', { changes: undefined, waitingMs: changes?.waitingMs });
    }
    return begun;
  }

  done(symbols: readonly string[]): void {
    for (const symbol of symbols) {
      if (!this.#entry(symbol).isLost) this.known.add(symbol);
      this.#set(symbol, 'done', { isAlone: false });
    }
  }

  /** They are left to do, after the others. @param alone each of them may be what failed */
  putBack(symbols: readonly string[], nowMs: number, alone: boolean): void {
    for (const symbol of symbols) {
      const { waitingMs, isAlone } = this.#entry(symbol);
      this.#set(symbol, 'put_back', { isAlone: alone || isAlone, changes: dueSince(waitingMs, nowMs) });
    }
  }

  failed(symbol: string): void {
    this.#set(symbol, 'failed', { isAlone: false });
  }

  /** Records of these were computed together. */
  computed(symbols: readonly string[], beganMs: number, nowMs: number): void {
    const tookMs = nowMs - beganMs;
    for (const [symbol, untilMs] of this.#pausedUntilMs) if (untilMs <= nowMs) this.#pausedUntilMs.delete(symbol);
    if (PAUSES * tookMs <= QUIET_MS) return;
    for (const symbol of symbols) this.#pausedUntilMs.set(symbol, nowMs + PAUSES * tookMs);
  }

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

  isAwaited(symbol: string): boolean {
    return [...this.#waiters].some(({ symbols }) => symbols?.has(symbol) ?? true);
  }

  /** Resolves at the first `release` with nothing left to do for these symbols (default: for any). */
  wait(of?: Iterable<string>): Promise<void> {
    const symbols = of && new Set(of);
    if (!this.isLeft(symbols)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.add({ symbols, resolve });
    });
  }

  /** @param all also those for whom something is left */
  releaseWaiters(all = false): void {
    for (const waiter of this.#waiters) {
      if (!all && this.isLeft(waiter.symbols)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Forgets the symbols that are others' to do, and which ones failed. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbol of this.known) if (!owns(symbol)) this.known.delete(symbol);
    for (const [symbol, { state }] of this.#entries) {
      if (state === 'quarantined') this.#entries.delete(symbol);
      else if (!owns(symbol) && state === 'computing') this.#entries.set(symbol, { state, isLost: true });
      else if (!owns(symbol)) this.#entries.delete(symbol);
    }
  }

  /** How many symbols wait, and for how long the one that has waited longest. */
  waiting(nowMs: number): { readonly symbols: number; readonly longestMs: number } {
    const since = [...this.#entries.values()].flatMap(({ changes }) => changes?.waitingMs ?? []);
    return {
      symbols: since.length,
      longestMs: since.reduce((longest, ms) => Math.max(longest, nowMs - ms), 0),
    };
  }

  #dueInMs(symbol: string, nowMs: number): number {
    if (this.isAwaited(symbol)) return 0;
    const { sinceMs, lastMs } = this.#entry(symbol).changes!;
    const quietMs = Math.min(lastMs + QUIET_MS, sinceMs + MAX_WAIT_MS);
    const pausedMs = this.#pausedUntilMs.get(symbol) ?? quietMs;
    const dueMs = this.#isImported(symbol) ? sinceMs + IMPORT_WAIT_MS : Math.max(quietMs, pausedMs);
    return Math.max(0, dueMs - nowMs);
  }

  #isImported(symbol: string): boolean {
    return [...this.#imports].some((symbols) => symbols.has(symbol));
  }

  #entry(symbol: string): Entry {
    return this.#entries.get(symbol) ?? IDLE;
  }

  #set(symbol: string, happening: Happening, facts: Omit<Partial<Entry>, 'state'> = {}): void {
    const before = this.#entry(symbol);
    let entry: Entry = { ...before, ...facts, state: NEXT[before.state][happening] ?? before.state };
    // What it knows of a lost symbol came after the loss: it is its own again.
    if (before.isLost && entry.state !== 'computing') entry = { ...IDLE, changes: before.changes };
    if (entry.state !== 'computing' && entry.changes) {
      entry = { ...entry, state: NEXT[entry.state].changed ?? entry.state };
    }
    // It keeps its place in the order as long as it keeps its state.
    if (entry.state !== before.state) this.#entries.delete(symbol);
    if (entry.state !== 'idle') this.#entries.set(symbol, entry);
  }
}

/** It is due, whatever still lands. @param waitingMs since when it waits, where it has waited before */
function dueSince(waitingMs: number | undefined, nowMs: number): Changes {
  return {
    sinceMs: Number.NEGATIVE_INFINITY,
    lastMs: Number.NEGATIVE_INFINITY,
    waitingMs: Math.min(waitingMs ?? nowMs, nowMs),
  };
}
