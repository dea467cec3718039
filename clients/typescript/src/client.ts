import createClient, { type Client } from 'openapi-fetch';
import { ApiError, parseRetryAfter } from './error.ts';
import type { paths } from './openapi.ts';
import type { Answer, Params, Path } from './types.ts';

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

export interface MarketStatsOptions {
  /** Address of the API, such as `https://stats.example.com`. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** Time limit of one attempt; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Repetitions of a request after 429, 503 and lost connections; 4 by default. */
  readonly retries?: number;
  /** Total waiting time of a request between its attempts; 60,000 by default. */
  readonly maxWaitMs?: number;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The parameters may be omitted if none is required. */
type Arguments<P extends Path> =
  Record<never, never> extends Params<P>
    ? [params?: Params<P>, options?: RequestOptions]
    : [params: Params<P>, options?: RequestOptions];

interface Paged {
  readonly metadata?: { readonly next_cursor?: string | null };
}

/**
 * Client of one API. Methods throw an ApiError for an answer other than 200, and an Error with fetch's own as its cause if there is no answer.
 * The client follows no redirect, so the token stays with `baseUrl`.
 */
export class MarketStats {
  /** Client of openapi-fetch with the token and the retries, for uses beyond `get` and `pages`, such as CSV. */
  readonly api: Client<paths>;

  constructor({ baseUrl, token, timeoutMs = 30_000, retries = 4, maxWaitMs = 60_000 }: MarketStatsOptions) {
    checkBaseUrl(baseUrl);
    this.api = createClient<paths>({
      baseUrl,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      redirect: 'manual',
      fetch: (request) => fetchWithRetries(request, timeoutMs, retries, maxWaitMs),
    });
  }

  /** Returns the body of one answer. */
  async get<P extends Path>(path: P, ...[params, options]: Arguments<P>): Promise<Answer<P>> {
    const { data, error, response } = await this.api.GET(
      path as never,
      { params: { query: params }, signal: options?.signal } as never,
    );
    if (!response.ok) throw new ApiError(response, error);
    return data as Answer<P>;
  }

  /** Yields the pages of a list, one request each; `limit` is the size of a page. */
  async *pages<P extends Path>(path: P, ...[params, options]: Arguments<P>): AsyncGenerator<Answer<P>, void, void> {
    let cursor: string | null | undefined;
    do {
      const query = { ...(params as object | undefined), ...(cursor && { cursor }) };
      const page = await this.get(path, ...([query, options] as unknown as Arguments<P>));
      yield page;
      const next = (page as Paged).metadata?.next_cursor ?? null;
      if (next !== null && next === cursor) throw new Error(`the page after ${next} is that page itself`);
      cursor = next;
    } while (cursor !== null);
  }
}

function checkBaseUrl(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl: expected http(s)://host[:port][/path]; the token is an option of its own');
  }
}

/** Repeats a request after 429 and 503 as Retry-After asks, and after a lost connection. A timeout is final. */
async function fetchWithRetries(
  request: Request,
  timeoutMs: number,
  retries: number,
  maxWaitMs: number,
): Promise<Response> {
  let waitLeftMs = maxWaitMs;
  for (let attempt = 0; ; attempt++) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const isLast = attempt === retries;
    let waitMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    try {
      const response = await fetch(request.clone(), { signal: AbortSignal.any([request.signal, timeout]) });
      if (response.status !== 429 && response.status !== 503) return response;
      waitMs = parseRetryAfter(response.headers.get('retry-after')) ?? waitMs;
      if (isLast || waitMs > waitLeftMs) return response;
      await response.body?.cancel();
    } catch (error) {
      request.signal.throwIfAborted();
      if (isLast || waitMs > waitLeftMs || timeout.aborted) throw noAnswer(request, error);
    }
    waitLeftMs -= waitMs;
    await sleep(waitMs, request.signal);
  }
}

function noAnswer({ url }: Request, cause: unknown): Error {
  const { message, cause: inner } = cause as Error;
  const reason = inner instanceof Error && inner.message !== '' ? inner.message : message;
  return new Error(`no answer from ${url.split('?')[0]}: ${reason}`, { cause });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
