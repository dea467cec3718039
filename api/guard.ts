/** Checks requests, in this order: valid token (401), direct API access (403), rate limits (429). */
import { inTime } from '../lib/async.ts';
import type { Account, Authenticator, Identity } from './authenticator.ts';
import type { ConsoleSessions, Session } from './console-session.ts';
import { directApiNotEnabled, rateLimited, unauthorized, unavailable } from './errors.ts';
import type { ResponseWriter } from './http/response-writer.ts';
import type { Bucket, Limiter, RateLimitStatus } from './limits/limiter.ts';

export interface Who {
  readonly account: Account;
  /** Logged in at the console: plans without direct API access pass. */
  readonly viaConsole: boolean;
  /** The console's; null with a token. */
  readonly session: Session | null;
}

const MAX_TOKEN_LENGTH = 256;
const tokenLate = () => unavailable('The token could not be looked up in time');

export class Guard {
  readonly #authenticator: Authenticator;
  readonly #limiter: Limiter;
  readonly #sessions: ConsoleSessions;
  readonly #deadlineMs: number;

  /** @param deadlineMs of the look-up of a token, which every request of an account waits for */
  constructor(authenticator: Authenticator, limiter: Limiter, sessions: ConsoleSessions, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
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
    if (identity instanceof Promise) {
      return inTime(identity, this.#deadlineMs, tokenLate).then((found) => this.#known(response, found, session));
    }
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
  async charge(response: ResponseWriter, { account }: Who, bucket: Bucket = 'charged'): Promise<void> {
    refuseLimited(response, await this.#limiter.take(account.limits, bucket));
  }

  /** Whether a request would pass, without charging it. @throws 429 */
  async check(response: ResponseWriter, { account }: Who, bucket: Bucket = 'charged'): Promise<void> {
    refuseLimited(response, await this.#limiter.peek(account.limits, bucket));
  }

  /** Rate-limit status of the account in a bucket; charges nothing. */
  async look(response: ResponseWriter, { account }: Who, bucket: Bucket = 'charged'): Promise<RateLimitStatus> {
    const rateLimit = await this.#limiter.peek(account.limits, bucket);
    if (bucket === 'charged') response.rateLimit = rateLimit;
    return rateLimit;
  }

  /** All three, charged. */
  async pass(response: ResponseWriter, bucket: Bucket = 'charged'): Promise<Who> {
    const who = await this.who(response);
    await this.direct(response, who);
    await this.charge(response, who, bucket);
    return who;
  }
}

/** @throws 429 */
function refuseLimited(response: ResponseWriter, rateLimit: RateLimitStatus): void {
  response.rateLimit = rateLimit;
  const { limited, minute, day, bucket } = rateLimit;
  if (limited === null) return;
  const { limit, resetMs } = limited === 'day' ? day : minute;
  throw rateLimited(limited, limit, (resetMs - Date.now()) / 1000, bucket);
}

/** The token of `Bearer <token>`; undefined where the header is of another scheme. */
function bearer(authorization: string): string | undefined {
  const match = /^bearer(?:\s+|$)/i.exec(authorization);
  return match ? authorization.slice(match[0].length).trim() : undefined;
}
