/** How responses are written, with the headers of their request alone, and counted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, SummedLog } from '../lib/logger.ts';
import { bulkHistogram, counter, fromZero, gauge, onScrape } from '../lib/metrics.ts';
import { acceptedEncoding, compressed, type Encoded, type Entry, isUnchanged, SECURITY_HEADERS } from './cache.ts';
import { type HttpError, payloadTooLarge } from './errors.ts';
import type { RateLimitStatus } from './limits.ts';

/** Whole epoch seconds, never before the window opens. */
const seconds = (ms: number) => String(Math.ceil(ms / 1000));

function pushRateLimitHeaders(headers: string[], { bucket, minute, day, fallback }: RateLimitStatus): void {
  headers.push(
    'X-RateLimit-Limit',
    String(minute.limit),
    'X-RateLimit-Remaining',
    String(minute.remaining),
    'X-RateLimit-Reset',
    seconds(minute.resetMs),
    'X-RateLimit-Limit-Day',
    String(day.limit),
    'X-RateLimit-Remaining-Day',
    String(day.remaining),
    'X-RateLimit-Reset-Day',
    seconds(day.resetMs),
  );
  if (bucket !== 'charged') headers.push('X-RateLimit-Bucket', bucket);
  if (fallback) headers.push('X-RateLimit-Fallback', 'local');
}

/** Headers of ours that scripts of other origins may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'X-Cache',
  'X-History-Limited',
  'X-Next-Cursor',
  'X-RateLimit-Bucket',
  'X-RateLimit-Fallback',
  'X-RateLimit-Limit',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset',
  'X-RateLimit-Reset-Day',
  'X-Request-Id',
  'X-Source',
];

/** Flat headers for the origin of a request. `*` in the list: any. */
export function corsPolicy(origins: readonly string[]): (origin: string | undefined) => readonly string[] {
  if (origins.length === 0) return () => [];
  const any = origins.includes('*');
  const known = new Set(origins);
  return (origin) => {
    if (origin === undefined || !(any || known.has(origin))) return [];
    return [
      'Access-Control-Allow-Origin',
      any ? '*' : origin,
      'Access-Control-Expose-Headers',
      EXPOSED_HEADERS.join(', '),
      ...(any ? [] : ['Vary', 'Origin']),
    ];
  };
}

/** Headers of every preflight answer, whatever the origin: without an allowed origin browsers refuse. */
export const preflightHeaders = (): readonly string[] => [
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
];

export interface ResponseSettings {
  readonly compressFromBytes: number;
  /** Flat list of headers for the request's origin. */
  corsHeaders(origin: string | undefined): readonly string[];
  /** Called once, when a response has been written. */
  answered(response: ResponseWriter, status: number): void;
  /** An entry has grown by an encoding. */
  grown(entry: Entry): void;
  /** The service stops: responses carry `Connection: close`. */
  draining: boolean;
}

/** Of a response; `none` where its route has no cache, or the request was rejected. */
export type CacheState = 'hit' | 'miss' | 'none';

export class ResponseWriter {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  readonly startedMs: number;
  /** Set as soon as the account is known: every response then has the rate-limit headers. */
  rateLimit: RateLimitStatus | undefined;
  /** For logs and metrics: the path of the route, not of the request. */
  route = 'none';
  accountId: string | undefined;
  cache: CacheState = 'none';
  readonly #settings: ResponseSettings;

  constructor(req: IncomingMessage, res: ServerResponse, id: string, settings: ResponseSettings) {
    this.req = req;
    this.res = res;
    this.id = id;
    this.startedMs = performance.now();
    this.#settings = settings;
  }

  get done(): boolean {
    return this.res.headersSent || this.res.destroyed;
  }

  /** A cached response, or 304 where the client has it. */
  entry(entry: Entry, cache: 'hit' | 'miss' | null): void | Promise<void> {
    const { headers } = this.req;
    const ifNoneMatch = headers['if-none-match'];
    if (ifNoneMatch !== undefined && isUnchanged(ifNoneMatch, entry.etag)) {
      this.#write(304, entry.unchangedHeaders, undefined, cache);
      return;
    }
    const accepted = headers['accept-encoding'];
    let encoded: Encoded | undefined = entry.encoded.identity;
    if (accepted !== undefined && encoded.body.length >= this.#settings.compressFromBytes) {
      const encoding = acceptedEncoding(accepted);
      encoded = entry.encoded[encoding];
      if (encoding !== 'identity' && !encoded) {
        const compressing = compressed(entry, encoding, () => this.#settings.grown(entry));
        return compressing.then(({ headers, body }) => this.#write(200, headers, body, cache));
      }
    }
    if (encoded) this.#write(200, encoded.headers, encoded.body, cache);
  }

  /** A response for this request alone, never cached. */
  json(status: number, value: unknown, headers: readonly string[] = []): void {
    const body = Buffer.from(JSON.stringify(value));
    const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
    this.#write(status, [...SECURITY_HEADERS, 'Cache-Control', 'private, no-store', ...own, ...headers], body, null);
  }

  empty(status: number, headers: readonly string[] = []): void {
    this.#write(status, [...SECURITY_HEADERS, 'Content-Length', '0', ...headers], undefined, null);
  }

  bytes(status: number, headers: readonly string[], body: Buffer): void {
    this.#write(status, [...headers, 'Content-Length', String(body.length)], body, null);
  }

  error(error: HttpError): void {
    this.json(error.status, { detail: error.detail }, Object.entries(error.headers).flat());
  }

  #write(status: number, fixed: readonly string[], body: Buffer | undefined, cache: 'hit' | 'miss' | null): void {
    if (this.done) return;
    this.#head(status, fixed, cache);
    this.res.end(body);
    this.#settings.answered(this, status);
  }

  #head(status: number, fixed: readonly string[], cache: 'hit' | 'miss' | null): void {
    const { rateLimit } = this;
    const headers = [...fixed, 'X-Request-Id', this.id];
    if (cache !== null) {
      headers.push('X-Cache', cache);
      this.cache = cache;
    }
    if (rateLimit) pushRateLimitHeaders(headers, rateLimit);
    const { origin } = this.req.headers;
    if (origin !== undefined) headers.push(...this.#settings.corsHeaders(origin));
    if (this.#settings.draining) headers.push('Connection', 'close');
    this.res.writeHead(status, headers);
  }
}

/** The body of a request. @throws 413 */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw payloadTooLarge(maxBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Upper bounds in milliseconds; what is slower counts in `+Inf` alone. */
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000];
const MAX_SHOWN_URL = 500;

/** What happened on a route since the last handing over. */
interface Tally {
  readonly byStatus: Map<number, number>;
  readonly times: Map<CacheState, { readonly counts: Float64Array; sumMs: number }>;
}

/**
 * Counts and times of answers, by route and by whether they were in the cache; a line of log each at level debug. What is
 * slow and what is over its limit is reported in sums. The metrics library computes labels again at every count, so counts
 * are summed here and handed over at a scrape.
 *
 * @param slowMs responses that take longer are logged
 */
export function createTelemetry({
  logger,
  slowMs,
  sizes,
}: {
  logger: Logger;
  slowMs: number;
  sizes: { cacheBytes(): number; running(): number; waiting(): number };
}) {
  const answers = counter('api_answers_total', 'Answers by route and status', ['route', 'status']);
  const seconds = bulkHistogram(
    'api_answer_seconds',
    'From a request to its answer, by route; cache: hit, miss, or none where the route has no cache or refused',
    BOUNDS_MS.map((ms) => ms / 1000),
    ['route', 'cache'],
  );
  const cache = gauge('api_cache_bytes', 'Bytes of finished answers in memory');
  const running = gauge('api_work_running', 'Answers being computed');
  const waiting = gauge('api_work_waiting', 'Answers waiting for their turn');
  const limited = new SummedLog({ logger, message: 'requests over the limits of their accounts were refused (429)' });
  const slow = new SummedLog({ logger, message: `answers took longer than ${slowMs} ms` });
  const tallies = new Map<string, Tally>();
  const verbose = logger.isLevelEnabled('debug');

  function handOver(): void {
    cache.set(sizes.cacheBytes());
    running.set(sizes.running());
    waiting.set(sizes.waiting());
    for (const [route, { byStatus, times }] of tallies) {
      for (const [status, count] of byStatus) answers.inc({ route, status: String(status) }, count);
      for (const [cache, { counts, sumMs }] of times) {
        seconds.add({ labels: { route, cache }, counts, sum: sumMs / 1000 });
      }
      byStatus.clear();
      times.clear();
    }
  }

  const unwatch = onScrape(handOver);
  return {
    answered(response: ResponseWriter, status: number): void {
      const { id, route, accountId } = response;
      const elapsedMs = performance.now() - response.startedMs;
      let tally = tallies.get(route);
      if (!tally) {
        tally = { byStatus: new Map(), times: new Map() };
        tallies.set(route, tally);
        fromZero(answers, { route: [route], status: ['500', '503'] });
      }
      tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
      let times = tally.times.get(response.cache);
      if (!times) {
        times = { counts: new Float64Array(BOUNDS_MS.length + 1), sumMs: 0 };
        tally.times.set(response.cache, times);
      }
      let bound = 0;
      while (bound < BOUNDS_MS.length && elapsedMs > BOUNDS_MS[bound]) bound++;
      times.counts[bound]++;
      times.sumMs += elapsedMs;
      if (status === 429) {
        limited.add(accountId ?? 'unknown', { requestId: id, route, window: response.rateLimit?.limited });
      }
      if (!verbose && elapsedMs <= slowMs) return;
      const shown = { requestId: id, route, status, accountId, ms: Math.round(elapsedMs * 100) / 100 };
      if (elapsedMs > slowMs) slow.add(route, { ...shown, url: response.req.url?.slice(0, MAX_SHOWN_URL) });
      if (verbose) logger.debug(shown, 'answered');
    },
    /** Hands over what is left and stops. */
    stop() {
      unwatch();
      handOver();
      limited.flush();
      slow.flush();
    },
  };
}
