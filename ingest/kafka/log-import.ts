/**
 * Pushed events on their way to the log: judged before they are produced. What is refused is a dead letter at once,
 * what the store has already is a duplicate, the rest is produced and lands as anything else in the log does.
 */
import { orAborted } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import { grouped } from '../../lib/collections.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import type { Bounds } from '../contract/decode.ts';
import {
  type BarRow,
  EVENT_TOPICS,
  type EventRow,
  type EventTopic,
  type IdRow,
  isNews,
  type LandingTable,
  type Refusal,
  rowsOf,
} from '../contract/events.ts';
import { judgeBatch, rankBatch } from '../landing/batch.ts';
import { type DeadLetterSink, deadLettersOf, Rejections } from '../landing/dead-letters.ts';
import type { LandingResult, LogEvent } from '../landing/events.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { readStoredBars } from '../landing/land-bars.ts';
import { currentEvents, readStoredEvents } from '../landing/land-table.ts';
import type { ImportTarget } from '../landing/landing.ts';
import { addRejected, emptyResult, landPushed, type PushedEvents, type PushOptions } from '../landing/push.ts';
import { numberAt, rankOf } from '../landing/ranks.ts';
import type { Registry } from '../landing/registry/registry.ts';
import { isWritten, judgeAll, keepLatest, keyOf, type StoredRows, type Verdict } from '../landing/select.ts';
import { LogBefore, type SentTo } from './lag.ts';
import type { Admin, OutgoingRecord, Producer } from './port.ts';
import { HEADERS, inBatches } from './records.ts';

export interface LogImportOptions {
  readonly store: Store;
  /** A copy of its own: what it registers is a guess at what landing will. Never stored. */
  readonly registry: Registry;
  readonly producer: Producer;
  /**
   * Of who gives his word, which comes after all that is in the log. Left out: of who repeats himself, as a collector
   * that asks for its last bars again: what others have said meanwhile stays.
   */
  readonly admin?: Pick<Admin, 'ends' | 'committed'>;
  readonly deadLetters: DeadLetterSink;
  readonly clock: Clock;
  readonly logger?: Logger;
  readonly bounds?: Bounds;
  readonly retry: RetryPolicy;
  /** How long the log may leave what is sent without an acknowledgement; left out: as long as it is away. */
  readonly sendTimeoutMs?: number;
  readonly sent: SentTo;
  /** Waits until all that was sent so far has landed. */
  readonly landed: () => Promise<void>;
}

/** Rows that are produced and may not be in the store yet; with more than these the import waits. */
const UNSEEN_MAX = 262_144;

/** News of crypto and of the others is in topics of its own, and meets in one table while it waits. */
const meeting = (topic: EventTopic): readonly EventTopic[] =>
  topic.startsWith('events.sentiment') ? ['events.sentiment', 'events.sentiment_crypto'] : [topic];

interface Sending {
  readonly signal?: AbortSignal;
  /** What comes before it; none where that does not matter. */
  readonly before?: LogBefore;
}

export class LogImport implements ImportTarget {
  readonly #options: LogImportOptions;
  /** What was produced by this import and may not be seen in the store yet. */
  readonly #unseen: StoredRows = new Map();
  /** Symbols whose statistics change by it. */
  readonly symbols = new Set<string>();
  readonly #rejections: Rejections;
  #landing: Promise<void> | null = null;
  #order = 0;

  constructor(options: LogImportOptions) {
    this.#options = options;
    this.#rejections = new Rejections(options.logger ?? silentLogger);
  }

  get registry(): Registry {
    return this.#options.registry;
  }

  landed(): Promise<void> {
    return this.#seen();
  }

  landEvents(topic: EventTopic, events: PushedEvents, options: PushOptions = {}): Promise<LandingResult> {
    const sending = { signal: options.signal, before: this.#before(meeting(topic)) };
    const land = (batch: readonly LogEvent[]) => this.#produce(batch, sending);
    return landPushed(topic, events, this.#options.clock, land, options);
  }

  #before(topics: readonly EventTopic[]): LogBefore | undefined {
    const { admin } = this.#options;
    return admin && new LogBefore(admin, topics);
  }

  /** Events whose dead letters are replayed, in bounded batches: each produced, or why not, in their order. */
  async produceAgain(events: readonly LogEvent[]): Promise<(Refusal | null)[]> {
    const { accepted, refusals } = await this.#judge(events.map((event) => ({ ...event })));
    const before = this.#before(EVENT_TOPICS);
    for (const [table, judged] of grouped(accepted, ({ row }) => row.table))
      await this.#produceTable(table, judged, { before });
    return events.map((_, i) => refusals.get(i) ?? null);
  }

  async #produce(events: readonly LogEvent[], sending: Sending): Promise<LandingResult> {
    const { deadLetters, registry, retry } = this.#options;
    const result = emptyResult();
    await retryTransient(() => registry.refreshIfStale(), retry);
    const { accepted, refusals } = await this.#judge(events);
    for (const part of unmixed(accepted)) {
      for (const [table, judged] of grouped(part, ({ row }) => row.table)) {
        const { landed, duplicates, lost } = await this.#produceTable(table, judged, sending);
        result.landed += landed;
        result.duplicates += duplicates;
        if (lost > 0) result.lost = (result.lost ?? 0) + lost;
        if (table === 'news_unclassified' && landed > 0) result.waiting = (result.waiting ?? 0) + landed;
      }
    }
    const dead = deadLettersOf(events, refusals, 0);
    if (dead.length > 0) {
      await this.#inPatience(sending.signal, (bounded) => deadLetters.write(dead, bounded));
      this.#rejections.add(dead);
      addRejected(result, dead);
    }
    return result;
  }

  /** Judges as landing will. The log ranks the events later; their order stands in for its offsets. */
  async #judge(events: readonly LogEvent[]): Promise<{ accepted: Judged[]; refusals: Map<number, Refusal> }> {
    const { bounds, registry, retry } = this.#options;
    for (const event of events) {
      event.offset = this.#order++;
      event.rank = rankOf(numberAt(event.timestampMs, event.offset), event);
    }
    const judged = await retryTransient(() => judgeBatch(events, registry, bounds), retry);
    rankBatch(judged, events);
    const { bars, others, refusals, picked } = judged;
    const accepted: Judged[] = [];
    for (const i of picked) {
      const event = events[bars.event[i]];
      accepted.push({ event, row: bars.row(i, event) });
    }
    for (const { index, row } of others) accepted.push({ event: events[index], row });
    return { accepted, refusals };
  }

  async #produceTable(table: LandingTable, judged: readonly Judged[], sending: Sending) {
    // What is not acknowledged is not taken for stored: sent again it would count as a duplicate of nothing.
    const written: StoredRows = new Map();
    const verdicts = await this.#verdicts(table, judged, written, sending);
    const twins = judged.flatMap(({ event, row }, i) => {
      const [, other] = rowsOf(row);
      return other ? [{ event, row: other, i }] : [];
    });
    for (const [other, list] of grouped(twins, ({ row }) => row.table)) {
      const more = await this.#verdicts(other, list, written, sending);
      // Worth sending for what it does to either table.
      list.forEach(({ i }, k) => {
        if (verdicts[i] !== 'write' && isWritten(more[k])) verdicts[i] = more[k];
      });
    }
    await this.#send(
      judged.filter((_, i) => isWritten(verdicts[i])),
      sending.signal,
    );
    for (const [key, row] of written) this.#unseen.set(key, row);
    const duplicates = verdicts.filter((verdict) => verdict !== 'write').length;
    const lost = verdicts.filter((verdict) => verdict === 'lost').length;
    return { landed: judged.length - duplicates, duplicates, lost };
  }

  /** What rows of a table would change there; as the store will have them, those that do are added to `written`. */
  async #verdicts(
    table: LandingTable,
    judged: readonly Judged[],
    written: StoredRows,
    { signal, before }: Sending,
  ): Promise<Verdict[]> {
    const { retry } = this.#options;
    if (this.#unseen.size > UNSEEN_MAX) await this.#inPatience(signal, (bounded) => orAborted(this.#seen(), bounded));
    const rows = judged.map(({ row }) => row);
    const keys = rows.map(keyOf);
    const judge = async (isStoredLast: boolean) => {
      const stored = await retryTransient(() => this.#stored(table, rows, keys), retry);
      for (const [i, key] of keys.entries()) {
        const mine = this.#unseen.get(unseenKey(rows[i], key));
        if (mine) keepLatest(stored, key, mine);
      }
      const isLater = (i: number) => !isStoredLast && !rows[i].revised;
      return { stored, verdicts: judgeAll(rows, keys, stored, isLater) };
    };
    let found = await judge(true);
    // Equal to what is stored, it still comes after what others have sent and has not landed, or has landed just now.
    if (before?.isLanded === false && found.verdicts.some((verdict, i) => verdict === 'skip' && !rows[i].revised))
      found = await judge(await this.#inPatience(signal, (bounded) => orAborted(before.look(), bounded)));
    const { stored, verdicts } = found;
    rows.forEach((row, i) => {
      if (!isWritten(verdicts[i])) return;
      const now = stored.get(keys[i]);
      if (now) written.set(unseenKey(row, keys[i]), now);
      if (!NOT_COMPUTED_FROM.has(row.table)) this.symbols.add(row.symbol);
    });
    return verdicts;
  }

  async #stored(table: LandingTable, rows: readonly EventRow[], keys: readonly string[]): Promise<StoredRows> {
    const { store } = this.#options;
    if (table !== 'bars') {
      const events = rows as readonly IdRow[];
      return currentEvents(store.reader, events, keys, await readStoredEvents(store.reader, events, keys));
    }
    return readStoredBars(store.reader, rows as readonly BarRow[], keys);
  }

  /** Until all that was sent has landed; goes on where who waited for it has gone. */
  #seen(): Promise<void> {
    this.#landing ??= this.#options
      .landed()
      .then(() => this.#unseen.clear())
      .finally(() => {
        this.#landing = null;
      });
    this.#landing.catch(() => {});
    return this.#landing;
  }

  async #send(judged: readonly Judged[], signal?: AbortSignal): Promise<void> {
    const { producer, sent } = this.#options;
    for (const [topic, list] of grouped(judged, ({ event }) => event.topic)) {
      for (const batch of inBatches(list.map(outgoingOf), (record) => record)) {
        sent.add(await this.#inPatience(signal, (bounded) => producer.send(topic, batch, bounded)));
      }
    }
  }

  /** @throws {StoreError} transient, where the log leaves it without an answer for longer than may be */
  async #inPatience<T>(
    signal: AbortSignal | undefined,
    task: (bounded: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const { sendTimeoutMs } = this.#options;
    if (sendTimeoutMs === undefined) return task(signal);
    const patience = AbortSignal.timeout(sendTimeoutMs);
    try {
      return await task(signal ? AbortSignal.any([signal, patience]) : patience);
    } catch (error) {
      if (!patience.aborted || signal?.aborted) throw error;
      const message = `the log is unavailable: no answer within ${sendTimeoutMs} ms`;
      throw new StoreError(message, { kind: 'transient', cause: error });
    }
  }
}

/** Versions with a classification and without follow each other in one log, though they land in two tables. */
function unseenKey(row: EventRow, key: string): string {
  if (!isNews(row.table)) return `${row.table} ${key}`;
  return (row as IdRow).values['asset_class'] === 'crypto' ? `news ${key} crypto` : `news ${key}`;
}

/** No statistics follow from these. */
const NOT_COMPUTED_FROM = new Set<LandingTable>([
  'events_earnings',
  'events_crypto',
  'events_macro',
  'news_unclassified',
]);

interface Judged {
  readonly event: LogEvent;
  readonly row: EventRow;
}

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

function outgoingOf({ event, row }: Judged): OutgoingRecord {
  const { source, position, value, importId, isCollected } = event;
  const headers = {
    ...(source === undefined ? {} : { [HEADERS.source]: source }),
    ...(position === undefined ? {} : { [HEADERS.position]: position }),
    ...(importId ? { [HEADERS.importId]: importId } : {}),
    ...(isCollected ? { [HEADERS.collected]: '1' } : {}),
  };
  return { key: row.symbol || (row as IdRow).id, value, headers };
}
