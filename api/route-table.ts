/**
 * Every route of the API, declared with what a request of it costs, where its work has a place, and by when it is
 * answered. There is no other way to add one, so none is outside these bounds.
 */
import Router from '@koa/router';
import { inTime } from '../lib/async.ts';
import { addressOf } from '../lib/socket-fence.ts';
import { rateLimited, unavailable } from './errors.ts';
import type { Guard, Who } from './guard.ts';
import { readText } from './http/body-text.ts';
import type { ResponseWriter } from './http/response-writer.ts';
import type { Bucket } from './limits/limiter.ts';
import { memoryWindow } from './limits/minute.ts';
import type { WorkLimiter } from './work-limiter.ts';

/** `charged` in the plan's minute and day, `free` of charge in a window of its own, `open` to all and bounded by address. */
export type Charge = 'charged' | 'free' | 'open';

/**
 * `answers`: among the answers that are computed. `lookups`: among the short reads and writes. `shared`: one at a time,
 * whose result all get who ask. `memory`: nothing is waited for but the limiter, where Redis has it.
 */
export type Place = 'answers' | 'lookups' | 'shared' | 'memory';

export type Method = 'GET' | 'PUT' | 'DELETE' | 'POST';

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

/** Largest body of a write, bytes: 8,192 characters of a question, each escaped, and the name. */
const MAX_BODY_BYTES = 65_536;

type Answer<T> = T | Promise<T>;
export type Params = Readonly<Record<string, string>>;
type Charged = (response: ResponseWriter, search: string) => Answer<unknown>;

export interface FreeRequest {
  readonly response: ResponseWriter;
  readonly who: Who;
  readonly search: string;
  readonly params: Params;
  /** Of a PUT; empty otherwise. */
  readonly body: string;
}

interface FreeOptions {
  readonly bucket?: Extract<Bucket, 'free' | 'usage'>;
  /** Accounts without direct API access may read it with a token, too. */
  readonly anyToken?: boolean;
  readonly place?: Extract<Place, 'lookups' | 'memory'>;
  /** What else the account needs, looked at before anything is charged. @throws 403 */
  readonly before?: (response: ResponseWriter, who: Who) => void;
}

interface OpenOptions {
  readonly method?: Method;
  readonly place?: Exclude<Place, 'answers'>;
  /** Name of the route where the path is a pattern. */
  readonly name?: string;
  /** Largest body that is read, bytes. */
  readonly maxBodyBytes?: number;
}

interface Deps {
  readonly guard: Guard;
  readonly lookups: WorkLimiter;
  readonly deadlinesMs: Readonly<Record<Place, number>>;
  /** Of what is open to all; infinite where all clients come by one address. */
  readonly perAddressPerMinute: number;
}

export class RouteTable {
  readonly router = new Router<{ response: ResponseWriter }>();
  readonly #deps: Deps;
  readonly #routes: RouteBounds[] = [];
  readonly #addresses = memoryWindow();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get routes(): readonly RouteBounds[] {
    return this.#routes;
  }

  /** Answers with figures, bars or records: the endpoint itself charges, once it knows what is asked. */
  charged(path: string, answer: Charged, { previews = false } = {}): void {
    this.#add('GET', path, { charge: 'charged', previews, place: 'answers' }, path, (response, search) =>
      answer(response, search),
    );
  }

  /** What an account keeps, and what is stored. @param answer has its place already, and the account is charged */
  free(
    method: Exclude<Method, 'POST'>,
    path: string,
    answer: (request: FreeRequest) => Answer<unknown>,
    { bucket = 'free', anyToken = false, place = 'lookups', before }: FreeOptions = {},
  ): void {
    const { guard } = this.#deps;
    this.#add(method, path, { charge: 'free', previews: false, place }, path, async (...request) => {
      const [response, search, params] = request;
      const who = await guard.who(response);
      if (!anyToken) await guard.direct(response, who);
      before?.(response, who);
      await guard.charge(response, who, bucket);
      // A body that comes slowly takes nobody's place.
      const body = method === 'PUT' ? await readText(response.req, MAX_BODY_BYTES) : '';
      await this.#within(place, who.account.id, async () => answer({ response, who, search, params, body }));
    });
  }

  /** What needs no account. */
  open(
    path: string | RegExp,
    answer: (response: ResponseWriter, body: string) => Answer<unknown>,
    { method = 'GET', place = 'memory', name = String(path), maxBodyBytes }: OpenOptions = {},
  ): void {
    this.#add(method, path, { charge: 'open', previews: false, place }, name, async (response) => {
      const address = addressOf(response.req.socket.remoteAddress);
      await this.#chargeAddress(address);
      const body = maxBodyBytes === undefined ? '' : await readText(response.req, maxBodyBytes);
      await this.#within(place, `address ${address}`, async () => answer(response, body));
    });
  }

  /** @throws 503 */
  #within(place: Exclude<Place, 'answers'>, of: string, answer: () => Promise<unknown>): Promise<unknown> {
    if (place === 'lookups') return this.#deps.lookups.run(of, answer);
    return inTime(answer(), this.#deps.deadlinesMs[place], () => unavailable('The answer took too long'));
  }

  /** @throws 429 */
  async #chargeAddress(address: string): Promise<void> {
    const { perAddressPerMinute } = this.#deps;
    if (!Number.isFinite(perAddressPerMinute)) return;
    const { passed, limit, resetMs } = await this.#addresses.take(address, perAddressPerMinute);
    if (!passed) throw rateLimited('minute', limit, (resetMs - Date.now()) / 1000, 'open');
  }

  #add(
    method: Method,
    path: string | RegExp,
    bounds: Pick<RouteBounds, 'charge' | 'previews' | 'place'>,
    name: string,
    answer: (response: ResponseWriter, search: string, params: Params) => Answer<unknown>,
  ): void {
    this.#routes.push({ method, path: name, ...bounds, deadlineMs: this.#deps.deadlinesMs[bounds.place] });
    const verb = method.toLowerCase() as Lowercase<Method>;
    this.router[verb](path, (ctx) => {
      // Logs and metrics name it so.
      ctx.state.response.route = name;
      return answer(ctx.state.response, ctx.querystring, ctx.params);
    });
  }
}
