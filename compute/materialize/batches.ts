/**
 * Brings symbols that are due up to date: one, or several whose updates are quick, with a note of the run where other
 * processes may write, too. A symbol whose computation fails is quarantined, and those together with it are tried one by one.
 */
import type { Logger } from 'pino';
import type { Timers } from '../../lib/clock.ts';
import type { DueSymbols } from './due.ts';
import { projectionSeconds } from './metrics.ts';
import type { Projected, Projector, RebuildWish } from './projector.ts';
import type { Attempts } from './quarantine.ts';
import type { BrokenRun, ProjectionRuns } from './runs.ts';

export interface BatchesOptions {
  readonly due: DueSymbols;
  readonly projector: Projector;
  readonly runs?: ProjectionRuns;
  readonly attempts: Attempts;
  readonly logger: Logger;
  readonly timers: Timers;
  /** Records of the symbol changed. */
  readonly onProjected: (symbol: string) => void;
}

/** Symbols with so many landed rows together are written together. */
const ROWS_TOGETHER = 200_000;
/** Symbols whose updates are written together: one insert a table costs the same for one row and for many. */
const MOST_TOGETHER = 64;

export class Batches {
  readonly #options: BatchesOptions;
  /** Symbols that have been computed once since this process owns them: the store lists them. */
  readonly #known = new Set<string>();
  /** Runs that broke off, by symbol. */
  readonly #broken = new Map<string, string[]>();
  #atWork: readonly string[] = [];

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /** The symbols whose records are being computed. */
  get atWork(): readonly string[] {
    return this.#atWork;
  }

  isKnown(symbol: string): boolean {
    return this.#known.has(symbol);
  }

  /** Runs that broke off are made up for when their symbols are computed next. @returns all such symbols */
  addBroken(runs: readonly BrokenRun[]): readonly string[] {
    for (const { symbol, run } of runs) {
      const known = this.#broken.get(symbol) ?? [];
      if (!known.includes(run)) this.#broken.set(symbol, [...known, run]);
    }
    return [...this.#broken.keys()];
  }

  /** Forgets the symbols that are others' to do. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbols of [this.#broken, this.#known]) {
      for (const symbol of symbols.keys()) if (!owns(symbol)) symbols.delete(symbol);
    }
  }

  /** The next symbols to do: one, or as many as are small together. @param busy those that are not to be touched now */
  async next(busy: readonly string[]): Promise<readonly string[]> {
    const { due, attempts } = this.#options;
    const ready = due.symbols.filter((symbol) => !busy.includes(symbol) && due.inMs(symbol) === 0);
    const isAlone = (symbol: string) => this.#broken.has(symbol) || attempts.isAlone(symbol);
    if (ready.length < 2 || isAlone(ready[0])) return ready.slice(0, 1);
    return this.fitting(ready.filter((symbol) => !isAlone(symbol)).slice(0, MOST_TOGETHER));
  }

  /** The first of these symbols, and of the others as many as are small together. */
  async fitting(symbols: readonly string[]): Promise<readonly string[]> {
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

  /** Computes the symbols; where that fails they stay to do, behind the others. @throws what is no symbol's own failure */
  async run(symbols: readonly string[]): Promise<void> {
    const { due, attempts } = this.#options;
    const since = due.take(symbols);
    this.#atWork = symbols;
    const work = async () => {
      await this.#bringUp(symbols);
      for (const symbol of symbols) this.#known.add(symbol);
    };
    await attempts
      .run(symbols, work, () => due.putBack(since))
      .finally(() => {
        this.#atWork = [];
      });
  }

  async #bringUp(symbols: readonly string[]): Promise<void> {
    const { due, logger, timers } = this.#options;
    const beganMs = timers.monotonicMs();
    const all = await this.#project(symbols);
    due.computed(symbols, beganMs);
    const seconds = (timers.monotonicMs() - beganMs) / 1000;
    for (const [i, done] of all.entries()) {
      if (!done) continue;
      projectionSeconds.observe(seconds);
      logger.debug({ symbol: symbols[i], ...done, seconds }, 'records are up to date');
    }
  }

  /** Computes records whatever the store says of them. */
  async rebuild(symbol: string, wish: RebuildWish): Promise<Projected | null> {
    return (await this.#project([symbol], wish))[0];
  }

  async #project(symbols: readonly string[], wish?: RebuildWish): Promise<(Projected | null)[]> {
    const { runs } = this.#options;
    if (!runs) return this.#write(symbols, wish);
    const [symbol] = symbols;
    // Such a symbol is alone.
    const broken = this.#broken.get(symbol);
    if (!broken) return runs.duringAll(symbols, (some, again) => this.#write(some, again ? {} : wish));
    const done = await runs.makeGood(symbol, broken, async () => (await this.#write([symbol], {}))[0]);
    this.#broken.delete(symbol);
    return [done];
  }

  /** Records are there as soon as they are written, whatever the run still has to note down. */
  async #write(symbols: readonly string[], wish?: RebuildWish): Promise<(Projected | null)[]> {
    const { projector, due, onProjected } = this.#options;
    const results = await projector.projectAll(symbols, wish, due.open);
    for (const [i, done] of results.entries()) if (done) onProjected(symbols[i]);
    return results;
  }
}
