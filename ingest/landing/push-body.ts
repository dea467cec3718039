/** Events that somebody pushes over HTTP: a body of NDJSON or a JSON array, landed row by row. */
import { inGroups } from '../../lib/collections.ts';
import { EVENT_SETS, type EventSet } from '../contract/index.ts';
import type { ImportTarget } from '../files/imports.ts';
import { addCounts, emptyResult, type PushedEvent, type RejectedEvent } from './index.ts';

/** Of one body; beyond it the body is refused. Of events of the contract 32 MiB hold about as many. */
export const PUSH_ROWS_MAX = 250_000;
/** So many rejections are listed; all of them are dead letters. */
export const LISTED_REJECTIONS_MAX = 100;
const SOURCE = 'push';
const GROUP_ROWS = 4_096;

export interface Rejection {
  /** Element of the array or line of the body, from 1. */
  readonly row: number;
  /** The field at fault; null where the row as a whole is. */
  readonly field: string | null;
  readonly reason: string;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

export interface PushAnswer {
  /** Rows that are stored now, or in the log. */
  readonly landed: number;
  /** Of these: news without direction and impact_score, which waits for its classification. */
  readonly waiting?: number;
  /** Rows that the store had already, equal in every value. */
  readonly duplicates: number;
  readonly rejected: number;
  /** The first of the rejected rows. */
  readonly rejections: readonly Rejection[];
}

/** The body as a whole is not what can be pushed. */
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
function rowsOf(body: Buffer): Generator<Row> {
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

function* eventsOf(body: Buffer): Generator<PushedEvent> {
  for (const { row, value } of rowsOf(body)) yield { key: null, value, source: SOURCE, position: `row ${row}` };
}

/** @throws PushBodyError, before anything of it lands */
function check(body: Buffer): void {
  let rows = 0;
  for (const _ of rowsOf(body)) {
    if (++rows > PUSH_ROWS_MAX) throw new PushBodyError(`the body has more than ${PUSH_ROWS_MAX} rows`, true);
  }
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
  target: Pick<ImportTarget, 'landEvents'>,
  signal?: AbortSignal,
): Promise<PushAnswer> {
  check(body);
  const total = emptyResult();
  const rejected: RejectedEvent[] = [];
  await target.landEvents(EVENT_SETS[set], inGroups(eventsOf(body), GROUP_ROWS), {
    signal,
    onBatch(result) {
      addCounts(total, result);
      rejected.push(...(result.rejected ?? []).slice(0, LISTED_REJECTIONS_MAX - rejected.length));
    },
  });
  return {
    landed: total.landed,
    ...(total.waiting ? { waiting: total.waiting } : {}),
    duplicates: total.duplicates,
    rejected: Object.values(total.deadLetters).reduce((sum, count) => sum + count, 0),
    rejections: rejected.map(rejection),
  };
}

function rejection({ position, reason, message }: RejectedEvent): Rejection {
  const field = /^([a-z_]+): /.exec(message)?.[1] ?? null;
  return { row: Number(position.replace('row ', '')), field, reason, message };
}
