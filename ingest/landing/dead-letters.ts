/** Dead letters: what was refused, where it stood, why, and the original as it came; and when there are too many. */
import { z } from 'zod';
import { type Logger, SummedLog } from '../../lib/logger.ts';
import { counter, fromZero } from '../../lib/metrics.ts';
import { tsvRow } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { identityOf } from '../contract/decode.ts';
import { EVENT_TOPICS, REASONS, type Reason, type Refusal } from '../contract/events.ts';
import type { LogEvent } from './events.ts';
import { insertLines, type RetryPolicy } from './insert.ts';
import { deadLettersTable } from './tables.ts';

const deadLettersTotal = counter('ingest_dead_letters_total', 'Refused events by reason', ['topic', 'reason']);
fromZero(deadLettersTotal, { topic: EVENT_TOPICS, reason: Object.keys(REASONS) });

const deadLetter = z.object({
  id: z.string(),
  /** The record's timestamp, so that a replay judges as the first time; epoch ms. */
  receivedAtMs: z.number(),
  topic: z.string(),
  partition: z.number(),
  offset: z.number(),
  /** As text: a double does not hold it. */
  rank: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
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

function payloadOf(value: Buffer | string | null, reason: Reason): string {
  if (typeof value === 'string') return value;
  return value?.toString(reason === 'invalid_utf8' ? 'base64' : 'utf8') ?? '';
}

export function originalValue({ payload, reason }: { payload: string; reason: string }): Buffer | string {
  return reason === 'invalid_utf8' ? Buffer.from(payload, 'base64') : payload;
}

/** Stands last where it was guessed, which it no longer is once the symbol is registered: the row is the same. */
const GUESSED_INTERVAL = /,"interval":"[^"]*"\}$/;

/**
 * The dead letters of a batch, in its order. The id of one is of the record's place in the log and its time (a topic that
 * is recreated has the same places again), or of a file's row and its content, so that the same refusal twice is one dead
 * letter.
 *
 * @param refusals by index of the event
 * @param offset where the events have no place in a log
 */
export function deadLettersOf(
  events: readonly LogEvent[],
  refusals: ReadonlyMap<number, Refusal>,
  offset?: number,
): DeadLetter[] {
  const inOrder = [...refusals].sort(([a], [b]) => a - b);
  return inOrder.map(([index, { reason, message }]) => {
    const event = events[index];
    const { topic, partition, position = '', source = '', timestampMs: receivedAtMs } = event;
    const payload = payloadOf(event.value, reason);
    const place = { topic, partition, offset: offset ?? event.offset };
    const id = position
      ? identityOf(['row', topic, source, position, payload.replace(GUESSED_INTERVAL, '}')])
      : identityOf(['record', topic, partition, place.offset, receivedAtMs]);
    return {
      id,
      receivedAtMs,
      ...place,
      rank: event.rank ?? 0n,
      key: event.key?.toString() ?? '',
      reason,
      message,
      payload,
      source,
      position,
    };
  });
}

/** A line of the table. Its first version is its record's time: a re-delivery never brings back a replayed one. */
export function deadLetterLine(of: DeadLetter, version = of.receivedAtMs, deleted = false): string {
  const payload = deleted ? '' : of.payload;
  return tsvRow(deadLettersTable.values({ ...of, payload, version, deleted }));
}

const CHUNK_CHARS = 16_000_000;

export async function insertDeadLetterLines(
  writer: Writer,
  lines: readonly string[],
  policy: RetryPolicy,
): Promise<void> {
  const { name, columns } = deadLettersTable;
  for (let from = 0; from < lines.length; ) {
    let to = from;
    for (let chars = 0; to < lines.length && chars < CHUNK_CHARS; to++) chars += lines[to].length;
    const { refused } = await insertLines(writer, name, columns, lines.slice(from, to), policy);
    // A dead letter that cannot be kept would be an event lost in silence.
    if (refused.length > 0) throw new Error(`the store refuses a dead letter: ${refused[0].message}`);
    from = to;
  }
}

/** Dead letters straight into the table: in the embedded form, and where the topic `dead-letters` is landed. */
export function storeDeadLetters(writer: Writer, policy: RetryPolicy): DeadLetterSink {
  const lineOf = (one: DeadLetter) => deadLetterLine(one);
  return { write: (deadLetters) => insertDeadLetterLines(writer, deadLetters.map(lineOf), policy) };
}

/** The value of a record of the topic `dead-letters`. */
export const encodeDeadLetter = (deadLetter: DeadLetter): string =>
  JSON.stringify({ ...deadLetter, rank: String(deadLetter.rank) });

/** `null` where the value of a record of the topic `dead-letters`, its JSON, is no dead letter of ours. */
export function decodeDeadLetter(value: string): DeadLetter | null {
  try {
    return deadLetter.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

/** Counts dead letters that were written, and reports them in the log, summed by reason. */
export class Rejections {
  readonly #log: SummedLog;

  constructor(logger: Logger) {
    this.#log = new SummedLog({
      logger,
      message: 'events were refused: they are dead letters now (see `dlq list`)',
    });
  }

  add(deadLetters: readonly DeadLetter[]): void {
    for (const { reason, topic, partition, offset, source, position, message } of deadLetters) {
      deadLettersTotal.inc({ topic, reason });
      this.#log.add(reason, { topic, partition, offset, source, position, message });
    }
  }
}

/** Ingest must stop: the offsets of the batch are not to be committed. */
export class DeadLetterLimitError extends Error {
  override readonly name = 'DeadLetterLimitError';
  /** The last of the refused events of the batch, as they would be dead letters, the one that went too far included. */
  readonly refused: readonly DeadLetter[];
  constructor(message: string, refused: readonly DeadLetter[]) {
    super(message);
    this.refused = refused;
  }
}

/** Of a batch that was not landed so many refused events are shown. */
const SHOWN = 100;
const WINDOW_EVENTS = 1_000;

/** The events are in the log: a source that is corrected sends others, and these would stop ingest again. */
const WHAT_HELPS = [
  'they are in the log, where correcting the source does not change them',
  'start with DLQ_ACCEPT=1, or with higher limits, to land what is behind them; they become dead letters (`dlq list` shows the last of them now)',
  'what a change on this side makes valid (`symbols set`, an upgrade) `dlq replay` lands then, the rest the source has to send again',
].join('; ');

/** When too much of what comes in is refused, ingest stops and says so instead of filling the dead letters. */
export class DeadLetterLimits {
  readonly #maxRatio: number;
  readonly #maxRun: number;
  /** The last events, 1 = refused, as a ring. */
  readonly #recent = new Uint8Array(WINDOW_EVENTS);
  #at = 0;
  #bad = 0;
  #run = 0;

  /** `maxRatio`: share of the last 1,000 events that may be refused, 0 to 1; `maxRun`: refused events in a row. */
  constructor({ maxRatio = 0.5, maxRun = 1000 }: { maxRatio?: number; maxRun?: number } = {}) {
    this.#maxRatio = maxRatio;
    this.#maxRun = maxRun;
  }

  /**
   * Counts a batch that was judged, in its order; `refusals` by index. Beyond either limit its batch makes no dead letters,
   * so that the error is what there is to look at. @throws {DeadLetterLimitError} with what it refused last
   */
  count(events: readonly LogEvent[], refusals: ReadonlyMap<number, Refusal>): void {
    for (let i = 0; i < events.length; i++) {
      const refusal = refusals.get(i);
      this.#bad += (refusal ? 1 : 0) - this.#recent[this.#at];
      this.#recent[this.#at] = refusal ? 1 : 0;
      this.#at = (this.#at + 1) % WINDOW_EVENTS;
      this.#run = refusal ? this.#run + 1 : 0;
      const excess = this.#excess();
      if (excess === null) continue;
      const refused = deadLettersOf(events, new Map([...refusals].filter(([index]) => index <= i))).slice(-SHOWN);
      const { topic, partition, offset, message, reason } = refused[refused.length - 1];
      const last = `${topic} ${partition}/${offset}: ${message} (${reason})`;
      throw new DeadLetterLimitError(`${excess}: ${WHAT_HELPS}; the last of them: ${last}`, refused);
    }
  }

  #excess(): string | null {
    if (this.#run > this.#maxRun) return `${this.#run} events in a row were refused (DLQ_MAX_RUN ${this.#maxRun})`;
    // Before the window is full the events that are still missing count as good.
    if (this.#bad <= this.#maxRatio * WINDOW_EVENTS) return null;
    return `${this.#bad} of the last ${WINDOW_EVENTS} events were refused (DLQ_MAX_RATIO ${this.#maxRatio})`;
  }
}
