/** Dead letters: what was refused, where it stood, why, and the original as it came. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { tsvRow } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { REASONS, type Reason, type Refusal } from '../contract/index.ts';
import type { LogEvent } from './events.ts';
import { insertLines, type RetryPolicy } from './insert.ts';
import { deadLettersTable } from './ledger-tables.ts';

const deadLetter = z.object({
  id: z.string(),
  /** The record's timestamp, so that a replay judges as the first time; epoch ms. */
  receivedAtMs: z.number(),
  topic: z.string(),
  partition: z.number(),
  offset: z.number(),
  key: z.string(),
  reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]),
  message: z.string(),
  /** The original value; in base64 where `reason` is `invalid_utf8`. */
  payload: z.string(),
  source: z.string(),
  position: z.string(),
});
export type DeadLetter = Readonly<z.infer<typeof deadLetter>>;

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
export function originalValue({ payload, reason }: { payload: string; reason: string }): Buffer | string {
  return reason === 'invalid_utf8' ? Buffer.from(payload, 'base64') : payload;
}

/** Stands last where it was guessed, which it no longer is once the symbol is registered: the row is the same. */
const GUESSED_INTERVAL = /,"interval":"[^"]*"\}$/;

/**
 * The dead letter of a refused event. Its id is of the record's place in the log and its time (a topic that is recreated
 * has the same places again), or of a file's row and its content, so that the same refusal twice is one dead letter.
 */
export function deadLetterOf(event: LogEvent, refusal: Refusal, offset = event.offset): DeadLetter {
  const { topic, partition, position = '', source = '' } = event;
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

/**
 * A dead letter as a line of the table. First written, its version is its record's timestamp: a re-delivery can never
 * bring back a dead letter that was replayed or purged since.
 */
export function deadLetterLine(of: DeadLetter, version = of.receivedAtMs, deleted = false): string {
  const payload = deleted ? '' : of.payload;
  return tsvRow(deadLettersTable.values({ ...of, payload, version, deleted }));
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
    const { name, columns } = deadLettersTable;
    const { refused } = await insertLines(writer, name, columns, lines.slice(from, to), policy);
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
        deadLetters.map((one) => deadLetterLine(one)),
        policy,
      ),
  };
}

/** A dead letter as the value of a record of the topic `dead-letters`. */
export const encodeDeadLetter = (of: DeadLetter): string => JSON.stringify(of);

/** `null` where the value is no dead letter of ours. */
export function decodeDeadLetter(value: string): DeadLetter | null {
  try {
    return deadLetter.parse(JSON.parse(value));
  } catch {
    return null;
  }
}
