/** Every answer that is no 2xx, in the shapes clients of the service know. */
import type { ProblemType } from '../compute/statistics/params.ts';
import type { Bucket } from './limits.ts';

/** `open`: of an address, without an account. */
export type LimitedBucket = Bucket | 'open';

/** One thing that is wrong with a request; all of them are reported together. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: ProblemType;
  /** Of a question: where in its text, what was expected there, and what was probably meant. */
  readonly ctx?: {
    readonly position: number;
    readonly expected: string;
    readonly did_you_mean: string | null;
  };
}

/** A problem with a query parameter. */
export function queryProblem(name: string, type: ProblemType, msg: string): Problem {
  return { loc: ['query', name], msg, type };
}

/** An answer by exception: `detail` is the whole of the body, nothing of it is internal. */
export class HttpError extends Error {
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** The code of every refusal, and its status. What is wrong before there is a request is refused by `lib/socket-fence.ts`. */
export const ERROR_STATUS = {
  bad_request: 400,
  missing_token: 401,
  invalid_token: 401,
  login_too_old: 401,
  direct_api_not_enabled: 403,
  plan_upgrade_required: 403,
  csrf: 403,
  console_only: 403,
  operator_only: 403,
  symbol_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  uri_too_long: 414,
  rate_limit_exceeded: 429,
  too_many_streams: 429,
  internal_error: 500,
  unavailable: 503,
  operations_not_configured: 503,
} as const;

const named = (error: keyof typeof ERROR_STATUS, message: string, extra: object = {}, headers = {}) =>
  new HttpError(ERROR_STATUS[error], { error, message, ...extra }, headers);

export const invalid = (problems: readonly Problem[]) => new HttpError(422, problems);

export const unauthorized = (error: 'missing_token' | 'invalid_token') =>
  named(
    error,
    error === 'missing_token'
      ? 'Send an access token: Authorization: Bearer <token>'
      : 'The access token is unknown or was revoked',
    {},
    { 'WWW-Authenticate': 'Bearer' },
  );

export const loginLinkOver = () =>
  named('invalid_token', 'This login link was used or is older than ten minutes: log in with an access token');

export const loginTooOld = () =>
  named('login_too_old', 'This needs a login of the last 24 hours: log in to the console again');

export const directApiNotEnabled = () =>
  named('direct_api_not_enabled', 'This account uses the web console only; its plan has no direct API access');

export const planUpgradeRequired = (feature: string, parameter: string) =>
  named('plan_upgrade_required', `The plan of this account does not include ${feature}: ${parameter} cannot be used`, {
    feature,
    parameter,
  });

export const csrf = (message: string) => named('csrf', message);
export const consoleOnly = () =>
  named('console_only', 'Only a session of the web console may do this, no access token');
export const operatorOnly = () =>
  named('operator_only', 'Only accounts with the operator flag: `accounts set --account ID --operator true`');
export const tooManyStreams = (limit: number) =>
  named('too_many_streams', `An account may have ${limit} streams at a time`, { limit }, { 'Retry-After': '5' });

export const symbolNotFound = (symbol: string) => named('symbol_not_found', `Nothing is stored about ${symbol}`);
export const notFound = (what = 'There is nothing at this path; /stats lists the statistics') =>
  named('not_found', what);

export const methodNotAllowed = (allow: string) =>
  named('method_not_allowed', `Only ${allow} here`, {}, { Allow: allow });

export const notAcceptable = (offered: string) => named('not_acceptable', `This is given as ${offered}`);
export const uriTooLong = (bytes: number) => named('uri_too_long', `The request line may have ${bytes} bytes`);
export const payloadTooLarge = (bytes: number) => named('payload_too_large', `The body may have ${bytes} bytes`);
export const badRequest = (message: string) => named('bad_request', message);

export const operationsNotConfigured = () =>
  named(
    'operations_not_configured',
    'This process cannot change the installation: set OPERATIONS_URL and OPERATIONS_TOKEN to the ops port of an ingest program and its OPS_TOKEN, or use the command line',
  );

/** `retryAfterS` is at least one second: zero would have clients spin. */
export const unavailable = (message: string, retryAfterS = 1) =>
  named('unavailable', message, {}, { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterS))) });

/** What a limit counts, where it is not the plan's. */
const COUNTED: Readonly<Record<string, string>> = {
  preview: 'previews',
  free: 'requests free of charge',
  usage: 'requests of /me/usage',
  open: 'requests without an account from one address',
};

/** @param bucket left out of the answer where it is `charged` */
export const rateLimited = (window: 'minute' | 'day', limit: number, retryAfterS: number, bucket: LimitedBucket) =>
  named(
    'rate_limit_exceeded',
    `The limit of ${limit} ${(window === 'minute' && COUNTED[bucket]) || 'requests'} per ${window} is reached`,
    { limit, window, ...(bucket === 'charged' ? {} : { bucket }) },
    { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterS))) },
  );

export const internalError = () => named('internal_error', 'Something went wrong here; the request id tells us which');
