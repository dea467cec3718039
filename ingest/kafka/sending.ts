/** Bounds of one send: a batch of records must be smaller than what a topic takes, before it is compressed. */
import type { OutgoingRecord } from './port.ts';

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
