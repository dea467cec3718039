/** Pushed events: batches of bounded size, each event with its place in the log of partition 0. */
import type { Clock } from '../../lib/clock.ts';
import type { Reader } from '../../sql/reader.ts';
import { EVENT_TOPICS, type EventTopic } from '../contract/index.ts';
import { addCounts, DayCollector, emptyResult, type LandingResult, type LogEvent, type PushedEvent } from './events.ts';
import { TABLES_OF_TOPIC } from './tables.ts';
import { topicsWith } from './versions.ts';

/** No larger: it costs the same CPU per row as 65,536 and holds up the event loop a quarter as long. */
export const BATCH_EVENTS_MAX = 16_384;
export const BATCH_CHARS_MAX = 32 * 1024 * 1024;

/** The next place in the log of each topic, continuing from what the store has seen. */
export class OffsetCounter {
  readonly #reader: Reader;
  readonly #onFirst: (topics: readonly EventTopic[], next: number) => Promise<void>;
  /** By the first of the topics that share it. */
  readonly #next = new Map<EventTopic, Promise<{ offset: number }>>();

  /** `onFirst`: awaited before the first place of topics that share a count is given, with that place. */
  constructor(reader: Reader, onFirst: (topics: readonly EventTopic[], next: number) => Promise<void>) {
    this.#reader = reader;
    this.#onFirst = onFirst;
  }

  /** Returns the first of `count` consecutive offsets. */
  async take(topic: EventTopic, count: number): Promise<number> {
    const topics = topicsWith(topic);
    let counter = this.#next.get(topics[0]);
    if (!counter) {
      counter = this.#readNext(topics);
      this.#next.set(topics[0], counter);
      counter.catch(() => this.#next.delete(topics[0]));
    }
    const state = await counter;
    const first = state.offset;
    state.offset += count;
    return first;
  }

  /** The rows themselves are asked, too: a crash may have come between them and the ledger. */
  async #readNext(topics: readonly EventTopic[]): Promise<{ offset: number }> {
    const tables = [...TABLES_OF_TOPIC[topics[0]].map((table) => `market.${table}`), 'market.dead_letters'];
    const where = 'topic IN {topics:Array(String)} AND partition = 0';
    const parts = tables.map(
      (table) => `SELECT if(count() = 0, 0, max(offset) + 1) AS next FROM ${table} WHERE ${where}`,
    );
    const ledger = `SELECT if(count() = 0, 0, max(last_offset) + 1) AS next FROM market.ingest_ledger WHERE ${where}`;
    const [row] = await this.#reader.query<{ next: number }>(
      `SELECT max(next) AS next FROM (${[...parts, ledger].join(' UNION ALL ')})`,
      { topics },
    );
    await this.#onFirst(topics, row.next);
    return { offset: row.next };
  }
}

/** Events one by one, or in groups where that saves waiting for each. */
export type PushedEvents =
  | Iterable<PushedEvent | readonly PushedEvent[]>
  | AsyncIterable<PushedEvent | readonly PushedEvent[]>;

export interface PushTarget {
  readonly offsets: OffsetCounter;
  readonly clock: Clock;
  readonly land: (batch: readonly LogEvent[]) => Promise<LandingResult>;
  readonly onBatch?: (result: LandingResult) => void;
  /** Of all the events that do not say their own. */
  readonly importId?: string;
}

export async function landPushed(topic: EventTopic, events: PushedEvents, target: PushTarget): Promise<LandingResult> {
  const total = emptyResult();
  const changed = new DayCollector();
  for await (const batch of batchesOf(events, BATCH_CHARS_MAX)) {
    const part = await target.land(await placed(topic, batch, target));
    addCounts(total, part);
    changed.addAll(part.changed);
    target.onBatch?.(part);
  }
  return { ...total, changed: changed.list() };
}

/** The events in their order, in batches of at most BATCH_EVENTS_MAX events and, but for the last of them, `maxChars`. */
export async function* batchesOf(events: PushedEvents, maxChars: number): AsyncGenerator<PushedEvent[]> {
  let batch: PushedEvent[] = [];
  let chars = 0;
  for await (const group of events) {
    for (const event of Array.isArray(group) ? (group as readonly PushedEvent[]) : [group as PushedEvent]) {
      batch.push(event);
      chars += event.value?.length ?? 0;
      if (batch.length < BATCH_EVENTS_MAX && chars < maxChars) continue;
      yield batch;
      batch = [];
      chars = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function placed(topic: EventTopic, batch: readonly PushedEvent[], target: PushTarget): Promise<LogEvent[]> {
  const groupOf = new Map(EVENT_TOPICS.map((name) => [name, topicsWith(name)[0]]));
  const counts = new Map<EventTopic, number>();
  for (const event of batch) {
    const group = groupOf.get(event.topic ?? topic)!;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const next = new Map<EventTopic, number>();
  for (const [group, count] of counts) next.set(group, await target.offsets.take(group, count));
  const nowMs = target.clock.nowMs();
  return batch.map(({ topic: own, timestampMs = nowMs, ...event }) => {
    const name = own ?? topic;
    const group = groupOf.get(name)!;
    const offset = next.get(group)!;
    next.set(group, offset + 1);
    return { importId: target.importId, ...event, topic: name, partition: 0, offset, timestampMs };
  });
}
