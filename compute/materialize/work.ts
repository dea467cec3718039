/**
 * Works off what the schedule names: one symbol, or several that are small together. Where that
 * fails they are tried one by one, and a symbol that fails by itself is quarantined.
 */
import type { Logger } from 'pino';
import type { Clock, Timers } from '../../lib/clock.ts';
import { counter, histogram } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { inShare, type SymbolShare, shareParams } from '../evaluation/behind.ts';
import { KernelError } from '../evaluation/evaluation.ts';
import { ImplausibleActions } from '../market/bars.ts';
import type { Projected, Projector, RebuildOptions } from './projector.ts';
import type { Schedule } from './schedule.ts';

export interface ProjectionServiceOptions {
  readonly store: Store;
  readonly projector: Projector;
  readonly logger: Logger;
  /** After each symbol whose records changed. */
  readonly onUpdated: (symbol: string) => void;
  /** A non-transient error of the store: the program ends. */
  readonly onFatal: (error: unknown) => void;
  /** Which symbols are this process's to do; all by default. */
  readonly owner?: Owner;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Rows of the log of days that one statement of the reconciliation looks at. */
  readonly sliceRows?: number;
}

/** Which symbols are a process's to do. The two say the same. */
export interface Owner {
  owns(symbol: string): boolean;
  share(): SymbolShare;
}

interface WorkOptions {
  readonly schedule: Schedule;
  readonly quarantine: Quarantine;
  readonly projector: Projector;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly onUpdated: (symbol: string) => void;
}

const projectionSeconds = histogram(
  'projection_symbol_seconds',
  'From the start of a symbol to its records being up to date',
  [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
);
const projectionTries = counter('projection_tries_total', 'Symbols taken up, by how that ended', ['outcome']);

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

  /** Computes the symbols that are due next. @returns false without any. @throws what is no symbol's own failure */
  async next(): Promise<boolean> {
    const { schedule } = this.#options;
    const next = schedule.next(this.#nowMs);
    if (next.length === 0) return false;
    const symbols = schedule.begin(await this.#fitting(next));
    try {
      if (symbols.length > 0) await this.#bringUp(symbols);
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

  async #bringUp(symbols: readonly string[]): Promise<void> {
    const { schedule, logger } = this.#options;
    const beganMs = this.#nowMs;
    const all = await this.project(symbols);
    schedule.computed(symbols, beganMs, this.#nowMs);
    const seconds = (this.#nowMs - beganMs) / 1000;
    for (const [i, done] of all.entries()) {
      await this.lift(symbols[i]);
      if (!done) continue;
      projectionSeconds.observe(seconds);
      logger.debug({ symbol: symbols[i], ...done, seconds }, 'records are up to date');
    }
  }

  /** A result a symbol; null: nothing was to do. @param rebuild records are recomputed whatever the store says of them */
  async project(symbols: readonly string[], rebuild?: RebuildOptions): Promise<readonly (Projected | null)[]> {
    const { projector, onUpdated } = this.#options;
    const results = await projector.projectAll(symbols, rebuild);
    for (const [i, done] of results.entries()) if (done) onUpdated(symbols[i]);
    return results;
  }

  async lift(symbol: string): Promise<void> {
    this.#options.schedule.release(symbol);
    await this.#options.quarantine.lift(symbol);
  }

  /** The first of these symbols, and of the others as many as are small together. */
  async #fitting(symbols: readonly string[]): Promise<readonly string[]> {
    if (symbols.length < 2) return symbols;
    const { projector } = this.#options;
    const rows = await projector.rowsToRead(symbols);
    let sum = 0;
    return symbols.filter((symbol, i) => {
      const own = rows.get(symbol) ?? 0;
      if (i > 0 && sum + own > ROWS_TOGETHER) return false;
      sum += own;
      return true;
    });
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

/**
 * The list of symbols whose computation fails, in the store, where `status` finds it, whichever process it runs in. Such a
 * symbol is not tried again until its inputs change, a restart or a rebuild; the others continue.
 */

export interface Quarantined {
  readonly symbol: string;
  /** Whose computation failed; null where it was not one statistic's. */
  readonly statistic: string | null;
  readonly message: string;
  /** When it failed first, epoch ms. */
  readonly sinceMs: number;
  /** It failed on what is stored now: nothing has landed since. */
  readonly isCurrent: boolean;
}

const TABLE = 'market.quarantined_symbols';
const COLUMNS = ['symbol', 'statistic', 'message', 'since', 'landed', 'version', 'is_deleted'];
const MESSAGE_CHARS = 500;

/** Whether a failure is one symbol's: a kernel failed on its data, or its corporate actions cannot be true. */
const isOfSymbol = (error: unknown) => error instanceof KernelError || error instanceof ImplausibleActions;

export async function listQuarantined(reader: Reader, share: SymbolShare | null = null): Promise<Quarantined[]> {
  const rows = await reader.query<{ statistic: string; is_current: number } & Omit<Quarantined, 'statistic'>>(
    `SELECT CAST(q.symbol, 'String') AS symbol, CAST(q.statistic, 'String') AS statistic, q.message AS message,
       toUnixTimestamp64Milli(q.since) AS sinceMs, q.landed = l.landed AS is_current
     FROM (SELECT * FROM ${TABLE} FINAL WHERE ${inShare(share)}) AS q
     LEFT JOIN
     (
       SELECT symbol, sum(rows) AS landed FROM market.day_log
       WHERE symbol IN (SELECT symbol FROM ${TABLE} FINAL WHERE ${inShare(share)}) GROUP BY symbol
     ) AS l ON l.symbol = q.symbol
     ORDER BY symbol`,
    shareParams(share),
  );
  return rows.map(({ statistic, is_current, ...row }) => ({
    ...row,
    statistic: statistic || null,
    isCurrent: is_current === 1,
  }));
}

export class Quarantine {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Those that the store lists, as far as this process knows. */
  readonly #listed = new Set<string>();

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  forget(): void {
    this.#listed.clear();
  }

  async add(symbol: string, error: unknown): Promise<void> {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MESSAGE_CHARS);
    const statistic = error instanceof KernelError ? error.statistic : '';
    const [{ landed }] = await this.#store.writer.query<{ landed: number }>(
      'SELECT sum(rows) AS landed FROM market.day_log WHERE symbol = {symbol:String}',
      { symbol },
    );
    const known = await this.#stored(symbol);
    const since = known.is_deleted === 0 ? known.since : this.#clock.nowMs();
    await this.#write([symbol, statistic, message, (since / 1000).toFixed(3), landed, known.version + 1, 0]);
    this.#listed.add(symbol);
  }

  async lift(symbol: string): Promise<void> {
    if (!this.#listed.has(symbol)) return;
    const { version, is_deleted, since } = await this.#stored(symbol);
    if (is_deleted === 0) await this.#write([symbol, '', '', (since / 1000).toFixed(3), 0, version + 1, 1]);
    this.#listed.delete(symbol);
  }

  /** What the store lists of these symbols: entries of other processes, too. */
  async refresh(share: SymbolShare | null): Promise<Quarantined[]> {
    const listed = await listQuarantined(this.#store.reader, share);
    for (const { symbol } of listed) this.#listed.add(symbol);
    return listed;
  }

  /** No version yet: never listed. */
  async #stored(symbol: string): Promise<{ version: number; is_deleted: number; since: number }> {
    const [row] = await this.#store.writer.query<{ version: number; is_deleted: number; since: number }>(
      `SELECT version, if(version = 0, 1, is_deleted) AS is_deleted, since FROM
       (
         SELECT max(version) AS version, argMax(q.is_deleted, q.version) AS is_deleted,
           toUnixTimestamp64Milli(argMax(q.since, q.version)) AS since
         FROM ${TABLE} AS q WHERE symbol = {symbol:String}
       )`,
      { symbol },
    );
    return row;
  }

  #write(row: readonly (string | number)[]): Promise<void> {
    return this.#store.writer.insertRows(TABLE, COLUMNS, [row]);
  }
}
