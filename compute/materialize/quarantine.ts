/**
 * The list of symbols whose computation fails, in the store, where `status` finds it, whichever process it runs in. Such a
 * symbol is not tried again until its inputs change, a restart or a rebuild; the others continue.
 */

import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { classify, StoreError } from '../../sql/errors.ts';
import type { Reader } from '../../sql/reader.ts';
import { KernelError } from '../evaluation/evaluation.ts';
import { inShare, type SymbolShare, shareParams } from '../evaluation/share.ts';

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

/** Failures that are one symbol's: its computation, or rows that the store refuses. Others concern all of them. */
export function isOfSymbol(error: unknown): boolean {
  return error instanceof StoreError ? classify(error) === 'poison' : true;
}

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

  /** Forgets which symbols the store lists. */
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

  /** It has been computed. */
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
