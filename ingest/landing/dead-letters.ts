/** Dead letters: what was refused, where it stood, why, and the original as it came. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Logger, SummedLog } from '../../lib/logger.ts';
import { counter, fromZero, histogram } from '../../lib/metrics.ts';
import { tsvRow } from '../../sql/formats/text.ts';
import type { Writer } from '../../sql/writer.ts';
import { EVENT_TOPICS, REASONS, type Reason, type Refusal } from '../contract/events.ts';
import type { LogEvent } from './events.ts';
import { insertLines, type RetryPolicy } from './insert.ts';
import { deadLettersTable } from './tables.ts';

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

/** When too much of what comes in is refused, ingest stops and says so instead of filling the dead letters. */
export interface LimitOptions {
  /** Share of the last `window` events that may be refused, 0 to 1. */
  maxRatio?: number;
  /** Refused events in a row that may come. */
  maxRun?: number;
  window?: number;
}

/** Ingest must stop: the offsets of the batch are not to be committed. */
export class DeadLetterLimitError extends Error {
  override readonly name = 'DeadLetterLimitError';
  /** The last of the refused events of the batch, as they would be dead letters, the one that went too far included. */
  refused: readonly DeadLetter[] = [];
}

/** Of a batch that was not landed so many refused events are shown. */
const SHOWN = 100;

/** Notes a batch that was judged, in its order; `refusals` by index. @throws {DeadLetterLimitError} with what it refused last */
export function noteBatch(
  limits: DeadLetterLimits,
  events: readonly LogEvent[],
  refusals: ReadonlyMap<number, Refusal>,
): void {
  for (const [i, { topic, partition, offset }] of events.entries()) {
    const refusal = refusals.get(i);
    try {
      limits.note(refusal ? `${topic} ${partition}/${offset}: ${refusal.message} (${refusal.reason})` : null);
    } catch (error) {
      if (error instanceof DeadLetterLimitError) {
        const upTo = [...refusals].filter(([index]) => index <= i).sort(([a], [b]) => a - b);
        error.refused = upTo.slice(-SHOWN).map(([index, one]) => deadLetterOf(events[index], one));
      }
      throw error;
    }
  }
}

/** The events are in the log: a source that is corrected sends others, and these would stop ingest again. */
const WHAT_HELPS = [
  'they are in the log, where correcting the source does not change them',
  'start with DLQ_ACCEPT=1, or with higher limits, to land what is behind them; they become dead letters (`dlq list` shows the last of them now)',
  'what a change on this side makes valid (`symbols set`, an upgrade) `dlq replay` lands then, the rest the source has to send again',
].join('; ');

export class DeadLetterLimits {
  readonly #maxBad: number;
  readonly #maxRun: number;
  /** The last events, 1 = refused, as a ring. */
  readonly #recent: Uint8Array;
  #at = 0;
  #bad = 0;
  #run = 0;

  constructor({ maxRatio = 0.5, maxRun = 1000, window = 1000 }: LimitOptions = {}) {
    this.#maxBad = maxRatio * window;
    this.#maxRun = maxRun;
    this.#recent = new Uint8Array(window);
  }

  /**
   * Notes the next event of the log; `refusal`: why it was refused, in words. Throws {@link DeadLetterLimitError} beyond
   * either limit: its batch makes no dead letters, so that its message is what there is to look at.
   */
  note(refusal: string | null): void {
    const refused = refusal !== null;
    this.#bad += (refused ? 1 : 0) - this.#recent[this.#at];
    this.#recent[this.#at] = refused ? 1 : 0;
    this.#at = (this.#at + 1) % this.#recent.length;
    this.#run = refused ? this.#run + 1 : 0;
    const advice = `${WHAT_HELPS}; the last of them: ${refusal}`;
    if (this.#run > this.#maxRun) {
      throw new DeadLetterLimitError(
        `${this.#run} events in a row were refused (DLQ_MAX_RUN ${this.#maxRun}): ${advice}`,
      );
    }
    // Before the window is full the events that are still missing count as good.
    if (this.#bad > this.#maxBad) {
      const share = `${this.#bad} of the last ${this.#recent.length} events were refused`;
      throw new DeadLetterLimitError(`${share} (DLQ_MAX_RATIO ${this.#maxBad / this.#recent.length}): ${advice}`);
    }
  }
}

export const landedTotal = counter('ingest_landed_events_total', 'Events that were taken, duplicates included', [
  'topic',
]);
export const deadLettersTotal = counter('ingest_dead_letters_total', 'Refused events by reason', ['topic', 'reason']);
fromZero(landedTotal, { topic: EVENT_TOPICS });
fromZero(deadLettersTotal, { topic: EVENT_TOPICS, reason: Object.keys(REASONS) });
export const retriesTotal = counter('ingest_store_retries_total', 'Statements of landing that were tried again');
export const batchSeconds = histogram(
  'ingest_batch_seconds',
  'From a sealed batch to its ledger and dead letters',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

/** Counts dead letters that were written, and tells of them in the log, summed by reason. */
export class Rejections {
  readonly #log: SummedLog;

  constructor(logger: Logger) {
    this.#log = new SummedLog({
      logger,
      message: 'events were refused: they are dead letters now (see `dlq list`)',
    });
  }

  note(deadLetters: readonly DeadLetter[]): void {
    for (const { reason, topic, partition, offset, source, position, message } of deadLetters) {
      deadLettersTotal.inc({ topic, reason });
      this.#log.note(reason, { topic, partition, offset, source, position, message });
    }
  }
}
