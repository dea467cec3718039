/** Requests to vendors: bounded in rate, time and size; their answers checked, and their failures classified. */
import { z } from 'zod';
import type { Clock, Timers } from '../../lib/clock.ts';
import { type Secret, withoutSecrets } from '../../lib/config.ts';
import { parseIsoTime } from '../contract/events.ts';
import type { Candle, SourceContext } from './contract.ts';
import { VendorError, type VendorFault } from './errors.ts';

interface VendorHttpOptions extends Pick<SourceContext, 'clock' | 'timers'> {
  readonly vendor: string;
  readonly baseUrl: string;
  readonly requestsPerMinute: number;
  /** Set on each request; may hold credentials. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Those credentials: removed from whatever the vendor answers before it is looked at, so that no message repeats them. */
  readonly secrets: readonly Secret[];
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const BODY_BYTES_MAX = 64 * 1024 * 1024;
const SHOWN_CHARS = 200;
const BURST = 10;
const RETRY_AFTER_MAX_MS = 3_600_000;

/** A bounded rate of requests: each waits for its turn, in order. */
export class RateLimit {
  readonly #spacingMs: number;
  readonly #timers: Pick<Timers, 'monotonicMs' | 'sleep'>;
  readonly #burst: number;
  #nextMs = 0;

  /** @param burst so many requests may come at once after a pause */
  constructor(perMinute: number, timers: Pick<Timers, 'monotonicMs' | 'sleep'>, burst: number) {
    this.#spacingMs = 60_000 / perMinute;
    this.#timers = timers;
    this.#burst = burst;
  }

  /** Resolves when the next request may be sent; rejects where the signal aborts first. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const nowMs = this.#timers.monotonicMs();
    const atMs = Math.max(this.#nextMs, nowMs - (this.#burst - 1) * this.#spacingMs);
    this.#nextMs = atMs + this.#spacingMs;
    if (atMs > nowMs) await this.#timers.sleep(atMs - nowMs, signal);
  }
}

export class VendorHttp {
  readonly #options: VendorHttpOptions;
  readonly #rate: RateLimit;

  constructor(options: VendorHttpOptions) {
    this.#options = options;
    this.#rate = new RateLimit(options.requestsPerMinute, options.timers, Math.min(BURST, options.requestsPerMinute));
  }

  /** The address of a path (and search) below the vendor's own: never of another host. */
  url(path: string, params: Readonly<Record<string, string | number | undefined>> = {}): URL {
    const base = this.#options.baseUrl.replace(/\/+$/, '');
    const url = new URL(base + path);
    if (url.origin !== new URL(base).origin) throw new VendorError('shape', `${path} is not a path`);
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url;
  }

  /** Sends a request once it is its turn. Redirects are refused: they would carry credentials away. */
  async send(
    url: URL,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = this.#options.headers(),
  ): Promise<Response> {
    const { vendor, timeoutMs = TIMEOUT_MS } = this.#options;
    await this.#rate.wait(signal);
    let response: Response;
    try {
      const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      response = await fetch(url, { headers, signal: both, redirect: 'error' });
    } catch (error) {
      signal.throwIfAborted();
      const { message, cause } = error as Error & { cause?: Error };
      throw new VendorError('away', `${vendor} does not answer: ${cause?.message || message}`, { cause: error });
    }
    if (response.ok) return response;
    const said = await this.bytes(response, signal).catch(() => Buffer.alloc(0));
    throw failure(vendor, url, response, this.#text(said), this.#options.clock);
  }

  async bytes(response: Response, signal: AbortSignal): Promise<Buffer> {
    const { vendor } = this.#options;
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of response.body ?? []) {
        size += chunk.length;
        if (size > BODY_BYTES_MAX)
          throw new VendorError('shape', `${vendor} answers more than ${BODY_BYTES_MAX} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VendorError) throw error;
      throw new VendorError('away', `${vendor} broke off its answer: ${(error as Error).message}`, { cause: error });
    }
    return Buffer.concat(chunks);
  }

  /** The JSON of an answer as its documented shape. @throws {VendorError} `shape` that names the field */
  async json<T>(url: URL, schema: z.ZodType<T>, signal: AbortSignal): Promise<{ body: T; vendorMs: number }> {
    const { vendor } = this.#options;
    const response = await this.send(url, signal);
    const text = this.#text(await this.bytes(response, signal));
    const body = parsedJson(text, `${vendor} ${url.pathname} answers no JSON: ${shown(text)}`);
    const vendorMs = vendorMsOf(response.headers.get('date'), this.#options.clock);
    return { body: shaped(vendor, url.pathname, schema, body), vendorMs };
  }

  #text(bytes: Buffer): string {
    return withoutSecrets(bytes.toString('utf8'), this.#options.secrets);
  }
}

/** By its header `Date`. Whole seconds: what closed within the last one is left for the next request. */
export function vendorMsOf(date: string | null | undefined, clock: Clock): number {
  const nowMs = clock.nowMs();
  const said = Date.parse(date ?? '');
  return Number.isNaN(said) ? nowMs : Math.min(nowMs, said);
}

/** @throws {VendorError} `shape` with the message where it is no JSON */
export function parsedJson(text: string, message: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorError('shape', message);
  }
}

/** The value as the schema says. @throws {VendorError} `shape` that names the first field at fault */
export function shaped<T>(vendor: string, what: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  const field = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  const given = path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown>)?.[part], value);
  throw new VendorError(
    'shape',
    `${vendor} ${what} has changed: ${field.replace(/^\./, '') || 'the answer'} is ${shown(JSON.stringify(given))}: ${message}`,
  );
}

function shown(text: string | undefined): string {
  if (text === undefined) return 'missing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text;
}

const FAULTS: Readonly<Record<number, VendorFault>> = {
  401: 'denied',
  402: 'denied',
  403: 'denied',
  418: 'limited',
  429: 'limited',
};

function failure(vendor: string, url: URL, response: Response, body: string, clock: Clock): VendorError {
  const { status } = response;
  const fault = FAULTS[status] ?? (status >= 500 || status === 408 ? 'away' : 'refused');
  const message = `${vendor} ${url.pathname} answers ${status}: ${shown(saidIn(body))}`;
  return new VendorError(fault, message, { status, retryAfterMs: retryAfterMs(response.headers, clock.nowMs()) });
}

/** Vendors put their words under `message`, `error` or `error.message`. */
function saidIn(body: string): string {
  try {
    const { message, error } = JSON.parse(body);
    return String(message ?? error?.message ?? error ?? body);
  } catch {
    return body;
  }
}

/** `Retry-After` in seconds or as a date, or the time at which the count begins again (epoch seconds). */
export function retryAfterMs(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const after = headers.get('retry-after')?.trim();
  const reset = headers.get('x-ratelimit-reset')?.trim();
  let ms = Number.NaN;
  if (after) ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - nowMs;
  else if (reset && /^\d{9,11}$/.test(reset)) ms = Number(reset) * 1000 - nowMs;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

export const number = z.number('must be a number');

/** Epoch ms of an instant's text. */
export const instant = (example: string) =>
  z
    .string()
    .refine((text) => parseIsoTime(text)?.local === false, `must be a time such as ${example}`)
    .transform((text) => parseIsoTime(text)!.ms);

/** A bar of single letters, its time aside. */
export const figures = { o: number, h: number, l: number, c: number, v: number };

/** `t`: epoch ms. */
export function candleOf({ t, o, h, l, c, v }: Record<'t' | keyof typeof figures, number>): Candle {
  return { startMs: t, open: o, high: h, low: l, close: c, volume: v };
}
