/** `POST /events/<set>`: events pushed to landing. */
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { EVENT_SETS, type EventSet } from '../../ingest/contract/events.ts';
import type { ImportTarget } from '../../ingest/landing/landing.ts';
import { PushBodyError, pushEvents } from '../../ingest/landing/push.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter } from '../../lib/metrics.ts';
import { classify } from '../../sql/errors.ts';

export interface PushReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `null` where the path is not one of its own. The sender is known by its token already. */
export type PushRoute = (path: string, request: IncomingMessage) => Promise<PushReply> | null;

const pushedTotal = counter('ingest_pushed_events_total', 'Rows of POST /events by what became of them', [
  'set',
  'outcome',
]);

/** Of a body once it is unpacked. */
export const PUSH_BYTES_MAX = 32 * 1024 * 1024;
const RUNNING_MAX = 4;
const HELD_BYTES_MAX = 4 * PUSH_BYTES_MAX;
const RETRY_AFTER_S = 5;
const TYPES = ['application/json', 'application/x-ndjson', 'application/ndjson', 'application/jsonl', 'text/plain'];
const PREFIX = '/events/';

class Refused extends Error {
  readonly reply: PushReply;
  constructor(status: number, error: string, headers?: Record<string, string>) {
    super(error);
    this.reply = { status, body: { error }, headers };
  }
}

/**
 * `POST /events/{bars,news,earnings,crypto,macro,actions}`: 202 with counts once the rows are durable; 422 where every row was
 * rejected. Bounded: the body, also unpacked, and how many are landed at a time. @param target null while nothing can be
 * landed yet
 */
export function pushRoute(target: () => Pick<ImportTarget, 'landEvents'> | null, logger: Logger): PushRoute {
  let running = 0;
  /** Of bodies that are being sent or landed. One that is sent slowly takes no place from others. */
  let heldBytes = 0;
  const busy = () =>
    new Refused(503, `${RUNNING_MAX} pushes are being landed: send it again`, { 'retry-after': String(1) });

  async function push(set: EventSet, request: IncomingMessage): Promise<PushReply> {
    if (request.method !== 'POST') throw new Refused(405, 'events are POSTed', { allow: 'POST' });
    const landing = target();
    if (!landing) {
      throw new Refused(503, 'the service is starting: send it again', { 'retry-after': String(RETRY_AFTER_S) });
    }
    if (running >= RUNNING_MAX) throw busy();
    let ownBytes = 0;
    const hold = (bytes: number) => {
      ownBytes += bytes;
      heldBytes += bytes;
      if (heldBytes > HELD_BYTES_MAX) throw busy();
    };
    try {
      const body = await bodyOf(request, hold);
      if (running >= RUNNING_MAX) throw busy();
      return await land(set, body, landing);
    } finally {
      heldBytes -= ownBytes;
    }
  }

  async function land(set: EventSet, body: Buffer, landing: Pick<ImportTarget, 'landEvents'>): Promise<PushReply> {
    running++;
    try {
      const answer = await pushEvents(set, body, landing);
      const { landed, duplicates, rejected } = answer;
      for (const [outcome, count] of Object.entries({ landed, duplicates, rejected }))
        pushedTotal.inc({ set, outcome }, count);
      return { status: rejected > 0 && landed + duplicates === 0 ? 422 : 202, body: answer };
    } catch (error) {
      if (error instanceof PushBodyError) {
        throw error.tooLarge ? new Refused(413, `${error.message}: send it in parts`) : new Refused(400, error.message);
      }
      logger.error({ err: error, set }, 'a push failed');
      const away = classify(error) === 'transient';
      const why = away
        ? 'the store or the log is unavailable'
        : 'the rows could not be landed (see the log of the service)';
      throw new Refused(away ? 503 : 500, `${why}: send all of it again, nothing counts twice`, {
        'retry-after': String(RETRY_AFTER_S),
      });
    } finally {
      running--;
    }
  }

  return (path, request) => {
    const set = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    if (!Object.hasOwn(EVENT_SETS, set)) return null;
    return push(set as EventSet, request).catch((error) => {
      if (error instanceof Refused) return error.reply;
      throw error;
    });
  };
}

/** @param hold told of each part before it is kept */
async function bodyOf(request: IncomingMessage, hold: (bytes: number) => void): Promise<Buffer> {
  const type = (request.headers['content-type'] ?? 'application/json').split(';', 1)[0].trim().toLowerCase();
  if (!TYPES.includes(type)) throw new Refused(415, `content-type ${type} is not one of ${TYPES.join(', ')}`);
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'identity')
    throw new Refused(415, `content-encoding ${coding} is not read: send gzip, or the text as it is`);
  const tooLarge = () =>
    new Refused(413, `the body is larger than ${PUSH_BYTES_MAX} bytes unpacked: send it in parts`, {
      connection: 'close',
    });
  if (Number(request.headers['content-length'] ?? 0) > PUSH_BYTES_MAX) throw tooLarge();
  const unpacked = coding === 'gzip' ? request.pipe(createGunzip()) : request;
  const onGone = () => unpacked.destroy(new Error('the sender has gone'));
  request.once('close', () => request.complete || onGone());
  try {
    return await bytesOf(unpacked, (bytes, part) => {
      if (bytes > PUSH_BYTES_MAX) throw tooLarge();
      hold(part);
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(400, `the body cannot be read: ${(error as Error).message}`);
  }
}

/** @param take told of each part, and of all so far, before it is kept; what it throws ends the reading */
async function bytesOf(stream: AsyncIterable<Buffer>, take: (all: number, part: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    take(bytes, chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
