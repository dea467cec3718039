/**
 * What a request must pass: a valid token (401), direct API access (403), the rate limits (429), and a place among the work
 * in progress (503). Every route is declared in the route table with its cost, its place and its deadline; there is no other
 * way to add one.
 */
import Router from '@koa/router';
import { inTime } from '../lib/async.ts';
import type { Account, Authenticator, Identity } from './authenticator.ts';
import type { ApiConfig } from './config.ts';
import type { ConsoleSessions, Session } from './console-session.ts';
import { directApiNotEnabled, HttpError, operatorOnly, rateLimited, unauthorized, unavailable } from './errors.ts';
import { type ResponseWriter, readText } from './http.ts';
import type { Bucket, Limiter, RateLimitStatus } from './limits.ts';

export interface Who {
  readonly account: Account;
  readonly tokenId: string;
  /** The console's, where plans without direct API access pass; null with a token. */
  readonly session: Session | null;
}

const MAX_TOKEN_LENGTH = 256;

export type Guard = ReturnType<typeof createGuard>;

/** @param deadlineMs of the look-up of a token, which every request of an account waits for */
export function createGuard(
  authenticator: Authenticator,
  limiter: Limiter,
  sessions: ConsoleSessions,
  deadlineMs: number,
) {
  /** Synchronous where the token is cached. @throws 401 */
  function who(response: ResponseWriter): Who | Promise<Who> {
    const { authorization, cookie } = response.req.headers;
    const token = authorization === undefined ? undefined : bearer(authorization);
    if (token === undefined) {
      const session = authorization === undefined ? sessions.read(cookie) : null;
      if (session === null) throw unauthorized('missing_token');
      return known(response, authenticator.byHash(session.tokenHash), session);
    }
    if (token === '' || token.length > MAX_TOKEN_LENGTH) throw unauthorized('invalid_token');
    return known(response, authenticator.byToken(token), null);
  }

  function known(
    response: ResponseWriter,
    identity: Identity | null | Promise<Identity | null>,
    session: Session | null,
  ): Who | Promise<Who> {
    if (identity instanceof Promise) {
      const late = () => unavailable('The token could not be looked up in time');
      return inTime(identity, deadlineMs, late).then((found) => known(response, found, session));
    }
    if (identity === null) throw unauthorized('invalid_token');
    if (session && session.openedAtMs <= authenticator.sessionsEndedMs(identity)) throw unauthorized('missing_token');
    response.accountId = identity.account.id;
    return { account: identity.account, tokenId: identity.tokenId, session };
  }

  /** @throws 403 */
  async function direct(response: ResponseWriter, { account, session }: Who): Promise<void> {
    if (session || account.figures.directApi) return;
    response.rateLimit = await limiter.peek(account.limits);
    throw directApiNotEnabled();
  }

  /** Charges one request. @throws 429 */
  const charge = async (response: ResponseWriter, { account }: Who, bucket: Bucket = 'charged'): Promise<void> =>
    refuseLimited(response, await limiter.take(account.limits, bucket));

  return {
    who,
    direct,
    charge,
    /** Whether a request would pass, without charging it. @throws 429 */
    async check(response: ResponseWriter, { account }: Who, bucket: Bucket = 'charged'): Promise<void> {
      refuseLimited(response, await limiter.peek(account.limits, bucket));
    },
    /** Rate-limit status of the account in a bucket; charges nothing. */
    look: ({ account }: Who, bucket?: Bucket) => limiter.peek(account.limits, bucket),
    /** All three, charged. */
    async pass(response: ResponseWriter): Promise<Who> {
      const found = await who(response);
      await direct(response, found);
      await charge(response, found);
      return found;
    },
  };
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

/** `charged` in the plan's minute and day, `free` of charge in a window of its own, `open` to all. */
export type Charge = 'charged' | 'free' | 'open';

/**
 * `answers`: among the answers that are computed. `lookups`: among the short reads. `shared`: one at a time, whose result
 * every request gets. `memory`: waits for nothing but the limiter in Redis.
 */
export type Place = 'answers' | 'lookups' | 'shared' | 'memory';

/** `POST` logs in to the console and out of it. */
export type Method = 'GET' | 'POST';

export interface RouteBounds {
  readonly method: Method;
  readonly path: string;
  readonly charge: Charge;
  /** With `preview=true` a request counts in the window of previews instead of the plan's minute. */
  readonly previews: boolean;
  readonly place: Place;
  /** From having a place to the answer. */
  readonly deadlineMs: number;
}

export interface FreeRequest {
  readonly response: ResponseWriter;
  readonly who: Who;
  readonly search: string;
}

type Answer = (response: ResponseWriter, search: string) => unknown;
interface FreeOptions {
  readonly bucket?: Extract<Bucket, 'free' | 'usage'>;
  /** Accounts without direct API access may read it with a token, too. */
  readonly anyToken?: boolean;
  readonly place?: Extract<Place, 'lookups' | 'memory'>;
  /** Accounts without the operator flag get 403. */
  readonly operatorsOnly?: boolean;
}

interface OpenOptions {
  readonly method?: Method;
  readonly place?: Exclude<Place, 'answers'>;
  /** Name of the route where the path is a pattern. */
  readonly name?: string;
  readonly maxBodyBytes?: number;
}

interface Deps {
  readonly guard: Guard;
  readonly lookups: WorkLimiter;
  readonly deadlinesMs: Readonly<Record<Place, number>>;
}

export class RouteTable {
  readonly router = new Router<{ response: ResponseWriter }>();
  readonly routes: RouteBounds[] = [];
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers with figures, bars or records: the endpoint itself charges, once it knows what is asked. */
  charged(path: string, answer: Answer, previews = false): void {
    this.#add('GET', path, { charge: 'charged', previews, place: 'answers' }, path, answer);
  }

  /** What is stored, and the account. @param answer has its place already, and the account is charged */
  free(
    path: string,
    answer: (request: FreeRequest) => unknown,
    { bucket = 'free', anyToken = false, place = 'lookups', operatorsOnly = false }: FreeOptions = {},
  ): void {
    const { guard } = this.#deps;
    this.#add('GET', path, { charge: 'free', previews: false, place }, path, async (response, search) => {
      const who = await guard.who(response);
      if (!anyToken) await guard.direct(response, who);
      if (operatorsOnly && !who.account.operator) throw operatorOnly();
      await guard.charge(response, who, bucket);
      await this.#within(place, who.account.id, async () => answer({ response, who, search }));
    });
  }

  /** What needs no account. */
  open(
    path: string | RegExp,
    answer: (response: ResponseWriter, body: string) => unknown,
    { method = 'GET', place = 'memory', name = String(path), maxBodyBytes }: OpenOptions = {},
  ): void {
    this.#add(method, path, { charge: 'open', previews: false, place }, name, async (response) => {
      const body = maxBodyBytes === undefined ? '' : await readText(response.req, maxBodyBytes);
      await this.#within(place, `address ${response.req.socket.remoteAddress}`, async () => answer(response, body));
    });
  }

  /** @throws 503 */
  #within(place: Exclude<Place, 'answers'>, of: string, answer: () => Promise<unknown>): Promise<unknown> {
    if (place === 'lookups') return this.#deps.lookups.run(of, answer);
    return inTime(answer(), this.#deps.deadlinesMs[place], () => unavailable('The answer took too long'));
  }

  #add(
    method: Method,
    path: string | RegExp,
    bounds: Pick<RouteBounds, 'charge' | 'previews' | 'place'>,
    name: string,
    answer: Answer,
  ): void {
    this.routes.push({ method, path: name, ...bounds, deadlineMs: this.#deps.deadlinesMs[bounds.place] });
    this.router[method.toLowerCase() as Lowercase<Method>](path, (ctx) => {
      // Logs and metrics name it so.
      ctx.state.response.route = name;
      return answer(ctx.state.response, ctx.querystring);
    });
  }
}

type WorkBounds = Pick<
  ApiConfig,
  'maxRunning' | 'maxWaiting' | 'maxRunningPerAccount' | 'maxWaitingPerAccount' | 'maxWaitMs'
> & { /** From the request's arrival to its answer. */ readonly deadlineMs: number };

/** Rejected because of other requests of the same account; other accounts may still be served. */
export class AccountBusy extends HttpError {
  readonly account: string;
  constructor(account: string) {
    const { status, detail, headers } = unavailable('This account has too many answers computed at the moment');
    super(status, detail, headers);
    this.account = account;
  }
}

/**
 * Limits how many responses are computed at a time. Further requests wait in a bounded queue; beyond it they get 503
 * at once, so that under overload accepted requests stay fast and memory stays flat. Each account may use only a share
 * of both, so that others are always served.
 */
export class WorkLimiter {
  readonly #bounds: WorkBounds;
  readonly #queue: { readonly account: string; readonly start: () => void }[] = [];
  /** By account; those without any are left out. */
  readonly #runningOf = new Map<string, number>();
  running = 0;

  constructor(bounds: WorkBounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * A task past its deadline gets 503, but occupies its slot until it ends; `expired` then returns true, so that it
   * can stop early.
   * @throws 503 where the queue is full or the deadline passed; AccountBusy where the account's share is used up
   */
  async run<T>(account: string, task: (expired: () => boolean) => Promise<T>): Promise<T> {
    const { maxWaiting, maxWaitingPerAccount, maxWaitMs, deadlineMs } = this.#bounds;
    const startedMs = performance.now();
    if (this.#hasPlace(account)) this.#enter(account);
    else {
      const waiting = this.#queue.reduce((sum, one) => sum + (one.account === account ? 1 : 0), 0);
      if (waiting >= maxWaitingPerAccount) throw new AccountBusy(account);
      if (this.#queue.length >= maxWaiting) throw unavailable('Too many answers are being computed at the moment');
      await this.#turn(account, Math.min(maxWaitMs, deadlineMs));
    }
    const expired = () => performance.now() - startedMs > deadlineMs;
    const ending = task(expired).finally(() => this.#leave(account));
    const leftMs = Math.max(1, deadlineMs - (performance.now() - startedMs));
    return inTime(ending, leftMs, () => unavailable('The answer took too long'));
  }

  #turn(account: string, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { account, start };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        const share = this.#atItsShare(account);
        reject(share ? new AccountBusy(account) : unavailable('The answer had to wait too long for its turn'));
      }, waitMs);
      this.#queue.push(waiting);
    });
  }

  #atItsShare(account: string): boolean {
    return (this.#runningOf.get(account) ?? 0) >= this.#bounds.maxRunningPerAccount;
  }

  #hasPlace(account: string): boolean {
    return this.running < this.#bounds.maxRunning && !this.#atItsShare(account);
  }

  #enter(account: string): void {
    this.running++;
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1);
  }

  /** Hands the place on to the first that waits and whose account may have one more. */
  #leave(account: string): void {
    this.running--;
    const left = (this.#runningOf.get(account) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(account);
    else this.#runningOf.set(account, left);
    const at = this.#queue.findIndex((waiting) => this.#hasPlace(waiting.account));
    if (at === -1) return;
    const [next] = this.#queue.splice(at, 1);
    this.#enter(next.account);
    next.start();
  }
}
