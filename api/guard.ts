/** Checks requests, in this order: valid token (401), direct API access (403), rate limits (429). */
import type { Account, Authenticator, Identity } from './authenticator.ts';
import type { ConsoleSessions, Session } from './console-session.ts';
import { directApiNotEnabled, rateLimited, unauthorized } from './errors.ts';
import type { ResponseWriter } from './http/response-writer.ts';
import type { DrawStatus, Limiter, RateLimitStatus } from './limits/limiter.ts';

export interface Who {
  readonly account: Account;
  /** Logged in at the console: plans without direct API access pass. */
  readonly viaConsole: boolean;
  /** The console's; null with a token. */
  readonly session: Session | null;
}

/** Which window a request counts in: `draw` is for sessions of the console alone. */
export type Bucket = 'ordinary' | 'draw';

const MAX_TOKEN_LENGTH = 256;

export class Guard {
  readonly #authenticator: Authenticator;
  readonly #limiter: Limiter;
  readonly #sessions: ConsoleSessions;

  constructor(authenticator: Authenticator, limiter: Limiter, sessions: ConsoleSessions) {
    this.#authenticator = authenticator;
    this.#limiter = limiter;
    this.#sessions = sessions;
  }

  /** Synchronous where the token is cached. @throws 401 */
  who(response: ResponseWriter): Who | Promise<Who> {
    const { authorization, cookie } = response.req.headers;
    const token = authorization === undefined ? undefined : bearer(authorization);
    if (token === undefined) {
      const session = authorization === undefined ? this.#sessions.read(cookie) : null;
      if (session === null) throw unauthorized('missing_token');
      return this.#known(response, this.#authenticator.byHash(session.tokenHash), session);
    }
    if (token === '' || token.length > MAX_TOKEN_LENGTH) throw unauthorized('invalid_token');
    return this.#known(response, this.#authenticator.byToken(token), null);
  }

  #known(
    response: ResponseWriter,
    identity: Identity | null | Promise<Identity | null>,
    session: Session | null,
  ): Who | Promise<Who> {
    if (identity instanceof Promise) return identity.then((found) => this.#known(response, found, session));
    if (identity === null) throw unauthorized('invalid_token');
    if (session && session.openedAtMs <= this.#authenticator.sessionsEndedMs(identity)) {
      throw unauthorized('missing_token');
    }
    response.accountId = identity.account.id;
    return { account: identity.account, viaConsole: session !== null, session };
  }

  /** @throws 403 */
  async direct(response: ResponseWriter, { account, viaConsole }: Who): Promise<void> {
    if (viaConsole || account.figures.directApi) return;
    response.rateLimit = await this.#limiter.peek(account.limits);
    throw directApiNotEnabled();
  }

  /** Charges one request. @throws 429 */
  async charge(response: ResponseWriter, who: Who, bucket: Bucket = 'ordinary'): Promise<void> {
    const { limits } = who.account;
    refuseLimited(response, await (draws(who, bucket) ? this.#limiter.takeDraw(limits) : this.#limiter.take(limits)));
  }

  /** Whether a request would pass, without charging it. @throws 429 */
  async check(response: ResponseWriter, who: Who, bucket: Bucket = 'ordinary'): Promise<void> {
    const { limits } = who.account;
    refuseLimited(response, await (draws(who, bucket) ? this.#limiter.peekDraw(limits) : this.#limiter.peek(limits)));
  }

  /** Rate-limit status of the account; charges nothing. */
  async look(response: ResponseWriter, { account }: Who): Promise<RateLimitStatus> {
    const rateLimit = await this.#limiter.peek(account.limits);
    response.rateLimit = rateLimit;
    return rateLimit;
  }

  /** Rate-limit status of the account's drawing requests; charges nothing. */
  draws({ account }: Who): Promise<DrawStatus> {
    return this.#limiter.peekDraw(account.limits);
  }

  /** All three, charged. */
  async pass(response: ResponseWriter, bucket: Bucket = 'ordinary'): Promise<Who> {
    const who = await this.who(response);
    await this.direct(response, who);
    await this.charge(response, who, bucket);
    return who;
  }
}

/** A token has no drawing window: whatever it asks for is an ordinary request. */
const draws = ({ session }: Who, bucket: Bucket) => session !== null && bucket === 'draw';

/** @throws 429 */
function refuseLimited(response: ResponseWriter, rateLimit: RateLimitStatus | DrawStatus): void {
  response.rateLimit = rateLimit;
  const { limited, minute, day } = rateLimit;
  if (limited === null) return;
  const { limit, resetMs } = limited === 'day' && day ? day : minute;
  throw rateLimited(limited, limit, (resetMs - Date.now()) / 1000, day === null ? 'draw' : undefined);
}

/** The token of `Bearer <token>`; undefined where the header is of another scheme. */
function bearer(authorization: string): string | undefined {
  const match = /^bearer(?:\s+|$)/i.exec(authorization);
  return match ? authorization.slice(match[0].length).trim() : undefined;
}
