/**
 * How far behind landing is, by partition: by what the group has committed and where the log ends for who writes to it.
 * So it grows whatever the cause: no ingest, a slow store, or a transaction that somebody left open.
 */

import { inTime, shared } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import { partitionsBehind, unreadableIn } from './behind.ts';
import { lagEvents, lagSeconds, logUp, unreadableEvents } from './metrics.ts';
import { type Admin, partitionKey, type TopicPartition } from './port.ts';

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
