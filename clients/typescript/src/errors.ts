/** What goes wrong, as classes: what the API refused, with its own words, and requests that had no answer. */

/** One thing that is wrong with a request. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  /** Of a question: where in its text, what was expected there, and what was probably meant. */
  readonly ctx?: { readonly position: number; readonly expected: string; readonly did_you_mean: string | null };
}

export interface Refusal {
  readonly status: number;
  /** The body's `detail`; its text where it is no JSON. */
  readonly detail: unknown;
  readonly requestId: string | null;
  readonly url: string;
}

/** An answer that is no 2xx. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: unknown;
  /** The API's word for it, such as `symbol_not_found`; null where it gave none. */
  readonly error: string | null;
  /** Tells the operator which request it was. */
  readonly requestId: string | null;
  /** Without the token, which is in no URL. */
  readonly url: string;

  constructor(refusal: Refusal, message = messageOf(refusal)) {
    super(message);
    this.name = new.target.name;
    this.status = refusal.status;
    this.detail = refusal.detail;
    this.error = textIn(refusal.detail, 'error');
    this.requestId = refusal.requestId;
    this.url = refusal.url;
  }
}

/** 401: no token, or one that is unknown or revoked. */
export class AuthenticationError extends ApiError {}

/** 403: the plan lacks direct access, or a feature. */
export class ForbiddenError extends ApiError {
  /** What the plan lacks; null where it is the access as a whole. */
  readonly feature: string | null;

  constructor(refusal: Refusal) {
    super(refusal);
    this.feature = textIn(refusal.detail, 'feature');
  }
}

/** 404: nothing is stored about the symbol, or there is no such path. */
export class NotFoundError extends ApiError {}

/** 422: what is wrong with the parameters, all at once. */
export class ValidationError extends ApiError {
  readonly problems: readonly Problem[];

  constructor(refusal: Refusal) {
    const problems = problemsIn(refusal.detail);
    super(refusal, problems.length > 0 ? problems.map(textOf).join('\n') : undefined);
    this.problems = problems;
  }
}

/** 422: conditions tell, at the time of the outcome, what nobody knew then. */
export class LookAheadError extends ValidationError {
  /** The conditions that look ahead, as they were asked. */
  readonly conditions: readonly string[];

  constructor(refusal: Refusal) {
    super(refusal);
    const when = new URL(refusal.url).searchParams.get('when') ?? '';
    this.conditions = this.problems.flatMap(({ type, ctx }) =>
      type === 'look_ahead' && ctx ? [conditionAt(when, ctx.position)] : [],
    );
  }
}

/** 429: a limit is reached, and waiting for it would be longer than the client may. */
export class RateLimitError extends ApiError {
  readonly window: 'minute' | 'day' | null;
  /** When to come back, from the time of the answer. */
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal, retryAfterMs: number | null) {
    super(refusal);
    const window = textIn(refusal.detail, 'window');
    this.window = window === 'minute' || window === 'day' ? window : null;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 503: the store is unavailable, or too much is asked at the moment. */
export class UnavailableError extends ApiError {
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal, retryAfterMs: number | null) {
    super(refusal);
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no answer; `cause` says why. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** There was no whole answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

export function errorOf(refusal: Refusal, retryAfterMs: number | null): ApiError {
  switch (refusal.status) {
    case 401:
      return new AuthenticationError(refusal);
    case 403:
      return new ForbiddenError(refusal);
    case 404:
      return new NotFoundError(refusal);
    case 422:
      return problemsIn(refusal.detail).some(({ type }) => type === 'look_ahead')
        ? new LookAheadError(refusal)
        : new ValidationError(refusal);
    case 429:
      return new RateLimitError(refusal, retryAfterMs);
    case 503:
      return new UnavailableError(refusal, retryAfterMs);
    default:
      return new ApiError(refusal);
  }
}

function textIn(detail: unknown, key: string): string | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const value: unknown = (detail as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}

function messageOf({ status, detail, requestId }: Refusal): string {
  const message =
    textIn(detail, 'message') ?? (typeof detail === 'string' && detail !== '' ? detail : `HTTP ${status}`);
  return status >= 500 && requestId !== null ? `${message} (request ${requestId})` : message;
}

function problemsIn(detail: unknown): readonly Problem[] {
  return Array.isArray(detail) ? (detail as Problem[]) : [];
}

/** `when: At 4: 'directon' is no field of gap; expected ...; did you mean 'direction'?`. */
const textOf = ({ loc, msg }: Problem) => `${loc.filter((part) => part !== 'query').join('.')}: ${msg}`;

/** The condition of the text that holds the position: `;` parts conditions outside of quotes and parentheses. */
function conditionAt(when: string, position: number): string {
  let from = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at <= when.length; at++) {
    const sign = when[at];
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    const ends = at === when.length || (sign === ';' && depth === 0);
    if (ends && position <= at) return when.slice(from, at).trim();
    if (ends) from = at + 1;
  }
  return when.slice(from).trim();
}
