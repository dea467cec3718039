/** Every answer that is no 2xx, in the shapes clients of the service know. */
import type { ProblemType } from '../compute/statistics/params.ts';

/** One thing that is wrong with a request; all of them are reported together. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: ProblemType;
  /** For a problem in a question's text: its position, the expected text, and the name that was probably meant. */
  readonly ctx?: {
    readonly position: number;
    readonly expected: string;
    readonly did_you_mean: string | null;
  };
}

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

interface ErrorDoc {
  readonly status: number;
  readonly cause: string;
  readonly cure: string;
}

/** Every error by its code, including those of `lib/http-bounds.ts`; docs/limits.md and `/openapi.json` show this list. */
export const ERRORS = {
  bad_request: {
    status: 400,
    cause: 'the request is not valid HTTP, or its body cannot be read',
    cure: 'correct it: the same request fails again',
  },
  missing_token: {
    status: 401,
    cause: 'there is no `Authorization: Bearer TOKEN`, or the console session has ended',
    cure: 'send the token, or log in',
  },
  invalid_token: {
    status: 401,
    cause: 'the token is unknown or revoked, or the login link was used or is older than ten minutes',
    cure: 'use another token; `message` says which of them it is',
  },
  direct_api_not_enabled: {
    status: 403,
    cause: 'tokens of this plan work in the console only',
    cure: 'use an account with the plan `pro_api`',
  },
  plan_upgrade_required: {
    status: 403,
    cause: 'a parameter needs a feature that the plan lacks: `parameter`, `feature`',
    cure: 'leave the parameter out, or use another plan',
  },
  operator_only: {
    status: 403,
    cause: 'the account has no operator flag',
    cure: 'use the token of an account that was created with `accounts create --operator`',
  },
  symbol_not_found: {
    status: 404,
    cause: 'nothing is stored about the symbol, or the account may not read it',
    cure: 'choose a symbol that `/symbols` lists',
  },
  not_found: {
    status: 404,
    cause: 'the path, or the id in it, does not exist',
    cure: 'look the path up in `/openapi.json`, the id in the list above it',
  },
  method_not_allowed: {
    status: 405,
    cause: 'the path does not have this method',
    cure: 'use a method of the header `Allow`',
  },
  not_acceptable: {
    status: 406,
    cause: 'a summary was requested as Arrow',
    cure: 'request JSON or CSV',
  },
  request_timeout: {
    status: 408,
    cause: 'its headers did not arrive within 10 s, or all of the request within 30 s',
    cure: 'send it again',
  },
  payload_too_large: {
    status: 413,
    cause: 'the body is larger than 4 KB',
    cure: 'send a smaller one',
  },
  uri_too_long: {
    status: 414,
    cause: 'the request line is longer than 8 KB, of a question than 14 KB',
    cure: 'request fewer symbols at a time, or shorten the question',
  },
  rate_limit_exceeded: {
    status: 429,
    cause: 'a limit is reached: `limit`, `window` (`minute`, `day`)',
    cure: 'wait for `Retry-After`',
  },
  headers_too_large: {
    status: 431,
    cause: 'there are more than 100 headers, or more than 16 KB of them',
    cure: 'send fewer',
  },
  internal_error: {
    status: 500,
    cause: 'a fault of the service',
    cure: 'report it with `X-Request-Id`',
  },
  unavailable: {
    status: 503,
    cause: 'the store does not answer or the service is overloaded',
    cure: 'wait for `Retry-After`, then send it again',
  },
} as const satisfies Record<string, ErrorDoc>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

const sentence = (text: string) => `${text.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;
const describe = (code: ErrorCode) => `${sentence(ERRORS[code].cause)} ${sentence(ERRORS[code].cure)}`;

/** Returns a list in Markdown: what causes each error, and what to do. */
export const describeErrors = (codes: readonly ErrorCode[]) =>
  codes.map((code) => `- \`${code}\`: ${describe(code)}`).join('\n');

/** An error of the table; the message is its cause and cure if the caller has none that says more. */
export function httpError(error: ErrorCode, message = describe(error), extra: object = {}, headers = {}): HttpError {
  const { status } = ERRORS[error];
  const challenge: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return new HttpError(status, { error, message, ...extra }, { ...challenge, ...headers });
}

export const invalid = (problems: readonly Problem[]) => new HttpError(422, problems);

export const planUpgradeRequired = (feature: string, parameter: string) =>
  httpError(
    'plan_upgrade_required',
    `The plan of this account does not include ${feature}: ${parameter} cannot be used`,
    { feature, parameter },
  );

export const symbolNotFound = (symbol: string) => httpError('symbol_not_found', `Nothing is stored about ${symbol}`);

const retryAfter = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });

export const unavailable = (message: string) => httpError('unavailable', message, {}, retryAfter(1));

export const rateLimited = (window: 'minute' | 'day', limit: number, retryAfterS: number) =>
  httpError(
    'rate_limit_exceeded',
    `The limit of ${limit} requests per ${window} is reached`,
    { limit, window },
    retryAfter(retryAfterS),
  );
