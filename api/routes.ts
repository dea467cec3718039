/** Every route of the API, declared once. An endpoint is added here; those of a statistic follow from its folder. */
import bodyParser from '@koa/bodyparser';
import compose from 'koa-compose';
import { z } from 'zod';
import type { ParamSet } from '../compute/statistics/params.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import type { Middleware } from './context.ts';
import { type OwnRoute, ownRoutesOf, routesOf, type StatisticRoute } from './data-routes.ts';
import { Bars, Query, QueryScan, statisticSchemas } from './data-schemas.ts';
import { Doc, docPaths, StatisticsIndex, statisticDoc, statisticsIndex } from './doc.ts';
import { consoleFiles, docsPage, docsScript } from './files.ts';
import { logIn, logOut, requireJson } from './login.ts';
import { MAX_BODY_BYTES } from './middlewares.ts';
import { openApi, QUESTIONS } from './openapi.ts';
import { OPERATOR_PARAMS, operatorStatus, StatusBody } from './operator.ts';
import { SYMBOLS_PARAMS } from './query/params.ts';
import { MAX_QUESTION_URL_BYTES } from './query/prepare.ts';
import type { Route } from './route.ts';
import { sendConstant } from './send.ts';
import { answerSymbols, Symbols } from './symbols.ts';
import { TODAY_PARAMS, TodayBody } from './today.ts';
import { showUsage, Usage } from './usage.ts';

const paramsOf = (params: ParamSet) => new Map(Object.entries(params));

const CHARGED = { method: 'GET', access: 'charged', work: 'answers' } as const;
const OPEN = { method: 'GET', access: 'open', work: 'memory' } as const;
const DATA_HEADERS = ['X-Source', 'X-Cache', 'X-History-Limited', 'ETag'];

function dataRoute(route: StatisticRoute | OwnRoute, isPaged: boolean, declared: Partial<Route>): Route {
  return {
    ...CHARGED,
    path: route.path,
    params: route.params,
    headers: isPaged ? [...DATA_HEADERS, 'X-Next-Cursor'] : DATA_HEADERS,
    otherFormats: route.kind === 'summary' ? ['csv'] : ['csv', 'arrow'],
    statuses: { 304: 'NotModified', 404: 'SymbolNotFound' },
    handler:
      ({ data }) =>
      (ctx) =>
        data.answer(ctx, route),
    ...declared,
  };
}

const statisticRoute = (route: StatisticRoute): Route =>
  dataRoute(route, route.kind === 'list' && route.endpoint.paged, {
    tag: route.statistic.name,
    summary: route.description,
    description: `${route.statistic.title}. ${route.statistic.definition} Every field: \`${docPaths(route.statistic)[0]}\`.`,
    response: () => statisticSchemas(route),
  });

const OWN_BODIES = { question: Query, scan: QueryScan, bars: Bars };

const ownRoute = (route: OwnRoute): Route =>
  dataRoute(route, route.kind !== 'scan', {
    tag: QUESTIONS,
    summary: route.title,
    description: route.description,
    response: OWN_BODIES[route.kind],
    ...(route.kind !== 'bars' && { maxUrlBytes: MAX_QUESTION_URL_BYTES }),
  });

const FIXED_ROUTES: readonly Route[] = [
  {
    ...CHARGED,
    path: '/today',
    tag: QUESTIONS,
    summary: 'The latest session of symbols',
    description:
      'The gap it opened with, its opening range, the levels of the session before, and how sessions like it went over the ' +
      'twelve months that end before it. Everything under session=exchange, parameters at their defaults.',
    params: paramsOf(TODAY_PARAMS),
    response: TodayBody,
    statuses: { 304: 'NotModified', 404: 'SymbolNotFound' },
    handler:
      ({ today }) =>
      (ctx) =>
        today.answer(ctx),
  },
  {
    method: 'GET',
    path: '/symbols',
    access: 'free',
    work: 'reads',
    summary: 'What is stored: every symbol with its first and last bar',
    description:
      'Symbols with bars or news, and how far they reach within the plan; by search the best match first. 120 requests a minute.',
    params: paramsOf(SYMBOLS_PARAMS),
    response: Symbols,
    otherFormats: ['csv'],
    statuses: { 304: 'NotModified' },
    handler:
      ({ computing }) =>
      (ctx) =>
        answerSymbols(ctx, computing),
  },
  {
    method: 'GET',
    path: '/me/usage',
    access: 'own',
    work: 'memory',
    summary: 'The account, its plan, and its rate-limit status',
    description: 'Counted in no other limit, and answered while one is reached: 120 a minute.',
    response: Usage,
    handler: ({ limits }) => showUsage(limits),
  },
  {
    method: 'GET',
    path: '/operator/status',
    access: 'free',
    work: 'reads',
    summary: 'State of the installation',
    description:
      'Lag, dead letters, quarantine, collectors, imports and coverage by month, paged by symbol. Operators only.',
    params: paramsOf(OPERATOR_PARAMS),
    response: StatusBody,
    handler: (services) => (services.operatorStatus ? operatorStatus(services.operatorStatus) : null),
  },
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
    method: 'POST',
    path: '/console/login',
    access: 'open',
    work: 'reads',
    handler: ({ login }) => compose([requireJson, json, logIn(login)]) as Middleware,
  },
  {
    method: 'POST',
    path: '/console/logout',
    access: 'open',
    work: 'reads',
    handler: ({ login }) => compose([requireJson, logOut(login)]) as Middleware,
  },
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

const json = bodyParser({ enableTypes: ['json'], jsonLimit: `${MAX_BODY_BYTES}b` });

export function routesFor(statistics: readonly Statistic[]): readonly Route[] {
  const data = routesOf(statistics);
  const index: Route = {
    ...OPEN,
    path: '/stats',
    summary: 'All statistics, their endpoints and where each is explained',
    response: StatisticsIndex,
    handler: () => sendConstant(() => statisticsIndex(statistics, data)),
  };
  const docs = statistics.flatMap((statistic): Route[] => {
    const own = data.filter((route) => route.statistic === statistic);
    return docPaths(statistic).map((path) => ({
      ...OPEN,
      path,
      tag: statistic.name,
      summary: `What ${statistic.title} answers with`,
      response: Doc,
      handler: () => sendConstant(() => statisticDoc(statistic, own)),
    }));
  });
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
  const questions = ownRoutesOf(statistics).map(ownRoute);
  const routes = [index, ...docs, ...data.map(statisticRoute), ...questions, ...FIXED_ROUTES, description];
  return routes;
}
