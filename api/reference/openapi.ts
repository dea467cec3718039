/** `/openapi.json`: from the same parameters and fields that the code runs on. */
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Route } from '../routes.ts';
import { bodySchema, DOC, INDEX, SYMBOLS, USAGE } from './bodies.ts';
import { docPaths } from './doc.ts';
import { parameterSchema } from './parameters.ts';
import { METADATA, NAMED_ERROR, type Schema, VALIDATION_ERROR } from './schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ 'application/json': { schema } });
const problem = (description: string, schema = ref('Error')) => ({ description, content: json(schema) });

const REFUSALS = {
  '401': problem('No access token, or one that is unknown or revoked'),
  '403': problem('The plan lacks direct API access, or the feature that a parameter needs'),
  '429': problem('A limit is reached; Retry-After says when to come back'),
  '503': problem('The store is away, or too much is asked at the moment'),
};

function operation(route: Route) {
  const list = route.kind !== 'summary';
  return {
    operationId: route.path.slice(1).replace(/[/-]/g, '_'),
    tags: [route.statistic.name],
    summary: route.description,
    security: [{ token: [] }],
    parameters: [...route.params].map(([name, param]) => ({
      name,
      in: 'query',
      required: param.doc.required,
      description: param.doc.description,
      schema: parameterSchema(name, param),
    })),
    responses: {
      '200': {
        description: route.description,
        headers: {
          'X-Source': { schema: { type: 'string', enum: ['materialized', 'on_demand'] } },
          'X-Cache': { schema: { type: 'string', enum: ['hit', 'miss'] } },
          'X-History-Limited': { schema: { type: 'string' }, description: 'Present where the plan cut the range' },
          ETag: { schema: { type: 'string' } },
        },
        content: {
          ...json(bodySchema(route)),
          ...(list
            ? {
                'text/csv': { schema: { type: 'string' } },
                'application/vnd.apache.arrow.stream': { schema: { type: 'string', format: 'binary' } },
              }
            : {}),
        },
      },
      '304': { description: 'The client has these bytes already' },
      '404': problem('Nothing is stored about the symbol'),
      '422': problem('What is wrong with the parameters, all at once', ref('ValidationError')),
      ...REFUSALS,
    },
  };
}

const open = (summary: string, content: Schema) => ({
  get: { summary, security: [], responses: { '200': { description: summary, content } } },
});
const closed = (summary: string, schema: Schema) => ({
  get: {
    summary,
    security: [{ token: [] }],
    responses: { '200': { description: summary, content: json(schema) }, ...REFUSALS },
  },
});

export function openApi(statistics: readonly Statistic[], routes: readonly Route[]) {
  const docs = statistics.flatMap((statistic) =>
    docPaths(statistic).map((path) => [path, open(`What ${statistic.title} answers with`, json(ref('Doc')))]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Market statistics',
      version: '0.1.0',
      description:
        'How prices behave: opening ranges, breaks of the previous day, gaps and their fills, seasons, structure, news. ' +
        'Read only. All times are UTC unless said otherwise; percentages are 0 to 100.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: statistics.map(({ name, description }) => ({ name, description })),
    paths: {
      '/stats': open('All statistics, their endpoints and where each is explained', json(INDEX)),
      ...Object.fromEntries(docs),
      ...Object.fromEntries(routes.map((route) => [route.path, { get: operation(route) }])),
      '/symbols': closed('What is stored: every symbol with its first and last bar', SYMBOLS),
      '/me/usage': closed('The account, its plan, and where it stands with its limits; not counted', USAGE),
      '/openapi.json': open('This description', json({ type: 'object' })),
      '/docs': open('This description as a page', { 'text/html': { schema: { type: 'string' } } }),
      '/healthz': open('The process is alive', json({ type: 'object' })),
      '/readyz': {
        get: {
          summary: 'The service can answer',
          security: [],
          responses: {
            '200': { description: 'It can', content: json({ type: 'object' }) },
            '503': { description: 'Not yet, or not now', content: json({ type: 'object' }) },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Metadata: METADATA, Doc: DOC, Error: NAMED_ERROR, ValidationError: VALIDATION_ERROR },
    },
  };
}
