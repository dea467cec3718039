/**
 * How far landing lags the log, by partition: by what the group has committed and where the log ends for who writes to
 * it. So it grows whatever the cause: no ingest, a slow store, or a transaction that somebody left open.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime, shared } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import { getOrMake } from '../../lib/collections.ts';
import { gauge } from '../../lib/metrics.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../contract/events.ts';
import { type Acknowledged, type Admin, type LogEnds, partitionKey } from './port.ts';
import { DEAD_LETTERS_GROUP, INGEST_GROUP } from './topics.ts';

const lagEvents = gauge('ingest_lag_events', 'Records of the log that have not landed, of all processes', ['topic']);
const lagSeconds = gauge(
  'ingest_lag_seconds',
  'Age of the oldest record of the partition that has not landed; 0 where all have',
  ['topic', 'partition'],
);
const unreadableEvents = gauge(
  'ingest_unreadable_events',
  'Records of the partition that a transaction which is open hides from readers',
  ['topic', 'partition'],
);
const logUp = gauge('ingest_log_up', '1 where the log answered when it was last asked how much is behind');

const LANDED_BY: readonly { readonly group: string; readonly topics: readonly string[] }[] = [
  { group: INGEST_GROUP, topics: EVENT_TOPICS },
  { group: DEAD_LETTERS_GROUP, topics: [DEAD_LETTER_TOPIC] },
];

async function committedOf(admin: Admin, wanted: ReadonlySet<string>) {
  const found = LANDED_BY.map(({ group, topics }) =>
    admin.committed(
      group,
      topics.filter((topic) => wanted.has(topic)),
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Every partition of the topics that are there: its first record that has not landed, and how many follow from there. */
async function partitionsBehind(admin: Admin) {
  const there = new Set(await admin.topics());
  // Committed first: what is produced and landed in between may then count as behind, never the other way round.
  const committed = new Map((await committedOf(admin, there)).map((one) => [partitionKey(one), one.offset]));
  const topics = LANDED_BY.flatMap((by) => by.topics).filter((topic) => there.has(topic));
  const ends = await Promise.all(topics.map((topic) => admin.ends(topic)));
  return ends.flat().map(({ start, end, ...partition }) => {
    const from = committed.get(partitionKey(partition)) ?? start;
    const landed = from < start ? start : from;
    return { ...partition, landed, events: Math.max(0, Number(end - landed)) };
  });
}

export async function eventsBehind(admin: Admin): Promise<number> {
  return (await partitionsBehind(admin)).reduce((total, { events }) => total + events, 0);
}

/** Records that a transaction which is open hides from readers, by partition (`topic/partition`); of those that have any. */
async function unreadableIn(admin: Admin, topics: Iterable<string>): Promise<Map<string, number>> {
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

export function lagWatch(admin: Admin, nowMs: () => number) {
  /** When each partition was last seen with nothing behind, or first seen. */
  const clearMs = new Map<string, number>();
  /** Time of the record at the position, asked for once. */
  const times = new Map<string, { readonly offset: bigint; readonly timeMs: number }>();
  return async () => {
    const askedMs = nowMs();
    const partitions = await partitionsBehind(admin);
    const behind = partitions.filter(({ events }) => events > 0);
    const unreadable = await unreadableIn(admin, new Set(behind.map(({ topic }) => topic)));
    const unknown = behind
      .filter((one) => times.get(partitionKey(one))?.offset !== one.landed)
      .map(({ topic, partition, landed }) => ({ topic, partition, offset: landed }));
    // Without an answer it is when the partition was first seen behind.
    const found = unknown.length > 0 ? await admin.arrivals(unknown).catch(() => null) : null;
    for (const one of found ? unknown : []) {
      const timeMs = found!.get(partitionKey(one));
      if (timeMs !== undefined) times.set(partitionKey(one), { offset: one.offset, timeMs });
    }
    return partitions.map(({ topic, partition, events, landed }) => {
      const key = partitionKey({ topic, partition });
      if (events === 0) {
        clearMs.set(key, askedMs);
        return { topic, partition, events, unreadable: 0, sinceMs: null };
      }
      const clear = clearMs.get(key);
      const known = times.get(key);
      // Times are the producers' where a topic is set so: what came since nothing was behind is no older than that.
      const sinceMs = known?.offset === landed ? Math.max(known.timeMs, clear ?? 0) : (clear ?? askedMs);
      if (clear === undefined && known?.offset !== landed) clearMs.set(key, askedMs);
      /** `unreadable`: those that a transaction which is open hides; `sinceMs`: when the oldest came, null without any. */
      return { topic, partition, events, unreadable: unreadable.get(key) ?? 0, sinceMs };
    });
  };
}

const ANSWER_MS = 4_000;
const ANSWER_KEPT_MS = 5_000;

/** Sets the gauges of what is behind. Where the log does not answer, what was behind grows older. */
export function lagMetrics(admin: Admin, clock: Clock): () => Promise<void> {
  const nowMs = () => clock.nowMs();
  const watch = lagWatch(admin, nowMs);
  const look = shared(() => inTime(watch(), ANSWER_MS), ANSWER_KEPT_MS);
  let last: Awaited<ReturnType<typeof watch>> = [];
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

export class SentTo {
  readonly partitions = new Map<string, Set<number>>();

  readonly add = (acknowledged: readonly Acknowledged[]): void => {
    for (const { topic, partition } of acknowledged)
      getOrMake(this.partitions, topic, () => new Set<number>()).add(partition);
  };
}

/** Produced events do not land: no `ingest` is running, or it makes no progress. */
export class NotLandedError extends Error {
  override readonly name = 'NotLandedError';
  constructor(events: number, why: string) {
    super(`${events} events are in the log and do not land: ${why}`);
  }
}

/** What is in the topics when it is first looked at. */
export class LogBefore {
  readonly #admin: Pick<Admin, 'ends' | 'committed'>;
  readonly #topics: readonly string[];
  #ends: readonly LogEnds[] | undefined;
  /** As far as it is known. */
  isLanded = false;

  constructor(admin: Pick<Admin, 'ends' | 'committed'>, topics: readonly string[]) {
    [this.#admin, this.#topics] = [admin, topics];
  }

  async look(): Promise<boolean> {
    this.#ends ??= (await Promise.all(this.#topics.map((topic) => this.#admin.ends(topic)))).flat();
    // Who may not ask for the group does not know, either.
    const committed = await this.#admin.committed(INGEST_GROUP, this.#topics).catch(() => []);
    const landed = new Map(committed.map((one) => [partitionKey(one), one.offset]));
    const hasLanded = (one: LogEnds) => one.end <= one.start || (landed.get(partitionKey(one)) ?? 0n) >= one.end;
    this.isLanded = this.#ends.every(hasLanded);
    return this.isLanded;
  }
}

export interface WaitOptions {
  readonly onProgress?: (left: number) => void;
  /** How long there may be no progress; a third of it while no ingest runs at all. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 90_000;
const POLL_MS = 150;

/** Once the partitions have landed up to where they end now. @throws {NotLandedError} without progress */
export async function untilLanded(admin: Admin, { partitions }: SentTo, options: WaitOptions = {}): Promise<void> {
  const { onProgress, patienceMs = PATIENCE_MS } = options;
  const topics = new Set(partitions.keys());
  const wanted = new Map<string, bigint>();
  for (const topic of topics) {
    for (const end of await admin.ends(topic)) {
      if (partitions.get(topic)!.has(end.partition)) wanted.set(partitionKey(end), end.end);
    }
  }
  let least = Number.POSITIVE_INFINITY;
  let sinceMs = performance.now();
  for (;;) {
    let left = 0;
    for (const one of await committedOf(admin, topics)) {
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
      if (nowMs - sinceMs > patienceMs) throw new NotLandedError(left, await reasonOfNone(admin, topics, running));
    }
    await sleep(POLL_MS);
  }
}

async function reasonOfNone(admin: Admin, topics: Iterable<string>, running: number): Promise<string> {
  const open = [...(await unreadableIn(admin, topics)).keys()];
  if (open.length > 0)
    return `a producer has a transaction open in ${open.join(', ')}; they land once it ends, nothing is lost`;
  return `${running} ingest members make no progress; look at their logs and /readyz`;
}
