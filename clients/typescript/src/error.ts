/** An answer with another status than 200. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The body's `detail`, or the text of a body that is not JSON. */
  readonly detail: unknown;
  /** The API's code, such as `symbol_not_found`. A 422 has none: its `detail` is a list of problems. */
  readonly error: string | null;
  /** Identifies the request in the operator's log. */
  readonly requestId: string | null;
  /** Wait from the answer on; null if the API did not send one. */
  readonly retryAfterMs: number | null;

  constructor({ status, headers }: Response, body: unknown) {
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
    const requestId = headers.get('x-request-id');
    super(isRedirect(status) ? redirectMessage(headers) : messageOf(status, detail, requestId));
    this.status = status;
    this.detail = detail;
    this.error = textIn(detail, 'error');
    this.requestId = requestId;
    this.retryAfterMs = parseRetryAfter(headers.get('retry-after'));
  }
}

/** Browsers report the status of a redirect that is not followed as 0. */
const isRedirect = (status: number) => status === 0 || (status >= 300 && status < 400);

function redirectMessage(headers: Headers): string {
  const target = headers.get('location');
  return `redirected${target === null ? '' : ` to ${target}`}: use the API's own address as baseUrl`;
}

function messageOf(status: number, detail: unknown, requestId: string | null): string {
  if (Array.isArray(detail)) return detail.map(describeProblem).join('\n');
  const message =
    textIn(detail, 'message') ?? (typeof detail === 'string' && detail !== '' ? detail : `HTTP ${status}`);
  return status >= 500 && requestId !== null ? `${message} (request ${requestId})` : message;
}

function describeProblem({ loc, msg }: { loc: readonly (string | number)[]; msg: string }): string {
  return `${loc.filter((part) => part !== 'query').join('.')}: ${msg}`;
}

function textIn(detail: unknown, key: string): string | null {
  const value = typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>)[key] : null;
  return typeof value === 'string' ? value : null;
}

/** Reads the header's seconds or its date. */
export function parseRetryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
