/**
 * What has changed, by symbol: counts of the notices received. An answer notes the count before it reads the store, so a
 * change reported while it was being computed makes it stale at once.
 */

/** `null`: anything may have changed. */
export type ChangedSymbols = readonly string[] | null;

/** Mutable on purpose: every cached answer holds the counter it depends on. */
export interface Counter {
  count: number;
}

export class Changes {
  /** Of any symbol: what answers over several symbols depend on. */
  readonly any: Counter = { count: 0 };
  readonly #bySymbol = new Map<string, Counter>();

  /** The counter of one symbol; there are as many as symbols were asked for and exist. */
  of(symbol: string): Counter {
    let counter = this.#bySymbol.get(symbol);
    if (!counter) {
      counter = { count: 0 };
      this.#bySymbol.set(symbol, counter);
    }
    return counter;
  }

  heard(symbols: ChangedSymbols): void {
    this.any.count++;
    if (symbols === null) for (const counter of this.#bySymbol.values()) counter.count++;
    else for (const symbol of symbols) this.of(symbol).count++;
  }
}
