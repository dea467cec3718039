/** Pushed events: batches of bounded size, each event with its place in its topic's log of partition 0. */
import type { Clock } from '../../lib/clock.ts';
import type { Reader } from '../../sql/reader.ts';
import type { EventTopic } from '../contract/index.ts';
import { addCounts, DayCollector, emptyResult, type LandingResult, type LogEvent, type PushedEvent } from './events.ts';
import { TABLES_OF_TOPIC } from './tables.ts';

/** No larger: it costs the same CPU per row as 65,536 and holds up the event loop a quarter as long. */
export const BATCH_EVENTS_MAX = 16_384;
export const BATCH_CHARS_MAX = 32 * 1024 * 1024;

/** The next place in each topic's log, going on from what the store has seen. */
export class OffsetCounter {
  readonly #reader: Reader;
  readonly #next = new Map<EventTopic, Promise<{ offset: number }>>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Answers the first of `count` consecutive offsets. */
  async take(topic: EventTopic, count: number): Promise<number> {
    let counter = this.#next.get(topic);
    if (!counter) {
      counter = this.#readNext(topic);
      this.#next.set(topic, counter);
      counter.catch(() => this.#next.delete(topic));
    }
    const state = await counter;
    const first = state.offset;
    state.offset += count;
    return first;
  }

  /** The rows themselves are asked, too: a crash may have come between them and the ledger. */
  async #readNext(topic: EventTopic): Promise<{ offset: number }> {
    const tables = [...TABLES_OF_TOPIC[topic].map((table) => `market.${table}`), 'market.dead_letters'];
    const parts = tables.map(
      (table) =>
        `SELECT if(count() = 0, 0, max(offset) + 1) AS next FROM ${table} WHERE topic = {topic:String} AND partition = 0`,
    );
    const ledger =
      'SELECT if(count() = 0, 0, max(last_offset) + 1) AS next FROM market.ingest_ledger WHERE topic = {topic:String} AND partition = 0';
    const [row] = await this.#reader.query<{ next: number }>(
      `SELECT max(next) AS next FROM (${[...parts, ledger].join(' UNION ALL ')})`,
      { topic },
    );
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
}

export async function landPushed(topic: EventTopic, events: PushedEvents, target: PushTarget): Promise<LandingResult> {
  const total = emptyResult();
  const changed = new DayCollector();
  let batch: PushedEvent[] = [];
  let chars = 0;

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    const part = await target.land(await placed(topic, batch, target));
    addCounts(total, part);
    changed.addAll(part.changed);
    target.onBatch?.(part);
    batch = [];
    chars = 0;
  }

  for await (const group of events) {
    for (const event of Array.isArray(group) ? (group as readonly PushedEvent[]) : [group as PushedEvent]) {
      batch.push(event);
      chars += event.value?.length ?? 0;
      if (batch.length >= BATCH_EVENTS_MAX || chars >= BATCH_CHARS_MAX) await flush();
    }
  }
  await flush();
  return { ...total, changed: changed.list() };
}

async function placed(topic: EventTopic, batch: readonly PushedEvent[], target: PushTarget): Promise<LogEvent[]> {
  const counts = new Map<EventTopic, number>();
  for (const event of batch) counts.set(event.topic ?? topic, (counts.get(event.topic ?? topic) ?? 0) + 1);
  const next = new Map<EventTopic, number>();
  for (const [name, count] of counts) next.set(name, await target.offsets.take(name, count));
  const nowMs = target.clock.nowMs();
  return batch.map(({ topic: own, key, value, source, position, refused, timestampMs = nowMs }) => {
    const name = own ?? topic;
    const offset = next.get(name)!;
    next.set(name, offset + 1);
    return { topic: name, partition: 0, offset, timestampMs, key, value, source, position, refused };
  });
}
