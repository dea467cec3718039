/** The project's topics: made where they are missing, taken as they are where they are there. */
import type { Logger } from '../../lib/logger.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS, LANDED_TOPIC } from '../contract/index.ts';
import type { Admin, TopicSpec } from './port.ts';

/** Groups of ingest: of the events, and of the dead letters. */
export const INGEST_GROUP = 'market-stats.ingest';
export const LETTERS_GROUP = 'market-stats.dead-letters';
/** Group of the compute workers. */
export const COMPUTE_GROUP = 'market-stats.compute';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** The longest value an event may have, with room for its key and headers. */
const EVENT_MAX_BYTES = 2 * MIB;
/** A letter holds a whole event as text in text, which may be several times as long. */
const LETTER_MAX_BYTES = 16 * MIB;

const forEver = {
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'LogAppendTime',
} as const;

export function topicSpecs(partitions: number): TopicSpec[] {
  const settings = (maxBytes: number) => ({ ...forEver, 'max.message.bytes': String(maxBytes) });
  return [
    ...EVENT_TOPICS.map((topic) => ({ topic, partitions, settings: settings(EVENT_MAX_BYTES) })),
    { topic: DEAD_LETTER_TOPIC, partitions, settings: settings(LETTER_MAX_BYTES) },
    { topic: LANDED_TOPIC, partitions, settings: { ...settings(MIB), 'retention.ms': String(DAY_MS) } },
  ];
}

const LOOKED_AT = ['retention.ms', 'retention.bytes', 'cleanup.policy', 'message.timestamp.type'] as const;

/** What an existing topic's settings would cost, in words. */
export function doubtsAbout(settings: Readonly<Record<string, string>>): string[] {
  const doubts: string[] = [];
  const finite = (name: string) => settings[name] !== undefined && settings[name] !== '-1';
  if (finite('retention.ms') || finite('retention.bytes')) {
    doubts.push('its retention is finite: what it drops can never be rebuilt (set retention.ms and .bytes to -1)');
  }
  if (settings['cleanup.policy']?.includes('compact')) {
    doubts.push('it is compacted: all but the last event of a symbol is dropped (set cleanup.policy=delete)');
  }
  if (settings['message.timestamp.type'] === 'CreateTime') {
    doubts.push(
      "its timestamps are the producer's: versions and the check for the future depend on the producers' clocks (set message.timestamp.type=LogAppendTime)",
    );
  }
  return doubts;
}

/** Answers which topics it made. */
export async function ensureTopics(admin: Admin, partitions: number, logger: Logger): Promise<string[]> {
  const specs = topicSpecs(partitions);
  const there = new Set(await admin.topics());
  const missing = specs.filter(({ topic }) => !there.has(topic));
  const known = specs.filter(({ topic }) => there.has(topic) && topic !== LANDED_TOPIC).map(({ topic }) => topic);
  for (const { topic, settings } of await admin.describe(known, LOOKED_AT)) {
    for (const doubt of doubtsAbout(settings)) logger.error({ topic }, `the topic is used as it is, but ${doubt}`);
  }
  await admin.create(missing);
  if (missing.length > 0) logger.info({ topics: missing.map(({ topic }) => topic) }, 'topics were created');
  return missing.map(({ topic }) => topic);
}
