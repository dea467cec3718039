/** Writes the one response to a request, with the headers of that request alone. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressed, type Encoded, type Entry } from '../cache/entry.ts';
import type { HttpError } from '../errors.ts';
import type { RateLimitStatus } from '../limits/limiter.ts';
import { pushRateLimitHeaders, SECURITY_HEADERS } from './headers.ts';
import { acceptedEncoding, isUnchanged } from './negotiate.ts';

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
        const making = compressed(entry, encoding, () => this.#settings.grown(entry));
        return making.then((made) => this.#write(200, made.headers, made.body, cache));
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

  /** Bytes with their own headers, such as a page. */
  bytes(status: number, headers: readonly string[], body: Buffer): void {
    this.#write(status, [...headers, 'Content-Length', String(body.length)], body, null);
  }

  /** The headers of a stream; its events are written to `res`. */
  open(headers: readonly string[]): void {
    this.#head(200, [...SECURITY_HEADERS, ...headers], null);
    this.res.flushHeaders();
    this.#settings.answered(this, 200);
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
