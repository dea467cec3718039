/**
 * Pushed events on their way to the log: judged before they are produced. What is refused is a dead letter at once,
 * what the store has already is a duplicate, the rest is produced and lands as anything else in the log does.
 */
import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import {
  type BarRow,
  type Bounds,
  DEFAULT_BOUNDS,
  decode,
  type EventRow,
  type EventTopic,
  type IdRow,
  isBar,
  isBarTable,
  isNews,
  type LandingTable,
  type Refusal,
  rowsOf,
} from '../contract/index.ts';
import type { ImportTarget } from '../imports.ts';
import { deadLetterOf } from '../landing/dead-letters.ts';
import {
  addCounts,
  type DeadLetterSink,
  emptyResult,
  type LandingResult,
  type LogEvent,
  type PushedEvent,
  type PushedEvents,
  type PushOptions,
} from '../landing/index.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { Rejections } from '../landing/metrics.ts';
import { batchesOf } from '../landing/push.ts';
import { judgeAll, type Verdict } from '../landing/select.ts';
import {
  currentEvents,
  keyOf,
  outranks,
  readStoredBars,
  readStoredEvents,
  type StoredRows,
} from '../landing/stored.ts';
import type { Registry } from '../registry.ts';
import { HEADERS } from './events.ts';
import type { OutgoingRecord, Producer } from './port.ts';
import { inBatches } from './sending.ts';
import type { SentTo } from './waiting.ts';

export interface LogImportOptions {
  readonly store: Store;
  /** A copy of its own: what it registers is a guess at what landing will. Never stored. */
  readonly registry: Registry;
  readonly producer: Producer;
  readonly deadLetters: DeadLetterSink;
  readonly clock: Clock;
  readonly logger?: Logger;
  readonly bounds?: Bounds;
  /** How long a store that is unavailable is waited for. */
  readonly retry: RetryPolicy;
  readonly sent: SentTo;
  /** Waits until all that was sent so far has landed. */
  readonly landed: () => Promise<void>;
}

const BATCH_CHARS_MAX = 16 * 1024 * 1024;
/** Rows that are produced and may not be in the store yet; with more than these the import waits. */
const UNSEEN_MAX = 262_144;

interface Judged {
  readonly event: LogEvent;
  readonly row: EventRow;
}

export class LogImport implements ImportTarget {
  readonly #options: LogImportOptions;
  /** What was produced by this import and may not be seen in the store yet. */
  readonly #unseen = new Map<LandingTable, StoredRows>();
  /** Symbols whose statistics change by it. */
  readonly symbols = new Set<string>();
  readonly #rejections: Rejections;
  #order = 0;

  constructor(options: LogImportOptions) {
    this.#options = options;
    this.#rejections = new Rejections(options.logger ?? silentLogger);
  }

  get registry(): Registry {
    return this.#options.registry;
  }

  async landEvents(
    topic: EventTopic,
    events: PushedEvents,
    { signal, onBatch, importId }: PushOptions = {},
  ): Promise<LandingResult> {
    const total = emptyResult();
    for await (const { events: batch } of batchesOf(events, BATCH_CHARS_MAX)) {
      signal?.throwIfAborted();
      const part = await this.#produce(topic, batch, importId, signal);
      addCounts(total, part);
      onBatch?.(part);
    }
    return total;
  }

  /** Events whose dead letters are replayed, in bounded batches: each produced, or why not, in their order. */
  async produceAgain(events: readonly LogEvent[]): Promise<(Refusal | null)[]> {
    const refusals: (Refusal | null)[] = events.map(() => null);
    const accepted: Judged[] = [];
    events.forEach((event, i) => {
      const judged = this.#judge({ ...event, offset: this.#order++ });
      if ('reason' in judged) refusals[i] = judged;
      else accepted.push({ event, row: judged });
    });
    for (const [table, judged] of grouped(accepted, ({ row }) => row.table)) await this.#produceTable(table, judged);
    return refusals;
  }

  async #produce(
    topic: EventTopic,
    pushed: readonly PushedEvent[],
    importId?: string,
    signal?: AbortSignal,
  ): Promise<LandingResult> {
    const { deadLetters, registry, retry } = this.#options;
    const result = emptyResult();
    const refused: { event: LogEvent; refusal: Refusal }[] = [];
    const accepted: Judged[] = [];
    await retryTransient(() => registry.refreshIfStale(), retry);
    for (const one of pushed) {
      const event = this.#placed(topic, one, importId);
      const judged = this.#judge(event);
      if ('reason' in judged) refused.push({ event, refusal: judged });
      else accepted.push({ event, row: judged });
    }
    for (const part of unmixed(accepted)) {
      for (const [table, judged] of grouped(part, ({ row }) => row.table)) {
        const { landed, duplicates } = await this.#produceTable(table, judged, signal);
        result.landed += landed;
        result.duplicates += duplicates;
        if (table === 'news_unclassified' && landed > 0) result.waiting = (result.waiting ?? 0) + landed;
      }
    }
    if (refused.length > 0) {
      const dead = refused.map(({ event, refusal }) => deadLetterOf({ ...event, offset: 0 }, refusal));
      Object.assign(result, { firstRejected: dead[0], rejected: dead });
      await deadLetters.write(dead, signal);
      this.#rejections.note(dead);
      for (const { refusal } of refused) {
        result.deadLetters[refusal.reason] = (result.deadLetters[refusal.reason] ?? 0) + 1;
      }
    }
    return result;
  }

  /** As landing will see it, but for its place, which the broker gives; the order stands in for it. */
  #placed(topic: EventTopic, { topic: own, timestampMs, ...event }: PushedEvent, importId?: string): LogEvent {
    const at = timestampMs ?? this.#options.clock.nowMs();
    return { importId, ...event, topic: own ?? topic, partition: 0, offset: this.#order++, timestampMs: at };
  }

  #judge(event: LogEvent): EventRow | Refusal {
    const { bounds = DEFAULT_BOUNDS, registry } = this.#options;
    const decoded = event.refused ?? decode(event.topic, event.value, event, bounds);
    if (!decoded.ok) return decoded;
    const judged = isBar(decoded.row) ? registry.judge(decoded.row) : decoded;
    return judged.ok ? judged.row : judged;
  }

  async #produceTable(table: LandingTable, judged: readonly Judged[], signal?: AbortSignal) {
    const verdicts = await this.#verdicts(table, judged);
    const twins = judged.flatMap(({ event, row }, i) => {
      const [, other] = rowsOf(row);
      return other ? [{ event, row: other, i }] : [];
    });
    for (const [other, list] of grouped(twins, ({ row }) => row.table)) {
      const more = await this.#verdicts(other, list);
      // Worth sending for what it does to either table.
      list.forEach(({ i }, k) => {
        if (verdicts[i] !== 'write') verdicts[i] = more[k] === 'skip' ? verdicts[i] : more[k];
      });
    }
    await this.#send(
      judged.filter((_, i) => verdicts[i] !== 'skip'),
      signal,
    );
    const duplicates = verdicts.filter((verdict) => verdict !== 'write').length;
    return { landed: judged.length - duplicates, duplicates };
  }

  /** What rows of a table would change there; those that do are taken for stored from now on. */
  async #verdicts(table: LandingTable, judged: readonly Judged[]): Promise<Verdict[]> {
    const rows = judged.map(({ row }) => row);
    const keys = rows.map(keyOf);
    const stored = await this.#stored(table, rows, keys);
    const verdicts = judgeAll(rows, keys, stored, (i) => judged[i].event.restores);
    const unseen = this.#unseen.get(familyOf(table)) ?? new Map();
    this.#unseen.set(familyOf(table), unseen);
    rows.forEach((row, i) => {
      if (verdicts[i] === 'skip') return;
      const now = stored.get(keys[i]);
      if (now) unseen.set(familyKey(row, keys[i]), now);
      if (!NOT_COMPUTED_FROM.has(row.table)) this.symbols.add(row.symbol);
    });
    return verdicts;
  }

  async #stored(table: LandingTable, rows: readonly EventRow[], keys: readonly string[]): Promise<StoredRows> {
    const { store, registry, retry, landed } = this.#options;
    if ((this.#unseen.get(familyOf(table))?.size ?? 0) > UNSEEN_MAX) {
      await landed();
      this.#unseen.delete(familyOf(table));
    }
    const intervalOf = (symbol: string) => registry.get(symbol)?.intervalMin ?? 1;
    const stored = await retryTransient<StoredRows>(
      async () =>
        isBarTable(table)
          ? readStoredBars(store.reader, table, rows as BarRow[], keys, intervalOf)
          : current(store, rows as IdRow[], keys),
      retry,
    );
    const unseen = this.#unseen.get(familyOf(table));
    for (const [i, key] of (unseen ? keys : []).entries()) {
      const mine = unseen?.get(familyKey(rows[i], key));
      const theirs = stored.get(key);
      if (mine && (!theirs || outranks(mine, theirs))) stored.set(key, mine);
    }
    return stored;
  }

  async #send(judged: readonly Judged[], signal?: AbortSignal): Promise<void> {
    const { producer, sent } = this.#options;
    for (const [topic, list] of grouped(judged, ({ event }) => event.topic)) {
      for (const batch of inBatches(list.map(outgoing), (record) => record)) {
        sent.add(await producer.send(topic, batch, signal));
      }
    }
  }
}

async function current({ reader }: Store, rows: readonly IdRow[], keys: readonly string[]): Promise<StoredRows> {
  return currentEvents(reader, rows, keys, await readStoredEvents(reader, rows, keys));
}

/** Versions with a classification and without follow each other in one log, though they land in two tables. */
const familyOf = (table: LandingTable): LandingTable => (isNews(table) ? 'events_sentiment' : table);

const familyKey = (row: EventRow, key: string) =>
  isNews(row.table) && (row as IdRow).values['asset_class'] === 'crypto' ? `${key} crypto` : key;

/** Parts of a batch in which no news has versions of both kinds, so that the parts' order is that of its versions. */
function unmixed(accepted: readonly Judged[]): Judged[][] {
  const parts: Judged[][] = [];
  let part: Judged[] = [];
  let kinds = new Map<string, LandingTable>();
  for (const judged of accepted) {
    const { row } = judged;
    const key = isNews(row.table) ? keyOf(row) : null;
    if (key !== null && (kinds.get(key) ?? row.table) !== row.table) {
      parts.push(part);
      part = [];
      kinds = new Map();
    }
    if (key !== null) kinds.set(key, row.table);
    part.push(judged);
  }
  return [...parts, part];
}

function outgoing({ event, row }: Judged): OutgoingRecord {
  const { source, position, value, importId, restores } = event;
  const headers = {
    ...(source === undefined ? {} : { [HEADERS.source]: source }),
    ...(position === undefined ? {} : { [HEADERS.position]: position }),
    ...(importId ? { [HEADERS.importId]: importId } : {}),
    ...(restores ? { [HEADERS.restores]: '1' } : {}),
  };
  return { key: row.symbol || (row as IdRow).id, value, headers };
}

/** No statistics follow from these. */
const NOT_COMPUTED_FROM = new Set<LandingTable>([
  'events_earnings',
  'events_crypto',
  'events_macro',
  'news_unclassified',
]);
