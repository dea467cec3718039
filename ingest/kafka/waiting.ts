/** Waits until what was produced has landed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getOrMake } from '../../lib/collections.ts';
import { DEAD_LETTER_TOPIC } from '../contract/index.ts';
import { unreadableIn } from './behind.ts';
import { type Acknowledged, type Admin, partitionKey } from './port.ts';
import { DEAD_LETTERS_GROUP, INGEST_GROUP } from './topics.ts';

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
