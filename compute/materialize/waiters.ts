/** Callers that wait until nothing is left to do for some symbols: these are due at once. */

interface Waiter {
  /** Undefined: any. */
  readonly symbols: ReadonlySet<string> | undefined;
  readonly resolve: () => void;
}

export class Waiters {
  readonly #isLeft: (symbols: Iterable<string> | undefined) => boolean;
  readonly #waiting = new Set<Waiter>();

  /** @param isLeft something is left to do for one of the symbols (undefined: for any) */
  constructor(isLeft: (symbols: Iterable<string> | undefined) => boolean) {
    this.#isLeft = isLeft;
  }

  isAwaited(symbol: string): boolean {
    for (const { symbols } of this.#waiting) if (symbols?.has(symbol) ?? true) return true;
    return false;
  }

  /** Resolves at the first `release` with nothing left to do for these symbols (default: for any). */
  wait(of?: Iterable<string>): Promise<void> {
    const symbols = of && new Set(of);
    if (!this.#isLeft(symbols)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add({ symbols, resolve });
    });
  }

  /** @param all also those for whom something is left */
  release(all = false): void {
    for (const waiter of this.#waiting) {
      if (!all && this.#isLeft(waiter.symbols)) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}
