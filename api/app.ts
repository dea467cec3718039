/** Builds the API without listening: everything it needs comes in, nothing is opened here but timers. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { type Answers, Overloaded, TooMuchWork } from '../compute/answers/answers.ts';
import type { Screens } from '../compute/answers/screens.ts';
import { ImplausibleActions } from '../compute/market/adjustment.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { classify } from '../sql/errors.ts';
import { symbolsMade } from './answer/symbols.ts';
import type { Authenticator } from './authenticator.ts';
import { AnswersCache } from './cache/answers-cache.ts';
import { type ChangedSymbols, Changes } from './cache/changes.ts';
import { API_DEFAULTS, type ApiConfig } from './config.ts';
import { consoleFile, consoleFiles, type Login, logIn, logOut, sendFile } from './console.ts';
import { createConsoleSessions } from './console-session.ts';
import { DataEndpoints } from './data.ts';
import {
  HttpError,
  internalError,
  invalid,
  methodNotAllowed,
  notFound,
  queryProblem,
  unavailable,
  uriTooLong,
} from './errors.ts';
import { Guard } from './guard.ts';
import { corsPolicy, preflightHeaders } from './http/headers.ts';
import { acceptedFormat } from './http/negotiate.ts';
import { type ResponseSettings, ResponseWriter } from './http/response-writer.ts';
import type { Limiter } from './limits/limiter.ts';
import type { AccountLists } from './lists.ts';
import type { LoginLinks } from './login-links.ts';
import { MyEndpoints, showUsage } from './me.ts';
import { openResources } from './open.ts';
import { OperatorEndpoint, type OperatorStatus } from './operator.ts';
import { SYMBOLS_FORMAT } from './query/common.ts';
import { MAX_QUESTION_URL_BYTES, readQuery } from './query/parse.ts';
import { earliestDay, restricted } from './restricted.ts';
import { ownRoutesOf, routesOf } from './routes.ts';
import { createTelemetry } from './telemetry.ts';
import { TodayEndpoint } from './today.ts';
import { WorkLimiter } from './work-limiter.ts';

export interface Readiness {
  readonly ready: boolean;
  /** What was looked at, by name. */
  readonly checks: Readonly<Record<string, boolean>>;
}

export interface ApiDeps {
  readonly answers: Answers;
  /** Rankings from the summaries tables; without it they are computed from the records. */
  readonly screens?: Screens;
  readonly authenticator: Authenticator;
  readonly limiter: Limiter;
  readonly statistics: readonly Statistic[];
  readonly logger: Logger;
  readonly clock: Clock;
  readonly config?: Partial<ApiConfig>;
  /** Signs the console's cookies: 32 random bytes, the same in every process. */
  readonly sessionKey: Buffer;
  /** Codes that log in to the console; without it tokens alone do. */
  readonly loginLinks?: LoginLinks;
  /** What accounts keep for themselves; without it `/me/watchlist` and `/me/queries` do not exist. */
  readonly lists?: AccountLists;
  /** State of the installation; without it `/operator/status` does not exist. */
  readonly operatorStatus?: OperatorStatus;
  /** Calls the listener with every change of the statistics; returns how to stop it. */
  readonly onStatsUpdated?: (listener: (symbols: ChangedSymbols) => void) => () => void;
  readonly ready?: () => Promise<Readiness>;
  /** Folder of the built console. */
  readonly consoleFolder?: string;
}

export interface Api {
  readonly app: Koa;
  /** The request listener: requests seen before by a short way, all others through `app`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** From now on every answer ends its connection: the service is about to stop. */
  drain(): void;
  /** Stops timers and listening for changes; what was handed in stays its owner's to close. */
  close(): void;
}

const SYMBOLS_PARAMS = new Map(Object.entries(SYMBOLS_FORMAT));
const REQUEST_ID = /^[\w.:-]{1,64}$/;

export function createApp(deps: ApiDeps): Api {
  const config: ApiConfig = { ...API_DEFAULTS, ...deps.config };
  const { answers, authenticator, limiter, clock, logger, statistics } = deps;
  const routes = routesOf(statistics);
  const ownRoutes = ownRoutesOf(statistics);
  const changes = new Changes();
  const cache = new AnswersCache({ ...config, maxBytes: config.cacheBytes });
  const work = new WorkLimiter({ ...config, deadlineMs: config.requestDeadlineMs });
  const sessions = createConsoleSessions({
    key: deps.sessionKey,
    nowMs: () => clock.nowMs(),
    lastsMs: config.consoleSessionMs,
    secure: config.secureCookies,
  });
  const guard = new Guard(authenticator, limiter, sessions);
  const common = { guard, answers, statistics, cache, changes, work, clock, config };
  const data = new DataEndpoints({ ...common, screens: deps.screens });
  const today = new TodayEndpoint({ ...common, lists: deps.lists });
  const open = openResources(statistics, routes, ownRoutes);
  const files = consoleFiles(deps.consoleFolder);
  const stopListening = deps.onStatsUpdated?.((symbols) => changes.heard(symbols));
  const telemetry = createTelemetry({
    logger,
    slowMs: config.slowMs,
    sizes: { cacheBytes: () => cache.bytes, running: () => work.running, waiting: () => work.waiting },
  });
  const settings: ResponseSettings = {
    compressFromBytes: config.compressFromBytes,
    corsHeaders: corsPolicy(config.corsOrigins),
    answered: telemetry.answered,
    grown: (entry) => cache.grown(entry),
    draining: false,
  };

  const router = new Router<{ response: ResponseWriter }>();
  /** Serves one endpoint; logs and metrics name it by its path. */
  const at = (
    method: 'get' | 'put' | 'delete',
    path: string,
    answer: (response: ResponseWriter, search: string, params: Record<string, string>) => unknown,
  ) =>
    router[method](path, (ctx) => {
      ctx.state.response.route = path;
      return answer(ctx.state.response, ctx.querystring, ctx.params);
    });
  for (const route of [...routes, ...ownRoutes]) {
    at('get', route.path, (response, search) => data.answer(response, route, undefined, search));
  }
  for (const [path, entry] of open) at('get', path, (response) => response.entry(entry, null));
  at('get', '/symbols', async (response, search) => {
    const { account } = await guard.pass(response, 'draw');
    const wanted =
      readQuery(search, SYMBOLS_PARAMS).get('format') ?? acceptedFormat(response.req.headers.accept ?? '*/*');
    const format = wanted === 'csv' ? 'csv' : 'json';
    const earliest = earliestDay(account.figures, clock);
    const { symbolPrefix } = account.figures;
    const key = JSON.stringify(['/symbols', format, earliest, symbolPrefix]);
    const known = cache.current(key);
    if (known) return response.entry(known, 'hit');
    const seen = restricted(answers, symbolPrefix);
    const { count } = changes.any;
    const version = (await seen.symbols()).map(({ symbol, version }) => `${symbol}@${version}`).join(' ');
    const question = { key, counter: changes.any, count, version };
    const { entry, hit } = await cache.get(question, () => symbolsMade(seen, earliest, format));
    return response.entry(entry, hit ? 'hit' : 'miss');
  });
  at('get', '/today', (response, search) => today.answer(response, search));
  at('get', '/today/stream', (response, search) => today.stream(response, search));
  at('get', '/me/usage', (response) => showUsage(response, guard, sessions));
  if (deps.lists) {
    const mine = new MyEndpoints({ guard, sessions, lists: deps.lists, answers });
    at('get', '/me/watchlist', (response) => mine.watchlist(response));
    at('put', '/me/watchlist', (response) => mine.putWatchlist(response));
    at('get', '/me/queries', (response) => mine.queries(response));
    at('put', '/me/queries/:id', (response, _, { id }) => mine.putQuery(response, id));
    at('delete', '/me/queries/:id', (response, _, { id }) => mine.deleteQuery(response, id));
  }
  if (deps.operatorStatus) {
    const operator = new OperatorEndpoint(guard, deps.operatorStatus);
    at('get', '/operator/status', (response, search) => operator.answer(response, search));
  }
  router.get('/healthz', (ctx) => ctx.state.response.json(200, { status: 'ok' }));
  router.get('/readyz', async (ctx) => {
    const { ready, checks } = (await deps.ready?.()) ?? { ready: true, checks: {} };
    ctx.state.response.json(ready ? 200 : 503, { ready, checks });
  });
  const login: Login = { authenticator, sessions, links: deps.loginLinks, nowMs: () => clock.nowMs() };
  router.post('/console/login', (ctx) => logIn(ctx.state.response, login));
  router.post('/console/logout', (ctx) => logOut(ctx.state.response, login));
  router.get('/', (ctx) => ctx.state.response.empty(302, ['Location', files.size > 0 ? '/console/' : '/docs']));
  if (files.size > 0) {
    router.get(/^\/console(\/.*)?$/, (ctx) => {
      const file = consoleFile(files, ctx.path === '/console' ? '/console/' : ctx.path);
      if (!file) throw notFound();
      ctx.state.response.route = '/console';
      sendFile(ctx.state.response, file);
    });
  }

  const idPrefix = randomBytes(6).toString('base64url');
  let requests = 0;
  const begin = (req: IncomingMessage, res: ServerResponse): ResponseWriter => {
    const given = req.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : `${idPrefix}-${(++requests).toString(36)}`;
    return new ResponseWriter(req, res, id, settings);
  };
  const failed = (response: ResponseWriter, error: unknown): void => {
    const httpError = toHttpError(error);
    const { id, route } = response;
    if (httpError.status === 500) logger.error({ err: error, requestId: id, route }, 'a request failed');
    response.error(httpError);
  };

  const app = new Koa<{ response: ResponseWriter }>();
  app.use(async (ctx, next) => {
    // Answers are written at once and with all their headers, which Koa would set one by one.
    ctx.respond = false;
    const response = begin(ctx.req, ctx.res);
    ctx.state.response = response;
    try {
      const maxUrlBytes = asksQuestion(ctx.path) ? MAX_QUESTION_URL_BYTES : config.maxUrlBytes;
      if (ctx.url.length > maxUrlBytes) {
        await chargeIfKnown(guard, response);
        throw uriTooLong(maxUrlBytes);
      }
      await next();
    } catch (error) {
      failed(response, error);
    }
  });
  app.use(router.routes());
  // Nothing answered: another method, or another path.
  app.use(async (ctx) => {
    const { response } = ctx.state;
    if (response.done) return;
    const allow = allowed(router, ctx.path);
    if (allow.length > 0 && ctx.method === 'OPTIONS') {
      return response.empty(204, ['Allow', allow.join(', '), ...preflightHeaders()]);
    }
    await chargeIfKnown(guard, response);
    throw allow.length > 0 ? methodNotAllowed(allow.join(', ')) : notFound();
  });
  app.on('error', (error) => logger.error({ err: error }, 'an answer could not be sent'));
  const viaKoa = app.callback();

  return {
    app,
    handle(req, res) {
      // What is known by its URL needs no routing and no context: a third of the cost of a hot answer.
      const known = req.method === 'GET' || req.method === 'HEAD' ? data.seen(req.url ?? '') : undefined;
      if (!known) {
        void viaKoa(req, res);
        return;
      }
      const response = begin(req, res);
      data.answer(response, known.route, known, '').catch((error) => failed(response, error));
    },
    drain() {
      settings.draining = true;
      today.drain();
    },
    close() {
      stopListening?.();
      today.drain();
      telemetry.stop();
    },
  };
}

const asksQuestion = (path: string) => path === '/query' || path === '/query/scan';

/** Methods of the path; none: there is no such path. */
function allowed(router: Router<{ response: ResponseWriter }>, path: string): string[] {
  const methods = new Set(router.match(path, 'OPTIONS').path.flatMap((layer) => layer.methods));
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
}

/** A path or method that does not exist, or a URL too long, is charged like any other, should the account be known. */
async function chargeIfKnown(guard: Guard, response: ResponseWriter): Promise<void> {
  const { authorization, cookie } = response.req.headers;
  if (authorization === undefined && cookie === undefined) return;
  try {
    await guard.pass(response);
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) throw error;
  }
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof TooMuchWork) return invalid([queryProblem(error.parameter, 'value_error', error.message)]);
  if (error instanceof Overloaded) return unavailable('Too much is being computed at the moment', 1);
  if (error instanceof ImplausibleActions) return unavailable(error.message, 60);
  if (isAway(error)) return unavailable('The store cannot answer at the moment', 1);
  return internalError();
}

/** The store is unavailable or overloaded, or the worker threads' queue is full. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return classify(error) === 'transient' || /task queue/i.test(error.message);
}
