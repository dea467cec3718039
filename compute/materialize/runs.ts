/**
 * Runs of the projector over symbols, where several processes share a store. A row of an older state never
 * replaces one of a newer: its version is lower. What is left is the row that only the older run has made, after the
 * newer one looked. So runs note their beginnings and ends in the store, and whoever ends last of those that met
 * compares the symbol once more. Of a run that broke off, a reconciliation does; until that is done the run may not write.
 */
import { randomUUID } from 'node:crypto';
import { type Clock, systemTimers, type Timers } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import type { Params } from '../../sql/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { inShare, type SymbolShare, shareParams } from '../engine/share.ts';

/** A run that has said nothing for so long has broken off. */
const SILENT_S = 60;
/** A run renews its heartbeat before a write if the last one is older than this. */
const SAY_AGAIN_MS = 20_000;
/** Heartbeats come much more often than that. */
const RECENT = 'INTERVAL 5 MINUTE';
/** Whoever asks which of the recent ones had ended before has to know of more than those. */
const LESS_RECENT = 'INTERVAL 10 MINUTE';
/** Runs that ended at one moment see each other: they do not look again at one moment. */
const APART_MS = 250;
/** How often one call compares again; then the reconciliation continues. */
const MAX_LOOKS = 4;

const TABLE = 'market.projection_runs';
const NEITHER_ENDED_NOR_BURIED = "countIf(state IN ('ended', 'buried')) = 0";

export interface BrokenRun {
  readonly symbol: string;
  readonly run: string;
}

interface Current {
  readonly symbols: readonly string[];
  readonly run: string;
  heardMs: number;
}

export interface RunsOptions {
  readonly store: Store;
  /** What the notes of runs are dated by; the store's own clock by default, since processes' clocks differ. */
  readonly clock?: Clock;
  readonly timers?: Timers;
}

export class ProjectionRuns {
  readonly #store: Store;
  readonly #clock: Clock | undefined;
  readonly #timers: Timers;
  #current: Current | null = null;

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

  /** `duringAll` for one symbol. */
  async during<T>(symbol: string, project: (again: boolean) => Promise<T>): Promise<T> {
    return (await this.duringAll([symbol], async (_, again) => [await project(again)]))[0];
  }

  /**
   * Runs `project` over the symbols; then, with `again` set, over those where it met another run and ended last. It
   * answers a result a symbol; where there is none the second time, the first one's. One at a time in a process.
   */
  async duringAll<T>(
    symbols: readonly string[],
    project: (symbols: readonly string[], again: boolean) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const first = await this.#once(symbols, () => project(symbols, false));
    const results = [...first.results];
    let { met } = first;
    for (let looks = 1; met.length > 0 && looks < MAX_LOOKS; looks++) {
      await this.#timers.sleep(this.#timers.random() * APART_MS);
      const compared = met;
      const once = await this.#once(compared, () => project(compared, true));
      for (const [i, result] of once.results.entries()) {
        if (result !== null) results[symbols.indexOf(compared[i])] = result;
      }
      met = once.met;
    }
    // Left open, as a run that broke off: the reconciliation continues with these.
    if (met.length > 0) await this.#note(met, randomUUID(), 'begun');
    return results;
  }

  /**
   * Runs that broke off and that nobody has made up for. Days of runs are much to look through: only the last hours,
   * unless `all` of what is kept is asked for.
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

  /** Compares a symbol for the runs of it that broke off. */
  async makeGood<T>(symbol: string, runs: readonly string[], compare: () => Promise<T>): Promise<T> {
    for (const run of runs) await this.#note([symbol], run, 'barred');
    const done = await this.during(symbol, compare);
    for (const run of runs) await this.#note([symbol], run, 'buried');
    return done;
  }

  /** @returns also the symbols where it met other runs, all of which had ended before it */
  async #once<T>(
    symbols: readonly string[],
    project: () => Promise<readonly T[]>,
  ): Promise<{ results: readonly T[]; met: string[] }> {
    if (this.#current) throw new Error(`${this.#current.symbols.join(', ')}: still being projected`);
    const run = randomUUID();
    await this.#note(symbols, run, 'begun');
    this.#current = { symbols, run, heardMs: this.#timers.monotonicMs() };
    try {
      const before = await this.#ended(symbols);
      const results = await project();
      // A failure leaves the run open on purpose: what it has written is not known.
      await this.#note(symbols, run, 'ended');
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
    if (!current || this.#timers.monotonicMs() - current.heardMs < SAY_AGAIN_MS) return;
    const { symbols, run } = current;
    await this.#note(symbols, run, 'working');
    const barred = await this.#store.reader.query<{ symbol: string }>(
      `SELECT DISTINCT CAST(symbol, 'String') AS symbol FROM ${TABLE}
       WHERE symbol IN {symbols:Array(String)} AND run = {run:String} AND state = 'barred'`,
      { symbols, run },
    );
    // Another try of the symbols is another run, and may.
    if (barred.length > 0) {
      throw new StoreError(`others have gone on with ${barred[0].symbol} meanwhile`, { kind: 'transient' });
    }
    current.heardMs = this.#timers.monotonicMs();
  }

  #note(symbols: readonly string[], run: string, state: string): Promise<void> {
    const at = this.#clock ? [(this.#clock.nowMs() / 1000).toFixed(3)] : [];
    const rows = symbols.map((symbol) => [symbol, run, state, ...at]);
    return this.#store.writer.insertRows(TABLE, ['symbol', 'run', 'state', ...at.map(() => 'at')], rows);
  }

  /** The present in SQL. */
  get #now(): string {
    return this.#clock ? "fromUnixTimestamp64Milli({nowMs:Int64}, 'UTC')" : 'now64(3)';
  }

  #nowParams(): Params {
    return this.#clock ? { nowMs: this.#clock.nowMs() } : {};
  }
}
