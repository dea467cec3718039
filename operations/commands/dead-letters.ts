/** Commands on dead letters: list, show one, replay after a fix, purge. */

import {
  DEAD_LETTER_TOPIC,
  EVENT_TOPICS,
  isEventTopic,
  type Reason,
  type Refusal,
  refuse,
} from '../../ingest/contract/events.ts';
import { deadLetterLine, insertDeadLetterLines, originalValue } from '../../ingest/landing/dead-letters.ts';
import type { LogEvent } from '../../ingest/landing/events.ts';
import { DEFAULT_RETRY } from '../../ingest/landing/insert.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { isCollected } from '../../ingest/landing/ranks.ts';
import { type DeadLetterRow, deadLettersTable } from '../../ingest/landing/tables.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { ArgumentsOf } from '../commands.ts';
import type { Projection } from '../deployment/projection.ts';
import type { Handlers } from '../handlers.ts';
import { notDone, type OperationContext, usageError, waitedFor } from '../operation.ts';

/** Which dead letters: all of these conditions; every dead letter where there is none. */
interface DeadLetterSelection {
  ids?: readonly string[];
  reason?: string;
}

/** The row of an import's dead letter: if it was never produced, only the row gives its order. */
const rowOf = (position: string) => `toUInt64OrZero(extract(${position}, '[0-9]+'))`;
const ROW = rowOf('position');
/** Payloads are up to a megabyte each. */
const REPLAY_BATCH = 200;

function where({ ids, reason }: DeadLetterSelection): { sql: string; params: Params } {
  const conditions: [sql: string, params: Params][] = [];
  if (ids?.length) conditions.push(['id IN {ids:Array(String)}', { ids }]);
  if (reason !== undefined) conditions.push(['reason = {reason:String}', { reason }]);
  return {
    sql: conditions.map(([sql]) => sql).join(' AND ') || '1',
    params: Object.assign({}, ...conditions.map(([, params]) => params)),
  };
}

const shown = ({ id, receivedAtMs, rank: _, version: __, deleted: ___, ...rest }: DeadLetterRow) => ({
  id,
  received_at: new Date(receivedAtMs).toISOString(),
  ...rest,
});

export class DeadLetters {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, { clock = systemClock }: { clock?: Clock } = {}) {
    this.#store = store;
    this.#clock = clock;
  }

  #select(condition: string, params: Params, limit: number, order: string): Promise<DeadLetterRow[]> {
    const clauses = `FINAL WHERE ${condition} ORDER BY ${order} LIMIT {limit:UInt32}`;
    return deadLettersTable.select(this.#store.reader, clauses, { ...params, limit });
  }

  async count(selection: DeadLetterSelection = {}): Promise<number> {
    const { sql, params } = where(selection);
    const query = `SELECT count() AS n FROM market.dead_letters FINAL WHERE ${sql}`;
    return (await this.#store.reader.query<{ n: number }>(query, params))[0].n;
  }

  /** The newest first. */
  async list({ reason, limit = 100 }: { reason?: string; limit?: number } = {}) {
    const { sql, params } = where({ reason });
    const order = `received_at DESC, topic, partition, offset DESC, ${ROW} DESC, id`;
    return (await this.#select(sql, params, limit, order)).map(shown);
  }

  /** `null` where there is no such dead letter. */
  async show(id: string) {
    const [deadLetter] = await this.#select('id = {id:String}', { id }, 1, 'id');
    return deadLetter ? shown(deadLetter) : null;
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const query = 'SELECT id FROM market.dead_letters FINAL WHERE id IN {ids:Array(String)}';
    const found = new Set((await this.#store.reader.query<{ id: string }>(query, { ids })).map(({ id }) => id));
    return ids.filter((id) => !found.has(id));
  }

  /**
   * Lands the originals again, each judged by the clock of its first time and with the rank that it had. What
   * is accepted is removed; what is rejected again stays, with its new reason. Oldest first: of two dead letters of
   * one bar the later wins.
   */
  async replay(
    landing: Pick<Landing, 'landAgain'>,
    selection: DeadLetterSelection = {},
    onAccepted: (event: LogEvent) => void = () => {},
  ) {
    const { sql, params } = where(selection);
    const result = { replayed: 0, dead_letters: {} as Partial<Record<Reason, number>> };
    let after: Params = { ms: 0, topic: '', partition: 0, offset: 0, position: '', id: '' };
    const cursor = `(toUnixTimestamp64Milli(received_at), toString(topic), partition, offset, ${ROW}, id)
      > ({ms:Int64}, {topic:String}, {partition:UInt16}, {offset:UInt64}, ${rowOf('{position:String}')}, {id:String})`;
    for (;;) {
      const order = `received_at, toString(topic), partition, offset, ${ROW}, id`;
      const batch = await this.#select(`${sql} AND ${cursor}`, { ...params, ...after }, REPLAY_BATCH, order);
      if (batch.length === 0) return result;
      for (const { event, refusal } of await this.#replayBatch(landing, batch)) {
        if (refusal) {
          result.dead_letters[refusal.reason] = (result.dead_letters[refusal.reason] ?? 0) + 1;
          continue;
        }
        result.replayed++;
        onAccepted(event);
      }
      const { receivedAtMs: ms, topic, partition, offset, position, id } = batch[batch.length - 1];
      after = { ms, topic, partition, offset, position, id };
    }
  }

  async #replayBatch(landing: Pick<Landing, 'landAgain'>, deadLetters: readonly DeadLetterRow[]) {
    const known = deadLetters.filter(({ topic }) => isEventTopic(topic));
    const events = known.map((deadLetter): LogEvent => {
      const { topic, partition, offset, rank, key, source, position, receivedAtMs: timestampMs } = deadLetter;
      const value = originalValue(deadLetter);
      const place = { topic: topic as LogEvent['topic'], partition, offset, rank, isCollected: isCollected(rank) };
      const event = { ...place, key, value, source, position, timestampMs };
      // No column of such a row is known: it can only be fixed in its file.
      return deadLetter.reason === 'malformed_row'
        ? { ...event, refused: refuse('malformed_row', deadLetter.message) }
        : event;
    });
    const refusals = await landing.landAgain(events);
    const lines = refusals.flatMap((refusal, i) => this.#lineAfter(known[i], refusal) ?? []);
    await insertDeadLetterLines(this.#store.writer, lines, DEFAULT_RETRY);
    return refusals.map((refusal, i) => ({ event: events[i], refusal }));
  }

  /** Returns the new row of a replayed dead letter; null if it stays as it is. */
  #lineAfter(stored: DeadLetterRow, refusal: Refusal | null): string | null {
    const version = Math.max(this.#clock.nowMs(), stored.version + 1);
    const deadLetter = { ...stored, reason: stored.reason as Reason };
    if (!refusal) return deadLetterLine(deadLetter, version, true);
    if (refusal.reason === stored.reason && refusal.message === stored.message) return null;
    return deadLetterLine({ ...deadLetter, reason: refusal.reason, message: refusal.message }, version);
  }

  /** Removes dead letters for good: a re-delivery of the same record does not bring them back. Answers how many. */
  async purge(selection: DeadLetterSelection = {}): Promise<number> {
    const { sql, params } = where(selection);
    const purged = await this.count(selection);
    await this.#store.writer.command(
      `INSERT INTO market.dead_letters
         (id, received_at, topic, partition, offset, rank, key, reason, message, payload, source, position, version, is_deleted)
       SELECT id, received_at, topic, partition, offset, rank, key, reason, message, '', source, position,
         greatest({now:UInt64}, version + 1), 1
       FROM market.dead_letters FINAL WHERE ${sql}`,
      { ...params, now: this.#clock.nowMs() },
    );
    return purged;
  }
}

/** The symbol that an event names; empty if it names none. */
export function symbolIn(value: Buffer | string | null): string {
  try {
    const { symbol } = JSON.parse(value?.toString() ?? '');
    return typeof symbol === 'string' ? symbol : '';
  } catch {
    return '';
  }
}

export function deadLetterOperations(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly landing: Pick<Landing, 'landAgain' | 'registry'>;
  readonly projection: Pick<Projection, 'settled'>;
  /** The log, on servers. */
  readonly log:
    | (Pick<Landing, 'landAgain'> & {
        landed(topics: readonly string[], onProgress: OperationContext['progress']): Promise<void>;
      })
    | null;
}): Handlers<'dlq'> {
  const deadLetters = new DeadLetters(parts.store, { clock: parts.clock });

  /** Named dead letters are there, all of them, or nothing is done. */
  async function present(selection: DeadLetterSelection): Promise<DeadLetterSelection> {
    const missing = await deadLetters.missing(selection.ids ?? []);
    if (missing.length > 0) throw notDone(`there is no dead letter ${missing.join(', ')}`);
    return selection;
  }

  /** Purging takes ids, a filter, or `all`. */
  async function toPurge({ all, ...rest }: ArgumentsOf<'dlq.purge'>): Promise<DeadLetterSelection> {
    const isFiltered = rest.reason !== undefined || (rest.ids?.length ?? 0) > 0;
    if (!isFiltered && !all) throw usageError('dlq purge: name ids, filter by --reason, or give --all');
    if (isFiltered && all) throw usageError('--all: cannot be combined with ids or --reason');
    return present(rest);
  }

  return {
    'dlq.list': async (wish) => ({ dead_letters: await deadLetters.list(wish) }),
    async 'dlq.show'({ id }) {
      const deadLetter = await deadLetters.show(id);
      if (!deadLetter) throw notDone(`there is no dead letter ${id}`);
      return { dead_letters: [deadLetter] };
    },
    async 'dlq.replay'(selection, context) {
      const { landing, log } = parts;
      const symbols = new Set<string>();
      const done = await deadLetters.replay(log ?? landing, await present(selection), ({ value }) => {
        const symbol = landing.registry.resolve(symbolIn(value));
        if (symbol !== null) symbols.add(symbol);
      });
      const waited = await waitedFor(async () => {
        await log?.landed([...EVENT_TOPICS, DEAD_LETTER_TOPIC], context.progress);
        await parts.projection.settled(symbols, context.progress);
      }, context);
      return { ...done, ...waited };
    },
    'dlq.purge': async (wish) => ({ purged: await deadLetters.purge(await toPurge(wish)) }),
  };
}
