/** Records of the log as landing takes them. */
import type { EventTopic } from '../contract/index.ts';
import type { LogEvent } from '../landing/index.ts';
import type { LogRecord } from './port.ts';

/** Headers of what this project produces: who sent it, where it stood in its file, of which import it is. */
export const HEADERS = { source: 'source', position: 'position', importId: 'import-id', restores: 'restores' } as const;

/** Offsets are part of the order of versions, which has 48 bits for them. */
const OFFSET_MAX = 2n ** 48n - 1n;

const IMPORT_ID = /^[0-9a-z-]{1,40}$/;

export function logEventOf(record: LogRecord): LogEvent {
  const { topic, partition, offset, timestampMs, key, value, headers } = record;
  if (offset > OFFSET_MAX) throw new RangeError(`offset ${offset} of ${topic} is beyond what versions can order`);
  return {
    topic: topic as EventTopic,
    partition,
    offset: Number(offset),
    // A producer may have sent none.
    timestampMs: Math.max(0, timestampMs),
    key,
    value,
    source: headers[HEADERS.source],
    position: headers[HEADERS.position],
    importId: IMPORT_ID.exec(headers[HEADERS.importId] ?? '')?.[0],
    restores: headers[HEADERS.restores] === '1',
  };
}
