/** Bars that one request reads on demand, over all its symbols: the bound is the request's, not each symbol's. */
export class BarsUsed {
  readonly #bySymbol = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Those of all other symbols. */
  besides(symbol: string): number {
    return this.#total - (this.#bySymbol.get(symbol) ?? 0);
  }

  /** Bars of a symbol that are read again, with more around them, count once. */
  note(symbol: string, bars: number): void {
    const known = this.#bySymbol.get(symbol) ?? 0;
    if (bars <= known) return;
    this.#bySymbol.set(symbol, bars);
    this.#total += bars - known;
  }
}
