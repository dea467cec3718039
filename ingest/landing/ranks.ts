/**
 * Gives each event its rank. Of two events of one key the higher rank wins, whatever the order of arrival, and a
 * redelivered event has the rank that it had.
 *
 * An event without a revision gets a number: its time in ms × 2^20 + its offset mod 2^20, or the number before it in its
 * partition + 1 if that is higher. So the numbers of a partition follow its offsets, whatever the clocks do. The ledger
 * keeps the highest number of each batch, and a reader starts where a batch of the ledger starts. Bit 62 of the rank is
 * set unless a collector sent the event, so no collector outranks a push or an import.
 */
import { getOrMake } from '../../lib/collections.ts';
import type { Store } from '../../sql/connect.ts';
import type { Writer } from '../../sql/writer.ts';
import type { LogEvent } from './events.ts';
import { type RetryPolicy, retryTransient } from './insert.ts';
import { LANDING_TABLES } from './tables.ts';

/** Set in the rank of an event that no collector sent. */
export const NOT_COLLECTED = 1n << 62n;
/** A revision is below it, every number at or above it. */
export const REVISION_END = 1n << 53n;
const OFFSET_BITS = 20n;
const OFFSETS_PER_MS = 2 ** 20;
/** Times outside these bounds count as the first. The second leaves numbers for the events that follow it. */
const TIME_MIN_MS = 2 ** 33;
const TIME_END_MS = 2 ** 42 - 2 ** 32;

/** Returns the part of a rank that is a revision or a number. */
export const numberIn = (rank: bigint) => rank & (NOT_COLLECTED - 1n);

export const isCollected = (rank: bigint) => (rank & NOT_COLLECTED) === 0n;

/** Returns the least number of an event by its time and its place. */
export function numberAt(timestampMs: number, offset: number): bigint {
  const isTime = timestampMs >= TIME_MIN_MS && timestampMs < TIME_END_MS;
  const ms = isTime ? Math.floor(timestampMs) : TIME_MIN_MS;
  return (BigInt(ms) << OFFSET_BITS) + BigInt(offset % OFFSETS_PER_MS);
}

/** Returns the rank of an event from its revision or its number. */
export const rankOf = (number: bigint, event: Pick<LogEvent, 'isCollected'>) =>
  event.isCollected ? number : number | NOT_COLLECTED;

interface Place {
  readonly topic: string;
  readonly partition: number;
}

const keyOf = ({ topic, partition }: Place) => `${topic} ${partition}`;

/** One reader's place in a partition: the next offset, and the number of the event before it. */
interface Cursor {
  next: number;
  number: bigint;
}

/** The consumer, and replays beside it. */
const CURSORS_PER_PARTITION = 8;

export class Ranks {
  readonly #store: Store;
  readonly #cursors = new Map<string, Cursor[]>();
  /** The highest number given to a pushed event, and the stamp of its batch. */
  #pushed: { number: bigint; stampMs: number } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Ranks records of the log, every one of its range, so that each number follows from the one before it. */
  async rankLog(events: readonly LogEvent[], policy: RetryPolicy): Promise<void> {
    const partitions = new Map<string, LogEvent[]>();
    let last: LogEvent[] = [];
    for (const event of events) {
      if (last[0]?.partition !== event.partition || last[0].topic !== event.topic)
        last = getOrMake(partitions, keyOf(event), (): LogEvent[] => []);
      last.push(event);
    }
    for (const records of partitions.values()) records.sort((a, b) => a.offset - b.offset);
    const unknown = [...partitions].flatMap(([key, [first]]) =>
      this.#cursors.get(key)?.some(({ next }) => next === first.offset) ? [] : [first],
    );
    const stored = await retryTransient(() => this.#numbersBefore(unknown), policy);
    for (const [key, records] of partitions) {
      const cursor = this.#cursorAt(key, records[0].offset, stored.get(key) ?? 0n);
      for (const [i, event] of records.entries()) {
        if (i > 0 && event.offset === records[i - 1].offset) {
          event.rank = records[i - 1].rank;
          continue;
        }
        const least = numberAt(event.timestampMs, event.offset);
        cursor.number = least > cursor.number ? least : cursor.number + 1n;
        cursor.next = event.offset + 1;
        event.rank = rankOf(cursor.number, event);
      }
    }
  }

  /**
   * Ranks pushed events in their order: their time of arrival and a counter, above every number that was given or stored.
   * Returns the time that their rows are stamped with, which rises with each batch.
   */
  async rankPushed(events: readonly LogEvent[], nowMs: number): Promise<number> {
    this.#pushed ??= await this.#lastPushed();
    const stampMs = Math.max(nowMs, this.#pushed.stampMs + 1);
    const least = numberAt(nowMs, 0) - 1n;
    let number = this.#pushed.number > least ? this.#pushed.number : least;
    for (const event of events) {
      number++;
      event.offset = Number(number % BigInt(OFFSETS_PER_MS));
      event.rank = rankOf(number, event);
    }
    this.#pushed = { number, stampMs };
    return stampMs;
  }

  /** Ranks the events of a topic that was created again above all events of the topic before. */
  async beginLog({ topic, partition }: Place, policy: RetryPolicy): Promise<void> {
    const number = (await retryTransient(() => highestNumbers(this.#store, [topic]), policy)).get(topic) ?? 0n;
    await retryTransient(() => writeStarts(this.#store.writer, [{ topic, partition, number }]), policy);
    this.#cursors.delete(keyOf({ topic, partition }));
  }

  /** Returns the cursor of the reader that is at the offset, else a new one: after a gap, or at a start. */
  #cursorAt(key: string, offset: number, stored: bigint): Cursor {
    const cursors = getOrMake(this.#cursors, key, (): Cursor[] => []);
    const own = cursors.find(({ next }) => next === offset);
    if (own) return own;
    // Between the two may be marks of transactions alone. Both numbers are those of events before the offset.
    const number = cursors.reduce((most, one) => (one.next < offset && one.number > most ? one.number : most), stored);
    const cursor = { next: offset, number };
    if (cursors.push(cursor) > CURSORS_PER_PARTITION) cursors.shift();
    return cursor;
  }

  /** Returns the highest number of each partition before an offset. */
  async #numbersBefore(events: readonly LogEvent[]): Promise<Map<string, bigint>> {
    if (events.length === 0) return new Map();
    const params: Record<string, string | number> = {};
    const where = (isLedger: boolean) =>
      events
        .map(({ topic, partition, offset }, i) => {
          Object.assign(params, { [`t${i}`]: topic, [`p${i}`]: partition, [`o${i}`]: offset });
          const before = isLedger ? ` AND last_offset < {o${i}:UInt64}` : '';
          return `(topic = {t${i}:String} AND partition = {p${i}:UInt16}${before})`;
        })
        .join(' OR ');
    const rows = await this.#store.reader.query<Place & { number: string }>(
      `SELECT topic, partition, toString(max(number)) AS number FROM
       (
         SELECT CAST(topic, 'String') AS topic, partition, number FROM market.ingest_ledger WHERE ${where(true)}
         UNION ALL
         SELECT CAST(topic, 'String') AS topic, partition, number FROM market.rank_starts WHERE ${where(false)}
       ) GROUP BY topic, partition`,
      params,
    );
    return new Map(rows.map((row) => [keyOf(row), BigInt(row.number)]));
  }

  async #lastPushed() {
    const number = (tables: readonly string[]) =>
      tables.map((table) => `SELECT max(bitAnd(rank, ${NOT_COLLECTED - 1n})) AS number FROM market.${table}`);
    const parts = [...number([...LANDING_TABLES, 'dead_letters']), 'SELECT max(number) FROM market.ingest_ledger'];
    const [last] = await this.#store.reader.query<{ number: string; stampMs: number }>(
      `SELECT toString(max(number)) AS number,
         (SELECT toUnixTimestamp64Milli(max(landed_at)) FROM market.ingest_ledger) AS stampMs
       FROM (${parts.join(' UNION ALL ')})`,
    );
    return { number: BigInt(last.number), stampMs: last.stampMs };
  }
}

interface Start extends Place {
  /** Numbers of the partition are above it. */
  readonly number: bigint;
}

async function writeStarts(writer: Writer, starts: readonly Start[]): Promise<void> {
  const rows = starts.map(({ topic, partition, number }) => [topic, partition, number]);
  await writer.insertRows('market.rank_starts', ['topic', 'partition', 'number'], rows);
}

async function highestNumbers({ reader }: Pick<Store, 'reader'>, topics: readonly string[]) {
  const rows = await reader.query<{ topic: string; number: string }>(
    `SELECT topic, toString(max(number)) AS number FROM
     (
       SELECT CAST(topic, 'String') AS topic, number FROM market.ingest_ledger WHERE topic IN {topics:Array(String)}
       UNION ALL
       SELECT CAST(topic, 'String') AS topic, number FROM market.rank_starts WHERE topic IN {topics:Array(String)}
     ) GROUP BY topic`,
    { topics },
  );
  return new Map(rows.map(({ topic, number }) => [topic, BigInt(number)]));
}

/**
 * Records where the ranks of new partitions begin: above the topic's highest if the topic is known, as a key may move to
 * them whose events are ahead of the clock. All partitions of a new topic begin at 0: they are read in any order.
 */
export async function beginPartitions(store: Store, partitions: readonly Place[]): Promise<void> {
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  const known = await store.reader.query<Place>(
    `SELECT CAST(topic, 'String') AS topic, partition FROM market.rank_starts WHERE topic IN {topics:Array(String)}`,
    { topics },
  );
  const keys = new Set(known.map(keyOf));
  const added = partitions.filter((place) => !keys.has(keyOf(place)));
  if (added.length === 0) return;
  const isKnown = new Set(known.map(({ topic }) => topic));
  const highest = await highestNumbers(store, topics);
  const starts = added.map(({ topic, partition }) => ({
    topic,
    partition,
    number: isKnown.has(topic) ? (highest.get(topic) ?? 0n) : 0n,
  }));
  await writeStarts(store.writer, starts);
}

/**
 * Moves places back to the start of the batch that they are in the midst of, and those beyond the ledger to its end: from
 * there on the events get the ranks that they had. A partition without a ledger keeps its place.
 */
export async function batchStarts<P extends Place & { readonly offset: bigint }>(
  { reader }: Pick<Store, 'reader'>,
  places: readonly P[],
): Promise<P[]> {
  if (places.length === 0) return [];
  const params: Record<string, string | number> = {};
  const parts = places.map(({ topic, partition, offset }, i) => {
    Object.assign(params, { [`t${i}`]: topic, [`p${i}`]: partition, [`o${i}`]: String(offset) });
    const isWithin = `first_offset <= {o${i}:UInt64} AND last_offset >= {o${i}:UInt64}`;
    return `SELECT ${i} AS i, count() AS entries, toString(max(last_offset) + 1) AS end,
        countIf(${isWithin}) AS within, toString(maxIf(first_offset, ${isWithin})) AS start
      FROM market.ingest_ledger WHERE topic = {t${i}:String} AND partition = {p${i}:UInt16}`;
  });
  const rows = await reader.query<{ i: number; entries: number; end: string; within: number; start: string }>(
    parts.join(' UNION ALL '),
    params,
  );
  const byPlace = new Map(rows.map((row) => [row.i, row]));
  return places.map((place, i) => {
    const row = byPlace.get(i);
    if (!row || row.entries === 0) return place;
    if (row.within > 0) return { ...place, offset: BigInt(row.start) };
    return BigInt(row.end) < place.offset ? { ...place, offset: BigInt(row.end) } : place;
  });
}
