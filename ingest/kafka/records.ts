/** Records of the log as landing takes them. */

import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { getOrMake } from '../../lib/collections.ts';
import { isoDate, parseIsoDate } from '../../lib/days.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { identityOf } from '../contract/decode.ts';
import { DEAD_LETTER_TOPIC, type EventTopic, LANDED_TOPIC } from '../contract/events.ts';
import {
  type DeadLetter,
  type DeadLetterSink,
  decodeDeadLetter,
  encodeDeadLetter,
  storeDeadLetters,
} from '../landing/dead-letters.ts';
import { type ChangedDays, LANDED_KINDS, type LandedKind, type LogEvent } from '../landing/events.ts';
import { type RetryPolicy, retryTransient } from '../landing/insert.ts';
import { ledgerEntries, writeLedger } from '../landing/ledger.ts';
import type { Acknowledged, LogRecord, OutgoingRecord, Producer } from './port.ts';

/** Headers of what this project produces: who sent it, where it stood in its file, of which import it is, a collector's. */
export const HEADERS = {
  source: 'source',
  position: 'position',
  importId: 'import-id',
  collected: 'collected',
} as const;

const IMPORT_ID = /^[0-9a-z-]{1,40}$/;

export function logEventOf(record: LogRecord): LogEvent {
  const { topic, partition, offset, timestampMs, isProducerTimed, key, value, headers } = record;
  return {
    topic: topic as EventTopic,
    partition,
    offset: Number(offset),
    // A producer may have sent none.
    timestampMs: Math.max(0, timestampMs),
    isProducerTimed,
    key,
    value,
    source: headers[HEADERS.source],
    position: headers[HEADERS.position],
    importId: IMPORT_ID.exec(headers[HEADERS.importId] ?? '')?.[0],
    isCollected: headers[HEADERS.collected] === '1',
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

/** Dead letters by way of the log: produced where an event is rejected, landed into their table by ingest. */
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
  return { key: deadLetter.key, value: encodeDeadLetter(deadLetter) };
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

/** The notice of what landed, a value of the topic `landed`: ingest tells compute. It is a hint, the store is the truth. */

export interface Landed {
  readonly symbol: string;
  /** Days (since 1970, UTC) that have new rows, by kind; a kind without any is not there. */
  readonly days: Readonly<Partial<Record<LandedKind, readonly number[]>>>;
}

const dates = z.array(z.string()).optional();
const notice = z.object({
  symbol: z.string().min(1),
  days: z.object({ bars: dates, sentiment: dates, sentiment_crypto: dates, actions: dates }),
});

/** `{"symbol":"SPY","days":{"bars":["2025-06-04"]}}` */
export function encodeLanded({ symbol, days }: Landed): string {
  const texts = Object.entries(days).map(([kind, list]) => [kind, list.map(isoDate)]);
  return JSON.stringify({ symbol, days: Object.fromEntries(texts) });
}

/** `null` where the value is no notice. */
export function decodeLanded(value: string): Landed | null {
  try {
    const { symbol, days } = notice.parse(JSON.parse(value));
    const parsed = LANDED_KINDS.flatMap((kind) => {
      const list = (days[kind] ?? []).map(parseIsoDate).filter((day) => day !== null);
      return list.length > 0 ? [[kind, list] as const] : [];
    });
    return { symbol, days: Object.fromEntries(parsed) };
  } catch {
    return null;
  }
}

/**
 * Tells compute what landed, through the topic `landed`. A notice is a hint: who misses it finds the days in the
 * store, so landing never waits for it. Notices that pile up while the broker is slow are reported as one.
 */
/** Beyond this the days of a symbol are not listed: the notice then says only that it changed. */
const DAYS_MAX = 1_000;

export class LandedNotices {
  readonly #producer: Producer;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  #waiting = new Map<string, Map<LandedKind, Set<number>>>();
  #sending: Promise<void> | null = null;

  constructor(producer: Producer, logger: Logger) {
    this.#producer = producer;
    this.#logger = logger;
  }

  add(changed: readonly ChangedDays[]): void {
    for (const { kind, symbol, days } of changed) {
      const kinds = getOrMake(this.#waiting, symbol, () => new Map<LandedKind, Set<number>>());
      const known = getOrMake(kinds, kind, () => new Set<number>());
      for (const day of days) if (known.size < DAYS_MAX) known.add(day);
    }
    if (this.#waiting.size > 0) this.#sending ??= this.#send();
  }

  /** Sends what waits, within the time given. */
  async stop(timeoutMs: number): Promise<void> {
    const late = setTimeout(() => this.#stopping.abort(new Error('stopping')), timeoutMs);
    await this.#sending;
    clearTimeout(late);
  }

  async #send(): Promise<void> {
    // What one batch lands is reported together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const notices = [...this.#waiting].map(([symbol, kinds]) => {
        const days = Object.fromEntries([...kinds].map(([kind, list]) => [kind, [...list].sort((a, b) => a - b)]));
        return { key: symbol, value: encodeLanded({ symbol, days }) };
      });
      this.#waiting = new Map();
      try {
        for (const batch of inBatches(notices, (notice) => notice)) {
          await this.#producer.send(LANDED_TOPIC, batch, this.#stopping.signal);
        }
      } catch (error) {
        this.#logger.error({ err: error, symbols: notices.length }, 'the notice that events landed was not sent');
      }
    }
    this.#sending = null;
  }
}
