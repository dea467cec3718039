/** Answers that endpoints have in common and headers of answers, as OpenAPI components. */
import {
  directApiNotEnabled,
  type HttpError,
  invalid,
  notAcceptable,
  notFound,
  planUpgradeRequired,
  queryProblem,
  rateLimited,
  symbolNotFound,
  unauthorized,
  unavailable,
  uriTooLong,
} from '../errors.ts';
import type { Schema } from './schemas.ts';

const text = (description: string, schema: Schema = {}) => ({ description, schema: { type: 'string', ...schema } });
const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Of every answer to a known account. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Day',
] as const;

export const HEADERS: Schema = {
  'X-Source': text('From stored records, or computed for this request', { enum: ['materialized', 'on_demand'] }),
  'X-Cache': text('Whether the answer was cached', { enum: ['hit', 'miss'] }),
  'X-History-Limited': text('Present where the plan cut the range', { const: 'true' }),
  'X-Next-Cursor': text('Cursor of the next page, as metadata.next_cursor; absent on the last'),
  ETag: text('Of these bytes; If-None-Match with it answers 304 while they are the same'),
  'Retry-After': { description: 'Seconds to wait, at least 1', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Bucket': text("Present where a request counts in a minute of its own instead of the plan's", {
    enum: ['preview', 'free'],
  }),
  'X-RateLimit-Limit': count('Requests a minute; of the bucket, where one is named'),
  'X-RateLimit-Remaining': count('Requests left in this minute'),
  'X-RateLimit-Reset': count('When the minute ends, seconds since the epoch'),
  'X-RateLimit-Limit-Day': count('Requests a UTC day'),
  'X-RateLimit-Remaining-Day': count('Requests left in this day'),
  'X-RateLimit-Reset-Day': count('When the day ends, seconds since the epoch'),
};

export const headerRefs = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const example = (error: HttpError) => ({ value: { detail: error.detail } });

function refusal(
  description: string,
  examples: Readonly<Record<string, HttpError>>,
  headers: readonly string[] = [],
  schema = 'Error',
): Schema {
  const shown = Object.fromEntries(Object.entries(examples).map(([name, error]) => [name, example(error)]));
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, examples: shown };
  return {
    description,
    ...(headers.length > 0 ? { headers: headerRefs(headers) } : {}),
    content: { 'application/json': content },
  };
}

const RETRY = [...LIMIT_HEADERS, 'Retry-After'];

export const RESPONSES: Schema = {
  NotModified: { description: 'The client has these bytes already', headers: headerRefs([...LIMIT_HEADERS, 'ETag']) },
  Unauthorized: refusal('No access token, or one that is unknown or revoked', {
    missing: unauthorized('missing_token'),
    unknown: unauthorized('invalid_token'),
  }),
  Forbidden: refusal(
    'The plan lacks direct API access, or the feature that a parameter needs',
    { direct_api: directApiNotEnabled(), feature: planUpgradeRequired('custom_dates', 'start_date') },
    LIMIT_HEADERS,
  ),
  SymbolNotFound: refusal('Nothing is stored about the symbol', { unknown: symbolNotFound('NOPE') }, LIMIT_HEADERS),
  NotFound: refusal(
    'There is none of this id',
    { unknown: notFound('No query is saved as b; GET /me/queries lists those that are') },
    LIMIT_HEADERS,
  ),
  NotAcceptable: refusal(
    'Summaries are JSON or CSV',
    { arrow: notAcceptable('application/json or text/csv') },
    LIMIT_HEADERS,
  ),
  UriTooLong: refusal('The request line is too long', { long: uriTooLong(8_192) }),
  Invalid: refusal(
    'What is wrong with the parameters, all at once',
    {
      parameters: invalid([
        queryProblem('symbol', 'missing', 'Field required'),
        queryProblem('orb_minutes', 'less_than_equal', 'Input should be less than or equal to 240'),
      ]),
    },
    LIMIT_HEADERS,
    'ValidationError',
  ),
  TooManyRequests: refusal(
    'A limit is reached; Retry-After says when to come back',
    { minute: rateLimited('minute', 300, 12, 'charged') },
    RETRY,
  ),
  Unavailable: refusal(
    'The store is unavailable, or too much is asked at the moment',
    { busy: unavailable('Too many answers are being computed at the moment') },
    RETRY,
  ),
};
