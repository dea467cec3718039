/** `/openapi.json`: from the same parameters and fields that the code runs on. */
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { SYMBOLS_FORMAT } from '../query/common.ts';
import type { OwnRoute, StatisticRoute } from '../routes.ts';
import { bodySchema, DOC, INDEX, LIVENESS, READINESS, rowOf, SYMBOLS, USAGE } from './bodies.ts';
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
      fixed('/openapi.json', 'This description', json({ type: 'object' })),
      fixed('/docs', 'This description as a page', { 'text/html': { schema: { type: 'string' } } }),
      fixed('/healthz', 'The process is alive', json(ref('Liveness'))),
      ['/readyz', readyz()],
    ]),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      headers: HEADERS,
      schemas: {
        ...bodies(routes),
        ...ownBodies(METADATA_REF),
        Metadata: METADATA,
        StatisticsIndex: INDEX,
        Doc: DOC,
        Symbols: SYMBOLS,
        Usage: USAGE,
        Liveness: LIVENESS,
        Readiness: READINESS,
        Error: NAMED_ERROR,
        ValidationError: VALIDATION_ERROR,
      },
    },
  };
}

function readyz() {
  const { get } = open('/readyz', SERVICE, 'The service can answer', json(ref('Readiness')));
  const notNow = { description: 'Not yet, or not now', content: json(ref('Readiness')) };
  return { get: { ...get, responses: { ...get.responses, '503': notNow } } };
}
