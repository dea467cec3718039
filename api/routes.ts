/**
 * Every route of the API. An endpoint is added in `endpoints/`, as a declaration beside its handler, and listed here; the
 * endpoints of a statistic follow from its folder.
 */
import bodyParser from '@koa/bodyparser';
import compose from 'koa-compose';
import { z } from 'zod';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Middleware } from './context.ts';
import { docRoutes } from './doc.ts';
import { barsRoute } from './endpoints/bars.ts';
import { consoleFiles, docsPage, docsScript } from './endpoints/files.ts';
import { logIn, logOut, requireJson } from './endpoints/login.ts';
import { operatorRoute } from './endpoints/operator.ts';
import { queryRoutes } from './endpoints/query.ts';
import { statisticRoutes } from './endpoints/statistics.ts';
import { symbolsRoute } from './endpoints/symbols.ts';
import { todayRoute } from './endpoints/today.ts';
import { usageRoute } from './endpoints/usage.ts';
import { MAX_BODY_BYTES } from './middlewares.ts';
import { openApi } from './openapi.ts';
import type { Route } from './route.ts';
import { sendConstant } from './send.ts';

const OPEN = { method: 'GET', access: 'open', work: 'memory' } as const;
const LOGIN = { method: 'POST', access: 'open', work: 'reads' } as const;

const json = bodyParser({ enableTypes: ['json'], jsonLimit: `${MAX_BODY_BYTES}b` });

const OTHER_ROUTES: readonly Route[] = [
  {
    ...OPEN,
    path: '/docs',
    summary: 'This description as a page',
    otherFormats: ['html'],
    handler: () => docsPage,
  },
  { ...OPEN, path: '/docs/scalar.js', handler: () => docsScript },
  {
    ...OPEN,
    path: '/healthz',
    summary: 'The process is alive',
    response: z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' }),
    handler: () => (ctx) => {
      ctx.body = { status: 'ok' };
    },
  },
  {
    ...OPEN,
    path: '/readyz',
    work: 'reads',
    summary: 'The service can answer',
    response: z
      .object({
        ready: z.boolean(),
        checks: z.record(z.string(), z.boolean()).describe('What was looked at, by name'),
      })
      .meta({ id: 'Readiness' }),
    statuses: { 503: 'NotReady' },
    handler:
      ({ ready }) =>
      async (ctx) => {
        ctx.body = await ready();
        if (!ctx.body.ready) ctx.status = 503;
      },
  },
  {
    ...LOGIN,
    path: '/console/login',
    handler: ({ login }) => compose([requireJson, json, logIn(login)]) as Middleware,
  },
  { ...LOGIN, path: '/console/logout', handler: ({ login }) => compose([requireJson, logOut(login)]) as Middleware },
  {
    ...OPEN,
    path: '/',
    handler:
      ({ consoleFolder }) =>
      (ctx) =>
        ctx.redirect(consoleFolder ? '/console/' : '/docs'),
  },
  {
    ...OPEN,
    path: '/console{/*file}',
    handler: ({ consoleFolder }) => (consoleFolder ? consoleFiles(consoleFolder) : null),
  },
];

export function routesFor(statistics: readonly Statistic[]): readonly Route[] {
  const ofStatistics = statisticRoutes(statistics);
  const description: Route = {
    ...OPEN,
    path: '/openapi.json',
    summary: 'This description',
    response: z.looseObject({}).meta({ id: 'OpenApi' }),
    handler: (services) =>
      sendConstant(() =>
        openApi(
          statistics,
          routes.filter((route) => route.handler(services) !== null),
        ),
      ),
  };
  const routes = [
    ...docRoutes(statistics, ofStatistics),
    ...ofStatistics,
    ...queryRoutes(statistics),
    barsRoute,
    todayRoute,
    symbolsRoute,
    usageRoute,
    operatorRoute,
    ...OTHER_ROUTES,
    description,
  ];
  return routes;
}
