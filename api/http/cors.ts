/** Which other origins browsers may read answers from. */
import { EXPOSED_HEADERS } from './headers.ts';

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

/** What a preflight may be told whatever the origin: without an allowed origin browsers take it as a no. */
export const preflightHeaders = (): readonly string[] => [
  'Access-Control-Allow-Methods',
  'GET, HEAD, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
];
