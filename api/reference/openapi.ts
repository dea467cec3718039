/** `/openapi.json`: from the same parameters, fields and schemas that the code runs on. */
import { BAR_FIELDS } from '../../compute/answers/bar-rows.ts';
import { scanFields } from '../../compute/answers/questions/scan.ts';
import type { ParamSet } from '../../compute/statistics/params.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { SESSION_COOKIE } from '../console-session.ts';
import { QUERY_ID } from '../me.ts';
import { OPERATOR_PARAMS } from '../operator.ts';
import { SYMBOLS_PARAMS } from '../query/params.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { TODAY_PARAMS } from '../today.ts';
import {
  bodySchemas,
  dataSchemas,
  HEADERS,
  headerRefs,
  LIMIT_HEADERS,
  operationId,
  parametersOf,
  RESPONSES,
  schemaName,
  TEXT,
} from './components.ts';
import { docPaths, ref, rowSchema, type Schema } from './fields.ts';
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
  '422': response('Invalid'),
  '429': response('TooManyRequests'),
  '503': response('Unavailable'),
};
/** With a token, or a session of the console. */
const READS = [{ token: [] }, { session: [] }];
const SERVICE = 'service';
const ACCOUNT = 'account';
const QUESTIONS = 'questions';

/** A question may be asked for its counts alone. */
const bodyOf = (path: string): Schema =>
  path === '/query' ? { anyOf: [ref('Query'), ref('QueryPreview')] } : ref(schemaName(path));

/** Of a path, as documents show it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ({ readonly name: string } & Schema)[];
}

interface About {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Of a 200. */
  readonly content?: Schema;
  readonly tag?: string;
  readonly params?: ReadonlyMap<string, ParamSet[string]>;
  /** Of a 200, beside those of limits. */
  readonly headers?: readonly string[];
  readonly responses?: Schema;
}

/** Operations of a path, by method. */
type Path = [path: string, operations: Readonly<Record<string, Operation>>];

/** What anybody may read. */
const open = ({ path, summary, content, tag = SERVICE, responses }: Omit<About, 'description'>): Path => {
  const description = `${summary}. Needs no token.`;
  const about = { operationId: operationId(path), tags: [tag], summary, description, security: [] };
  const ok = { description: summary, content };
  const get = { ...about, responses: { '200': ok, '414': response('UriTooLong'), ...responses } };
  return [path, { get }];
};

/** What accounts read. */
const read = ({ path, summary, description, content, tag, params, headers = [], responses }: About) => ({
  operationId: operationId(path),
  tags: [tag],
  summary,
  description,
  security: READS,
  ...(params ? { parameters: parametersOf(params) } : {}),
  responses: {
    '200': { description: summary, headers: headerRefs([...headers, ...LIMIT_HEADERS]), content },
    ...responses,
    ...REFUSALS,
  },
});
const get = (about: About): Path => [about.path, { get: read(about) }];
/** Counted in a window of its own. */
const FREE = ['X-RateLimit-Bucket'];

/** Data endpoints. */
const data = (
  { path, params }: StatisticRoute | OwnRoute,
  about: Pick<About, 'tag' | 'summary' | 'description'> & { paged: boolean; arrow: boolean; previews?: boolean },
) =>
  get({
    ...about,
    path,
    params,
    headers: [
      ...['X-Source', 'X-Cache', 'X-History-Limited', 'ETag'],
      ...(about.paged ? ['X-Next-Cursor'] : []),
      ...(about.previews ? FREE : []),
    ],
    content: {
      'application/json': { schema: bodyOf(path), ...examplesOf(path) },
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
    previews: route.kind === 'question',
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
      ...routes.map(ofStatistic),
      ...ownRoutes.map(ofOwnRoute),
      ...ownPaths(),
      fixed('/openapi.json', 'This description', json({ type: 'object' })),
      fixed('/llms.txt', 'This description in short, for language models', { 'text/plain': { schema: TEXT } }),
      fixed('/docs', 'This description as a page, by task and by statistic', { 'text/html': { schema: TEXT } }),
      fixed('/healthz', 'The process is alive', json(ref('Liveness'))),
      fixed('/readyz', 'The service can answer', ready, {
        '503': { description: 'Not yet, or not now', content: ready },
      }),
    ]),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session of the console' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: 'csrf_token of /me/usage' },
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

/** What is stored, the account and what it keeps, the latest session of symbols, and the state of the installation. */
function ownPaths(): Path[] {
  const change = (path: string, method: 'put' | 'delete', summary: string, responses: Schema, body?: string) => ({
    operationId: `${method}_${operationId(path)}`,
    tags: [ACCOUNT],
    summary,
    description: 'A session of the console also sends `csrf_token` of `/me/usage` as X-CSRF-Token.',
    security: [{ token: [] }, { session: [], csrf: [] }],
    ...(path.endsWith('{id}')
      ? {
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'Chosen by the client',
              schema: { type: 'string', pattern: QUERY_ID },
            },
          ],
        }
      : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(ref(body)) } }),
    responses: { ...responses, ...REFUSALS },
  });
  const ok = (description: string, schema: string) => ({
    '200': { description, headers: headerRefs([...LIMIT_HEADERS, ...FREE]), content: json(ref(schema)) },
  });
  const paramsOf = (params: ParamSet) => new Map(Object.entries(params));
  const today = 'The latest session of symbols';
  const [watchlist, query] = ['/me/watchlist', '/me/queries/{id}'];
  return [
    get({
      path: '/symbols',
      summary: 'What is stored: every symbol with its first and last bar',
      description: 'Symbols with bars or news, and how far they reach within the plan; by search the best match first.',
      tag: SERVICE,
      params: paramsOf(SYMBOLS_PARAMS),
      headers: FREE,
      content: { ...json(ref('Symbols')), ...CSV },
    }),
    get({
      path: '/me/usage',
      summary: 'The account, its plan, and its rate-limit status',
      description: 'Counted in no other limit, and answered while one is reached: 120 a minute.',
      tag: ACCOUNT,
      content: json(ref('Usage')),
    }),
    get({
      path: '/today',
      summary: today,
      description:
        'The gap it opened with, its opening range, the levels of the session before, and how sessions like it went over the ' +
        'twelve months that end before it. Everything under session=exchange, parameters at their defaults.',
      tag: QUESTIONS,
      params: paramsOf(TODAY_PARAMS),
      content: json(ref('Today')),
    }),
    get({
      path: '/today/stream',
      summary: `${today}, as it changes`,
      description:
        'Server-sent events: `today` with the body of `/today` at once and after changes, at most one in two seconds, ' +
        'charged as one request for each 15 minutes begun; `limited` with `retry_after` (seconds) where the limit is reached ' +
        'then. Four streams an account.',
      tag: QUESTIONS,
      params: paramsOf(TODAY_PARAMS),
      content: { 'text/event-stream': { schema: TEXT } },
    }),
    [
      watchlist,
      {
        get: read({
          path: watchlist,
          summary: "The account's watchlist",
          description: 'In its own order.',
          tag: ACCOUNT,
          headers: FREE,
          content: json(ref('Watchlist')),
        }),
        put: change(watchlist, 'put', 'Sets the watchlist', ok('As it is now', 'Watchlist'), 'WatchlistChange'),
      },
    ],
    get({
      path: '/me/queries',
      summary: "The account's saved queries",
      description: 'By name, then id.',
      tag: ACCOUNT,
      headers: FREE,
      content: json(ref('SavedQueries')),
    }),
    [
      query,
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
    get({
      path: '/operator/status',
      summary: 'State of the installation',
      description:
        'Lag, dead letters, quarantine, collectors, imports and coverage by month, paged by symbol. Operators only.',
      tag: SERVICE,
      params: paramsOf(OPERATOR_PARAMS),
      headers: FREE,
      content: json(ref('OperatorStatus')),
    }),
  ];
}
