/** `/openapi.json`: from the same parameters and fields that the code runs on. */

import type { ParamSet } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { SESSION_COOKIE } from '../console-session.ts';
import { QUERY_ID } from '../me.ts';
import { OPERATOR_PARAMS } from '../operator.ts';
import { SYMBOLS_FORMAT } from '../query/params.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { TODAY_PARAMS } from '../today.ts';
import { BODIES, bodySchema, rowOf } from './bodies.ts';
import { docPaths } from './doc.ts';
import { ownBodies } from './own-bodies.ts';
import { parametersOf } from './parameters.ts';
import { HEADERS, headerRefs, LIMIT_HEADERS, RESPONSES } from './responses.ts';
import { ref, type Schema, TEXT } from './schemas.ts';
import { examplesOf } from './tasks.ts';

/** The specification gives the interface this version. */
const VERSION = '0.4.0';

const json = (schema: Schema) => ({ 'application/json': { schema } });
const CSV = { 'text/csv': { schema: TEXT } };
const ARROW = { 'application/vnd.apache.arrow.stream': { schema: { type: 'string', format: 'binary' } } };
const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

const REFUSALS = {
  '401': response('Unauthorized'),
  '403': response('Forbidden'),
  '429': response('TooManyRequests'),
  '503': response('Unavailable'),
};
const INVALID = response('Invalid');
/** Of what anybody may read. */
const OPEN_REFUSALS = { '414': response('UriTooLong') };

/** `/stats/orb/top-picks` is `stats_orb_top_picks`. */
const operationId = (path: string) => path.slice(1).replace(/[^a-z0-9]+/gi, '_');
/** ... and its body `StatsOrbTopPicks`. */
/** A question may be asked for its counts alone. */
const bodyOf = (path: string): Schema =>
  path === '/query' ? { anyOf: [ref('Query'), ref('QueryPreview')] } : ref(schemaName(path));

const schemaName = (path: string) =>
  operationId(path)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** What data endpoints have in common. */
function operationOf(
  route: StatisticRoute | OwnRoute,
  {
    tag,
    paged,
    arrow,
    summary,
    description,
    previews = false,
  }: { tag: string; paged: boolean; arrow: boolean; summary: string; description: string; previews?: boolean },
) {
  const about = ['X-Source', 'X-Cache', 'X-History-Limited', 'ETag', ...(paged ? ['X-Next-Cursor'] : [])];
  return {
    operationId: operationId(route.path),
    tags: [tag],
    summary,
    description,
    security: READS,
    parameters: parametersOf(route.params),
    responses: {
      '200': {
        description: summary,
        headers: headerRefs([...about, ...LIMIT_HEADERS, ...(previews ? ['X-RateLimit-Bucket'] : [])]),
        content: {
          'application/json': { schema: bodyOf(route.path), ...examplesOf(route.path) },
          ...CSV,
          ...(arrow ? ARROW : {}),
        },
      },
      '304': response('NotModified'),
      '404': response('SymbolNotFound'),
      ...(arrow ? {} : { '406': response('NotAcceptable') }),
      '422': INVALID,
      ...REFUSALS,
    },
  };
}

const operation = (route: StatisticRoute) =>
  operationOf(route, {
    tag: route.statistic.name,
    paged: route.kind === 'list' && route.endpoint.paged,
    arrow: route.kind !== 'summary',
    summary: route.description,
    description: `${route.statistic.title}. ${route.statistic.definition} Every field: \`${docPaths(route.statistic)[0]}\`.`,
  });

const ownOperation = (route: OwnRoute) =>
  operationOf(route, {
    tag: QUESTIONS,
    paged: route.kind !== 'scan',
    arrow: true,
    summary: route.title,
    description: route.description,
    previews: route.kind === 'question',
  });

/** Bodies of the data endpoints, and the rows of lists, by name. */
function bodies(routes: readonly StatisticRoute[]): Schema {
  return Object.fromEntries(
    routes.flatMap((route) => {
      const name = schemaName(route.path);
      const body = [name, bodySchema(route, ref(`${name}Row`))];
      return route.kind === 'summary' ? [body] : [body, [`${name}Row`, rowOf(route)]];
    }),
  );
}

const SERVICE = 'service';
const ACCOUNT = 'account';
const QUESTIONS = 'questions';

/** With a token, or a session of the console. */
const READS = [{ token: [] }, { session: [] }];

/** What anybody may read. */
const open = (path: string, summary: string, content: Schema, tag = SERVICE) => ({
  operationId: operationId(path),
  tags: [tag],
  summary,
  description: `${summary}. Needs no token.`,
  security: [],
  responses: { '200': { description: summary, content }, ...OPEN_REFUSALS },
});

/** What accounts read beside statistics; free of charge in a window of its own, but for `free: false`. */
const closed = (
  path: string,
  summary: string,
  content: Schema,
  tag: string,
  description: string,
  { params = {}, free = true }: { params?: ParamSet; free?: boolean } = {},
) => ({
  operationId: operationId(path),
  tags: [tag],
  summary,
  description,
  security: READS,
  ...(Object.keys(params).length > 0 ? { parameters: parametersOf(new Map(Object.entries(params))) } : {}),
  responses: {
    '200': {
      description: summary,
      headers: headerRefs([...LIMIT_HEADERS, ...(free ? ['X-RateLimit-Bucket'] : [])]),
      content,
    },
    '422': INVALID,
    ...REFUSALS,
  },
});

type ClosedArguments = Parameters<typeof closed> extends [string, ...infer About] ? About : never;

export function openApi(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
) {
  const docs = statistics.flatMap((statistic) =>
    docPaths(statistic).map((path) => [
      path,
      { get: open(path, `What ${statistic.title} answers with`, json(ref('Doc')), statistic.name) },
    ]),
  );
  const fixed = (path: string, summary: string, content: Schema) => [path, { get: open(path, summary, content) }];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Market statistics',
      version: VERSION,
      description:
        'How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news. ' +
        'Read only, but for what an account keeps below /me. All times are UTC unless said otherwise; percentages are 0 to 100.',
      contact: { name: 'market-stats' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      ...statistics.map(({ name, description }) => ({ name, description })),
      { name: QUESTIONS, description: 'Any condition over all statistics at once, and the bars behind every figure.' },
      { name: ACCOUNT, description: 'What an account keeps for itself.' },
      { name: SERVICE, description: 'What is stored, the account, this description, and whether the service is well.' },
    ],
    paths: Object.fromEntries([
      fixed('/stats', 'All statistics, their endpoints and where each is explained', json(ref('StatisticsIndex'))),
      ...docs,
      ...routes.map((route) => [route.path, { get: operation(route) }]),
      ...ownRoutes.map((route) => [route.path, { get: ownOperation(route) }]),
      ...ownPaths(),
      fixed('/openapi.json', 'This description', json({ type: 'object' })),
      fixed('/llms.txt', 'This description in short, for language models', { 'text/plain': { schema: TEXT } }),
      fixed('/docs', 'This description as a page, by task and by statistic', { 'text/html': { schema: TEXT } }),
      fixed('/healthz', 'The process is alive', json(ref('Liveness'))),
      ['/readyz', readyz()],
    ]),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session of the console' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: 'csrf_token of /me/usage' },
      },
      headers: HEADERS,
      responses: RESPONSES,
      schemas: { ...bodies(routes), ...ownBodies(), ...BODIES },
    },
  };
}

/** What is stored, the account and what it keeps, the latest session of symbols, and the state of the installation. */
function ownPaths(): [string, Schema][] {
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Chosen by the client',
    schema: { type: 'string', pattern: QUERY_ID },
  };
  const change = (path: string, method: 'put' | 'delete', summary: string, responses: Schema, body?: string) => ({
    operationId: `${method}_${operationId(path)}`,
    tags: [ACCOUNT],
    summary,
    description: 'A session of the console also sends `csrf_token` of `/me/usage` as X-CSRF-Token.',
    security: [{ token: [] }, { session: [], csrf: [] }],
    ...(path.endsWith('/id') ? { parameters: [id] } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(ref(body)) } }),
    responses: { ...responses, '422': INVALID, ...REFUSALS },
  });
  const ok = (description: string, schema: string) => ({
    '200': { description, headers: headerRefs([...LIMIT_HEADERS, 'X-RateLimit-Bucket']), content: json(ref(schema)) },
  });
  const get = (path: string, ...about: ClosedArguments): [string, Schema] => [path, { get: closed(path, ...about) }];
  const today = 'The latest session of symbols';
  const [watchlist, query] = ['/me/watchlist', '/me/queries/id'];
  return [
    get(
      '/symbols',
      'What is stored: every symbol with its first and last bar',
      { ...json(ref('Symbols')), ...CSV },
      SERVICE,
      'Symbols with bars or news, and how far they reach within the plan.',
      { params: SYMBOLS_FORMAT },
    ),
    get(
      '/me/usage',
      'The account, its plan, and its rate-limit status',
      json(ref('Usage')),
      ACCOUNT,
      'Counted in no other limit, and answered while one is reached: 120 a minute.',
      { free: false },
    ),
    get(
      '/today',
      today,
      json(ref('Today')),
      QUESTIONS,
      'The gap it opened with, its opening range, the levels of the session before, and how sessions like it went over the ' +
        'twelve months that end before it. Everything under session=exchange, parameters at their defaults.',
      { params: TODAY_PARAMS, free: false },
    ),
    get(
      '/today/stream',
      `${today}, as it changes`,
      { 'text/event-stream': { schema: TEXT } },
      QUESTIONS,
      'Server-sent events: `today` with the body of `/today` at once and after changes, at most one in two seconds, ' +
        'charged as one request for each 15 minutes begun; `limited` with `retry_after` (seconds) where the limit is reached ' +
        'then. Four streams an account.',
      { params: TODAY_PARAMS, free: false },
    ),
    [
      watchlist,
      {
        get: closed(watchlist, "The account's watchlist", json(ref('Watchlist')), ACCOUNT, 'In its own order.'),
        put: change(watchlist, 'put', 'Sets the watchlist', ok('As it is now', 'Watchlist'), 'WatchlistChange'),
      },
    ],
    get('/me/queries', "The account's saved queries", json(ref('SavedQueries')), ACCOUNT, 'By name, then id.'),
    [
      '/me/queries/{id}',
      {
        put: change(
          query,
          'put',
          'Saves a query, or replaces the one of this id',
          ok('As it is saved', 'SavedQuery'),
          'SavedQueryChange',
        ),
        delete: change(query, 'delete', 'Deletes a saved query', {
          '204': { description: 'It is gone', headers: headerRefs(LIMIT_HEADERS) },
          '404': response('NotFound'),
        }),
      },
    ],
    get(
      '/operator/status',
      'State of the installation',
      json(ref('OperatorStatus')),
      SERVICE,
      'Lag, dead letters, quarantine, collectors, imports and coverage by month, paged by symbol. Operators only.',
      { params: OPERATOR_PARAMS },
    ),
  ];
}

function readyz() {
  const get = open('/readyz', 'The service can answer', json(ref('Readiness')));
  const notNow = { description: 'Not yet, or not now', content: json(ref('Readiness')) };
  return { get: { ...get, responses: { ...get.responses, '503': notNow } } };
}
