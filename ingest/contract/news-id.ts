import { createHash } from 'node:crypto';

/** The first 32 hex digits of the SHA-256 over the parts, as UTF-8, joined by one NUL byte. */
export function identityOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0'), 'utf8').digest('hex').slice(0, 32);
}

/**
 * Identity of a news event that brings none: the first 32 hex digits of the SHA-256 over these bytes (UTF-8,
 * parts joined by one NUL byte, none at the end):
 *
 *     canonical symbol NUL time in whole epoch milliseconds, decimal NUL title as sent NUL source
 *
 * `source` is the event's own `source`, else its `provider`, else empty: never the name of a file or a
 * connection, so that the same news has the same identity whichever way it comes.
 */
export function newsId(symbol: string, eventMs: number, title: string, source: string): string {
  return identityOf([symbol, eventMs, title, source]);
}
