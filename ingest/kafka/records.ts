/** Records of the log as landing takes them. */
import type { EventTopic } from '../contract/events.ts';
import type { LogEvent } from '../landing/events.ts';
import type { LogRecord, OutgoingRecord } from './port.ts';

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

/** Bounds of one send: a batch of records must be smaller than what a topic takes, before it is compressed. */
const SEND_BYTES_MAX = 900_000;
const SEND_RECORDS_MAX = 20_000;
const RECORD_OVERHEAD_BYTES = 100;

export function outgoingBytes({ key, value, headers }: OutgoingRecord): number {
  const texts = headers ? Object.entries(headers).flat().join('').length : 0;
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) : (value?.length ?? 0);
  return Buffer.byteLength(key) + bytes + texts + RECORD_OVERHEAD_BYTES;
}

/** Items whose records fit into one send; one that is larger by itself is sent alone. */
export function* inBatches<T>(items: Iterable<T>, recordOf: (item: T) => OutgoingRecord): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = outgoingBytes(recordOf(item));
    if (batch.length > 0 && (bytes + size > SEND_BYTES_MAX || batch.length >= SEND_RECORDS_MAX)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
