/** Answers that endpoints have in common, as OpenAPI components with an example each. */
import {
  directApiNotEnabled,
  type HttpError,
  invalid,
  notFound,
  planUpgradeRequired,
  queryProblem,
  rateLimited,
  symbolNotFound,
  unauthorized,
  unavailable,
  uriTooLong,
} from '../errors.ts';
import { headerRefs, LIMIT_HEADERS } from './headers.ts';
import type { Schema } from './schemas.ts';

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
  NotFound: refusal('There is none of this id', { unknown: notFound() }, LIMIT_HEADERS),
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
    { minute: rateLimited('minute', 300, 12) },
    RETRY,
  ),
  Unavailable: refusal(
    'The store is unavailable, or too much is asked at the moment',
    { busy: unavailable('Too many answers are being computed at the moment') },
    RETRY,
  ),
};
