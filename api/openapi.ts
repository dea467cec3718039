/** `/openapi.json`, from the declarations of the routes. */
import { z } from 'zod';
import { text, textOrNull } from '../compute/answers/shapes.ts';
import type { Param } from '../compute/statistics/params.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { SESSION_COOKIE } from './console-session.ts';
import { describeErrors, ERROR_CODES, ERRORS, type ErrorCode } from './errors.ts';
import { parameterSchema } from './json-schema.ts';
import { PLANS, type PlanName } from './plans.ts';
import { QUESTIONS, type Route, type Schema, SERVICE } from './route.ts';

/** The specification gives the interface this version. */
export const VERSION = '0.4.0';

/** `/stats/orb/top-picks` is `stats_orb_top_picks`. */
const operationId = (path: string) => path.replace(/[^a-z0-9]+/gi, '_').replace(/^_|_$/g, '');
const componentRef = (kind: 'headers' | 'responses' | 'schemas') => (name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const [headerRef, response, ref] = (['headers', 'responses', 'schemas'] as const).map(componentRef);
const headerRefs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, headerRef(name)]));

const textHeader = (description: string, schema: Schema = {}) => ({
  description,
  schema: { type: 'string', ...schema },
});
const countHeader = (description: string, minimum = 0) => ({ description, schema: { type: 'integer', minimum } });

/** Headers of ours; scripts of other origins may read them. */
export const HEADERS: Schema = {
  'X-Source': textHeader('From stored records, or computed for this request', { enum: ['materialized', 'on_demand'] }),
  'X-Cache': textHeader('Whether the answer was cached', { enum: ['hit', 'miss'] }),
  'X-History-Limited': textHeader('Present if the plan cut the range', { const: 'true' }),
  'X-Next-Cursor': textHeader('Cursor of the next page, as metadata.next_cursor; absent on the last'),
  ETag: textHeader('Of these bytes; If-None-Match with it answers 304 while they are the same'),
  'Retry-After': countHeader('Seconds to wait, at least 1', 1),
  'X-Request-Id': textHeader('Names the request in the logs: the one that was sent, or a new one'),
  'X-RateLimit-Fallback': textHeader('Present while this process limits by itself', { const: 'local' }),
  'X-RateLimit-Limit': countHeader('Requests a minute'),
  'X-RateLimit-Remaining': countHeader('Requests left in this minute'),
  'X-RateLimit-Reset': countHeader('When the minute ends, seconds since the epoch'),
  'X-RateLimit-Limit-Day': countHeader('Requests a UTC day'),
  'X-RateLimit-Remaining-Day': countHeader('Requests left in this day'),
  'X-RateLimit-Reset-Day': countHeader('When the day ends, seconds since the epoch'),
};

/** Headers of every answer to an account. */
const LIMIT_HEADERS = Object.keys(HEADERS).filter((name) => /^X-R(equest|ateLimit-[LR])/.test(name));

// Registered by its id.
z.object({
  detail: z.object({
    error: z
      .enum(ERROR_CODES)
      .describe(`Code of the error, for programs; new ones may come.\n\n${describeErrors(ERROR_CODES)}`),
    message: text.describe('What is wrong and what to do, for people'),
    feature: text.optional().describe('Of plan_upgrade_required: the feature that the plan lacks'),
    parameter: text.optional().describe('Of plan_upgrade_required: what needs it'),
    limit: z.int().optional().describe('Of 429: the limit that is reached'),
    window: z.enum(['minute', 'day']).optional().describe('Of rate_limit_exceeded: the window'),
  }),
}).meta({ id: 'Error' });

z.object({
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: text,
      type: text,
      ctx: z
        .object({ position: z.int(), expected: text, did_you_mean: textOrNull })
        .optional()
        .describe('Of a question: where in its text, from 0, what was expected there, and what was probably meant'),
    }),
  ),
}).meta({ id: 'ValidationError' });

/** Describes the errors of a status, or of the codes given. */
function refusal(description: string, of: number | readonly ErrorCode[], headers: readonly string[] = LIMIT_HEADERS) {
  const codes = typeof of === 'number' ? ERROR_CODES.filter((code) => ERRORS[code].status === of) : of;
  return {
    description: `${description}.\n\n${describeErrors(codes)}`,
    ...(headers.length > 0 && { headers: headerRefs(headers) }),
    content: { 'application/json': { schema: ref('Error') } },
  };
}

const RETRY = [...LIMIT_HEADERS, 'Retry-After'];
/** Statuses that any request may be answered with. */
const OTHER_STATUSES: readonly number[] = [400, 405, 406, 408, 413, 500];

const RESPONSES: Schema = {
  NotModified: { description: 'The client has these bytes already', headers: headerRefs([...LIMIT_HEADERS, 'ETag']) },
  Unauthorized: refusal('No access token, or one that is unknown or revoked', 401, []),
  Forbidden: refusal('The account, its plan or its token does not allow this', 403),
  SymbolNotFound: refusal('Nothing is stored about the symbol', ['symbol_not_found']),
  Invalid: {
    description: 'Parameters are wrong. All problems are listed at once: correct all of them',
    headers: headerRefs(LIMIT_HEADERS),
    content: { 'application/json': { schema: ref('ValidationError') } },
  },
  TooLong: refusal('The request line or the headers are too long', ['uri_too_long', 'headers_too_large'], []),
  TooManyRequests: refusal('A limit is reached', 429, RETRY),
  Unavailable: refusal('The service cannot answer at the moment', 503, RETRY),
  NotReady: { description: 'Not yet, or not now', content: { 'application/json': { schema: ref('Readiness') } } },
  Other: refusal(
    'Any other error',
    ERROR_CODES.filter((code) => OTHER_STATUSES.includes(ERRORS[code].status)),
    [],
  ),
};

/** Errors of every route that needs an account. */
const ACCOUNT_RESPONSES = {
  401: response('Unauthorized'),
  403: response('Forbidden'),
  422: response('Invalid'),
  414: response('TooLong'),
  431: response('TooLong'),
  429: response('TooManyRequests'),
  503: response('Unavailable'),
};

const OTHER_FORMATS: Readonly<Record<string, Schema>> = {
  csv: { 'text/csv': { schema: { type: 'string' } } },
  arrow: { 'application/vnd.apache.arrow.stream': { schema: { type: 'string', format: 'binary' } } },
  html: { 'text/html': { schema: { type: 'string' } } },
};

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

const parameterOf = ([name, param]: readonly [string, Param]) => ({
  name,
  in: 'query',
  required: param.doc.required,
  description: param.doc.description,
  ...(PARAMETER_EXAMPLES[name] && { example: PARAMETER_EXAMPLES[name] }),
  schema: parameterSchema(name, param),
});

/** Returns the name of the component that has the schema of the route's JSON body. */
function bodyName({ response: body }: Route): string | null {
  if (body === undefined) return null;
  return typeof body === 'function' ? body()[0][0] : (z.globalRegistry.get(body)?.id as string);
}

function operationOf(route: Route) {
  const {
    path,
    access,
    tag = SERVICE,
    summary,
    description,
    params,
    otherFormats = [],
    headers = [],
    statuses,
  } = route;
  const isOpen = access === 'open';
  const body = bodyName(route);
  const content = {
    ...(body && { 'application/json': { schema: ref(body) } }),
    ...Object.assign({}, ...otherFormats.map((format) => OTHER_FORMATS[format])),
  };
  const okHeaders = isOpen ? headers : [...headers, ...LIMIT_HEADERS];
  return {
    operationId: operationId(path),
    tags: [tag],
    summary,
    description: description ?? `${summary}. Needs no token.`,
    security: isOpen ? [] : [{ token: [] }, { session: [] }],
    ...(params && { parameters: Object.entries(params).map(parameterOf) }),
    responses: {
      200: { description: summary, headers: headerRefs(okHeaders), content },
      ...(isOpen ? {} : ACCOUNT_RESPONSES),
      ...Object.fromEntries(Object.entries(statuses ?? {}).map(([status, name]) => [status, response(name)])),
      default: response('Other'),
    },
  };
}

/** Returns the JSON Schemas of all zod schemas that have an id. */
function zodSchemas(): Schema {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    override: ({ jsonSchema }) => {
      const { maximum, minimum, format } = jsonSchema;
      // zod adds bounds and patterns to every integer and date that tell a reader nothing.
      if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (format?.startsWith('date')) delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as Schema]),
  );
}

const planText = ([name, { perMinute, perDay, historyDays, directApi }]: [string, (typeof PLANS)[PlanName]]) =>
  `${name} ${perMinute} requests a minute, ${perDay} a day, ` +
  `${historyDays === null ? 'all history' : `${historyDays} days of history`}, ${directApi ? 'API' : 'console alone'}`;

export function openApi(statistics: readonly Statistic[], routes: readonly Route[]) {
  const described = routes.filter(({ summary }) => summary !== undefined);
  const dataSchemas = described.flatMap(({ response: body }) => (typeof body === 'function' ? body() : []));
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
    paths: Object.fromEntries(
      described.map((route) => [route.path, { [route.method.toLowerCase()]: operationOf(route) }]),
    ),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An access token' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A session of the console' },
      },
      headers: HEADERS,
      responses: RESPONSES,
      schemas: { ...Object.fromEntries(dataSchemas), ...zodSchemas() },
    },
  };
}
