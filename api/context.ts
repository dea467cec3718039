/** The state of a request, and the type of the middlewares. */
import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Session } from './console-session.ts';
import type { Account } from './plans.ts';

export interface Who {
  readonly account: Account;
  readonly tokenId: string;
  /** The session of the console; null if the request carries a token. */
  readonly session: Session | null;
}

export interface State {
  requestId: string;
  /** Set by `authenticate`. */
  who: Who;
  /** `hit` if the answer came from the cache; `none` if the route has none or the request was refused. */
  cache: 'hit' | 'miss' | 'none';
  /** The window that refused the request. */
  limitedBy?: 'minute' | 'day';
}

export type Context = ParameterizedContext<State>;

/** Returns the declared path that the router matched, for logs and metrics; `none` for an unknown path. */
export const routeOf = (ctx: Context): string => ctx['_matchedRoute'] ?? 'none';
export type Middleware = KoaMiddleware<State>;
