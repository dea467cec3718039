/** Sends finished answers; conditional requests are answered by koa-conditional-get from their ETag. */
import { once } from '../lib/collections.ts';
import { Finished } from './cache.ts';
import type { Context, Middleware } from './context.ts';
import type { Format } from './query/params.ts';
import { CONTENT_TYPES } from './responses/body.ts';

/** Bodies from this size on are compressed for clients that accept it. */
const COMPRESS_FROM_BYTES = 2_048;

/** @param cache whether the answer came from the cache; left out for answers that are made once */
export async function sendFinished(ctx: Context, answer: Finished, cache?: 'hit' | 'miss'): Promise<void> {
  ctx.set(answer.headers);
  if (cache) {
    ctx.set('X-Cache', cache);
    ctx.state.cache = cache;
  }
  const encoding = answer.body.length >= COMPRESS_FROM_BYTES ? acceptedEncoding(ctx) : null;
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = encoding ? await answer.compressed(encoding) : answer.body;
}

/** Sends an answer that never changes; it is made for its first request. */
export function sendConstant(make: () => unknown): Middleware {
  const answer = once(
    () => new Finished({ body: Buffer.from(JSON.stringify(make())), contentType: CONTENT_TYPES.json }),
  );
  return (ctx) => sendFinished(ctx, answer());
}

/** Returns the client's choice of brotli and gzip, or null. */
function acceptedEncoding(ctx: Context): 'br' | 'gzip' | null {
  const encoding = ctx.headers['accept-encoding'] && ctx.acceptsEncodings('br', 'gzip', 'identity');
  return encoding === 'br' || encoding === 'gzip' ? encoding : null;
}

/** Returns the format that the client prefers; JSON if it accepts none of ours. */
export function acceptedFormat(ctx: Context): Format {
  const formats: readonly Format[] = ['json', 'csv', 'arrow'];
  const type = ctx.accepts(...formats.map((format) => CONTENT_TYPES[format].split(';')[0]));
  return formats.find((format) => CONTENT_TYPES[format].startsWith(type || '\0')) ?? 'json';
}
