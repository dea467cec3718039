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
  /** The path of the route, not of the request: for logs and metrics. */
  route: string;
  /** Set by `authenticate`. */
  who: Who;
  /** `hit` if the answer came from the cache; `none` if the route has none or the request was refused. */
  cache: 'hit' | 'miss' | 'none';
  /** The window that refused the request. */
  limitedBy?: 'minute' | 'day';
}

export type Context = ParameterizedContext<State>;
export type Middleware = KoaMiddleware<State>;
