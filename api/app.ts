/** Builds the API without listening: everything it needs comes in, nothing is opened here but timers. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { type Answers, Overloaded, TooMuchWork } from '../compute/answers/answers.ts';
import type { Screens } from '../compute/answers/screens.ts';
import { ImplausibleActions } from '../compute/market/bars.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { classify } from '../sql/errors.ts';
import type { Authenticator } from './authenticator.ts';
import { AnswersCache, type ChangedSymbols, Changes } from './cache.ts';
import { API_DEFAULTS, type ApiConfig } from './config.ts';
import { consoleFile, consoleFiles, type Login, logIn, logOut, MAX_LOGIN_BYTES, sendFile } from './console.ts';
import { createConsoleSessions, type LoginLinks } from './console-session.ts';
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
import { createGuard, type Guard, type RouteBounds, RouteTable, WorkLimiter } from './guard.ts';
import { corsPolicy, createTelemetry, preflightHeaders, type ResponseSettings, ResponseWriter } from './http.ts';
import type { Limiter } from './limits.ts';
import { type OperatorStatus, operatorEndpoint } from './operator.ts';
import { MAX_QUESTION_URL_BYTES } from './query/prepare.ts';
import { openResources } from './reference/resources.ts';
import { ownRoutesOf, routesOf } from './routes.ts';
import { answerSymbols } from './symbols.ts';
import { TodayEndpoint } from './today.ts';
import { showUsage } from './usage.ts';

export interface Readiness {
  readonly ready: boolean;
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
  /** State of the installation; without it `/operator/status` does not exist. */
  readonly operatorStatus?: OperatorStatus;
  /** Calls the listener with every change of the statistics; returns how to stop it. */
  readonly onStatsUpdated?: (listener: (symbols: ChangedSymbols) => void) => () => void;
  readonly ready?: () => Promise<Readiness>;
  readonly consoleFolder?: string;
}

export interface Api {
  readonly app: Koa;
  /** Every route, with its class of charge, its place in the bounds of work, and its deadline. */
  readonly routes: readonly RouteBounds[];
  /** The request listener: requests seen before by a short way, all others through `app`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** From now on every answer ends its connection: the service is about to stop. */
  drain(): void;
  /** Stops timers and listening for changes; what was handed in stays its owner's to close. */
  close(): void;
}

const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Reads of a few milliseconds: what is expensive waits elsewhere. */
const LOOKUP_PLACES = {
  maxRunning: 32,
  maxWaiting: 1_000,
  maxRunningPerAccount: 8,
  maxWaitingPerAccount: 100,
  maxWaitMs: 2_000,
} as const;

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
  const { requestDeadlineMs, lookupDeadlineMs } = config;
  const guard = createGuard(authenticator, limiter, sessions, lookupDeadlineMs);
  const lookups = new WorkLimiter({ ...LOOKUP_PLACES, deadlineMs: lookupDeadlineMs });
  const common = { guard, answers, statistics, cache, changes, work, lookups, clock, config };
  const data = new DataEndpoints({ ...common, screens: deps.screens });
  const today = new TodayEndpoint(common);
  const deadlinesMs = {
    answers: requestDeadlineMs,
    lookups: lookupDeadlineMs,
    shared: lookupDeadlineMs,
    memory: 1_000,
  };
  const table = new RouteTable({ guard, lookups, deadlinesMs });
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

  for (const route of [...routes, ...ownRoutes]) {
    const answer = (response: ResponseWriter, search: string) => data.answer(response, route, undefined, search);
    table.charged(route.path, answer, route.kind === 'question');
  }
  table.charged('/today', (response, search) => today.answer(response, search));
  table.free('/symbols', (request) => answerSymbols(request, common));
  table.free('/me/usage', (request) => showUsage(request, guard), {
    bucket: 'usage',
    anyToken: true,
    place: 'memory',
  });
  if (deps.operatorStatus) {
    table.free('/operator/status', operatorEndpoint(deps.operatorStatus), { operatorsOnly: true });
  }
  for (const [path, entry] of open) table.open(path, (response) => response.entry(entry(), null));
  table.open('/healthz', (response) => response.json(200, { status: 'ok' }));
  const readiness = async (response: ResponseWriter) => {
    const { ready, checks } = (await deps.ready?.()) ?? { ready: true, checks: {} };
    response.json(ready ? 200 : 503, { ready, checks });
  };
  table.open('/readyz', readiness, { place: 'shared' });
  const login: Login = { authenticator, sessions, links: deps.loginLinks, nowMs: () => clock.nowMs() };
  const write = { method: 'POST', place: 'lookups' } as const;
  table.open('/console/login', (response, body) => logIn(response, body, login), {
    ...write,
    maxBodyBytes: MAX_LOGIN_BYTES,
  });
  table.open('/console/logout', (response) => logOut(response, login), write);
  table.open('/', (response) => response.empty(302, ['Location', files.size > 0 ? '/console/' : '/docs']));
  if (files.size > 0) {
    const page = (response: ResponseWriter) => {
      const path = new URL(response.req.url ?? '/', 'http://localhost').pathname;
      const file = consoleFile(files, path === '/console' ? '/console/' : path);
      if (!file) throw notFound();
      sendFile(response, file);
    };
    table.open(/^\/console(\/.*)?$/, page, { name: '/console' });
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
  app.use(table.router.routes());
  // Nothing answered: another method, or another path.
  app.use(async (ctx) => {
    const { response } = ctx.state;
    if (response.done) return;
    const allow = allowed(table.router, ctx.path);
    if (allow.length > 0 && ctx.method === 'OPTIONS') {
      return response.empty(204, ['Allow', allow.join(', '), ...preflightHeaders()]);
    }
    await chargeIfKnown(guard, response);
    throw allow.length > 0 ? methodNotAllowed(allow.join(', ')) : notFound();
  });
  app.on('error', (error) => logger.error({ err: error }, 'a response could not be sent'));
  const viaKoa = app.callback();

  return {
    app,
    routes: table.routes,
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
    },
    close() {
      stopListening?.();
      telemetry.stop();
    },
  };
}

const asksQuestion = (path: string) => path === '/query' || path === '/query/scan';

/** Methods of the path; none: there is no such path. */
function allowed(router: RouteTable['router'], path: string): string[] {
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
