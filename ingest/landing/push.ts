/** Pushed events, in batches of bounded size. */
import type { Clock } from '../../lib/clock.ts';
import { inGroups } from '../../lib/collections.ts';
import { type BarBlock, BlockBar, blockEvents } from '../contract/bar-block.ts';
import { EVENT_SETS, type EventSet, type EventTopic, type Reason } from '../contract/events.ts';
import { fieldOf, type LandingResult, type LogEvent, type PushedEvent, type RejectedEvent, rowOf } from './events.ts';
import { DayCollector } from './insert.ts';

/** No larger: it costs the same CPU per row as 65,536 and holds up the event loop a quarter as long. */
const BATCH_EVENTS_MAX = 16_384;
const BATCH_CHARS_MAX = 32 * 1024 * 1024;

export function emptyResult(): LandingResult {
  return { landed: 0, duplicates: 0, deadLetters: {}, changed: [] };
}

export function addRejected(result: LandingResult, rejected: readonly (RejectedEvent & { reason: Reason })[]): void {
  result.firstRejected = rejected[0];
  result.rejected = rejected;
  for (const { reason } of rejected) result.deadLetters[reason] = (result.deadLetters[reason] ?? 0) + 1;
}

/** Adds the counts of `part` to `total`; what changed is left to a {@link DayCollector}. */
export function addCounts(total: LandingResult, part: LandingResult): void {
  total.landed += part.landed;
  total.duplicates += part.duplicates;
  if (part.waiting) total.waiting = (total.waiting ?? 0) + part.waiting;
  if (part.lost) total.lost = (total.lost ?? 0) + part.lost;
  total.firstRejected ??= part.firstRejected;
  for (const [reason, count] of Object.entries(part.deadLetters) as [Reason, number][]) {
    total.deadLetters[reason] = (total.deadLetters[reason] ?? 0) + count;
  }
}

/** Events one by one, or in groups where that saves waiting for each; bars of the topic `bars` also as columns. */
export type PushedEvents =
  | Iterable<PushedEvent | readonly PushedEvent[] | BarBlock>
  | AsyncIterable<PushedEvent | readonly PushedEvent[] | BarBlock>;

export interface PushOptions {
  readonly signal?: AbortSignal;
  readonly onBatch?: (result: LandingResult) => void;
  /** The import that the events are of. */
  readonly importId?: string;
  /** True if a collector sends them. */
  readonly isCollected?: boolean;
}

export async function landPushed(
  topic: EventTopic,
  events: PushedEvents,
  clock: Clock,
  land: (batch: readonly LogEvent[]) => Promise<LandingResult>,
  { signal, onBatch, importId, isCollected }: PushOptions,
): Promise<LandingResult> {
  const total = emptyResult();
  const changed = new DayCollector();
  for await (const batch of batchesOf(events)) {
    signal?.throwIfAborted();
    const nowMs = clock.nowMs();
    const part = await land(batch.map((event) => logEventOf(event, { topic, nowMs, importId, isCollected })));
    addCounts(total, part);
    changed.addAll(part.changed);
    onBatch?.(part);
  }
  return { ...total, changed: changed.list() };
}

/** A bar that is in columns already: of these a batch takes more, which makes fewer parts to merge. */
const PLAIN_SHARE = 1 / 4;

/** The events in their order, in batches of at most BATCH_EVENTS_MAX events and, but for the last of them, BATCH_CHARS_MAX. */
async function* batchesOf(pushed: PushedEvents): AsyncGenerator<(PushedEvent | BlockBar)[]> {
  let events: (PushedEvent | BlockBar)[] = [];
  let size = 0;
  let chars = 0;
  for await (const group of pushed) {
    for (const event of eventsOf(group)) {
      events.push(event);
      const isPlain = event instanceof BlockBar;
      size += isPlain ? PLAIN_SHARE : 1;
      chars += isPlain ? 0 : (event.value?.length ?? 0);
      if (size < BATCH_EVENTS_MAX && chars < BATCH_CHARS_MAX) continue;
      yield events;
      events = [];
      size = 0;
      chars = 0;
    }
  }
  if (events.length > 0) yield events;
}

function eventsOf(group: PushedEvent | readonly PushedEvent[] | BarBlock): readonly (PushedEvent | BlockBar)[] {
  if ('templates' in group) return blockEvents(group);
  return Array.isArray(group) ? (group as readonly PushedEvent[]) : [group as PushedEvent];
}

/** Returns the event as landing takes it, not yet ranked. */
export function logEventOf(
  pushed: PushedEvent | BlockBar,
  { topic, nowMs, ...of }: { topic: EventTopic; nowMs: number } & Pick<LogEvent, 'importId' | 'isCollected'>,
): LogEvent {
  if (pushed instanceof BlockBar) {
    pushed.timestampMs = nowMs;
    pushed.importId = of.importId;
    pushed.isCollected = of.isCollected;
    return pushed;
  }
  const { topic: own, timestampMs = nowMs, ...event } = pushed;
  return { ...of, ...event, topic: own ?? topic, partition: 0, offset: 0, timestampMs };
}

// Events that somebody pushes over HTTP: a body of NDJSON or a JSON array, landed row by row.

/** Of one body; beyond it the body is refused. Of events of the contract 32 MiB hold about as many. */
export const PUSH_ROWS_MAX = 250_000;
/** So many rejections are listed; all of them are dead letters. */
const LISTED_REJECTIONS_MAX = 100;
const SOURCE = 'push';
const GROUP_ROWS = 4_096;

export class PushBodyError extends Error {
  override readonly name = 'PushBodyError';
  /** It would be taken in parts. */
  readonly tooLarge: boolean;
  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = 0x5b;
const isOpening = (byte: number) => byte === OPENING || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;
const isBlank = (byte: number) => byte <= 0x20;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface Row {
  readonly row: number;
  readonly value: Buffer;
}

/** The rows as they came, one after another: a body of a few bytes each has millions, which are never all kept. */
function bodyRows(body: Buffer): Generator<Row> {
  let from = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const start = from;
  while (from < body.length && isBlank(body[from])) from++;
  if (from === body.length) throw new PushBodyError('the body is empty');
  return body[from] === OPENING ? elementsOf(body, from + 1) : linesOf(body, start);
}

function* linesOf(body: Buffer, start: number): Generator<Row> {
  let row = 1;
  for (let from = start; from < body.length; ) {
    if (body[from] === NEWLINE) row++;
    if (isBlank(body[from])) {
      from++;
      continue;
    }
    const end = body.indexOf(NEWLINE, from);
    yield { row, value: body.subarray(from, end < 0 ? body.length : end) };
    from = end < 0 ? body.length : end;
  }
}

/** The array is taken apart, not parsed: whole, it would take many times its bytes. Elements are parsed one by one. */
function* elementsOf(body: Buffer, start: number): Generator<Row> {
  let row = 1;
  let depth = 0;
  let from = start;
  for (let at = start; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at);
    else if (isOpening(byte)) depth++;
    else if (isClosing(byte) && depth > 0) depth--;
    else if (isClosing(byte) || (byte === COMMA && depth === 0)) {
      const value = body.subarray(from, at);
      if (!value.every(isBlank)) yield { row, value };
      else if (row > 1 || byte === COMMA) throw new PushBodyError(`element ${row} of the JSON array is empty`);
      if (isClosing(byte)) {
        if (byte === 0x5d && body.subarray(at + 1).every(isBlank)) return;
        throw new PushBodyError(
          'the body continues after the end of its JSON array: send one array, or one object a line',
        );
      }
      row++;
      from = at + 1;
    }
  }
  throw new PushBodyError('the body is neither a JSON array nor one JSON object a line: the array is not closed');
}

/** Place of the quote that ends the text; the end of the body where none does. */
function endOfText(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function* bodyEvents(body: Buffer): Generator<PushedEvent> {
  for (const { row, value } of bodyRows(body)) yield { key: null, value, source: SOURCE, position: `row ${row}` };
}

/**
 * Lands the rows of a body in their order. Answers once they are durable; rejected ones are dead letters by then.
 * Sending the same body again changes nothing.
 *
 * @throws {PushBodyError} where the body is empty, has too many rows or is an array that breaks off: nothing has landed.
 */
export async function pushEvents(
  set: EventSet,
  body: Buffer,
  target: { landEvents(topic: EventTopic, events: PushedEvents, options: PushOptions): Promise<LandingResult> },
) {
  let rows = 0;
  for (const _ of bodyRows(body)) {
    if (++rows > PUSH_ROWS_MAX) throw new PushBodyError(`the body has more than ${PUSH_ROWS_MAX} rows`, true);
  }
  const total = emptyResult();
  const rejected: RejectedEvent[] = [];
  await target.landEvents(EVENT_SETS[set], inGroups(bodyEvents(body), GROUP_ROWS), {
    onBatch(result) {
      addCounts(total, result);
      rejected.push(...(result.rejected ?? []).slice(0, LISTED_REJECTIONS_MAX - rejected.length));
    },
  });
  return {
    /** Rows that are stored now, or in the log. */
    landed: total.landed,
    /** Of these: news without direction and impact_score, which waits for its classification. */
    ...(total.waiting ? { waiting: total.waiting } : {}),
    duplicates: total.duplicates,
    rejected: Object.values(total.deadLetters).reduce((sum, count) => sum + count, 0),
    rejections: rejected.map(rejection),
  };
}

/** `row`: element of the array or line of the body, from 1; `field` null where the row as a whole is at fault. */
function rejection({ position, reason, message }: RejectedEvent) {
  return { row: rowOf({ position }), field: fieldOf(message), reason, message };
}
