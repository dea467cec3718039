/**
 * When the records of a symbol are computed after a change: once it has been quiet for a moment, what an import lands when
 * the import ends, live days every so often where that is wanted, and a slow symbol only after a pause.
 */

/** An import that is under way. */
export interface ImportUnderWay {
  /** It has landed something of these symbols: they are computed once it has ended. */
  landed(symbols: Iterable<string>): void;
  end(): void;
}

/** What is known of the changes since a symbol was computed. Ms of the monotonic clock. */
export interface Changes {
  /** When the first and the last change came; minus infinity: it is due. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Since when it waits, for the metrics; infinity: it was put off by intent. */
  readonly waitingMs: number;
}

/** What lands within this time is computed together. Answers do not wait for it. */
export const QUIET_MS = 300;
/** A symbol that never falls quiet is computed this often. */
const MAX_WAIT_MS = 15_000;
/** An import that takes longer has what it landed computed this often. */
const IMPORT_WAIT_MS = 300_000;
/** Computing a symbol again and again, as while a file of it comes in by the log, takes a quarter of the time at most. */
const PAUSES = 3;
/** Storing live days takes a tenth of the time at most. */
const REFRESH_PAUSES = 9;
const NEVER = Number.POSITIVE_INFINITY;

export class Pace {
  readonly #openRefreshMs: number;
  /** Until when symbols pause that took long just now. */
  readonly #pausedUntilMs = new Map<string, number>();
  readonly #imports = new Set<ReadonlySet<string>>();
  readonly #open = new Set<string>();
  readonly #refreshedMs = new Map<string, number>();
  #refreshFromMs = 0;

  /** @param openRefreshMs how often records of days that have not ended are stored, too; 0: never */
  constructor(openRefreshMs: number) {
    this.#openRefreshMs = openRefreshMs;
  }

  /** Symbols whose live days are stored when they are computed next. */
  get open(): ReadonlySet<string> {
    return this.#open;
  }

  /** Something landed. */
  changed(known: Changes | undefined, nowMs: number): Changes {
    const { sinceMs = nowMs, waitingMs = nowMs } = known ?? {};
    return { sinceMs, lastMs: nowMs, waitingMs: Math.min(waitingMs, nowMs) };
  }

  /** It is due, whatever still lands; a symbol that is being imported as soon as its import would have it. */
  found(symbol: string, known: Changes | undefined, nowMs: number): Changes {
    if (!this.#isImported(symbol)) return this.due(known?.waitingMs, nowMs);
    return known ?? { sinceMs: nowMs, lastMs: nowMs, waitingMs: nowMs };
  }

  /** @param waitingMs since when it waits, where it has waited before */
  due(waitingMs: number | undefined, nowMs: number): Changes {
    return { sinceMs: -NEVER, lastMs: -NEVER, waitingMs: Math.min(waitingMs ?? nowMs, nowMs) };
  }

  /** Its live days have changed and nothing else. Null: they are not stored. */
  live(symbol: string, nowMs: number): Changes | null {
    if (this.#openRefreshMs === 0) return null;
    const refreshedMs = this.#refreshedMs.get(symbol) ?? nowMs;
    const atMs = Math.max(nowMs, refreshedMs + this.#openRefreshMs, this.#refreshFromMs);
    this.#open.add(symbol);
    return { sinceMs: NEVER, lastMs: atMs - QUIET_MS, waitingMs: NEVER };
  }

  /** When it is to be computed, where nobody waits for it. */
  dueMs(symbol: string, { sinceMs, lastMs }: Changes): number {
    if (this.#isImported(symbol)) return sinceMs + IMPORT_WAIT_MS;
    const quietMs = Math.min(lastMs + QUIET_MS, sinceMs + MAX_WAIT_MS);
    return Math.max(quietMs, this.#pausedUntilMs.get(symbol) ?? quietMs);
  }

  /** These were computed together. */
  computed(symbols: readonly string[], beganMs: number, nowMs: number): void {
    const tookMs = nowMs - beganMs;
    for (const [symbol, untilMs] of this.#pausedUntilMs) if (untilMs <= nowMs) this.#pausedUntilMs.delete(symbol);
    if (PAUSES * tookMs > QUIET_MS) {
      for (const symbol of symbols) this.#pausedUntilMs.set(symbol, nowMs + PAUSES * tookMs);
    }
    const refreshed = symbols.filter((symbol) => this.#open.delete(symbol));
    for (const symbol of refreshed) this.#refreshedMs.set(symbol, nowMs);
    if (refreshed.length > 0) this.#refreshFromMs = nowMs + REFRESH_PAUSES * tookMs;
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

  /** Forgets the symbols that are others' to do. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbols of [this.#open, this.#refreshedMs]) {
      for (const symbol of symbols.keys()) if (!owns(symbol)) symbols.delete(symbol);
    }
  }

  #isImported(symbol: string): boolean {
    return [...this.#imports].some((symbols) => symbols.has(symbol));
  }
}
