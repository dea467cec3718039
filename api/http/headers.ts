/** Headers that every answer has, and those that tell an account where it stands. Flat lists: name, value, ... */
import type { DrawStatus, RateLimitStatus } from '../limits/limiter.ts';

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

export function pushRateLimitHeaders(headers: string[], { minute, day, fallback }: RateLimitStatus | DrawStatus): void {
  headers.push(
    'X-RateLimit-Limit',
    String(minute.limit),
    'X-RateLimit-Remaining',
    String(minute.remaining),
    'X-RateLimit-Reset',
    seconds(minute.resetMs),
  );
  if (day === null) headers.push('X-RateLimit-Bucket', 'draw');
  else {
    headers.push(
      'X-RateLimit-Limit-Day',
      String(day.limit),
      'X-RateLimit-Remaining-Day',
      String(day.remaining),
      'X-RateLimit-Reset-Day',
      seconds(day.resetMs),
    );
  }
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
].join(', ');
