/** Pushed events: batches of bounded size, each event with its place in the log of partition 0. */
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';
import { type Decoded, EVENT_TOPICS, type EventTopic, rowsOf } from '../contract/index.ts';
import { type PlainBars, plainEvents } from '../contract/plain-bars.ts';
import { refuseOtherFeed } from '../feed.ts';
import { addCounts, DayCollector, emptyResult, type LandingResult, type LogEvent, type PushedEvent } from './events.ts';
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

  /** The last `count` places were not used. */
  async giveBack(topic: EventTopic, first: number, count: number): Promise<void> {
    const state = await this.#next.get(topicsWith(topic)[0]);
    if (state?.offset === first + count) state.offset = first;
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
  /** `null` where some of the bars must be judged one by one: nothing was done with any of them. */
  readonly landBars: (bars: readonly PlainBars[]) => Promise<LandingResult | null>;
  readonly onBatch?: (result: LandingResult) => void;
  /** Of all the events that do not say their own. */
  readonly importId?: string;
}

export async function landPushed(topic: EventTopic, events: PushedEvents, target: PushTarget): Promise<LandingResult> {
  const total = emptyResult();
  const changed = new DayCollector();
  const note = (part: LandingResult) => {
    addCounts(total, part);
    changed.addAll(part.changed);
    target.onBatch?.(part);
  };
  for await (const batch of batchesOf(events, BATCH_CHARS_MAX, true)) {
    const landed = 'plain' in batch ? await target.landBars(batch.plain) : null;
    if (landed) note(landed);
    else
      for await (const { events: part } of 'plain' in batch ? batchesOf(batch.plain, BATCH_CHARS_MAX) : [batch])
        note(await target.land(unplaced(topic, part, target)));
  }
  return { ...total, changed: changed.list() };
}

/** Fewer parts to merge than with smaller ones. */
const PLAIN_BARS_MAX = 65_536;

type Plain = { readonly plain: readonly PlainBars[] };
type Events = { readonly events: readonly PushedEvent[] };

/**
 * The events in their order, in batches of at most BATCH_EVENTS_MAX events and, but for the last of them, `maxChars`.
 * With `columns` many plain bars behind each other stay columns; few of them beside events become events, too.
 */
export function batchesOf(pushed: PushedEvents, maxChars: number): AsyncGenerator<Events>;
export function batchesOf(pushed: PushedEvents, maxChars: number, columns: boolean): AsyncGenerator<Plain | Events>;
export async function* batchesOf(
  pushed: PushedEvents,
  maxChars: number,
  columns = false,
): AsyncGenerator<Plain | Events> {
  let plain: PlainBars[] = [];
  let bars = 0;
  let events: PushedEvent[] = [];
  let chars = 0;
  const taken = () => {
    const all = plain;
    plain = [];
    bars = 0;
    return all;
  };
  for await (const group of pushed) {
    if (columns && isPlain(group) && events.length === 0) {
      plain.push(group);
      bars += group.length;
      if (bars >= PLAIN_BARS_MAX) yield { plain: taken() };
      continue;
    }
    if (bars >= BATCH_EVENTS_MAX) yield { plain: taken() };
    for (const event of [...taken().flatMap(plainEvents), ...eventsOf(group)]) {
      events.push(event);
      chars += event.value?.length ?? 0;
      if (events.length < BATCH_EVENTS_MAX && chars < maxChars) continue;
      yield { events };
      events = [];
      chars = 0;
    }
  }
  if (bars > 0) yield { plain };
  if (events.length > 0) yield { events };
}

const isPlain = (group: PushedEvent | readonly PushedEvent[] | PlainBars): group is PlainBars => 'heads' in group;

function eventsOf(group: PushedEvent | readonly PushedEvent[] | PlainBars): readonly PushedEvent[] {
  if (isPlain(group)) return plainEvents(group);
  return Array.isArray(group) ? (group as readonly PushedEvent[]) : [group as PushedEvent];
}

function unplaced(topic: EventTopic, batch: readonly PushedEvent[], target: PushTarget): LogEvent[] {
  const nowMs = target.clock.nowMs();
  return batch.map(({ topic: own, timestampMs = nowMs, ...event }) => ({
    ...{ importId: target.importId, ...event },
    ...{ topic: own ?? topic, partition: 0, offset: 0, timestampMs },
  }));
}

/** Gives events and their rows their places, in their order. In the batch's turn: what lands later has the later place. */
export async function place(events: readonly LogEvent[], decoded: readonly Decoded[], offsets: OffsetCounter) {
  const groupOf = new Map(EVENT_TOPICS.map((name) => [name, topicsWith(name)[0]]));
  const counts = new Map<EventTopic, number>();
  for (const { topic } of events) counts.set(groupOf.get(topic)!, (counts.get(groupOf.get(topic)!) ?? 0) + 1);
  const next = new Map<EventTopic, number>();
  for (const [group, count] of counts) next.set(group, await offsets.take(group, count));
  for (const [index, event] of events.entries()) {
    const group = groupOf.get(event.topic)!;
    const offset = next.get(group)!;
    next.set(group, offset + 1);
    event.offset = offset;
    const outcome = decoded[index];
    if (outcome.ok) for (const row of rowsOf(outcome.row)) row.offset = offset;
  }
}
