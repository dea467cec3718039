/** What operations have in common, as components of OpenAPI: parameters, headers, refusals, and bodies that zod has. */
import { z } from 'zod';
import type { Param } from '../../compute/statistics/params.ts';
import {
  describeErrors,
  directApiNotEnabled,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type HttpError,
  internalError,
  invalid,
  notAcceptable,
  planUpgradeRequired,
  queryProblem,
  rateLimited,
  symbolNotFound,
  unauthorized,
  unavailable,
  uriTooLong,
} from '../errors.ts';
import { ownParams } from '../query/prepare.ts';
import type { StatisticRoute } from '../routes.ts';
import { BODIES } from './bodies.ts';
import { fieldsOfRoute, ref, rowSchema, type Schema, summarySchema, whole } from './fields.ts';
import { QUESTION_BODIES } from './question-bodies.ts';

/** Of a path, as documents show it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ({ readonly name: string } & Schema)[];
}

export const TEXT = { type: 'string' };

/** `/stats/orb/top-picks` is `stats_orb_top_picks`. */
export const operationId = (path: string) => path.replace(/[^a-z0-9]+/gi, '_').replace(/^_|_$/g, '');
/** ... and its body `StatsOrbTopPicks`. */
export const schemaName = (path: string) =>
  operationId(path)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const SYMBOL_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.\\-_:/]{0,31}$';
const DATE_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$';

const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  symbol: 'DEMO-ACME',
  symbols: 'DEMO-ACME,DEMO-INDEX',
  date: '2026-06-04',
  start_date: '2026-01-02',
  end_date: '2026-06-30',
  start_time: '13:30',
  end_time: '20:00',
  fill_cutoff: '16:00',
  when: 'gap.direction=up;session.weekday=Tuesday',
  // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
  then: 'orb[orb_minutes=15].first_direction=up',
};

export function parameterSchema(name: string, { doc, fallback }: Param): Schema {
  const pattern = name === 'symbol' ? SYMBOL_PATTERN : doc.pattern;
  return {
    type: doc.type === 'date' || doc.type === 'time' ? 'string' : doc.type,
    ...(doc.type === 'date' ? { format: 'date', pattern: DATE_PATTERN } : {}),
    ...(pattern ? { pattern } : {}),
    ...(doc.values
      ? { enum: [...(doc.type === 'integer' ? doc.values.map(Number) : doc.values), ...(doc.aliases ?? [])] }
      : {}),
    ...(doc.maximumLength === undefined ? {} : { maxLength: doc.maximumLength }),
    ...(doc.minimum === undefined ? {} : { minimum: doc.minimum }),
    ...(doc.maximum === undefined ? {} : { maximum: doc.maximum }),
    ...(doc.default === null || fallback === undefined ? {} : { default: doc.default }),
  };
}

export function parametersOf(params: ReadonlyMap<string, Param>) {
  return [...params].map(([name, param]) => ({
    name,
    in: 'query',
    required: param.doc.required,
    description: param.doc.description,
    ...(PARAMETER_EXAMPLES[name] === undefined ? {} : { example: PARAMETER_EXAMPLES[name] }),
    schema: parameterSchema(name, param),
  }));
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/**
 * The same description with every parameter that occurs more than once as a component. The most frequent of a name has
 * that name; others of it are called after the first operation that takes them: `stats_bos_timeframe`.
 */
export function withSharedParameters<T extends Description>(description: T) {
  const found = new Map<string, { name: string; first: string; count: number; parameter: Schema }>();
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
  for (const { operationId, parameters = [] } of operations) {
    for (const parameter of parameters) {
      const key = JSON.stringify(parameter);
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { name: parameter.name, first: operationId, count: 1, parameter });
    }
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const repeated = [...found].filter(([, { count }]) => count > 1).sort(([, a], [, b]) => b.count - a.count);
  for (const [key, { name, first }] of repeated) {
    const chosen = taken.has(name) ? `${first}_${name}` : name;
    taken.add(chosen);
    names.set(key, chosen);
  }
  const referring = (parameter: Schema): Schema => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        operation.parameters ? { ...operation, parameters: operation.parameters.map(referring) } : operation,
      ]),
    ),
  ]);
  const parameters = [...names].map(([key, name]) => [name, found.get(key)!.parameter] as const);
  parameters.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...description,
    paths: Object.fromEntries(paths),
    components: { ...description.components, parameters: Object.fromEntries(parameters) },
  };
}

const textHeader = (description: string, schema: Schema = {}) => ({
  description,
  schema: { type: 'string', ...schema },
});
const countHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Of every answer to a known account. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Day',
  'X-Request-Id',
] as const;

export const HEADERS: Schema = {
  'X-Source': textHeader('From stored records, or computed for this request', { enum: ['materialized', 'on_demand'] }),
  'X-Cache': textHeader('Whether the answer was cached', { enum: ['hit', 'miss'] }),
  'X-History-Limited': textHeader('Present where the plan cut the range', { const: 'true' }),
  'X-Next-Cursor': textHeader('Cursor of the next page, as metadata.next_cursor; absent on the last'),
  ETag: textHeader('Of these bytes; If-None-Match with it answers 304 while they are the same'),
  'Retry-After': { description: 'Seconds to wait, at least 1', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': textHeader('Names the request in the logs: the one that was sent, or a new one'),
  'X-RateLimit-Fallback': textHeader('Present while this process limits by itself', { const: 'local' }),
  'X-RateLimit-Limit': countHeader('Requests a minute'),
  'X-RateLimit-Remaining': countHeader('Requests left in this minute'),
  'X-RateLimit-Reset': countHeader('When the minute ends, seconds since the epoch'),
  'X-RateLimit-Limit-Day': countHeader('Requests a UTC day'),
  'X-RateLimit-Remaining-Day': countHeader('Requests left in this day'),
  'X-RateLimit-Reset-Day': countHeader('When the day ends, seconds since the epoch'),
};

export const headerRefs = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const example = (error: HttpError) => ({ value: { detail: error.detail } });

/** @param errors that it has, or the status that they have in common */
function refusal(
  description: string,
  errors: readonly ErrorCode[] | number,
  examples: Readonly<Record<string, HttpError>>,
  headers: readonly string[] = [],
  schema = 'Error',
): Schema {
  const shown = Object.fromEntries(Object.entries(examples).map(([name, error]) => [name, example(error)]));
  const content = { schema: ref(schema), examples: shown };
  const codes = typeof errors === 'number' ? ERROR_CODES.filter((code) => ERRORS[code].status === errors) : errors;
  return {
    description: codes.length > 0 ? `${description}.\n\n${describeErrors(codes)}` : description,
    ...(headers.length > 0 ? { headers: headerRefs(headers) } : {}),
    content: { 'application/json': content },
  };
}

const RETRY = [...LIMIT_HEADERS, 'Retry-After'];
/** What may come of any request, whatever is asked. */
const OTHERS: readonly number[] = [400, 405, 408, 413, 431, 500];

export const RESPONSES: Schema = {
  NotModified: { description: 'The client has these bytes already', headers: headerRefs([...LIMIT_HEADERS, 'ETag']) },
  Unauthorized: refusal('No access token, or one that is unknown or revoked', 401, {
    missing: unauthorized('missing_token'),
    unknown: unauthorized('invalid_token'),
  }),
  Forbidden: refusal(
    'The account, its plan or its token does not allow this',
    403,
    { direct_api: directApiNotEnabled(), feature: planUpgradeRequired('custom_dates', 'start_date') },
    LIMIT_HEADERS,
  ),
  SymbolNotFound: refusal(
    'Nothing is stored about the symbol',
    ['symbol_not_found'],
    { unknown: symbolNotFound('NOPE') },
    LIMIT_HEADERS,
  ),
  NotAcceptable: refusal(
    'Summaries are JSON or CSV',
    406,
    { arrow: notAcceptable('application/json or text/csv') },
    LIMIT_HEADERS,
  ),
  UriTooLong: refusal('The request line is too long', 414, { long: uriTooLong(8_192) }),
  Invalid: refusal(
    'Parameters are wrong. All problems are listed at once: correct all of them',
    [],
    {
      parameters: invalid([
        queryProblem('symbol', 'missing', 'Field required'),
        queryProblem('orb_minutes', 'less_than_equal', 'Input should be less than or equal to 240'),
      ]),
    },
    LIMIT_HEADERS,
    'ValidationError',
  ),
  TooManyRequests: refusal('A limit is reached', 429, { minute: rateLimited('minute', 300, 12) }, RETRY),
  Unavailable: refusal(
    'The service cannot answer at the moment',
    503,
    { busy: unavailable('Too many answers are being computed at the moment') },
    RETRY,
  ),
  Other: refusal(
    'Any other error',
    ERROR_CODES.filter((code) => OTHERS.includes(ERRORS[code].status)),
    { failed: internalError() },
  ),
};

/** Bodies of the data endpoints, and the rows of lists, by name. */
export function dataSchemas(route: StatisticRoute): [string, Schema][] {
  const name = schemaName(route.path);
  if (route.kind === 'summary') return [[name, summarySchema(fieldsOfRoute(route), { metadata: ref('Metadata') })]];
  const some = route.kind === 'list' && route.endpoint.fieldsFor !== undefined;
  const body = whole({
    ...(route.scope === 'symbol' ? { symbol: { ...TEXT, description: 'Canonical symbol' } } : {}),
    ...headOf(route),
    count: { type: 'integer', description: 'Rows of this answer' },
    [route.statistic.events?.list.rowsKey ?? 'data']: { type: 'array', items: ref(`${name}Row`) },
    metadata: ref('Metadata'),
  });
  return [
    [name, body],
    [`${name}Row`, rowSchema(fieldsOfRoute(route), some)],
  ];
}

/** What is said about the rows before them; screens have no range of their own. */
function headOf(route: StatisticRoute): Schema {
  const timeWindow = { ...TEXT, description: "The window's word, or custom" };
  const day = (description: string) => ({ type: ['string', 'null'], format: 'date', description });
  if (route.kind === 'screen') {
    const echo = (name: string) => [name, parameterSchema(name, route.params.get(name)!)];
    return {
      time_window: timeWindow,
      ...Object.fromEntries(['sort_by', 'order', 'min_sample_size'].map(echo)),
      ...echoesOf(route),
      as_of: day('Latest session that any of the figures rests on; null without rows'),
    };
  }
  const { events } = route.statistic;
  if (events) {
    const lists = events.list.head.map(({ name, description }) => [name, { type: 'array', items: TEXT, description }]);
    return { ...echoesOf(route), time_window: timeWindow, ...Object.fromEntries(lists) };
  }
  return {
    time_window: timeWindow,
    start_date: day('First date of the range looked at; null where nothing is stored'),
    end_date: day('Last date of the range looked at; null where nothing is stored'),
    ...echoesOf(route),
  };
}

/** Parameters that the answer repeats, as they are after adapting to the feed. */
function echoesOf(route: StatisticRoute): Schema {
  const echoed = ownParams(route).filter(([, param]) => param.echoed);
  return Object.fromEntries(
    echoed.map(([name, param]) => {
      const { default: _, ...schema } = parameterSchema(name, param);
      return [name, { ...schema, description: param.doc.description }];
    }),
  );
}

export function bodySchemas(): Schema {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...BODIES, ...QUESTION_BODIES })) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, io: 'input' });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

/** JSON Schema without what only zod says, and with several simple types, such as null, in one list. */
export function plain(value: unknown): Schema {
  if (Array.isArray(value)) return value.map(plain) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const { $schema, $id, propertyNames, ...rest } = value as Schema;
  if (rest['type'] === 'integer') {
    if (rest['maximum'] === Number.MAX_SAFE_INTEGER) delete rest['maximum'];
    if (rest['minimum'] === Number.MIN_SAFE_INTEGER) delete rest['minimum'];
  }
  if (String(rest['format']).startsWith('date')) delete rest['pattern'];
  if (JSON.stringify(rest['additionalProperties']) === '{}') rest['additionalProperties'] = true;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, plain(inner)]));
  const [one, ...others] = (schema['anyOf'] as unknown as Schema[] | undefined) ?? [];
  if (others.length === 0 || others.some((other) => Object.keys(other).join() !== 'type')) return schema;
  const { anyOf, ...outer } = schema;
  const { const: only, ...first } = one;
  const values = only === undefined ? (one['enum'] as unknown[] | undefined) : [only];
  const type = [one, ...others].map((other) => other['type']);
  return { ...first, ...outer, type, ...(values ? { enum: [...values, null] } : {}) };
}
