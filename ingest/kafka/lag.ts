/** What is produced and not yet landed. */

import { setTimeout as sleep } from 'node:timers/promises';
import { inTime, shared } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import { getOrMake } from '../../lib/collections.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../contract/events.ts';
import { lagEvents, lagSeconds, logUp, unreadableEvents } from './metrics.ts';
import { type Acknowledged, type Admin, partitionKey, type TopicPartition } from './port.ts';
import { DEAD_LETTERS_GROUP, INGEST_GROUP } from './topics.ts';

/** Groups and the topics that they land. */
export const LANDED_BY: readonly { readonly group: string; readonly topics: readonly string[] }[] = [
  { group: INGEST_GROUP, topics: EVENT_TOPICS },
  { group: DEAD_LETTERS_GROUP, topics: [DEAD_LETTER_TOPIC] },
];

export interface PartitionBehind extends TopicPartition {
  /** The first record that has not landed. */
  readonly landed: bigint;
  /** Records from there to where the log ends for who writes to it. */
  readonly events: number;
}

/** Every partition of the topics that are there. */
export async function partitionsBehind(admin: Admin): Promise<PartitionBehind[]> {
  const there = new Set(await admin.topics());
  const behind: PartitionBehind[] = [];
  for (const { group, topics } of LANDED_BY) {
    const known = topics.filter((topic) => there.has(topic));
    // Committed first: what is produced and landed in between may then count as behind, never the other way round.
    const committed = new Map((await admin.committed(group, known)).map((one) => [partitionKey(one), one.offset]));
    for (const topic of known) {
      for (const { start, end, ...partition } of await admin.ends(topic)) {
        const from = committed.get(partitionKey(partition));
        const landed = from === null || from === undefined || from < start ? start : from;
        behind.push({ ...partition, landed, events: Math.max(0, Number(end - landed)) });
      }
    }
  }
  return behind;
}

/** Records that a transaction which is open hides from readers, by partition (`topic/partition`); of those that have any. */
export async function unreadableIn(admin: Admin, topics: readonly string[]): Promise<Map<string, number>> {
  const unreadable = new Map<string, number>();
  for (const topic of topics) {
    const readable = new Map((await admin.ends(topic, true)).map(({ partition, end }) => [partition, end]));
    for (const end of await admin.ends(topic)) {
      const hidden = Number(end.end - (readable.get(end.partition) ?? end.end));
      if (hidden > 0) unreadable.set(partitionKey(end), hidden);
    }
  }
  return unreadable;
}

export async function eventsBehind(admin: Admin): Promise<number> {
  return (await partitionsBehind(admin)).reduce((total, { events }) => total + events, 0);
}

/**
 * How far behind landing is, by partition: by what the group has committed and where the log ends for who writes to it.
 * So it grows whatever the cause: no ingest, a slow store, or a transaction that somebody left open.
 */
export interface PartitionLag extends TopicPartition {
  readonly events: number;
  /** Those of them that a transaction which is open hides from readers. */
  readonly unreadable: number;
  /** When the oldest of them came, epoch ms; null where nothing is behind. */
  readonly sinceMs: number | null;
}

export class LagWatch {
  readonly #admin: Admin;
  readonly #nowMs: () => number;
  /** When each partition was last seen with nothing behind, or first seen. */
  readonly #clearMs = new Map<string, number>();
  /** Time of the record at the position, asked for once. */
  readonly #times = new Map<string, { readonly offset: bigint; readonly timeMs: number }>();

  constructor(admin: Admin, nowMs: () => number) {
    this.#admin = admin;
    this.#nowMs = nowMs;
  }

  /** Of every partition of the topics that are there. */
  async look(): Promise<PartitionLag[]> {
    const askedMs = this.#nowMs();
    const partitions = await partitionsBehind(this.#admin);
    const behind = partitions.filter(({ events }) => events > 0);
    const unreadable = await unreadableIn(this.#admin, [...new Set(behind.map(({ topic }) => topic))]);
    const unknown = behind.filter((one) => this.#times.get(partitionKey(one))?.offset !== one.landed);
    if (unknown.length > 0) {
      const asked = unknown.map(({ topic, partition, landed }) => ({ topic, partition, offset: landed }));
      // Without an answer it is when the partition was first seen behind.
      const times = await this.#admin.arrivals(asked).catch(() => new Map<string, number>());
      for (const one of asked) {
        const timeMs = times.get(partitionKey(one));
        if (timeMs !== undefined) this.#times.set(partitionKey(one), { offset: one.offset, timeMs });
      }
    }
    return partitions.map(({ topic, partition, events, landed }) => {
      const key = partitionKey({ topic, partition });
      if (events === 0) {
        this.#clearMs.set(key, askedMs);
        return { topic, partition, events, unreadable: 0, sinceMs: null };
      }
      const clearMs = this.#clearMs.get(key);
      const known = this.#times.get(key);
      // Times are the producers' where a topic is set so: what came since nothing was behind is no older than that.
      const sinceMs = known?.offset === landed ? Math.max(known.timeMs, clearMs ?? 0) : (clearMs ?? askedMs);
      if (clearMs === undefined && known?.offset !== landed) this.#clearMs.set(key, askedMs);
      return { topic, partition, events, unreadable: unreadable.get(key) ?? 0, sinceMs };
    });
  }
}

const ANSWER_MS = 4_000;
const ANSWER_KEPT_MS = 5_000;

/** Sets the gauges of what is behind. Where the log does not answer, what was behind grows older. */
export function lagMetrics(admin: Admin, clock: Clock): () => Promise<void> {
  const nowMs = () => clock.nowMs();
  const watch = new LagWatch(admin, nowMs);
  const look = shared(() => inTime(watch.look(), ANSWER_MS), ANSWER_KEPT_MS);
  let last: readonly PartitionLag[] = [];
  const show = () => {
    const byTopic = new Map<string, number>();
    for (const { topic, partition, events, unreadable, sinceMs } of last) {
      const labels = { topic, partition: String(partition) };
      lagSeconds.set(labels, sinceMs === null ? 0 : Math.max(0, nowMs() - sinceMs) / 1000);
      unreadableEvents.set(labels, unreadable);
      byTopic.set(topic, (byTopic.get(topic) ?? 0) + events);
    }
    for (const [topic, events] of byTopic) lagEvents.set({ topic }, events);
  };
  return async () => {
    show();
    const found = await look().catch(() => null);
    logUp.set(found ? 1 : 0);
    last = found ?? last;
    show();
  };
}

/** Waits until what was produced has landed. */
/** Partitions that records were sent to. */
export class SentTo {
  readonly #partitions = new Map<string, Set<number>>();

  readonly add = (acknowledged: readonly Acknowledged[]): void => {
    for (const { topic, partition } of acknowledged)
      getOrMake(this.#partitions, topic, () => new Set<number>()).add(partition);
  };

  get topics(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#partitions;
  }
}

/** What was produced does not land: nobody is there who would do it, or whoever is does not get on. */
export class NotLandedError extends Error {
  readonly events: number;
  constructor(events: number, why: string) {
    super(`${events} events are in the log and do not land: ${why}`);
    this.name = 'NotLandedError';
    this.events = events;
  }
}

export interface WaitOptions {
  readonly onProgress?: (left: number) => void;
  readonly signal?: AbortSignal;
  /** How long there may be no progress; a third of it while no ingest runs at all. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 90_000;
const POLL_MS = 150;

/**
 * Resolves once the partitions have landed up to where they end now, also behind a transaction that somebody has open.
 * @throws {NotLandedError} without any progress for `patienceMs`
 */
export async function untilLanded(admin: Admin, sent: SentTo, options: WaitOptions = {}): Promise<void> {
  const { onProgress, signal, patienceMs = PATIENCE_MS } = options;
  const wanted = new Map<string, bigint>();
  for (const [topic, partitions] of sent.topics) {
    for (const end of await admin.ends(topic)) {
      if (partitions.has(end.partition)) wanted.set(partitionKey(end), end.end);
    }
  }
  const deadLetters = [...sent.topics.keys()].filter((topic) => topic === DEAD_LETTER_TOPIC);
  const events = [...sent.topics.keys()].filter((topic) => topic !== DEAD_LETTER_TOPIC);
  let least = Number.POSITIVE_INFINITY;
  let sinceMs = performance.now();
  for (;;) {
    const committed = [
      ...(await admin.committed(INGEST_GROUP, events)),
      ...(await admin.committed(DEAD_LETTERS_GROUP, deadLetters)),
    ];
    let left = 0;
    for (const one of committed) {
      const end = wanted.get(partitionKey(one));
      if (end !== undefined) left += Math.max(0, Number(end - (one.offset ?? 0n)));
    }
    if (left === 0) return;
    onProgress?.(left);
    const nowMs = performance.now();
    if (left < least) {
      least = left;
      sinceMs = nowMs;
    } else if (nowMs - sinceMs > patienceMs / 3) {
      const running = await admin.members(INGEST_GROUP);
      if (running === 0) throw new NotLandedError(left, 'no ingest runs; start `npm run ingest`, nothing is lost');
      if (nowMs - sinceMs > patienceMs) {
        const open = [...(await unreadableIn(admin, [...sent.topics.keys()])).keys()];
        if (open.length > 0) {
          const why = `a producer has a transaction open in ${open.join(', ')}; they land once it ends, nothing is lost`;
          throw new NotLandedError(left, why);
        }
        throw new NotLandedError(left, `${running} ingest members make no progress; look at their logs and /readyz`);
      }
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}
