/** The project's topics: made where they are missing, taken as they are where they are there. */
import type { Logger } from '../../lib/logger.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS, LANDED_TOPIC } from '../contract/events.ts';
import type { Admin, TopicInfo, TopicSpec } from './port.ts';

export const INGEST_GROUP = 'market-stats.ingest';
export const DEAD_LETTERS_GROUP = 'market-stats.dead-letters';
export const COMPUTE_GROUP = 'market-stats.compute';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** The longest value an event may have, with room for its key and headers. */
const EVENT_MAX_BYTES = 2 * MIB;
/** A dead letter holds a whole event as text in text, which may be several times as long. */
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

const LOOKED_AT = [...Object.keys(forEver), 'max.message.bytes'];

/** Why a setting is not what it should be; where nothing is said, what differs does no harm to what is kept. */
const HARM: Readonly<Record<string, string>> = {
  'retention.ms': 'what it drops can never be rebuilt',
  'retention.bytes': 'what it drops can never be rebuilt',
  'cleanup.policy': 'all but the last event of a symbol is dropped',
  'message.timestamp.type': "versions and the check for the future depend on the producers' clocks",
};

export interface Doubt {
  readonly setting: string;
  readonly found: string;
  readonly wanted: string;
  /** Of topics that hold events or dead letters. */
  readonly harm: string | undefined;
}

export function doubtsAbout(spec: TopicSpec, { partitions, settings }: TopicInfo): Doubt[] {
  const harmOf = (setting: string) => (spec.topic === LANDED_TOPIC ? undefined : HARM[setting]);
  const doubts = Object.entries(spec.settings).flatMap(([setting, wanted]): Doubt[] => {
    const found = settings[setting];
    if (found === undefined || fits(setting, found, wanted)) return [];
    return [{ setting, found, wanted, harm: harmOf(setting) }];
  });
  if (partitions === spec.partitions) return doubts;
  const counts = { found: String(partitions), wanted: String(spec.partitions) };
  return [...doubts, { setting: 'partitions', ...counts, harm: undefined }];
}

/** Larger records than are sent do no harm. */
function fits(setting: string, found: string, wanted: string): boolean {
  return found === wanted || (setting === 'max.message.bytes' && Number(found) >= Number(wanted));
}

/** Returns which topics it created. Those that are there are taken as they are; how they differ is reported, loudly. */
export async function ensureTopics(admin: Admin, partitions: number, logger: Logger): Promise<string[]> {
  const specs = topicSpecs(partitions);
  const there = new Set(await admin.topics());
  const missing = specs.filter(({ topic }) => !there.has(topic));
  const known = new Map(specs.filter(({ topic }) => there.has(topic)).map((spec) => [spec.topic, spec]));
  for (const info of await admin.describe([...known.keys()], LOOKED_AT)) {
    const { topic } = info;
    for (const { setting, found, wanted, harm } of doubtsAbout(known.get(topic)!, info)) {
      const difference = `the topic ${topic} is used as it is, but its ${setting} is ${found} and should be ${wanted}`;
      const fields = { topic, setting, found, wanted };
      if (harm) logger.error(fields, `${difference}: ${harm}`);
      else logger.warn(fields, difference);
    }
  }
  await admin.create(missing);
  if (missing.length > 0) logger.info({ topics: missing.map(({ topic }) => topic) }, 'topics were created');
  return missing.map(({ topic }) => topic);
}
