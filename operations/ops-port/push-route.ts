/** `POST /events/<set>`: events pushed to landing. */
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import readBody from 'raw-body';
import { EVENT_SETS, type EventSet } from '../../ingest/contract/events.ts';
import type { ImportTarget } from '../../ingest/landing/landing.ts';
import { PushBodyError, pushEvents } from '../../ingest/landing/push.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter } from '../../lib/metrics.ts';
import { classify } from '../../sql/errors.ts';

const pushedTotal = counter('ingest_pushed_events_total', 'Rows of POST /events by what became of them', [
  'set',
  'outcome',
]);

/** The bound of an unpacked body. */
export const PUSH_BYTES_MAX = 32 * 1024 * 1024;
/** Bodies that are read or landed at a time. */
const PUSHES_MAX = 16;
const TYPES = ['application/json', 'application/x-ndjson', 'application/ndjson', 'application/jsonl', 'text/plain'];

/**
 * Answers 202 with counts once the rows are durable, 422 if every row was rejected.
 * @param target null while nothing can be landed yet
 */
export function pushRoute(target: () => Pick<ImportTarget, 'landEvents'> | null, logger: Logger): Middleware {
  let running = 0;
  return async (ctx) => {
    const set = ctx.params.set as EventSet;
    if (!Object.hasOwn(EVENT_SETS, set)) ctx.throw(404, `no set of events ${set}`);
    const landing = target() ?? ctx.throw(503, 'the service is starting: send it again');
    if (running >= PUSHES_MAX) ctx.throw(503, `${PUSHES_MAX} pushes are being landed: send it again`);
    running++;
    try {
      const answer = await pushEvents(set, await bodyOf(ctx), landing);
      const { landed, duplicates, rejected } = answer;
      for (const [outcome, count] of Object.entries({ landed, duplicates, rejected }))
        pushedTotal.inc({ set, outcome }, count);
      ctx.status = rejected > 0 && landed + duplicates === 0 ? 422 : 202;
      ctx.body = answer;
    } catch (error) {
      if (error instanceof PushBodyError)
        ctx.throw(error.tooLarge ? 413 : 400, error.tooLarge ? `${error.message}: send it in parts` : error.message);
      if ((error as { status?: number }).status !== undefined) throw error;
      logger.error({ err: error, set }, 'a push failed');
      const isAway = classify(error) === 'transient';
      const why = isAway
        ? 'the store or the log is unavailable'
        : 'the rows could not be landed (see the log of the service)';
      ctx.throw(isAway ? 503 : 500, `${why}: send all of it again, nothing counts twice`);
    } finally {
      running--;
    }
  };
}

async function bodyOf(ctx: Context): Promise<Buffer> {
  if (ctx.is(TYPES) === false) ctx.throw(415, `content-type ${ctx.request.type} is not one of ${TYPES.join(', ')}`);
  const coding = ctx.get('Content-Encoding') || 'identity';
  if (coding !== 'gzip' && coding !== 'identity')
    ctx.throw(415, `content-encoding ${coding} is not read: send gzip, or the text as it is`);
  const isPacked = coding === 'gzip';
  const body = isPacked ? pipeline(ctx.req, createGunzip(), () => {}) : ctx.req;
  try {
    return await readBody(body, { limit: PUSH_BYTES_MAX, length: isPacked ? undefined : ctx.get('Content-Length') });
  } catch (error) {
    if (isPacked) body.destroy();
    ctx.set('Connection', 'close');
    if ((error as { status?: number }).status === 413)
      ctx.throw(413, `the body is larger than ${PUSH_BYTES_MAX} bytes unpacked: send it in parts`);
    ctx.throw(400, `the body cannot be read: ${(error as Error).message}`);
  }
}
