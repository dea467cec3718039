/**
 * Versions of events without a revision. Within a partition they never fall, so that the offset decides whatever the
 * clocks do: an event's version is its timestamp, or the partition's floor at its offset where that is higher. A floor
 * is stored wherever a timestamp falls below a version given before it. So the version is a function of the place in
 * the log: a record that lands again, wherever reading began, gets the same one.
 *
 * Pushed events are their own log, which this program numbers: their version is one constant a store, above all that
 * was given before, and the offset decides alone.
 */
import { getOrMake } from '../../lib/collections.ts';
import type { Store } from '../../sql/connect.ts';
import type { Writer } from '../../sql/writer.ts';
import { identityOf } from '../contract/decode.ts';
import { EVENT_TOPICS, type EventTopic, rowsOf } from '../contract/events.ts';
import type { DecodedBatch } from './batch.ts';
import type { LogEvent } from './events.ts';
import { type RetryPolicy, retryTransient } from './insert.ts';
import { type LedgerRow, ledgerTable, TABLES_OF_TOPIC } from './tables.ts';

interface Floor {
  readonly from: number;
  readonly floor: number;
  readonly pushed: boolean;
}

interface PartitionState {
  /** Offset that continues what is known. */
  next: number;
  high: number;
  /** Ascending in both offset and floor. */
  floors: Floor[];
}

interface Place {
  readonly topic: EventTopic;
  readonly partition: number;
}

/** A floor is so far above what it protects: timestamps that jump to and fro need one floor, not one each. */
const SLACK_MS = 10_000;
/** How far the clock may have gone back between the reading that gave a version and the one that dated its landing. */
const DATED_WITHIN_MS = 86_400_000;
const COLUMNS = ['topic', 'partition', 'from_offset', 'floor', 'pushed'];

const keyOf = ({ topic, partition }: Place) => `${topic} ${partition}`;

/** Topics whose events may meet in a table: pushed, they share one count, so that the order of places is that of arrival. */
const PLACED_TOGETHER = new Map(
  EVENT_TOPICS.map((topic) => {
    const tables = TABLES_OF_TOPIC[topic];
    const together = EVENT_TOPICS.filter((other) => TABLES_OF_TOPIC[other].some((table) => tables.includes(table)));
    return [topic, together] as const;
  }),
);

export class EventVersions {
  readonly #store: Store;
  readonly #partitions = new Map<string, PartitionState>();
  /** The next place of a pushed event, by the first of the topics that share it. */
  readonly #next = new Map<EventTopic, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Versions of events without a revision; stores new floors. `apart`: of records landed in their order before. */
  async of(events: readonly LogEvent[], policy: RetryPolicy, apart = false) {
    const versions = new Float64Array(events.length);
    const states = apart ? new Map<string, PartitionState>() : this.#partitions;
    const batches = new Map<string, { place: Place; indices: number[] }>();
    let batch: { place: Place; indices: number[] } | undefined;
    for (const [index, event] of events.entries()) {
      if (batch?.place.partition !== event.partition || batch.place.topic !== event.topic) {
        batch = getOrMake(batches, keyOf(event), () => ({ place: event, indices: [] }));
      }
      batch.indices.push(index);
    }
    for (const { indices } of batches.values()) indices.sort((a, b) => events[a].offset - events[b].offset);

    const unknown = [...batches].filter(([key, { indices }]) => {
      const state = states.get(key);
      // Where another process has landed meanwhile there is a gap. Of pushed events no later floor can come.
      return !state || (state.next !== events[indices[0]].offset && !state.floors.at(-1)?.pushed);
    });
    const wanted = unknown.map(([, { place, indices }]) => ({ place, offset: events[indices[0]].offset }));
    for (const [key, state] of await retryTransient(() => this.#read(wanted), policy)) states.set(key, state);

    const added: [topic: string, partition: number, from: number, floor: number, pushed: boolean][] = [];
    for (const [key, { place, indices }] of batches) {
      const state = states.get(key)!;
      for (const index of indices) {
        const { offset, timestampMs } = events[index];
        const bound = state.floors.findLast(({ from }) => from <= offset);
        let version = bound?.pushed ? bound.floor : Math.max(timestampMs, bound?.floor ?? 0);
        if (version < state.high && !bound?.pushed && !apart) {
          version = state.high + SLACK_MS;
          added.push([place.topic, place.partition, offset, version, false]);
          state.floors = ascending([...state.floors, { from: offset, floor: version, pushed: false }]);
        }
        versions[index] = version;
        state.high = Math.max(state.high, version);
        state.next = offset + 1;
      }
    }
    try {
      await this.#write(added, policy);
    } catch (error) {
      // What is not stored is not known.
      for (const key of batches.keys()) states.delete(key);
      throw error;
    }
    /** `high`: highest version given so far, by partition. */
    return { versions, high: (place: Place) => states.get(keyOf(place))?.high ?? 0 };
  }

  /** Another log has the name of this topic from now on: its events come after all of the one before. */
  async beginLog(place: Place, policy: RetryPolicy): Promise<void> {
    const key = keyOf(place);
    const whole = { place, offset: Number.MAX_SAFE_INTEGER };
    const state = (await retryTransient(() => this.#read([whole]), policy)).get(key)!;
    const floor = Math.max(state.high, state.floors.at(-1)?.floor ?? 0) + 1;
    await this.#write([[place.topic, place.partition, 0, floor, false]], policy);
    this.#partitions.delete(key);
  }

  /**
   * Gives pushed events and their rows their places in the log of partition 0, in their order, continuing from what the
   * store has seen. In the batch's turn: what lands later has the later place.
   */
  async place(events: readonly LogEvent[], { others }: DecodedBatch, nowMs: number): Promise<void> {
    for (const topic of new Set(events.map((event) => event.topic))) {
      const topics = PLACED_TOGETHER.get(topic)!;
      if (!this.#next.has(topics[0])) this.#next.set(topics[0], await this.#beginPushed(topics, nowMs));
    }
    for (const event of events) {
      const [group] = PLACED_TOGETHER.get(event.topic)!;
      event.offset = this.#next.get(group)!;
      this.#next.set(group, event.offset + 1);
    }
    for (const { index, row } of others) for (const one of rowsOf(row)) one.offset = events[index].offset;
  }

  /** Gives the topics' first pushed event their version, once for each store. Returns its place. */
  async #beginPushed(topics: readonly EventTopic[], nowMs: number): Promise<number> {
    const { reader, writer } = this.#store;
    const tables = TABLES_OF_TOPIC[topics[0]].map((table) => `market.${table}`);
    // The rows themselves are asked, too: a crash may have come between them and the ledger.
    const seen = [...tables, 'market.dead_letters'].map((table) => ({ table, offset: 'offset' }));
    const parts = [...seen, { table: 'market.ingest_ledger', offset: 'last_offset' }].map(
      ({ table, offset }) => `SELECT if(count() = 0, 0, max(${offset}) + 1) AS next FROM ${table}
        WHERE topic IN {topics:Array(String)} AND partition = 0`,
    );
    const [{ next }] = await reader.query<{ next: number }>(
      `SELECT max(next) AS next FROM (${parts.join(' UNION ALL ')})`,
      { topics },
    );
    const known = await reader.query(
      `SELECT 1 AS known FROM market.version_floors WHERE topic IN {topics:Array(String)} AND pushed = 1 LIMIT 1`,
      { topics },
    );
    if (known.length > 0) return next;
    // A revision is no time; where one looks like it, the version is higher than it need be.
    const given = tables.map(
      (table) => `SELECT maxIf(version, version <= toUnixTimestamp64Milli(ingested_at) + ${DATED_WITHIN_MS}) AS high
        FROM ${table}`,
    );
    const [{ high }] = await reader.query<{ high: number }>(
      `SELECT max(high) AS high FROM (${given.join(' UNION ALL ')})`,
    );
    const floor = Math.max(nowMs, high + 1);
    const rows = topics.map((topic) => [topic, 0, next, floor, true] as const);
    await writer.insertRows('market.version_floors', COLUMNS, rows);
    for (const topic of topics) this.#partitions.delete(keyOf({ topic, partition: 0 }));
    return next;
  }

  async #write(rows: readonly (readonly (string | number | boolean)[])[], policy: RetryPolicy): Promise<void> {
    if (rows.length === 0) return;
    await retryTransient(() => this.#store.writer.insertRows('market.version_floors', COLUMNS, rows), policy);
  }

  /** What was given in each partition before an offset, and all floors of it. */
  async #read(wanted: readonly { place: Place; offset: number }[]): Promise<Map<string, PartitionState>> {
    if (wanted.length === 0) return new Map();
    const params: Record<string, string | number> = {};
    const where = (offset: boolean) =>
      wanted
        .map(({ place, offset: before }, i) => {
          params[`t${i}`] = place.topic;
          params[`p${i}`] = place.partition;
          if (offset) params[`o${i}`] = before;
          const bound = offset ? ` AND last_offset < {o${i}:UInt64}` : '';
          return `(topic = {t${i}:String} AND partition = {p${i}:UInt16}${bound})`;
        })
        .join(' OR ');
    const rows = await this.#store.reader.query<Place & Floor & { high: number }>(
      `SELECT CAST(topic, 'String') AS topic, partition, 0 AS from, 0 AS floor, 0 AS pushed, max(high) AS high
       FROM market.ingest_ledger WHERE ${where(true)} GROUP BY topic, partition
       UNION ALL
       SELECT CAST(topic, 'String'), partition, from_offset, floor, pushed, 0
       FROM market.version_floors WHERE ${where(false)}`,
      params,
    );
    return new Map(
      wanted.map(({ place, offset }) => {
        const own = rows.filter(({ topic, partition }) => topic === place.topic && partition === place.partition);
        const floors = own
          .filter(({ floor }) => floor > 0)
          .map(({ from, floor, pushed }) => ({ from, floor, pushed: Boolean(pushed) }));
        const high = Math.max(0, ...own.map((row) => row.high));
        return [keyOf(place), { next: offset, high, floors: ascending(floors) }];
      }),
    );
  }
}

/** In the order of offsets, without those that an earlier one is above. */
function ascending(floors: readonly Floor[]): Floor[] {
  const kept: Floor[] = [];
  for (const one of [...floors].sort((a, b) => a.from - b.from || a.floor - b.floor)) {
    if (one.floor > (kept.at(-1)?.floor ?? 0)) kept.push(one);
  }
  return kept;
}

/** The ledger: which offsets of which partition were landed together, and what became of them. */
export type LedgerEntry = Omit<LedgerRow, 'rows' | 'token' | 'landedAtMs'>;

/** An entry for each partition in the batch. `refused`: indices of events, each with its reason. */
export function ledgerEntries(
  events: readonly LogEvent[],
  refused: ReadonlyMap<number, unknown>,
  highOf: (event: LogEvent) => number = () => 0,
): LedgerEntry[] {
  const entries = new Map<string, LedgerEntry>();
  events.forEach((event, index) => {
    const { topic, partition, offset } = event;
    const entry = getOrMake(entries, `${topic} ${partition}`, () => ({
      topic,
      partition,
      firstOffset: offset,
      lastOffset: offset,
      events: 0,
      deadLetters: 0,
      high: highOf(event),
    }));
    entry.firstOffset = Math.min(entry.firstOffset, offset);
    entry.lastOffset = Math.max(entry.lastOffset, offset);
    entry.events++;
    if (refused.has(index)) entry.deadLetters++;
  });
  return [...entries.values()];
}

/** `contentToken`: of the lines that were sent. */
export async function writeLedger(
  writer: Writer,
  entries: readonly LedgerEntry[],
  contentToken: string,
  landedAtMs: number,
): Promise<void> {
  const rows = entries.map((entry) => {
    const { topic, partition, firstOffset, lastOffset, events, deadLetters } = entry;
    const token = identityOf([topic, partition, firstOffset, lastOffset, contentToken]);
    return { ...entry, rows: events - deadLetters, token, landedAtMs };
  });
  await ledgerTable.insert(writer, rows);
}
