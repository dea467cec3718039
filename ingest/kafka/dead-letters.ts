/** Dead letters by way of the log: produced by whoever refuses an event, landed into their table by ingest. */
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { identityOf } from '../contract/decode.ts';
import { DEAD_LETTER_TOPIC } from '../contract/events.ts';
import { type DeadLetter, type DeadLetterSink, decodeDeadLetter, storeDeadLetters } from '../landing/dead-letters.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { ledgerEntries, writeLedger } from '../landing/versions.ts';
import type { Acknowledged, LogRecord, OutgoingRecord, Producer } from './port.ts';
import { inBatches, logEventOf } from './records.ts';

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
