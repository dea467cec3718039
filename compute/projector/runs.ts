/**
 * Runs of the projector over one symbol, where several processes share a store. A row of an older state never
 * replaces one of a newer: its version is lower. What is left is the row that only the older run has made, after the
 * newer one looked. So runs note their beginnings and ends in the store, and whoever ends last of those that met
 * compares the symbol once more. Of a run that broke off, a sweep does; until that is done the run may not write.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import type { Writer } from '../../sql/writer.ts';
import { inShare, type SymbolShare, shareParams } from './share.ts';

/** A run that has said nothing for so long has broken off. */
const SILENT_S = 60;
/** A run says that it is there before a write where it has been silent for this long. */
const SAY_AGAIN_MS = 20_000;
/** A run says that it is there much more often than that. */
const RECENT = 'INTERVAL 5 MINUTE';
/** Runs that ended at one moment see each other: they do not look again at one moment. */
const APART_MS = 250;
/** How often one call compares again; then the sweep goes on. */
const MAX_LOOKS = 4;

const TABLE = 'market.projection_runs';
const NEITHER_ENDED_NOR_BURIED = "countIf(state IN ('ended', 'buried')) = 0";

export interface BrokenRun {
  readonly symbol: string;
  readonly run: string;
}

interface Current {
  readonly symbol: string;
  readonly run: string;
  heardMs: number;
}

export interface RunsOptions {
  readonly store: Store;
  /** For tests: a clock that never goes back, ms. */
  readonly monotonicMs?: () => number;
}

export class ProjectionRuns {
  readonly #store: Store;
  readonly #monotonicMs: () => number;
  #current: Current | null = null;

  constructor({ store, monotonicMs = () => performance.now() }: RunsOptions) {
    this.#store = store;
    this.#monotonicMs = monotonicMs;
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
   * Runs `project`, and once more with `again` set for each time that it met another run and ended last. One at a
   * time in a process.
   */
  async during<T>(symbol: string, project: (again: boolean) => Promise<T>): Promise<T> {
    let done = await this.#once(symbol, () => project(false));
    for (let looks = 1; done.met && looks < MAX_LOOKS; looks++) {
      await sleep(Math.random() * APART_MS);
      const before = done.result;
      done = await this.#once(symbol, () => project(true));
      done = { ...done, result: done.result ?? before };
    }
    return done.result;
  }

  /**
   * Runs that broke off and that nobody has made good for. Days of runs are much to look through: only the last hours,
   * unless `all` of what is kept is asked for.
   */
  broken(share: SymbolShare | null, all = false): Promise<BrokenRun[]> {
    return this.#store.reader.query<BrokenRun>(
      `SELECT CAST(symbol, 'String') AS symbol, run FROM ${TABLE}
       WHERE at > now64(3) - INTERVAL ${all ? '1 DAY' : '2 HOUR'} AND ${inShare(share)}
       GROUP BY symbol, run
       HAVING ${NEITHER_ENDED_NOR_BURIED} AND max(at) < now64(3) - INTERVAL ${SILENT_S} SECOND`,
      shareParams(share),
    );
  }

  /** Compares a symbol for the runs of it that broke off. */
  async makeGood<T>(symbol: string, runs: readonly string[], compare: () => Promise<T>): Promise<T> {
    for (const run of runs) await this.#note(symbol, run, 'barred');
    const done = await this.during(symbol, compare);
    for (const run of runs) await this.#note(symbol, run, 'buried');
    return done;
  }

  async #once<T>(symbol: string, project: () => Promise<T>): Promise<{ result: T; met: boolean }> {
    if (this.#current) throw new Error(`${this.#current.symbol} is still being projected`);
    const run = randomUUID();
    await this.#note(symbol, run, 'begun');
    this.#current = { symbol, run, heardMs: this.#monotonicMs() };
    try {
      const others = await this.#unended(symbol, run);
      const result = await project();
      // A failure leaves the run open on purpose: what it has written is not known.
      await this.#note(symbol, run, 'ended');
      return { result, met: await this.#endedLast(symbol, run, others) };
    } finally {
      this.#current = null;
    }
  }

  async #unended(symbol: string, run: string): Promise<string[]> {
    const rows = await this.#store.reader.query<{ run: string }>(
      `SELECT run FROM ${TABLE} WHERE symbol = {symbol:String} AND run != {run:String} AND at > now64(3) - ${RECENT}
       GROUP BY run HAVING ${NEITHER_ENDED_NOR_BURIED}`,
      { symbol, run },
    );
    return rows.map((row) => row.run);
  }

  /** It met others, and all of them have ended before it. */
  async #endedLast(symbol: string, run: string, others: readonly string[]): Promise<boolean> {
    const met = await this.#store.reader.query<{ open: number }>(
      `WITH (SELECT min(at) FROM ${TABLE} WHERE symbol = {symbol:String} AND run = {run:String}) AS begun
       SELECT ${NEITHER_ENDED_NOR_BURIED} AS open FROM ${TABLE}
       WHERE symbol = {symbol:String} AND run != {run:String} AND at > begun - ${RECENT}
       GROUP BY run
       HAVING has({others:Array(String)}, run) OR min(at) >= begun`,
      { symbol, run, others },
    );
    return met.length > 0 && met.every(({ open }) => open === 0);
  }

  async #mayWrite(): Promise<void> {
    const current = this.#current;
    if (!current || this.#monotonicMs() - current.heardMs < SAY_AGAIN_MS) return;
    const { symbol, run } = current;
    await this.#note(symbol, run, 'working');
    const [{ barred }] = await this.#store.reader.query<{ barred: number }>(
      `SELECT countIf(state = 'barred') AS barred FROM ${TABLE} WHERE symbol = {symbol:String} AND run = {run:String}`,
      { symbol, run },
    );
    // Another try of the symbol is another run, and may.
    if (barred > 0) throw new StoreError(`others have gone on with ${symbol} meanwhile`, { kind: 'transient' });
    current.heardMs = this.#monotonicMs();
  }

  #note(symbol: string, run: string, state: string): Promise<void> {
    return this.#store.writer.insertRows(TABLE, ['symbol', 'run', 'state'], [[symbol, run, state]]);
  }
}
