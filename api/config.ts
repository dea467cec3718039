/** Bounds and choices of the API. All have defaults; what operators may set is read from the environment. */
import { z } from 'zod';
import { defineSection, flag, wholeNumber } from '../lib/config.ts';
import type { HttpBounds } from '../lib/http-bounds.ts';

export const HTTP_BOUNDS: HttpBounds = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than an answer may take to be computed. */
  silenceTimeoutMs: 30_000,
  /** Longer than load balancers keep theirs, so that they close first. */
  keepAliveMs: 75_000,
};

export type ApiConfig = Readonly<typeof API_DEFAULTS>;

export const API_DEFAULTS = {
  /** Longest request target (path and query), bytes. */
  maxUrlBytes: 8_192,
  /** Records and bars, over all its symbols, that one question may read; as many as MAX_BARS_PER_REQUEST. */
  maxRowsPerRequest: 2_000_000,
  /** Finished bodies cached in memory, all formats and encodings together. */
  cacheBytes: 128 * 2 ** 20,
  /** Parts of single symbols cached for answers over many symbols. */
  partsBytes: 64 * 2 ** 20,
  /** Requests that are remembered as read, by their URL. */
  requestsBytes: 64 * 2 ** 20,
  /** After this long a cached answer is compared with the store's version again, should no update have been received. */
  revalidateAfterMs: 5_000,
  /** Answers being computed at a time, and waiting for their turn; beyond both: 503. */
  maxRunning: 8,
  maxWaiting: 256,
  /** The share of one account. */
  maxRunningPerAccount: 4,
  maxWaitingPerAccount: 64,
  maxWaitMs: 2_000,
  requestDeadlineMs: 15_000,
  /** The same of short reads: symbols, usage, logins. */
  lookupDeadlineMs: 5_000,
  /** Responses that take longer are logged. */
  slowMs: 1_000,
  /** Bodies from this size on are compressed for clients that take it. */
  compressFromBytes: 2_048,
  /** Origins that browsers may call from; `*`: any. */
  corsOrigins: [] as readonly string[],
  /** Cookies carry `Secure`: set where TLS ends in front of the service. */
  secureCookies: false,
  /** The duration of a login to the console. */
  consoleSessionMs: 12 * 3_600_000,
  /** A connection on which nothing moves for so long is cut, an answer that is not read with it. */
  silenceTimeoutMs: HTTP_BOUNDS.silenceTimeoutMs,
};

/** Beyond the deadline of an answer, so that a connection is not cut while its answer is computed. */
const SILENCE_BEYOND_DEADLINE_MS = 15_000;

/** An origin as browsers send it; any other text would never match. */
const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

export const apiConfigSchema = defineSection(
  {
    cacheMb: ['API_CACHE_MB', wholeNumber(1, 65_536, 128)],
    maxRunning: ['API_MAX_RUNNING', wholeNumber(1, 1_000, API_DEFAULTS.maxRunning)],
    requestDeadlineMs: ['API_DEADLINE_MS', wholeNumber(100, 600_000, API_DEFAULTS.requestDeadlineMs)],
    corsOrigins: [
      'CORS_ORIGINS',
      z
        .string()
        .default('')
        .transform((given) => given.split(',').flatMap((origin) => origin.trim() || []))
        .refine((origins) => origins.every(isOrigin), {
          error: 'give origins such as https://desk.example.org without a path, separated by commas, or *',
        }),
    ],
    secureCookies: ['SECURE_COOKIES', flag(false)],
  },
  [],
  ({ cacheMb, ...values }): ApiConfig => ({
    ...API_DEFAULTS,
    ...values,
    cacheBytes: cacheMb * 2 ** 20,
    partsBytes: cacheMb * 2 ** 19,
    maxRunningPerAccount: Math.ceil(values.maxRunning / 2),
    silenceTimeoutMs: values.requestDeadlineMs + SILENCE_BEYOND_DEADLINE_MS,
  }),
);
