/** Events that somebody pushes over HTTP: a body of NDJSON or a JSON array, landed row by row. */
import { isUtf8 } from 'node:buffer';
import { EVENT_SETS, type EventSet } from './contract/index.ts';
import type { ImportTarget } from './imports.ts';
import { addCounts, emptyResult, type PushedEvent, type RejectedEvent } from './landing/index.ts';

/** So many rejections are listed; all of them are dead letters. */
export const LISTED_REJECTIONS_MAX = 100;
const SOURCE = 'push';

export interface Rejection {
  /** Element of the array or line of the body, from 1. */
  readonly row: number;
  /** The field at fault; null where the row as a whole is. */
  readonly field: string | null;
  readonly reason: string;
  /** What is wrong and how to mend it. */
  readonly message: string;
}

export interface PushAnswer {
  /** Rows that are stored now, or in the log. */
  readonly landed: number;
  /** Rows that the store had already, equal in every value. */
  readonly duplicates: number;
  readonly rejected: number;
  /** The first of the rejected rows. */
  readonly rejections: readonly Rejection[];
}

/** The body as a whole is not what can be pushed. */
export class PushBodyError extends Error {
  override readonly name = 'PushBodyError';
}

const NEWLINE = 0x0a;
const FIRST_TEXT = /[^\s\u{feff}]/u;

/** Each event with its row. An array's elements become JSON again; a line stays as it came, so that a bad one is kept. */
function* rowsOf(body: Buffer): Generator<{ row: number; value: Buffer | string }> {
  const first = FIRST_TEXT.exec(body.subarray(0, 1024).toString('utf8'))?.[0];
  if (first === undefined && body.every((byte) => byte <= 0x20)) throw new PushBodyError('the body is empty');
  if (first === '[') {
    for (const [index, value] of arrayOf(body).entries()) yield { row: index + 1, value: JSON.stringify(value) };
    return;
  }
  let row = 0;
  for (let from = 0; from < body.length; ) {
    const end = body.indexOf(NEWLINE, from);
    const line = body.subarray(from, end < 0 ? body.length : end);
    from = end < 0 ? body.length : end + 1;
    row++;
    if (!line.every((byte) => byte <= 0x20)) yield { row, value: line };
  }
}

function arrayOf(body: Buffer): unknown[] {
  if (!isUtf8(body)) throw new PushBodyError('the body is not UTF-8; encode it so');
  try {
    return JSON.parse(body.toString('utf8').replace(/^\u{feff}/u, ''));
  } catch (error) {
    const why = (error as Error).message.slice(0, 200);
    throw new PushBodyError(`the body is neither a JSON array nor one JSON object a line: ${why}`);
  }
}

/**
 * Lands the rows of a body in their order. Answers once they are durable; rejected ones are dead letters by then.
 * Sending the same body again changes nothing.
 *
 * @throws {PushBodyError} where the body is empty or an array that does not parse: nothing has landed.
 */
export async function pushEvents(
  set: EventSet,
  body: Buffer,
  target: Pick<ImportTarget, 'landEvents'>,
  signal?: AbortSignal,
): Promise<PushAnswer> {
  const events = [...rowsOf(body)].map(
    ({ row, value }): PushedEvent => ({ key: null, value, source: SOURCE, position: `row ${row}` }),
  );
  const total = emptyResult();
  const rejected: RejectedEvent[] = [];
  await target.landEvents(EVENT_SETS[set], [events], {
    signal,
    onBatch(result) {
      addCounts(total, result);
      rejected.push(...(result.rejected ?? []).slice(0, LISTED_REJECTIONS_MAX - rejected.length));
    },
  });
  return {
    landed: total.landed,
    duplicates: total.duplicates,
    rejected: Object.values(total.deadLetters).reduce((sum, count) => sum + count, 0),
    rejections: rejected.map(rejection),
  };
}

function rejection({ position, reason, message }: RejectedEvent): Rejection {
  const field = /^([a-z_]+): /.exec(message)?.[1] ?? null;
  return { row: Number(position.replace('row ', '')), field, reason, message };
}
