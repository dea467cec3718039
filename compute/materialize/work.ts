/**
 * Works off what the schedule names: records and summaries of one symbol, or of several that are small together. Where that
 * fails they are tried one by one, and a symbol that fails by itself is quarantined.
 */
import type { Logger } from 'pino';
import type { Timers } from '../../lib/clock.ts';
import { projectionSeconds, projectionTries } from './metrics.ts';
import type { Pace } from './pace.ts';
import type { Projected, Projector, RebuildOptions } from './projector.ts';
import { isOfSymbol, type Quarantine } from './quarantine.ts';
import type { ProjectionRuns } from './runs.ts';
import type { Schedule } from './schedule.ts';
import type { Summaries } from './summaries.ts';

export interface WorkOptions {
  readonly schedule: Schedule;
  readonly pace: Pace;
  readonly quarantine: Quarantine;
  readonly projector: Projector;
  readonly summaries: Summaries;
  readonly runs?: ProjectionRuns;
  readonly logger: Logger;
  readonly timers: Timers;
  /** Records of the symbol were written. */
  readonly onWritten: (symbol: string) => void;
  /** Its summaries were. */
  readonly onUpdated: (symbol: string) => void;
}

/** Symbols with so many landed rows together are written together. */
const ROWS_TOGETHER = 200_000;

export class Work {
  readonly #options: WorkOptions;
  #stopped = false;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** From now on no symbol is quarantined for what fails. */
  stop(): void {
    this.#stopped = true;
  }

  /** Records of the symbols that are due next. @returns false without any. @throws what is no symbol's own failure */
  records(): Promise<boolean> {
    const { pace, logger } = this.#options;
    return this.#attempt('due', async (symbols) => {
      const beganMs = this.#nowMs;
      const all = await this.project(symbols);
      pace.computed(symbols, beganMs, this.#nowMs);
      const seconds = (this.#nowMs - beganMs) / 1000;
      for (const [i, done] of all.entries()) {
        if (!done) continue;
        projectionSeconds.observe(seconds);
        logger.debug({ symbol: symbols[i], ...done, seconds }, 'records are up to date');
      }
    });
  }

  /** Summaries likewise. */
  summaries(): Promise<boolean> {
    return this.#attempt('unsummarized', async (symbols) => {
      await this.#options.summaries.refreshAll(symbols);
      for (const symbol of symbols) {
        await this.lift(symbol);
        this.#options.onUpdated(symbol);
      }
    });
  }

  /** A result a symbol; null: nothing was to do. @param rebuild records are recomputed whatever the store says of them */
  project(symbols: readonly string[], rebuild?: RebuildOptions): Promise<readonly (Projected | null)[]> {
    const { projector, runs, pace, schedule, onWritten } = this.#options;
    // Readers are notified as soon as records are written, whatever the run still has to record.
    const write = async (some: readonly string[], again: boolean) => {
      const results = await projector.projectAll(some, again ? {} : rebuild, pace.open);
      for (const [i, done] of results.entries()) {
        if (!done) continue;
        schedule.written(some[i], this.#nowMs);
        onWritten(some[i]);
      }
      return results;
    };
    return runs ? runs.duringAll(symbols, write) : write(symbols, false);
  }

  /** The symbol is in quarantine no more. */
  async lift(symbol: string): Promise<void> {
    this.#options.schedule.release(symbol);
    await this.#options.quarantine.lift(symbol);
  }

  /** The first of these symbols, and of the others as many as are small together. */
  async #fitting(symbols: readonly string[]): Promise<readonly string[]> {
    if (symbols.length < 2) return symbols;
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

  async #attempt(from: 'due' | 'unsummarized', run: (symbols: readonly string[]) => Promise<void>): Promise<boolean> {
    const { schedule } = this.#options;
    const next = schedule.next(from, this.#nowMs);
    if (next.length === 0) return false;
    const symbols = schedule.begin(await this.#fitting(next), from);
    try {
      if (symbols.length > 0) await run(symbols);
      projectionTries.inc({ outcome: 'done' }, symbols.length);
      schedule.done(symbols);
    } catch (error) {
      projectionTries.inc({ outcome: 'failed' }, symbols.length);
      await this.#failed(symbols, error).catch((cause) => {
        schedule.putBack(symbols, this.#nowMs, false);
        throw cause;
      });
    }
    return true;
  }

  /** @throws what is no symbol's own failure */
  async #failed(symbols: readonly string[], error: unknown): Promise<void> {
    const { schedule, quarantine, logger } = this.#options;
    if (!isOfSymbol(error)) throw error;
    if (symbols.length > 1) return schedule.putBack(symbols, this.#nowMs, true);
    if (this.#stopped) throw error;
    const [symbol] = symbols;
    await quarantine.add(symbol, error);
    schedule.failed(symbol);
    const message = 'computing this symbol failed: it is quarantined until its data change, a restart or a rebuild';
    logger.error({ err: error, symbol }, message);
  }

  get #nowMs(): number {
    return this.#options.timers.monotonicMs();
  }
}
