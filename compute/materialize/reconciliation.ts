/**
 * Looks through the store for what was missed, beside the projection's queue: in slices of the symbols, so that no
 * statement grows with the market. A slice that fails is split and tried again later, after the others.
 */

import { backoffMs } from '../../lib/async.ts';
import type { Timers } from '../../lib/clock.ts';
import { counter, gauge } from '../../lib/metrics.ts';
import { classify } from '../../sql/errors.ts';
import {
  ALL_SYMBOLS,
  findBehind,
  inShare,
  isInRange,
  type SymbolRange,
  type SymbolShare,
  shareParams,
} from '../evaluation/behind.ts';
import type { Schedule } from './schedule.ts';
import type { ProjectionServiceOptions, Quarantine, Work } from './work.ts';

interface ReconciliationOptions extends ProjectionServiceOptions {
  readonly schedule: Schedule;
  readonly quarantine: Quarantine;
  readonly work: Work;
  readonly timers: Timers;
  /** First UTC date that has not ended. */
  readonly today: () => number;
  /** After each slice: something may be due. */
  readonly onLooked: () => void;
}

const reconciliationFailures = counter(
  'projection_reconciliation_failures_total',
  'Looks through the store for what was missed that failed for now',
);
const reconciliationFailing = gauge(
  'projection_reconciliation_failing',
  'How many such looks have failed in a row; 0 once one has ended',
);

interface Slice {
  readonly range: SymbolRange;
  readonly symbols: readonly string[];
}

const SLICE_ROWS = 200_000;
/** So many failures in a row: the store is unavailable, the rest waits. */
const MAX_FAILURES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class Reconciliation {
  readonly #options: ReconciliationOptions;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #cancelRetry: (() => void) | undefined;
  #failures = 0;
  #stopped = false;

  constructor(options: ReconciliationOptions) {
    this.#options = options;
  }

  /**
   * A pass over all symbols that begins after this call; calls that wait for the same one share it. Resolves when it
   * ended, also where slices failed for now: these are tried again by themselves. Rejects with what is not transient.
   */
  run(): Promise<void> {
    this.#next ??= this.#last.then(async () => {
      this.#next = undefined;
      this.#cancelRetry?.();
      await this.#pass();
    });
    const pass = this.#next;
    this.#last = pass.catch(() => {});
    return pass;
  }

  /** Resolves once the pass under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelRetry?.();
    await this.#last;
  }

  async #pass(known?: readonly Slice[]): Promise<void> {
    const share = this.#options.owner?.share() ?? ALL_SYMBOLS;
    let slices = known ?? [];
    try {
      slices = known ?? (await this.#slices(share));
    } catch (error) {
      return this.#failed(error, undefined);
    }
    const failed: Slice[] = [];
    let last: unknown;
    let inARow = 0;
    for (const [i, slice] of slices.entries()) {
      if (this.#stopped) return;
      try {
        await this.#look({ ...share, range: slice.range });
        inARow = 0;
      } catch (error) {
        if (classify(error) !== 'transient') throw error;
        last = error;
        failed.push(...halves(slice));
        if (++inARow < MAX_FAILURES) continue;
        failed.push(...slices.slice(i + 1));
        break;
      }
    }
    if (failed.length > 0) return this.#failed(last, failed);
    this.#failures = 0;
    reconciliationFailing.set(0);
  }

  async #look(share: SymbolShare): Promise<void> {
    const { store, projector, owner, schedule, quarantine, work, today, timers } = this.#options;
    const behind = await findBehind(store.reader, projector.definitions, share, today());
    const listed = await quarantine.refresh(share);
    const current = new Set(listed.filter(({ isCurrent }) => isCurrent).map(({ symbol }) => symbol));
    for (const symbol of schedule.in('quarantined')) {
      if (isInRange(symbol, share) && !current.has(symbol)) schedule.release(symbol);
    }
    const due = new Set(behind.map(({ symbol }) => symbol));
    for (const { symbol } of listed) if (!due.has(symbol)) await work.lift(symbol);
    const isToDo = (symbol: string) => (owner?.owns(symbol) ?? true) && schedule.stateOf(symbol) !== 'quarantined';
    for (const symbol of due) if (isToDo(symbol)) schedule.foundBehind(symbol, timers.monotonicMs());
    this.#options.onLooked();
  }

  /** `slices`: those left to look at; undefined: all. */
  #failed(error: unknown, slices: readonly Slice[] | undefined): void {
    if (classify(error) !== 'transient') throw error;
    const { logger, timers, onFatal } = this.#options;
    this.#failures++;
    reconciliationFailures.inc();
    reconciliationFailing.set(this.#failures);
    const delayMs = backoffMs(this.#failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, timers.random);
    const left = slices ? { slices: slices.length } : {};
    logger.warn({ err: error, failures: this.#failures, ...left, delayMs }, 'reconciliation failed: trying again');
    if (this.#stopped) return;
    this.#cancelRetry = timers.after(delayMs, () => {
      this.#last = this.#last.then(() => this.#pass(slices)).catch(onFatal);
    });
  }
  /** Every symbol is in one of them, also one that nothing is known of yet. */
  async #slices(share: SymbolShare): Promise<Slice[]> {
    const { store, sliceRows = SLICE_ROWS } = this.#options;
    const found = await store.reader.query<{ symbol: string; rows: number }>(
      `SELECT CAST(symbol, 'String') AS symbol, count() AS rows FROM market.day_log
       WHERE ${inShare(share)} GROUP BY symbol ORDER BY symbol`,
      shareParams(share),
    );
    const slices: Slice[] = [];
    let symbols: string[] = [];
    let after: string | null = null;
    let held = 0;
    for (const { symbol, rows } of found) {
      if (symbols.length > 0 && held + rows > sliceRows) {
        const upTo = symbols[symbols.length - 1];
        slices.push({ range: { after, upTo }, symbols });
        [symbols, after, held] = [[], upTo, 0];
      }
      symbols.push(symbol);
      held += rows;
    }
    return [...slices, { range: { after, upTo: null }, symbols }];
  }
}

function halves({ range, symbols }: Slice): Slice[] {
  if (symbols.length < 2) return [{ range, symbols }];
  const half = symbols.length >> 1;
  const middle = symbols[half - 1];
  return [
    { range: { after: range.after, upTo: middle }, symbols: symbols.slice(0, half) },
    { range: { after: middle, upTo: range.upTo }, symbols: symbols.slice(half) },
  ];
}
