/** Records of the log as landing takes them. */

import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { identityOf } from '../contract/decode.ts';
import { DEAD_LETTER_TOPIC, type EventTopic } from '../contract/events.ts';
import { type DeadLetter, type DeadLetterSink, decodeDeadLetter, storeDeadLetters } from '../landing/dead-letters.ts';
import type { LogEvent } from '../landing/events.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { ledgerEntries, writeLedger } from '../landing/versions.ts';
import type { Acknowledged, LogRecord, OutgoingRecord, Producer } from './port.ts';

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

/** Dead letters by way of the log: produced by whoever refuses an event, landed into their table by ingest. */
export interface KafkaDeadLettersOptions {
  readonly producer: Producer;
  readonly store: Store;
  readonly logger: Logger;
  readonly retry: RetryPolicy;
  readonly onSent?: (acknowledged: readonly Acknowledged[]) => void;
}

/** A dead letter is safe once all in-sync replicas have it. One that is too large for the topic is written to the table. */
export function kafkaDeadLetters({ producer, store, logger, retry, onSent }: KafkaDeadLettersOptions): DeadLetterSink {
  const table = storeDeadLetters(store.writer, retry);
  return {
    async write(deadLetters, signal) {
      for (const batch of inBatches(deadLetters, outgoing)) {
        try {
          const records = batch.map(outgoing);
          const acknowledged = await producer.send(DEAD_LETTER_TOPIC, records, signal);
          onSent?.(acknowledged);
        } catch (error) {
          if (!isTooLarge(error)) throw error;
          logger.error(
            { deadLetters: batch.length, err: error },
            'dead letters are larger than their topic takes (raise its max.message.bytes): they go to the table alone',
          );
          await table.write(batch, signal);
        }
      }
    },
  };
}

function outgoing(deadLetter: DeadLetter): OutgoingRecord {
  return { key: deadLetter.key, value: JSON.stringify(deadLetter) };
}

function isTooLarge(error: unknown): boolean {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return (
    type === 'MESSAGE_TOO_LARGE' ||
    type === 'RECORD_LIST_TOO_LARGE' ||
    (cause !== undefined && cause !== error && isTooLarge(cause))
  );
}

export interface DeadLetterLandingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retry: RetryPolicy;
}

/** Lands records of the topic `dead-letters` into the table. Other records are logged and skipped. */
export function deadLetterLanding({ store, clock, logger, retry }: DeadLetterLandingOptions) {
  return async (records: readonly LogRecord[], signal?: AbortSignal, ledger = true): Promise<void> => {
    const policy: RetryPolicy = { ...retry, signal };
    const deadLetters: DeadLetter[] = [];
    for (const { value, partition, offset } of records) {
      const deadLetter = value && decodeDeadLetter(value.toString('utf8'));
      if (deadLetter) deadLetters.push(deadLetter);
      else
        logger.error(
          { partition, offset: String(offset) },
          'a record of the topic dead-letters is not a dead letter of this service: skipped',
        );
    }
    await storeDeadLetters(store.writer, policy).write(deadLetters, signal);
    if (!ledger) return;
    const entries = ledgerEntries(records.map(logEventOf), new Map());
    const token = identityOf(deadLetters.map(({ id }) => id));
    await retryTransient(() => writeLedger(store.writer, entries, token, clock.nowMs()), policy);
  };
}
