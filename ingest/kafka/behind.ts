/** What is produced and not yet landed. */
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../contract/index.ts';
import { type Admin, partitionKey, type TopicPartition } from './port.ts';
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
