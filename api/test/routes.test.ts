/** Every route: who may read it and what it is charged, its place in the bounds of work, and its deadline. */
import type { Layer } from '@koa/router';
import { afterAll, describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { startApi, type TestApi, UNLIMITED } from '../../test/support/api.ts';
import { apiData } from '../../test/support/api-data.ts';
import type { ApiDeps, RouteBounds } from '../app.ts';
import type { ApiConfig } from '../config.ts';
import { docPaths } from '../doc.ts';
import { routesFor } from '../routes.ts';

/** Those that follow from no statistic. */
const OWN: readonly (readonly [route: string, access: string, work: string])[] = [
  ['GET /', 'open', 'memory'],
  ['GET /bars', 'charged', 'answers'],
  ['GET /console{/*file}', 'open', 'memory'],
  ['POST /console/login', 'open', 'reads'],
  ['POST /console/logout', 'open', 'reads'],
  ['GET /docs', 'open', 'memory'],
  ['GET /docs/scalar.js', 'open', 'memory'],
  ['GET /healthz', 'open', 'memory'],
  ['GET /me/usage', 'own', 'memory'],
  ['GET /openapi.json', 'open', 'memory'],
  ['GET /operator/status', 'free', 'reads'],
  ['GET /query', 'charged', 'answers'],
  ['GET /query/scan', 'charged', 'answers'],
  ['GET /readyz', 'open', 'reads'],
  ['GET /stats', 'open', 'memory'],
  ['GET /symbols', 'free', 'reads'],
  ['GET /today', 'charged', 'answers'],
];
const DEADLINES_MS = { answers: 700, reads: 300, memory: 1_000 };
const never = () => new Promise<never>(() => {});
let hangs = false;

const start = (deps: Partial<ApiDeps> = {}, config: Partial<ApiConfig> = {}) =>
  startApi(apiData().slice(0, 1), {
    config: { requestDeadlineMs: DEADLINES_MS.answers, lookupDeadlineMs: DEADLINES_MS.reads, ...config },
    wrap: (answers) => {
      const { symbol, symbols } = answers;
      return Object.assign(answers, {
        symbol: (...asked: Parameters<typeof symbol>) => (hangs ? never() : symbol(...asked)),
        symbols: (...asked: Parameters<typeof symbols>) => (hangs ? never() : symbols(...asked)),
      });
    },
    deps: {
      operatorStatus: { status: async () => (hangs ? never() : {}), coverage: async () => [] },
      ready: async () => (hangs ? never() : { ready: true, checks: {} }),
      ...deps,
    },
  });
const statistics = await loadStatistics();
const declared = routesFor(statistics);
const docs = statistics.flatMap(docPaths);
const api = await start();
afterAll(() => api.close());

const named = ({ method, path }: Pick<RouteBounds, 'method' | 'path'>) => `${method} ${path}`;

/** What the router has, whatever was declared. */
function inRouter(): string[] {
  const routers = api.api.app.middleware.flatMap((one) => (one as { router?: { stack: Layer[] } }).router ?? []);
  return routers.flatMap(({ stack }) =>
    stack.flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    ),
  );
}

const ASKED = new Map([
  ['symbol', 'AAPL'],
  ['symbols', 'AAPL'],
  ['date', '2025-03-10'],
  ['then', 'session.return_pct'],
]);

/** With everything that it needs, so that it comes as far as the store. */
function asked(path: string): string {
  const params = declared.find((route) => route.path === path)?.params ?? {};
  const needed = Object.entries(params)
    .filter(([, { doc }]) => doc.required)
    .map(([name]) => name);
  return `${path}?${needed.map((name) => `${name}=${ASKED.get(name) ?? ''}`).join('&')}`;
}

const send = async ({ method, path }: RouteBounds, token: string, { url }: TestApi = api) => {
  const reply = await fetch(url + asked(path), {
    method,
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
  await reply.text();
  return reply;
};

describe('every route', () => {
  it('is declared with one class of charge, a place in the bounds of work and its deadline', () => {
    const ofStatistics = declared.filter(({ path, params }) => path.startsWith('/stats/') && params);
    const expected = [
      ...OWN.filter(([route]) => !route.startsWith('GET /console')),
      ...ofStatistics.map(({ path }) => [`GET ${path}`, 'charged', 'answers'] as const),
      ...docs.map((path) => [`GET ${path}`, 'open', 'memory'] as const),
    ].map(([route, access, work]) => [route, access, work, DEADLINES_MS[work as keyof typeof DEADLINES_MS]]);
    const served = api.api.routes.map((route) => [named(route), route.access, route.work, route.deadlineMs]);
    expect(served.sort()).toEqual(expected.sort());
    expect(new Set(served.map(([route]) => route)).size).toBe(served.length);
  });

  it('is served by the router if and only if it is declared', () => {
    expect(inRouter().sort()).toEqual(api.api.routes.map(named).sort());
  });

  it('is charged as its class says', async () => {
    for (const route of api.api.routes) {
      const token = api.account('pro_api', {}, true);
      const reply = await send(route, token);
      expect([named(route), reply.status < 500]).toEqual([named(route), true]);
      const { minute, day } = (await api.get('/me/usage', { token })).body.rate_limits;
      const charged = route.access === 'charged' ? 1 : 0;
      expect([named(route), minute.used, day.used]).toEqual([named(route), charged, charged]);
    }
  });

  it('is answered 503 by its deadline while the store hangs, but for what is finished in memory', async () => {
    const own = await start();
    hangs = true;
    const late = own.api.routes.filter((route) => route.work !== 'memory' && !route.path.startsWith('/console'));
    const statuses = await Promise.all(
      late.map(async (route) => [
        named(route),
        (await send(route, own.account('pro_api', UNLIMITED, true), own)).status,
      ]),
    );
    hangs = false;
    expect(statuses).toEqual(late.map((route) => [named(route), 503]));
    hangs = true;
    // What is left of the account's limits is in memory.
    expect((await own.get('/me/usage')).status).toBe(200);
    hangs = false;
    await own.close();
  });

  it('is answered 503 by a deadline while the look-up of its token hangs, but for what is open to all', async () => {
    const authenticator = { byToken: never, byHash: never, sessionsEndedMs: () => 0, endSessions: never };
    const own = await start({ authenticator: { ...authenticator, close: async () => {} } });
    for (const route of own.api.routes.filter(({ path }) => /^\/(today|symbols|bars|readyz)$/.test(path))) {
      const { status } = await send(route, 'any', own);
      expect([named(route), status]).toEqual([named(route), route.access === 'open' ? 200 : 503]);
    }
    await own.close();
  });
});
