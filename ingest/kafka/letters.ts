/** Dead letters by way of the log: produced by whoever refuses an event, landed into their table by ingest. */
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { DEAD_LETTER_TOPIC } from '../contract/index.ts';
import {
  type DeadLetter,
  type DeadLetterSink,
  decodeLetter,
  encodeLetter,
  storeDeadLetters,
} from '../landing/index.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { ledgerEntries, writeLedger } from '../landing/ledger.ts';
import { digest } from '../landing/letters.ts';
import { logEventOf } from './events.ts';
import type { Acknowledged, LogRecord, OutgoingRecord, Producer } from './port.ts';
import { inBatches } from './sending.ts';

export interface KafkaLettersOptions {
  readonly producer: Producer;
  readonly store: Store;
  readonly logger: Logger;
  readonly retry: RetryPolicy;
  /** Where the letters came to stand. */
  readonly onSent?: (acknowledged: readonly Acknowledged[]) => void;
}

/** A letter is safe once all in-sync replicas have it. One that the topic will not take goes straight to the table. */
export function kafkaDeadLetters({ producer, store, logger, retry, onSent }: KafkaLettersOptions): DeadLetterSink {
  const table = storeDeadLetters(store.writer, retry);
  return {
    async write(letters, signal) {
      for (const batch of inBatches(letters, outgoing)) {
        try {
          const records = batch.map(outgoing);
          const acknowledged = await producer.send(DEAD_LETTER_TOPIC, records, signal);
          onSent?.(acknowledged);
        } catch (error) {
          if (!isTooLarge(error)) throw error;
          logger.error(
            { letters: batch.length, err: error },
            'dead letters are larger than their topic takes (raise its max.message.bytes): they go to the table alone',
          );
          await table.write(batch, signal);
        }
      }
    },
  };
}

function outgoing(letter: DeadLetter): OutgoingRecord {
  return { key: letter.key, value: encodeLetter(letter) };
}

function isTooLarge(error: unknown): boolean {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return (
    type === 'MESSAGE_TOO_LARGE' ||
    type === 'RECORD_LIST_TOO_LARGE' ||
    (cause !== undefined && cause !== error && isTooLarge(cause))
  );
}

export interface LetterLandingOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retry: RetryPolicy;
}

/** Lands records of the topic `dead-letters` into the table. What is no letter of ours is told and passed over. */
export function letterLanding({ store, clock, logger, retry }: LetterLandingOptions) {
  return async (records: readonly LogRecord[], signal?: AbortSignal, ledger = true): Promise<void> => {
    const policy: RetryPolicy = { ...retry, signal };
    const letters: DeadLetter[] = [];
    for (const { value, partition, offset } of records) {
      const letter = value && decodeLetter(value.toString('utf8'));
      if (letter) letters.push(letter);
      else logger.error({ partition, offset: String(offset) }, 'a record of dead-letters is no letter of ours');
    }
    await storeDeadLetters(store.writer, policy).write(letters, signal);
    if (!ledger) return;
    const entries = ledgerEntries(records.map(logEventOf), () => false);
    const token = digest(...letters.map(({ id }) => id));
    await retryTransient(() => writeLedger(store.writer, entries, token, clock.nowMs()), policy);
  };
}
