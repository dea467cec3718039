/** Headers that every answer has, those of rate limits, and those for other origins. Flat lists: name, value, ... */
import type { RateLimitStatus } from '../limits/limiter.ts';

export const SECURITY_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** Whole epoch seconds, never before the window opens. */
const seconds = (ms: number) => String(Math.ceil(ms / 1000));

export function pushRateLimitHeaders(headers: string[], { bucket, minute, day, fallback }: RateLimitStatus): void {
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
const EXPOSED_HEADERS = [
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
].join(', ');

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
      EXPOSED_HEADERS,
      ...(any ? [] : ['Vary', 'Origin']),
    ];
  };
}

/** Headers of every preflight answer, whatever the origin: without an allowed origin browsers refuse. */
export const preflightHeaders = (): readonly string[] => [
  'Access-Control-Allow-Methods',
  'GET, HEAD, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
];
