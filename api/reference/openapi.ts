/** `/openapi.json`: from the same parameters, fields and schemas that the code runs on. */
import { BAR_FIELDS } from '../../compute/answers/bar-rows.ts';
import { scanFields } from '../../compute/answers/questions/scan.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { PLANS, type PlanName } from '../authenticator.ts';
import { SESSION_COOKIE } from '../console-session.ts';
import { OPERATOR_PARAMS } from '../operator.ts';
import { SYMBOLS_PARAMS } from '../query/params.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { TODAY_PARAMS } from '../today.ts';
import { bodySchemas, dataSchemas, HEADERS, RESPONSES, schemaName, TEXT } from './components.ts';
import { docPaths, ref, rowSchema, type Schema } from './fields.ts';
import { type About, ARROW, CSV, get, json, open, type Path, paramsOf, QUESTIONS, response, SERVICE } from './paths.ts';

/** The specification gives the interface this version. */
export const VERSION = '0.4.0';

const planText = ([name, { perMinute, perDay, historyDays, directApi }]: [string, (typeof PLANS)[PlanName]]) =>
  `${name} ${perMinute} requests a minute, ${perDay} a day, ` +
  `${historyDays === null ? 'all history' : `${historyDays} days of history`}, ${directApi ? 'API' : 'console alone'}`;

const data = (
  { path, params }: StatisticRoute | OwnRoute,
  about: Pick<About, 'tag' | 'summary' | 'description'> & { paged: boolean; arrow: boolean },
) =>
  get({
    ...about,
    path,
    params,
    headers: ['X-Source', 'X-Cache', 'X-History-Limited', 'ETag', ...(about.paged ? ['X-Next-Cursor'] : [])],
    content: {
      'application/json': { schema: ref(schemaName(path)) },
      ...CSV,
      ...(about.arrow ? ARROW : {}),
    },
    responses: {
      '304': response('NotModified'),
      '404': response('SymbolNotFound'),
      ...(about.arrow ? {} : { '406': response('NotAcceptable') }),
    },
  });

const ofStatistic = (route: StatisticRoute) =>
  data(route, {
    tag: route.statistic.name,
    paged: route.kind === 'list' && route.endpoint.paged,
    arrow: route.kind !== 'summary',
    summary: route.description,
    description: `${route.statistic.title}. ${route.statistic.definition} Every field: \`${docPaths(route.statistic)[0]}\`.`,
  });

const ofOwnRoute = (route: OwnRoute) =>
  data(route, {
    tag: QUESTIONS,
    paged: route.kind !== 'scan',
    arrow: true,
    summary: route.title,
    description: route.description,
  });

export function openApi(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
) {
  const docs = statistics.flatMap((statistic) =>
    docPaths(statistic).map((path) => {
      const summary = `What ${statistic.title} answers with`;
      return open({ path, summary, content: json(ref('Doc')), tag: statistic.name });
    }),
  );
  const fixed = (path: string, summary: string, content: Schema, responses?: Schema) =>
    open({ path, summary, content, responses });
  const ready = json(ref('Readiness'));
  const scanned = [...scanFields('rate', 'pct'), ...scanFields('mean', 'none')];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Market statistics',
      version: VERSION,
      description:
        'How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news. ' +
        'Read only. All times are UTC unless said otherwise; percentages are 0 to 100. ' +
        `Plans: ${Object.entries(PLANS).map(planText).join('; ')}.`,
      contact: { name: 'market-stats' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      ...statistics.map(({ name, description }) => ({ name, description })),
      { name: QUESTIONS, description: 'Any condition over all statistics at once, and the bars behind every figure.' },
      { name: SERVICE, description: 'What is stored, the account, this description, and whether the service is well.' },
    ],
    paths: Object.fromEntries([
      fixed('/stats', 'All statistics, their endpoints and where each is explained', json(ref('StatisticsIndex'))),
      ...docs,
      ...routes.map(ofStatistic),
      ...ownRoutes.map(ofOwnRoute),
      ...ownPaths(),
      fixed('/openapi.json', 'This description', json({ type: 'object' })),
      fixed('/docs', 'This description as a page', { 'text/html': { schema: TEXT } }),
      fixed('/healthz', 'The process is alive', json(ref('Liveness'))),
      fixed('/readyz', 'The service can answer', ready, {
        '503': { description: 'Not yet, or not now', content: ready },
      }),
    ]),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session of the console' },
      },
      headers: HEADERS,
      responses: RESPONSES,
      schemas: {
        ...Object.fromEntries(routes.flatMap(dataSchemas)),
        QueryScanRow: rowSchema([...new Map(scanned.map((field) => [field.name, field])).values()], true),
        BarsRow: rowSchema(BAR_FIELDS, false),
        ...bodySchemas(),
      },
    },
  };
}

/** What is stored, the account, the latest session of symbols, and the state of the installation. */
function ownPaths(): Path[] {
  return [
    get({
      path: '/symbols',
      summary: 'What is stored: every symbol with its first and last bar',
      description: 'Symbols with bars or news, and how far they reach within the plan; by search the best match first.',
      tag: SERVICE,
      params: paramsOf(SYMBOLS_PARAMS),
      content: { ...json(ref('Symbols')), ...CSV },
    }),
    get({
      path: '/me/usage',
      summary: 'The account, its plan, and its rate-limit status',
      description: 'Counted in no other limit, and answered while one is reached: 120 a minute.',
      tag: SERVICE,
      content: json(ref('Usage')),
    }),
    get({
      path: '/today',
      summary: 'The latest session of symbols',
      description:
        'The gap it opened with, its opening range, the levels of the session before, and how sessions like it went over the ' +
        'twelve months that end before it. Everything under session=exchange, parameters at their defaults.',
      tag: QUESTIONS,
      params: paramsOf(TODAY_PARAMS),
      content: json(ref('Today')),
    }),
    get({
      path: '/operator/status',
      summary: 'State of the installation',
      description:
        'Lag, dead letters, quarantine, collectors, imports and coverage by month, paged by symbol. Operators only.',
      tag: SERVICE,
      params: paramsOf(OPERATOR_PARAMS),
      content: json(ref('OperatorStatus')),
    }),
  ];
}
