/** Requests, tried again where the API says so. */
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

type Attempt<T> = { readonly answered: T } | { readonly error: Error; readonly retryAfterMs: number | null };

/** What is sent beside the address. */
interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a stream of server-sent events. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

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
  get(path: string, values: QueryValues, options: RequestOptions = {}): Promise<Answered> {
    return this.#whole(path, this.url(path, values), {}, options);
  }

  /**
   * PUT and DELETE say what is to be there afterwards, so that they are tried again as a GET is; a POST only after 429:
   * without an answer it may have been done already.
   *
   * @throws as `get`
   */
  write(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    json: unknown,
    options: RequestOptions = {},
  ): Promise<Answered> {
    return this.#whole(path, this.url(path, {}), { method, json }, options);
  }

  /**
   * Events of a stream until the API ends it; only its opening is tried again.
   *
   * @throws as `get`; TimeoutError where nothing, not even a comment, came for `timeoutMs`
   */
  async *events(
    path: string,
    values: QueryValues,
    { signal }: RequestOptions = {},
    lastEventId?: string,
  ): AsyncGenerator<StreamEvent> {
    const silence = new AbortController();
    const both = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    const where = this.#base + path;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), this.#timeoutMs);
    };
    try {
      heard();
      const headers = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) };
      const open = (url: string) => this.#attempt(path, url, { headers }, both, async (it) => it);
      const { body } = await this.#tried(() => open(this.url(path, values)), both);
      let text = '';
      const decoder = new TextDecoder();
      // Not every browser iterates over a body.
      const reader = body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        heard();
        text += decoder.decode(part.value, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        yield* blocks.map(eventOf).filter((event) => event.data !== '');
      }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (silence.signal.aborted)
        throw new TimeoutError(`nothing from ${where} within ${this.#timeoutMs} ms`, { cause });
      if (cause instanceof ConnectionError || (cause as { status?: number }).status !== undefined) throw cause;
      throw new ConnectionError(`the stream of ${where} broke off: ${reasonOf(cause)}`, { cause });
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  #whole(path: string, url: string, sent: Sent, { signal }: RequestOptions): Promise<Answered> {
    return this.#tried(
      async () => {
        const timeout = AbortSignal.timeout(this.#timeoutMs);
        const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
        const attempt = await this.#attempt(path, url, sent, both, async (response) => ({
          body: new Uint8Array(await response.arrayBuffer()),
          headers: response.headers,
          url: this.#base + path,
        }));
        if ('answered' in attempt || !timeout.aborted || signal?.aborted) return attempt;
        const message = `no whole answer from ${this.#base + path} within ${this.#timeoutMs} ms`;
        return { error: new TimeoutError(message, { cause: attempt.error.cause }), retryAfterMs: null };
      },
      signal,
      sent.method !== 'POST',
    );
  }

  async #tried<T>(
    attemptOnce: () => Promise<Attempt<T>>,
    signal: AbortSignal | undefined,
    isRepeatable = true,
  ): Promise<T> {
    let waitLeftMs = this.#maxWaitMs;
    for (let retried = 0; ; retried++) {
      signal?.throwIfAborted();
      const attempt = await attemptOnce();
      signal?.throwIfAborted();
      if ('answered' in attempt) return attempt.answered;
      const waitMs = attempt.retryAfterMs ?? backoffMs(retried);
      if (!isPassing(attempt.error, isRepeatable) || retried >= this.#retries || waitMs > waitLeftMs)
        throw attempt.error;
      waitLeftMs -= waitMs;
      await pause(waitMs, signal);
    }
  }

  async #attempt<T>(
    path: string,
    url: string,
    { method = 'GET', json, headers }: Sent,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<Attempt<T>> {
    try {
      const response = await this.#fetch(url, {
        method,
        headers: {
          ...this.#headers,
          ...headers,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        // A redirect would take the token elsewhere.
        redirect: 'manual',
        signal,
      });
      if ([200, 201, 204].includes(response.status)) return { answered: await read(response) };
      const body = new Uint8Array(await response.arrayBuffer());
      const retryAfterMs = retryAfter(response.headers.get('retry-after'));
      const refusal: Refusal = {
        status: response.status,
        detail: isRedirect(response) ? redirected(response) : detailOf(body),
        requestId: response.headers.get('x-request-id'),
        url,
      };
      return { error: errorOf(refusal, retryAfterMs), retryAfterMs };
    } catch (cause) {
      const error = new ConnectionError(`no answer from ${this.#base + path}: ${reasonOf(cause)}`, { cause });
      return { error, retryAfterMs: null };
    }
  }
}

/** The lines of one event; `data` is empty of comments, which only say that the stream is alive. */
function eventOf(block: string): StreamEvent {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
  const of = (wanted: string) => fields.flatMap(([, name, value]) => (name === wanted ? [value] : []));
  return { name: of('event')[0] ?? 'message', data: of('data').join('\n') };
}

/** Whether the same request may succeed later. A timeout is reported at once: it has cost its time already. */
function isPassing(error: Error, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable && !(error instanceof TimeoutError);
  const { status } = error as Error & { readonly status?: number };
  return status === 429 || (isRepeatable && status === 503);
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
