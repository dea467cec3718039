/** Finds the account of a request by its token or its console session, and whether the account may use the API directly. */
import { inTime } from '../lib/async.ts';
import type { Authenticator } from './authenticator.ts';
import type { ConsoleSessions } from './console-session.ts';
import type { Middleware } from './context.ts';
import { httpError, unavailable } from './errors.ts';
import type { RateLimits } from './rate-limits.ts';

const MAX_TOKEN_LENGTH = 256;

interface Deps {
  readonly authenticator: Authenticator;
  readonly sessions: ConsoleSessions;
  /** Every request of an account waits for its token's look-up, for this long at most. */
  readonly deadlineMs: number;
}

/** Sets `ctx.state.who`. @throws 401 */
export function authenticate({ authenticator, sessions, deadlineMs }: Deps): Middleware {
  return async (ctx, next) => {
    const { authorization } = ctx.headers;
    const token = authorization === undefined ? undefined : bearerToken(authorization);
    if (token === '' || (token && token.length > MAX_TOKEN_LENGTH)) throw httpError('invalid_token');
    const session = authorization === undefined ? sessions.read(ctx) : null;
    if (token === undefined && session === null) throw httpError('missing_token');
    const found = session ? authenticator.byHash(session.tokenHash) : authenticator.byToken(token ?? '');
    const late = () => unavailable('The token could not be looked up in time');
    const identity = found instanceof Promise ? await inTime(found, deadlineMs, late) : found;
    if (identity === null) throw httpError('invalid_token');
    if (session && session.openedAtMs <= authenticator.sessionsEndedMs(identity)) throw httpError('missing_token');
    ctx.state.who = { account: identity.account, tokenId: identity.tokenId, session };
    await next();
  };
}

/** Lets the console's sessions and the accounts with direct API access pass. @throws 403 */
export const requireDirectApi =
  (limits: RateLimits): Middleware =>
  (ctx, next) => {
    const { account, session } = ctx.state.who;
    if (session || account.figures.directApi) return next();
    return limits.show(ctx).then(() => {
      throw httpError('direct_api_not_enabled');
    });
  };

/** Returns the token of `Bearer <token>`; undefined for another scheme. */
function bearerToken(authorization: string): string | undefined {
  const match = /^bearer(?:\s+|$)/i.exec(authorization);
  return match ? authorization.slice(match[0].length).trim() : undefined;
}
