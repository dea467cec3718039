/**
 * Runs of the projector over symbols, where several processes share a store. A row of an older state never
 * replaces one of a newer: its version is lower. What is left is the row that only the older run has made, after the
 * newer one looked. So runs record their beginnings and ends in the store, and the one that ends last of those that met
 * compares the symbol once more. For a run that broke off, the reconciliation finds the symbol and the next run repairs it;
 * from then on the run that broke off is fenced: it may not write.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemTimers, type Timers } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { inShare, type SymbolShare, shareParams } from '../evaluation/behind.ts';

/** A run without a heartbeat for so long has broken off. */
const SILENT_S = 60;
/** A run renews its heartbeat before a write if the last one is older than this. */
const HEARTBEAT_MS = 20_000;
/** Heartbeats come much more often than that. */
const RECENT = 'INTERVAL 5 MINUTE';
/** Which of the recent runs had ended before is known from more than the recent ones. */
const LESS_RECENT = 'INTERVAL 10 MINUTE';
/** Runs that ended at one moment see each other: they do not compare again at one moment. */
const APART_MS = 250;
/** How often one call compares; then the reconciliation continues. */
const MAX_COMPARISONS = 4;

const TABLE = 'market.projection_runs';
const NEITHER_ENDED_NOR_BURIED = "countIf(state IN ('ended', 'buried')) = 0";

interface BrokenRun {
  readonly symbol: string;
  readonly run: string;
}

interface Current {
  readonly symbols: readonly string[];
  readonly run: string;
  heardMs: number;
}

interface RunsOptions {
  readonly store: Store;
  /** Dates the records of runs; the store's own clock by default, since processes' clocks differ. */
  readonly clock?: Clock;
  readonly timers?: Timers;
}

export class ProjectionRuns {
  readonly #store: Store;
  readonly #clock: Clock | undefined;
  readonly #timers: Timers;
  #current: Current | null = null;
  readonly #broken = new Map<string, string[]>();

  constructor({ store, clock, timers = systemTimers }: RunsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#timers = timers;
  }

  /** The store for the projector: its writes are those of the run, and stop where the run has been given up. */
  guarded(): Store {
    const guard =
      <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        await this.#mayWrite();
        return write(...args);
      };
    const { query, ...writes } = this.#store.writer;
    const guarded = Object.fromEntries(Object.entries(writes).map(([name, write]) => [name, guard(write as never)]));
    return { ...this.#store, writer: { query, ...guarded } as unknown as Writer };
  }

  /**
   * Runs `project` over the symbols; then, with `again` set, over those where it met another run and ended last. `again` is
   * set from the beginning where runs of the symbols have to be repaired: these are fenced before and closed after it.
   * Returns a result a symbol; where there is none the second time, the first one's. One at a time in a process.
   */
  async duringAll<T>(
    symbols: readonly string[],
    project: (symbols: readonly string[], again: boolean) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const broken = symbols.flatMap((symbol) => (this.#broken.get(symbol) ?? []).map((run) => ({ symbol, run })));
    for (const { symbol, run } of broken) await this.#record([symbol], run, 'barred');
    const first = await this.#once(symbols, () => project(symbols, broken.length > 0));
    const results = [...first.results];
    let { met } = first;
    for (let done = 1; met.length > 0 && done < MAX_COMPARISONS; done++) {
      await this.#timers.sleep(this.#timers.random() * APART_MS);
      const compared = met;
      const once = await this.#once(compared, () => project(compared, true));
      for (const [i, result] of once.results.entries()) {
        if (result !== null) results[symbols.indexOf(compared[i])] = result;
      }
      met = once.met;
    }
    // Left open, as a run that broke off: the reconciliation continues with it.
    if (met.length > 0) await this.#record(met, randomUUID(), 'begun');
    for (const { symbol, run } of broken) await this.#record([symbol], run, 'buried');
    for (const { symbol } of broken) this.#broken.delete(symbol);
    return results;
  }

  /** The next run over their symbols repairs these. @returns all symbols with runs that are left to repair */
  toRepair(runs: readonly BrokenRun[]): readonly string[] {
    for (const { symbol, run } of runs) {
      const known = this.#broken.get(symbol) ?? [];
      if (!known.includes(run)) this.#broken.set(symbol, [...known, run]);
    }
    return [...this.#broken.keys()];
  }

  /** Forgets the symbols that are others' to do. */
  keep(owns: (symbol: string) => boolean): void {
    for (const symbol of this.#broken.keys()) if (!owns(symbol)) this.#broken.delete(symbol);
  }

  /**
   * Runs that broke off and that no run has repaired: of the last two hours, since reading days of runs is expensive; with
   * `all` of a day.
   */
  broken(share: SymbolShare | null, all = false): Promise<BrokenRun[]> {
    return this.#store.reader.query<BrokenRun>(
      `SELECT CAST(symbol, 'String') AS symbol, run FROM ${TABLE}
       WHERE at > ${this.#now} - INTERVAL ${all ? '1 DAY' : '2 HOUR'} AND ${inShare(share)}
       GROUP BY symbol, run
       HAVING ${NEITHER_ENDED_NOR_BURIED} AND max(at) < ${this.#now} - INTERVAL ${SILENT_S} SECOND`,
      { ...shareParams(share), ...this.#nowParams() },
    );
  }

  /** @returns also the symbols where it met other runs, all of which had ended before it */
  async #once<T>(
    symbols: readonly string[],
    project: () => Promise<readonly T[]>,
  ): Promise<{ results: readonly T[]; met: string[] }> {
    if (this.#current) throw new Error(`${this.#current.symbols.join(', ')}: still being projected`);
    const run = randomUUID();
    await this.#record(symbols, run, 'begun');
    this.#current = { symbols, run, heardMs: this.#timers.monotonicMs() };
    try {
      const before = await this.#ended(symbols);
      const results = await project();
      // A failure leaves the run open on purpose: what it has written is not known.
      await this.#record(symbols, run, 'ended');
      return { results, met: await this.#endedLast(symbols, run, before) };
    } finally {
      this.#current = null;
    }
  }

  /** Runs of the symbols that have ended, as `symbol run`. */
  async #ended(symbols: readonly string[]): Promise<string[]> {
    const rows = await this.#store.reader.query<{ other: string }>(
      `SELECT concat(symbol, ' ', run) AS other FROM ${TABLE}
       WHERE symbol IN {symbols:Array(String)} AND at > ${this.#now} - ${LESS_RECENT}
       GROUP BY symbol, run HAVING NOT (${NEITHER_ENDED_NOR_BURIED})`,
      { symbols, ...this.#nowParams() },
    );
    return rows.map(({ other }) => other);
  }

  /** All but those that had ended before it are runs that it met: whatever they are dated, for clocks are set. */
  async #endedLast(symbols: readonly string[], run: string, before: readonly string[]): Promise<string[]> {
    const met = await this.#store.reader.query<{ symbol: string }>(
      `WITH (SELECT min(at) FROM ${TABLE} WHERE symbol IN {symbols:Array(String)} AND run = {run:String}) AS begun
       SELECT CAST(symbol, 'String') AS symbol
       FROM
       (
         SELECT symbol, run, ${NEITHER_ENDED_NOR_BURIED} AS open FROM ${TABLE}
         WHERE symbol IN {symbols:Array(String)} AND run != {run:String} AND at > least(begun, ${this.#now}) - ${RECENT}
         GROUP BY symbol, run
         HAVING NOT has({before:Array(String)}, concat(symbol, ' ', run))
       )
       GROUP BY symbol HAVING max(open) = 0`,
      { symbols, run, before, ...this.#nowParams() },
    );
    return met.map(({ symbol }) => symbol);
  }

  async #mayWrite(): Promise<void> {
    const current = this.#current;
    if (!current || this.#timers.monotonicMs() - current.heardMs < HEARTBEAT_MS) return;
    const { symbols, run } = current;
    await this.#record(symbols, run, 'working');
    const fenced = await this.#store.reader.query<{ symbol: string }>(
      `SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM ${TABLE}
       WHERE symbol IN {symbols:Array(String)} AND run = {run:String} AND state = 'barred'`,
      { symbols, run },
    );
    // Another try of the symbols is another run, and may.
    if (fenced.length > 0) {
      throw new StoreError(`another process has continued with ${fenced[0].symbol} meanwhile`, { kind: 'transient' });
    }
    current.heardMs = this.#timers.monotonicMs();
  }

  #record(symbols: readonly string[], run: string, state: string): Promise<void> {
    const at = this.#clock ? [(this.#clock.nowMs() / 1000).toFixed(3)] : [];
    const rows = symbols.map((symbol) => [symbol, run, state, ...at]);
    return this.#store.writer.insertRows(TABLE, ['symbol', 'run', 'state', ...at.map(() => 'at')], rows);
  }

  get #now(): string {
    return this.#clock ? "fromUnixTimestamp64Milli({nowMs:Int64}, 'UTC')" : 'now64(3)';
  }

  #nowParams(): Params {
    return this.#clock ? { nowMs: this.#clock.nowMs() } : {};
  }
}
