/** The middlewares of our own that `app.ts` uses. */
import { randomBytes } from 'node:crypto';
import cors from '@koa/cors';
import conditionalGet from 'koa-conditional-get';
import helmet from 'koa-helmet';
import { Overloaded, TooMuchWork } from '../compute/answers/answers.ts';
import type { Logger } from '../lib/logger.ts';
import { classify } from '../sql/errors.ts';
import { type Middleware, routeOf } from './context.ts';
import { HttpError, httpError, invalid, queryProblem, unavailable } from './errors.ts';
import { HEADERS } from './openapi.ts';

/** The bound of a login's body; no other request has one. */
export const MAX_BODY_BYTES = 4_096;
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Takes the client's `X-Request-Id`, or makes one. */
export function requestId(): Middleware {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = REQUEST_ID.test(sent) ? sent : `${prefix}-${(++requests).toString(36)}`;
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

/** Answers what was thrown, in the shapes of `errors.ts`; internals are logged and never shown. */
export const errors =
  (logger: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const httpError = toHttpError(error);
      const { requestId } = ctx.state;
      if (httpError.status === 500) logger.error({ err: error, requestId, route: routeOf(ctx) }, 'a request failed');
      ctx.status = httpError.status;
      ctx.set({ ...httpError.headers, 'Cache-Control': 'private, no-store' });
      ctx.body = { detail: httpError.detail };
    }
  };

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof TooMuchWork) return invalid([queryProblem(error.parameter, 'value_error', error.message)]);
  if (error instanceof Overloaded) return unavailable('Too much is being computed at the moment');
  if (classify(error) === 'transient') return unavailable('The store cannot answer at the moment');
  // What the body parser and koa-send throw.
  const { status } = error as { status?: unknown };
  if (status === 400) return httpError('bad_request', 'The body is not JSON');
  if (status === 413) return httpError('payload_too_large');
  if (status === 403 || status === 404) return httpError('not_found');
  return httpError('internal_error');
}

/** Answers 304 if the client has the answer, also when `fetch` sent `Cache-Control: no-cache` with its If-None-Match. */
export function notModified(): Middleware {
  const conditional = conditionalGet() as Middleware;
  return (ctx, next) => {
    if (ctx.headers['if-none-match'] === undefined) return next();
    delete ctx.req.headers['cache-control'];
    return conditional(ctx, next);
  };
}

export const securityHeaders = (): Middleware =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: 'deny' },
    // The proxy that terminates TLS decides this.
    hsts: false,
  }) as Middleware;

/** @param origins that browsers may call from; `*`: any */
export const crossOrigin = (origins: readonly string[]): Middleware =>
  cors({
    origin: (ctx) => (origins.includes('*') ? '*' : (origins.find((origin) => origin === ctx.get('Origin')) ?? '')),
    allowMethods: ['GET', 'HEAD', 'OPTIONS'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
    exposeHeaders: Object.keys(HEADERS).sort(),
    maxAge: 86_400,
  });

/** @throws 414 */
export const boundUrl =
  (maxBytes: number): Middleware =>
  (ctx, next) => {
    if (ctx.url.length > maxBytes)
      throw httpError('uri_too_long', `The request line may have at most ${maxBytes} bytes`);
    return next();
  };
