/** Who waits until nothing is left to do for some symbols. */

interface Waiter {
  /** Null: any. */
  readonly symbols: ReadonlySet<string> | null;
  readonly resolve: () => void;
}

const concerns = ({ symbols }: Pick<Waiter, 'symbols'>, symbol: string) => symbols === null || symbols.has(symbol);

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
