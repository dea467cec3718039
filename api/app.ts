/** Builds the API as a Koa application without listening. It opens nothing but timers. */
import Router from '@koa/router';
import Koa from 'koa';
import compose from 'koa-compose';
import { LRUCache } from 'lru-cache';
import { inTime } from '../lib/async.ts';
import type { Logger } from '../lib/logger.ts';
import { authenticate, requireDirectApi } from './authenticate.ts';
import type { Authenticator } from './authenticator.ts';
import { AnswersCache, type ChangedSymbols, Changes } from './cache.ts';
import { API_DEFAULTS, type ApiConfig } from './config.ts';
import { createConsoleSessions, type LoginLinks } from './console-session.ts';
import type { Middleware, State } from './context.ts';
import { HttpError, httpError, unavailable } from './errors.ts';
import { boundUrl, crossOrigin, errors, notModified, requestId, securityHeaders } from './middlewares.ts';
import type { Access, Route, Services, Work } from './route.ts';
import { routesFor } from './routes.ts';
import { createTelemetry } from './telemetry.ts';
import { WorkLimiter } from './work.ts';

/** The caller opens and closes these; see `Services`. */
export interface ApiDeps
  extends Pick<
    Services,
    'answers' | 'screens' | 'statistics' | 'limits' | 'clock' | 'operatorStatus' | 'consoleFolder'
  > {
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  readonly config?: Partial<ApiConfig>;
  /** Signs the console's cookies: 32 random bytes, the same in every process. */
  readonly sessionKey: Buffer;
  /** Codes that log in to the console; without it only tokens do. */
  readonly loginLinks?: LoginLinks;
  /** Calls the listener with every change of the statistics; returns how to stop it. */
  readonly onStatsUpdated?: (listener: (symbols: ChangedSymbols) => void) => () => void;
  readonly ready?: Services['ready'];
}

/** A declared route with the deadline that the configuration gives it. */
export interface RouteBounds extends Pick<Route, 'method' | 'path' | 'access' | 'work'> {
  /** The time from getting a place to the answer. */
  readonly deadlineMs: number;
}

export interface Api {
  readonly app: Koa;
  /** Every route with its access, its place in the bounds of work, and its deadline. */
  readonly routes: readonly RouteBounds[];
  /** Stops timers and listening for changes; the caller closes what it passed in. */
  close(): void;
}

/** Reads of a few milliseconds; expensive answers wait elsewhere. */
const READ_PLACES = {
  maxRunning: 32,
  maxWaiting: 1_000,
  maxRunningPerAccount: 8,
  maxWaitingPerAccount: 100,
  maxWaitMs: 2_000,
} as const;
const MEMORY_DEADLINE_MS = 1_000;
/** The size of a parsed request in the cache, without its URL. */
const REQUEST_BYTES = 2_000;

export function createApp(deps: ApiDeps): Api {
  const config: ApiConfig = { ...API_DEFAULTS, ...deps.config };
  const { authenticator, limits, clock, logger, statistics } = deps;
  const { requestDeadlineMs, lookupDeadlineMs } = config;
  const cache = new AnswersCache({ ...config, maxBytes: config.cacheBytes });
  const changes = new Changes();
  const work = new WorkLimiter({ ...config, deadlineMs: requestDeadlineMs });
  const lookups = new WorkLimiter({ ...READ_PLACES, deadlineMs: lookupDeadlineMs });
  const sessions = createConsoleSessions({
    key: deps.sessionKey,
    nowMs: () => clock.nowMs(),
    lastsMs: config.consoleSessionMs,
    secure: config.secureCookies,
  });
  const services: Services = {
    ...deps,
    cache,
    changes,
    work,
    lookups,
    config,
    requests: new LRUCache({
      maxSize: config.requestsBytes,
      sizeCalculation: (_, url) => REQUEST_BYTES + 2 * url.length,
    }),
    parts: new LRUCache({ maxSize: config.partsBytes }),
    login: { authenticator, sessions, links: deps.loginLinks, nowMs: () => clock.nowMs() },
    ready: deps.ready ?? (async () => ({ ready: true, checks: {} })),
  };
  const telemetry = createTelemetry({
    logger,
    slowMs: config.slowMs,
    sizes: { cacheBytes: () => cache.bytes, running: () => work.running, waiting: () => work.waiting },
  });
  const stopListening = deps.onStatsUpdated?.((symbols) => changes.heard(symbols));

  const authenticated = authenticate({ authenticator, sessions, deadlineMs: lookupDeadlineMs });
  const checks: Readonly<Record<Access, readonly Middleware[]>> = {
    charged: [authenticated, requireDirectApi(limits), limits.minute('charged'), limits.day('charged')],
    free: [authenticated, requireDirectApi(limits), limits.minute('free'), limits.day('free')],
    // A web-only account may read its own usage with a token.
    own: [authenticated, limits.minute('free'), limits.day('free')],
    open: [],
  };
  const deadlinesMs = { answers: requestDeadlineMs, reads: lookupDeadlineMs, memory: MEMORY_DEADLINE_MS };
  const places: Readonly<Record<Work, readonly Middleware[]>> = {
    // `data.ts` takes a place when it has to compute.
    answers: [],
    reads: [(ctx, next) => lookups.run(ctx.state.who?.account.id ?? 'nobody', next)],
    memory: [(_, next) => inTime(next(), MEMORY_DEADLINE_MS, () => unavailable('The answer took too long'))],
  };

  const router = new Router<State>();
  const routes: RouteBounds[] = [];
  for (const { method, path, access, work, maxUrlBytes, handler } of routesFor(statistics)) {
    const handle = handler(services);
    if (handle === null) continue;
    routes.push({ method, path, access, work, deadlineMs: deadlinesMs[work] });
    // Composed once: the router composes the middlewares of a route for every request.
    const middleware = compose([
      ...checks[access],
      boundUrl(maxUrlBytes ?? config.maxUrlBytes),
      ...places[work],
      handle,
    ]);
    router.register(path, method === 'GET' ? ['GET', 'HEAD'] : [method], middleware as never);
  }

  const app = new Koa<State>();
  app.use(requestId());
  app.use(telemetry.middleware);
  app.use(errors(logger));
  app.use(securityHeaders());
  if (config.corsOrigins.length > 0) app.use(crossOrigin(config.corsOrigins));
  app.use(notModified());
  app.use(router.routes());
  app.use(chargeKnown(compose([...checks.charged])));
  app.use(refuseUnknown(router));
  app.on('error', (error) => logger.error({ err: error }, 'a response could not be sent'));

  return {
    app: app as unknown as Koa,
    routes,
    close() {
      stopListening?.();
      telemetry.stop();
    },
  };
}

/** Charges a request of an unknown path like any other if it names an account. @throws 429 */
const chargeKnown =
  (charged: Middleware): Middleware =>
  async (ctx, next) => {
    try {
      if (ctx.headers.authorization !== undefined) await charged(ctx, async () => {});
    } catch (error) {
      if (!(error instanceof HttpError) || error.status === 429 || error.status >= 500) throw error;
    }
    await next();
  };

/** @throws 404, or 405 with the methods of the path */
const refuseUnknown =
  (router: Router<State>): Middleware =>
  (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw httpError('not_found', 'There is nothing at this path; /stats lists the statistics');
    const allow = [...methods, 'OPTIONS'].sort().join(', ');
    if (ctx.method !== 'OPTIONS')
      throw httpError('method_not_allowed', `This path allows only ${allow}`, {}, { Allow: allow });
    ctx.set('Allow', allow);
    ctx.status = 204;
  };
