/** `/openapi.json`: from the same parameters and fields that the code runs on. */

import type { ParamSet } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { SESSION_COOKIE } from '../console-session.ts';
import { QUERY_ID } from '../me.ts';
import { OPERATOR_PARAMS } from '../operator.ts';
import { SYMBOLS_FORMAT } from '../query/common.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { TODAY_PARAMS } from '../today.ts';
import {
  bodySchema,
  DOC,
  INDEX,
  LIVENESS,
  OPERATOR_STATUS,
  READINESS,
  rowOf,
  SAVED_QUERIES,
  SAVED_QUERY,
  SAVED_QUERY_CHANGE,
  SYMBOLS,
  TODAY,
  TODAY_METADATA,
  TODAY_ROW,
  USAGE,
  WATCHLIST,
  WATCHLIST_CHANGE,
} from './bodies.ts';
import { docPaths } from './doc.ts';
import { HEADERS, headerRefs, LIMIT_HEADERS } from './headers.ts';
import { ownBodies } from './own-bodies.ts';
import { parameterSchema } from './parameters.ts';
import { METADATA, NAMED_ERROR, type Schema, VALIDATION_ERROR } from './schemas.ts';

/** The specification gives the interface this version. */
const VERSION = '0.4.0';

const METADATA_REF = { $ref: '#/components/schemas/Metadata' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ 'application/json': { schema } });
const CSV = { 'text/csv': { schema: { type: 'string' } } };
const ARROW = { 'application/vnd.apache.arrow.stream': { schema: { type: 'string', format: 'binary' } } };
const refusal = (description: string, headers: readonly string[] = [], schema = ref('Error')) => ({
  description,
  ...(headers.length > 0 ? { headers: headerRefs(headers) } : {}),
  content: json(schema),
});

const REFUSALS = {
  '401': refusal('No access token, or one that is unknown or revoked'),
  '403': refusal('The plan lacks direct API access, or the feature that a parameter needs', LIMIT_HEADERS),
  '429': refusal('A limit is reached; Retry-After says when to come back', [...LIMIT_HEADERS, 'Retry-After']),
  '503': refusal('The store is away, or too much is asked at the moment', [...LIMIT_HEADERS, 'Retry-After']),
};
const INVALID = refusal('What is wrong with the parameters, all at once', LIMIT_HEADERS, ref('ValidationError'));

/** `/stats/orb/top-picks` is `stats_orb_top_picks`. */
const operationId = (path: string) => path.slice(1).replace(/[^a-z0-9]+/gi, '_');
/** ... and its body `StatsOrbTopPicks`. */
const schemaName = (path: string) =>
  operationId(path)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function parametersOf(params: StatisticRoute['params']) {
  return [...params].map(([name, param]) => ({
    name,
    in: 'query',
    required: param.doc.required,
    description: param.doc.description,
    schema: parameterSchema(name, param),
  }));
}

/** What data endpoints have in common. */
function operationOf(
  route: StatisticRoute | OwnRoute,
  { tag, paged, arrow }: { tag: string; paged: boolean; arrow: boolean },
) {
  const about = ['X-Source', 'X-Cache', 'X-History-Limited', 'ETag', ...(paged ? ['X-Next-Cursor'] : [])];
  return {
    operationId: operationId(route.path),
    tags: [tag],
    summary: route.description,
    security: [{ token: [] }],
    parameters: parametersOf(route.params),
    responses: {
      '200': {
        description: route.description,
        headers: headerRefs([...about, ...LIMIT_HEADERS]),
        content: { ...json(ref(schemaName(route.path))), ...CSV, ...(arrow ? ARROW : {}) },
      },
      '304': { description: 'The client has these bytes already', headers: headerRefs(LIMIT_HEADERS) },
      '404': refusal('Nothing is stored about the symbol', LIMIT_HEADERS),
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
  });

const ownOperation = (route: OwnRoute) =>
  operationOf(route, { tag: QUESTIONS, paged: route.kind !== 'scan', arrow: true });

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

const open = (path: string, tag: string, summary: string, content: Schema) => ({
  get: {
    operationId: operationId(path),
    tags: [tag],
    summary,
    security: [],
    responses: { '200': { description: summary, content } },
  },
});

const closed = (path: string, summary: string, content: Schema, more: Schema = {}) => ({
  get: {
    operationId: operationId(path),
    tags: [SERVICE],
    summary,
    security: [{ token: [] }],
    ...more,
    responses: {
      '200': { description: summary, headers: headerRefs(LIMIT_HEADERS), content },
      '422': INVALID,
      ...REFUSALS,
    },
  },
});

export function openApi(
  statistics: readonly Statistic[],
  routes: readonly StatisticRoute[],
  ownRoutes: readonly OwnRoute[],
) {
  const docs = statistics.flatMap((statistic) =>
    docPaths(statistic).map((path) => [
      path,
      open(path, statistic.name, `What ${statistic.title} answers with`, json(ref('Doc'))),
    ]),
  );
  const fixed = (path: string, summary: string, content: Schema) => [path, open(path, SERVICE, summary, content)];
  const symbolParameters = { parameters: parametersOf(new Map(Object.entries(SYMBOLS_FORMAT))) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Market statistics',
      version: VERSION,
      description:
        'How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news. ' +
        'Read only. All times are UTC unless said otherwise; percentages are 0 to 100.',
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
      [
        '/symbols',
        closed(
          '/symbols',
          'What is stored: every symbol with its first and last bar',
          { ...json(ref('Symbols')), ...CSV },
          symbolParameters,
        ),
      ],
      [
        '/me/usage',
        closed('/me/usage', 'The account, its plan, and its rate-limit status; not counted', json(ref('Usage'))),
      ],
      ...ownPaths(),
      fixed('/openapi.json', 'This description', json({ type: 'object' })),
      fixed('/docs', 'This description as a page', { 'text/html': { schema: { type: 'string' } } }),
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
      schemas: {
        ...bodies(routes),
        ...ownBodies(METADATA_REF),
        Metadata: METADATA,
        StatisticsIndex: INDEX,
        Doc: DOC,
        Symbols: SYMBOLS,
        Usage: USAGE,
        Watchlist: WATCHLIST,
        WatchlistChange: WATCHLIST_CHANGE,
        SavedQuery: SAVED_QUERY,
        SavedQueries: SAVED_QUERIES,
        SavedQueryChange: SAVED_QUERY_CHANGE,
        TodayRow: TODAY_ROW,
        Today: TODAY,
        TodayMetadata: TODAY_METADATA,
        OperatorStatus: OPERATOR_STATUS,
        Liveness: LIVENESS,
        Readiness: READINESS,
        Error: NAMED_ERROR,
        ValidationError: VALIDATION_ERROR,
      },
    },
  };
}

/** What the account keeps, where symbols stand, and how the installation does. */
function ownPaths(): [string, Schema][] {
  const get = (path: string, summary: string, content: Schema, more: Schema = {}) =>
    closed(path, summary, content, more).get;
  const parameters = (set: ParamSet) => ({ parameters: parametersOf(new Map(Object.entries(set))) });
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
    security: [{ token: [] }, { session: [], csrf: [] }],
    ...(path.endsWith('/id') ? { parameters: [id] } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(ref(body)) } }),
    responses: { ...responses, '422': INVALID, ...REFUSALS },
  });
  const ok = (summary: string, schema: string) => ({
    '200': { description: summary, headers: headerRefs(LIMIT_HEADERS), content: json(ref(schema)) },
  });
  const stream = { 'text/event-stream': { schema: { type: 'string' } } };
  return [
    [
      '/today',
      {
        get: get(
          '/today',
          'Where symbols stand in their latest session, and how sessions like it went before',
          json(ref('Today')),
          parameters(TODAY_PARAMS),
        ),
      },
    ],
    [
      '/today/stream',
      {
        get: get(
          '/today/stream',
          'The same as server-sent events: today at once and after changes, limited where the rate limit is reached',
          stream,
          parameters(TODAY_PARAMS),
        ),
      },
    ],
    [
      '/me/watchlist',
      {
        get: get('/me/watchlist', "The account's watchlist", json(ref('Watchlist'))),
        put: change('/me/watchlist', 'put', 'Sets the watchlist', ok('As it is now', 'Watchlist'), 'WatchlistChange'),
      },
    ],
    ['/me/queries', { get: get('/me/queries', "The account's saved queries", json(ref('SavedQueries'))) }],
    [
      '/me/queries/{id}',
      {
        put: change(
          '/me/queries/id',
          'put',
          'Saves a query, or replaces the one of this id',
          ok('As it is saved', 'SavedQuery'),
          'SavedQueryChange',
        ),
        delete: change('/me/queries/id', 'delete', 'Deletes a saved query', {
          '204': { description: 'It is gone', headers: headerRefs(LIMIT_HEADERS) },
          '404': refusal('There is none of this id', LIMIT_HEADERS),
        }),
      },
    ],
    [
      '/operator/status',
      {
        get: get(
          '/operator/status',
          'How the installation stands: lag, dead letters, quarantine, collectors, imports, coverage; operators only',
          json(ref('OperatorStatus')),
          parameters(OPERATOR_PARAMS),
        ),
      },
    ],
  ];
}

function readyz() {
  const { get } = open('/readyz', SERVICE, 'The service can answer', json(ref('Readiness')));
  const notNow = { description: 'Not yet, or not now', content: json(ref('Readiness')) };
  return { get: { ...get, responses: { ...get.responses, '503': notNow } } };
}
