/** What is produced and not yet landed. */
import { DEAD_LETTER_TOPIC, EVENT_TOPICS } from '../contract/index.ts';
import type { Admin } from './port.ts';
import { partitionKey } from './port.ts';
import { DEAD_LETTERS_GROUP, INGEST_GROUP } from './topics.ts';

/** Groups and the topics that they land. */
export const LANDED_BY: readonly { readonly group: string; readonly topics: readonly string[] }[] = [
  { group: INGEST_GROUP, topics: EVENT_TOPICS },
  { group: DEAD_LETTERS_GROUP, topics: [DEAD_LETTER_TOPIC] },
];

/** Records behind the committed offsets, by partition (`topic/partition`); those that have none are left out. */
export async function recordsBehind(admin: Admin): Promise<Map<string, number>> {
  const there = new Set(await admin.topics());
  const behind = new Map<string, number>();
  for (const { group, topics } of LANDED_BY) {
    const known = topics.filter((topic) => there.has(topic));
    // Committed first: what is produced and landed in between may then count as behind, never the other way round.
    const committed = new Map((await admin.committed(group, known)).map((one) => [partitionKey(one), one.offset]));
    for (const topic of known) {
      for (const { start, end, ...partition } of await admin.ends(topic)) {
        const from = committed.get(partitionKey(partition));
        const landed = from === null || from === undefined || from < start ? start : from;
        const count = Number(end - landed);
        if (count > 0) behind.set(partitionKey(partition), count);
      }
    }
  }
  return behind;
}

/** By topic; of every topic that is there. */
export async function eventsBehindByTopic(admin: Admin): Promise<Map<string, number>> {
  const topics = new Map(LANDED_BY.flatMap(({ topics }) => topics.map((topic): [string, number] => [topic, 0])));
  for (const [key, count] of await recordsBehind(admin)) {
    const topic = key.slice(0, key.lastIndexOf('/'));
    topics.set(topic, (topics.get(topic) ?? 0) + count);
  }
  return topics;
}

export async function eventsBehind(admin: Admin): Promise<number> {
  let total = 0;
  for (const count of (await recordsBehind(admin)).values()) total += count;
  return total;
}
