/**
 * Writes rows into a table. A failure that may pass is tried again with the same body and the same token; a body
 * that the store refuses for its content is halved until the bad row is alone; anything else is thrown.
 */
import { createHash } from 'node:crypto';
import { type RetryOptions, retry } from '../../lib/async.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import { classify, toStoreError } from '../../sql/errors.ts';
import type { Writer } from '../../sql/writer.ts';
import type { Refusal } from '../contract/events.ts';
import type { ChangedDays } from './events.ts';

export type RetryPolicy = Pick<
  RetryOptions,
  'attempts' | 'firstDelayMs' | 'maxDelayMs' | 'signal' | 'onRetry' | 'timers'
>;

/** About two minutes, then the failure is reported. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 30, firstDelayMs: 100, maxDelayMs: 5_000 };

/** The same, said each time. */
export function loggedRetry(logger: Logger): RetryPolicy {
  return {
    ...DEFAULT_RETRY,
    onRetry: ({ attempt, delayMs, error }) => logger.warn({ attempt, delayMs, err: error }, 'waiting for the store'),
  };
}

export function retryTransient<T>(task: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  return retry(task, { ...policy, isTransient: (error) => classify(error) === 'transient' });
}

/** Of the very bytes that are sent: the same batch sent again has the same token. */
export function tokenOf(body: string | readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of typeof body === 'string' ? [body] : body) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/** Rows of a batch that the store may refuse. The contract lets hardly any through: more is a fault of the store. */
const REFUSED_ROWS_MAX = 256;

/** Inserts so many rows; `part` makes the statement of a range. About 2 log2(n) further statements for each bad row. */
export async function insertParts(
  rows: number,
  policy: RetryPolicy,
  part: (from: number, to: number) => { readonly dedupToken: string; readonly send: () => Promise<void> },
) {
  const refused: { readonly index: number; readonly message: string }[] = [];

  async function attempt(from: number, to: number): Promise<string> {
    const { dedupToken, send } = part(from, to);
    try {
      await retryTransient(send, policy);
    } catch (error) {
      if (classify(error) !== 'poison' || refused.length >= REFUSED_ROWS_MAX) throw error;
      if (to - from === 1) {
        refused.push({ index: from, message: toStoreError(error).message });
      } else {
        const middle = (from + to) >> 1;
        await attempt(from, middle);
        await attempt(middle, to);
      }
    }
    return dedupToken;
  }

  const token = rows > 0 ? await attempt(0, rows) : tokenOf('');
  return { token, refused };
}

/** Inserts TSV lines (each with its end). */
export function insertLines(
  writer: Writer,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
  policy: RetryPolicy,
) {
  return insertParts(lines.length, policy, (from, to) => {
    const body = lines.slice(from, to).join('');
    const dedupToken = tokenOf(body);
    return { dedupToken, send: () => writer.insertText(table, columns, 'TSV', body, { dedupToken }) };
  });
}

export interface TableOutcome {
  /** Indices of the events that are rows now and were not before. */
  landed: number[];
  /** Of the events that are not written as their revision is below the stored one, whose values are others. */
  lost: number[];
  /** By index of the event. */
  refused: Map<number, Refusal>;
  changed: ChangedDays[];
  token: string;
}

const DAY_COLUMNS = ['kind', 'symbol', 'interval', 'day', 'rows', 'fingerprint'];

export interface Touched {
  readonly kind: string;
  readonly symbol: string;
  /** Of bars. */
  readonly interval?: string;
  readonly day: number;
  /** Why: the same reason again is the same mark. */
  readonly reason: readonly (string | number)[];
}

/** Day of kind `actions` that is marked as changed when an operator sets the class or `adjusted_through` of a symbol. */
export const SETTINGS_DAY = 0;

/** Marks days as changed on which the store has seen no insert, or nobody knows whether it has. */
export async function touchDays(writer: Writer, days: readonly Touched[]): Promise<void> {
  const rows = days.map(({ kind, symbol, interval = '', day, reason }) => {
    const fingerprint = createHash('sha256').update(reason.join('\0')).digest().readBigUInt64LE();
    return [kind, symbol, interval, isoDate(day), 1, fingerprint];
  });
  await writer.insertRows('market.day_log', DAY_COLUMNS, rows);
}

export class DayCollector {
  readonly #days = new Map<string, { kind: ChangedDays['kind']; symbol: string; days: Set<number> }>();

  add(kind: ChangedDays['kind'], symbol: string, day: number): void {
    getOrMake(this.#days, `${kind} ${symbol}`, () => ({ kind, symbol, days: new Set<number>() })).days.add(day);
  }

  addAll(changed: readonly ChangedDays[]): void {
    for (const { kind, symbol, days } of changed) for (const day of days) this.add(kind, symbol, day);
  }

  list(): ChangedDays[] {
    return [...this.#days.values()].map(({ kind, symbol, days }) => ({
      kind,
      symbol,
      days: [...days].sort((a, b) => a - b),
    }));
  }
}
