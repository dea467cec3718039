/**
 * Where to take partitions up. The group's committed offset, unless
 * - the store's ledger ends before it (the store was lost, or restored from an older copy): there;
 * - the log ends before it, or the record before it is another one than was landed: the topic was made anew, and
 *   begins from its start.
 * Nothing is skipped by any of this; what is read twice lands on itself.
 */
import type { Logger } from '../../lib/logger.ts';
import { type Mark, markOf } from './marks.ts';
import { restarts } from './metrics.ts';
import { type Admin, type Committed, type LogEnds, type Position, partitionKey, type TopicPartition } from './port.ts';

export interface Start extends Position {
  /** The record that the reading has to begin with: it was landed before, and shows that the log is the same. */
  readonly mark?: Mark;
  /** Earlier than what the group has committed. */
  readonly movedBack?: boolean;
  /** The topic was deleted and created again: what it holds now is another log. */
  readonly newLog?: boolean;
}

export type Positions = (partitions: readonly TopicPartition[], signal: AbortSignal) => Promise<Start[]>;

/** Offset after the last that the store has landed, by partition; a partition that it does not know is not there. */
export type LandedUpTo = (topics: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, bigint>>;

export interface GroupPositionsOptions {
  readonly name: string;
  readonly admin: Admin;
  readonly group: string;
  readonly landedUpTo: LandedUpTo;
  readonly logger: Logger;
}

export function groupPositions({ name, admin, group, landedUpTo, logger }: GroupPositionsOptions): Positions {
  return async (partitions, signal) => {
    const topics = [...new Set(partitions.map(({ topic }) => topic))];
    const [committed, landed, ends] = await Promise.all([
      admin.committed(group, topics),
      landedUpTo(topics, signal),
      Promise.all(topics.map((topic) => admin.ends(topic))),
    ]);
    const committedBy = new Map(committed.map((one) => [partitionKey(one), one]));
    const endsBy = new Map(ends.flat().map((one) => [partitionKey(one), one]));
    return partitions.map((partition) => {
      const key = partitionKey(partition);
      const { start, why } = startOf(partition, committedBy.get(key), landed.get(key) ?? 0n, endsBy.get(key));
      if (why) {
        const { topic } = partition;
        restarts.inc({ consumer: name, topic, why });
        const offset = String(committedBy.get(key)?.offset);
        logger.error({ ...partition, committed: offset, from: String(start.offset) }, EXPLANATION[why]);
      }
      return why ? { ...start, movedBack: true, newLog: why === 'made_anew' } : start;
    });
  };
}

const EXPLANATION = {
  store_behind: 'the store has landed less than the group has committed: reading again from where the store ends',
  made_anew: 'the log ends before what was landed of it: the topic was deleted and made anew; reading from its start',
} as const;

type Why = keyof typeof EXPLANATION;

export function startOf(
  { topic, partition }: TopicPartition,
  committed: Pick<Committed, 'offset' | 'note'> | undefined,
  landed: bigint,
  ends: Pick<LogEnds, 'start' | 'end'> | undefined,
): { start: Start; why?: Why } {
  const first = ends?.start ?? 0n;
  const at = (offset: bigint): Start => ({ topic, partition, offset: offset < first ? first : offset });
  const offset = committed?.offset ?? null;
  // A broker forgets the group's positions together with the topic.
  if (offset === null) return { start: at(first), ...(ends && landed > ends.end ? { why: 'made_anew' } : {}) };
  if (ends && offset > ends.end) return { start: at(first), why: 'made_anew' };
  const mark = markOf(committed?.note ?? '');
  // Marks of transactions after the last record are in no ledger.
  const afterLast = mark ? mark.offset + 1n : offset;
  if (landed < offset && landed < afterLast) return { start: at(landed), why: 'store_behind' };
  if (mark && mark.offset >= first && mark.offset < offset) return { start: { ...at(mark.offset), mark } };
  return { start: at(offset) };
}
