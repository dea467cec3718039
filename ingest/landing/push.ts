/** Pushed events: batches of bounded size, each event with its place in the log of partition 0. */
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { EVENT_TOPICS, type EventTopic, rowsOf } from '../contract/index.ts';
import { PlainBarEvent, type PlainBars, plainEvents } from '../contract/plain-bars.ts';
import type { DecodedBatch } from './batch.ts';
import { addCounts, DayCollector, emptyResult, type LandingResult, type LogEvent, type PushedEvent } from './events.ts';
import { refuseOtherFeed } from './feed.ts';
import { TABLES_OF_TOPIC } from './tables.ts';
import { topicsWith } from './versions.ts';

/** No larger: it costs the same CPU per row as 65,536 and holds up the event loop a quarter as long. */
export const BATCH_EVENTS_MAX = 16_384;
export const BATCH_CHARS_MAX = 32 * 1024 * 1024;

/** The next place in the log of each topic, continuing from what the store has seen. */
export class OffsetCounter {
  readonly #store: Store;
  readonly #onFirst: (topics: readonly EventTopic[], next: number) => Promise<void>;
  /** By the first of the topics that share it. */
  readonly #next = new Map<EventTopic, Promise<{ offset: number }>>();

  /** `onFirst`: awaited before the first place of topics that share a count is given, with that place. */
  constructor(store: Store, onFirst: (topics: readonly EventTopic[], next: number) => Promise<void>) {
    this.#store = store;
    this.#onFirst = onFirst;
  }

  /** Returns the first of `count` consecutive offsets. @throws FeedError where a log gives the places */
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
    await refuseOtherFeed(this.#store, 'direct');
    const tables = [...TABLES_OF_TOPIC[topics[0]].map((table) => `market.${table}`), 'market.dead_letters'];
    const where = 'topic IN {topics:Array(String)} AND partition = 0';
    const parts = tables.map(
      (table) => `SELECT if(count() = 0, 0, max(offset) + 1) AS next FROM ${table} WHERE ${where}`,
    );
    const ledger = `SELECT if(count() = 0, 0, max(last_offset) + 1) AS next FROM market.ingest_ledger WHERE ${where}`;
    const [row] = await this.#store.reader.query<{ next: number }>(
      `SELECT max(next) AS next FROM (${[...parts, ledger].join(' UNION ALL ')})`,
      { topics },
    );
    await this.#onFirst(topics, row.next);
    return { offset: row.next };
  }
}

/** Events one by one, or in groups where that saves waiting for each; bars of the topic `bars` also as columns. */
export type PushedEvents =
  | Iterable<PushedEvent | readonly PushedEvent[] | PlainBars>
  | AsyncIterable<PushedEvent | readonly PushedEvent[] | PlainBars>;

export interface PushTarget {
  readonly clock: Clock;
  /** Gives each event its place when its turn comes: see `place`. */
  readonly land: (batch: readonly LogEvent[]) => Promise<LandingResult>;
  readonly onBatch?: (result: LandingResult) => void;
  /** Of all the events that do not say their own. */
  readonly importId?: string;
}

export async function landPushed(topic: EventTopic, events: PushedEvents, target: PushTarget): Promise<LandingResult> {
  const total = emptyResult();
  const changed = new DayCollector();
  for await (const batch of batchesOf(events, BATCH_CHARS_MAX)) {
    const nowMs = target.clock.nowMs();
    const part = await target.land(
      batch.map((event) => logEventOf(event, { topic, nowMs, importId: target.importId })),
    );
    addCounts(total, part);
    changed.addAll(part.changed);
    target.onBatch?.(part);
  }
  return { ...total, changed: changed.list() };
}

/** A bar that is in columns already: of these a batch takes more, which makes fewer parts to merge. */
const PLAIN_SHARE = 1 / 4;

/** The events in their order, in batches of at most BATCH_EVENTS_MAX events and, but for the last of them, `maxChars`. */
export async function* batchesOf(
  pushed: PushedEvents,
  maxChars: number,
): AsyncGenerator<(PushedEvent | PlainBarEvent)[]> {
  let events: (PushedEvent | PlainBarEvent)[] = [];
  let size = 0;
  let chars = 0;
  for await (const group of pushed) {
    for (const event of eventsOf(group)) {
      events.push(event);
      const isPlain = event instanceof PlainBarEvent;
      size += isPlain ? PLAIN_SHARE : 1;
      chars += isPlain ? 0 : (event.value?.length ?? 0);
      if (size < BATCH_EVENTS_MAX && chars < maxChars) continue;
      yield events;
      events = [];
      size = 0;
      chars = 0;
    }
  }
  if (events.length > 0) yield events;
}

function eventsOf(group: PushedEvent | readonly PushedEvent[] | PlainBars): readonly (PushedEvent | PlainBarEvent)[] {
  if ('heads' in group) return plainEvents(group);
  return Array.isArray(group) ? (group as readonly PushedEvent[]) : [group as PushedEvent];
}

/** As landing takes it, but for its place. */
export function logEventOf(
  pushed: PushedEvent | PlainBarEvent,
  { topic, nowMs, importId }: { topic: EventTopic; nowMs: number; importId: string | undefined },
): LogEvent {
  if (pushed instanceof PlainBarEvent) {
    pushed.timestampMs = nowMs;
    pushed.importId = importId;
    return pushed;
  }
  const { topic: own, timestampMs = nowMs, ...event } = pushed;
  return { importId, ...event, topic: own ?? topic, partition: 0, offset: 0, timestampMs };
}

/** Gives events and their rows their places, in their order. In the batch's turn: what lands later has the later place. */
export async function place(events: readonly LogEvent[], { others }: DecodedBatch, offsets: OffsetCounter) {
  const groupOf = new Map(EVENT_TOPICS.map((name) => [name, topicsWith(name)[0]]));
  const counts = new Map<EventTopic, number>();
  for (const { topic } of events) counts.set(groupOf.get(topic)!, (counts.get(groupOf.get(topic)!) ?? 0) + 1);
  const next = new Map<EventTopic, number>();
  for (const [group, count] of counts) next.set(group, await offsets.take(group, count));
  for (const event of events) {
    const group = groupOf.get(event.topic)!;
    const offset = next.get(group)!;
    next.set(group, offset + 1);
    event.offset = offset;
  }
  for (const { index, row } of others) for (const one of rowsOf(row)) one.offset = events[index].offset;
}
