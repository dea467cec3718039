/** One GET, tried again where the API says so. */
import { ConnectionError, errorOf, type Refusal, TimeoutError } from './errors.ts';

export interface TransportOptions {
  /** Where the API is, such as `https://stats.example.com`; a path before the API's is kept. */
  readonly baseUrl: string;
  /** Access token; without one only open paths answer (and, in a browser, what a session cookie allows). */
  readonly token?: string;
  /** For one attempt, its body included; default 30 s. */
  readonly timeoutMs?: number;
  /** How often a request is tried again; default 4, 0: never. */
  readonly retries?: number;
  /** How long a request may wait between its attempts in all; default 60 s. A longer wait is an error at once. */
  readonly maxWaitMs?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the request and its waiting. */
  readonly signal?: AbortSignal;
}

export type QueryValues = Readonly<Record<string, unknown>>;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/** Body and headers of an answer with 200. */
export interface Answered {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
  /** Without its values. */
  readonly url: string;
}

type Attempt = { readonly answered: Answered } | { readonly error: Error; readonly retryAfterMs: number | null };

export class Transport {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #maxWaitMs: number;
  readonly #fetch: typeof fetch;

  /** @throws TypeError of a base URL that is none */
  constructor(options: TransportOptions) {
    const { protocol, username, search, hash } = new URL(options.baseUrl);
    if (!/^https?:$/.test(protocol) || username !== '' || search !== '' || hash !== '') {
      throw new TypeError('baseUrl: give http(s)://host[:port][/path], and the token as token');
    }
    this.#base = options.baseUrl.replace(/\/+$/, '');
    this.#headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retries = options.retries ?? 4;
    this.#maxWaitMs = options.maxWaitMs ?? 60_000;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  url(path: string, values: QueryValues): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined && value !== null)
        query.set(name, Array.isArray(value) ? value.join(',') : String(value));
    }
    return query.size > 0 ? `${this.#base}${path}?${query}` : this.#base + path;
  }

  /**
   * 429 and 503 are tried again when Retry-After says (without it, and without any answer: after half a second, then
   * twice as long each time).
   *
   * @throws ApiError, ConnectionError, or the signal's reason
   */
  async get(path: string, values: QueryValues, { signal }: RequestOptions = {}): Promise<Answered> {
    const url = this.url(path, values);
    let waitLeftMs = this.#maxWaitMs;
    for (let retried = 0; ; retried++) {
      signal?.throwIfAborted();
      const attempt = await this.#attempt(path, url, signal);
      if ('answered' in attempt) return attempt.answered;
      const waitMs = attempt.retryAfterMs ?? backoffMs(retried);
      if (!isPassing(attempt.error) || retried >= this.#retries || waitMs > waitLeftMs) throw attempt.error;
      waitLeftMs -= waitMs;
      await pause(waitMs, signal);
    }
  }

  async #attempt(path: string, url: string, signal: AbortSignal | undefined): Promise<Attempt> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      // A redirect would take the token elsewhere.
      const response = await this.#fetch(url, { headers: this.#headers, redirect: 'manual', signal: both });
      const body = new Uint8Array(await response.arrayBuffer());
      if (response.status === 200) return { answered: { body, headers: response.headers, url: this.#base + path } };
      const retryAfterMs = retryAfter(response.headers.get('retry-after'));
      const refusal: Refusal = {
        status: response.status,
        detail: isRedirect(response) ? redirected(response) : detailOf(body),
        requestId: response.headers.get('x-request-id'),
        url,
      };
      return { error: errorOf(refusal, retryAfterMs), retryAfterMs };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      const where = this.#base + path;
      const error = timeout.aborted
        ? new TimeoutError(`no whole answer from ${where} within ${this.#timeoutMs} ms`, { cause })
        : new ConnectionError(`no answer from ${where}: ${reasonOf(cause)}`, { cause });
      return { error, retryAfterMs: null };
    }
  }
}

/** Whether the same request may succeed later. A timeout is told at once: it has cost its time already. */
function isPassing(error: Error): boolean {
  if (error instanceof ConnectionError) return !(error instanceof TimeoutError);
  const { status } = error as Error & { readonly status?: number };
  return status === 429 || status === 503;
}

/** From half to the whole of the doubled time, so that clients do not come back all at once. */
function backoffMs(retried: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retried) * (0.5 + Math.random() / 2);
}

/** Seconds, or a date; null where there is neither. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  if (header.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Browsers hide the status of a redirect that is not followed. */
const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status < 400);

function redirected({ headers }: Response): string {
  const target = headers.get('location');
  return `redirected${target === null ? '' : ` to ${target}`}: give the address where the API is as baseUrl`;
}

function detailOf(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'detail' in parsed ? parsed.detail : parsed;
  } catch {
    return text;
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: inner } = cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : cause.message;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
