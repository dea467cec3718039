/** Dead letters: what was refused, where it stood, why, and the original as it came. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { tsvMillis, tsvRow } from '../../sql/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { REASONS, type Reason, type Refusal } from '../contract/index.ts';
import type { LogEvent } from './events.ts';
import { insertLines, type RetryPolicy } from './insert.ts';

export interface DeadLetter {
  readonly id: string;
  /** The record's timestamp, so that a replay judges as the first time; epoch ms. */
  readonly receivedAtMs: number;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  readonly reason: Reason;
  readonly message: string;
  /** The original value; in base64 where `reason` is `invalid_utf8`. */
  readonly payload: string;
  readonly source: string;
  readonly position: string;
}

/** Takes dead letters for good: they are safe once it returns. */
export interface DeadLetterSink {
  write(deadLetters: readonly DeadLetter[], signal?: AbortSignal): Promise<void>;
}

export function digest(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0'), 'utf8').digest('hex').slice(0, 32);
}

function payloadOf(value: Buffer | string | null, reason: Reason): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return reason === 'invalid_utf8' ? value.toString('base64') : value.toString('utf8');
}

/** The value of a dead letter's record, as it came. */
export function originalValue(deadLetter: Pick<DeadLetter, 'payload' | 'reason'>): Buffer | string {
  return deadLetter.reason === 'invalid_utf8' ? Buffer.from(deadLetter.payload, 'base64') : deadLetter.payload;
}

/** Stands last where it was guessed, which it no longer is once the symbol is registered: the row is the same. */
const GUESSED_INTERVAL = /,"interval":"[^"]*"\}$/;

/**
 * The dead letter of a refused event. Its id is of the record's place in the log and its time (a topic that is recreated
 * has the same places again), or of a file's row and its content, so that the same refusal twice is one dead letter.
 */
export function deadLetterOf(event: LogEvent, refusal: Refusal): DeadLetter {
  const { topic, partition, offset, position = '', source = '' } = event;
  const payload = payloadOf(event.value, refusal.reason);
  const id = position
    ? digest('row', topic, source, position, payload.replace(GUESSED_INTERVAL, '}'))
    : digest('record', topic, partition, offset, event.timestampMs);
  return {
    id,
    receivedAtMs: event.timestampMs,
    topic,
    partition,
    offset,
    key: event.key === null ? '' : event.key.toString(),
    reason: refusal.reason,
    message: refusal.message,
    payload,
    source,
    position,
  };
}

const COLUMNS = [
  'id',
  'received_at',
  'topic',
  'partition',
  'offset',
  'key',
  'reason',
  'message',
  'payload',
  'source',
  'position',
  'version',
  'is_deleted',
];

/**
 * A dead letter as a line of the table. First written, its version is its record's timestamp: a re-delivery can never
 * bring back a dead letter that was replayed or purged since.
 */
export function deadLetterLine(deadLetter: DeadLetter, version = deadLetter.receivedAtMs, deleted = false): string {
  const { id, topic, partition, offset, key, reason, message, source, position } = deadLetter;
  const head = tsvRow([id]).trimEnd();
  const payload = deleted ? '' : deadLetter.payload;
  const rest = tsvRow([topic, partition, offset, key, reason, message, payload, source, position, version, deleted]);
  return `${head}\t${tsvMillis(deadLetter.receivedAtMs)}\t${rest}`;
}

const CHUNK_CHARS = 16_000_000;

/** Writes lines of `dead_letters` in bounded pieces. */
export async function insertDeadLetterLines(
  writer: Writer,
  lines: readonly string[],
  policy: RetryPolicy,
): Promise<void> {
  let from = 0;
  let size = 0;
  for (let to = 0; to <= lines.length; to++) {
    if (to < lines.length && size < CHUNK_CHARS) {
      size += lines[to].length;
      continue;
    }
    const { refused } = await insertLines(writer, 'market.dead_letters', COLUMNS, lines.slice(from, to), policy);
    // A dead letter that cannot be kept would be an event lost in silence.
    if (refused.length > 0) throw new Error(`the store refuses a dead letter: ${refused[0].message}`);
    from = to;
    size = lines[to]?.length ?? 0;
  }
}

/** Dead letters straight into the table: embedded, and whoever lands the topic `dead-letters`. */
export function storeDeadLetters(writer: Writer, policy: RetryPolicy): DeadLetterSink {
  return {
    write: (deadLetters) =>
      insertDeadLetterLines(
        writer,
        deadLetters.map((deadLetter) => deadLetterLine(deadLetter)),
        policy,
      ),
  };
}

const wireDeadLetter = z.object({
  id: z.string(),
  receivedAtMs: z.number(),
  topic: z.string(),
  partition: z.number(),
  offset: z.number(),
  key: z.string(),
  reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]),
  message: z.string(),
  payload: z.string(),
  source: z.string(),
  position: z.string(),
});

/** A dead letter as the value of a record of the topic `dead-letters`. */
export function encodeDeadLetter(deadLetter: DeadLetter): string {
  return JSON.stringify(deadLetter);
}

/** `null` where the value is no dead letter of ours. */
export function decodeDeadLetter(value: string): DeadLetter | null {
  try {
    return wireDeadLetter.parse(JSON.parse(value));
  } catch {
    return null;
  }
}
