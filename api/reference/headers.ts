/** Headers of answers, as OpenAPI components. */
import type { Schema } from './schemas.ts';

const text = (description: string, schema: Schema = {}) => ({ description, schema: { type: 'string', ...schema } });
const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Of every answer to a known account. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Day',
] as const;

export const HEADERS: Schema = {
  'X-Source': text('From stored records, or computed for this request', { enum: ['materialized', 'on_demand'] }),
  'X-Cache': text('Whether the answer was cached', { enum: ['hit', 'miss'] }),
  'X-History-Limited': text('Present where the plan cut the range', { const: 'true' }),
  'X-Next-Cursor': text('Cursor of the next page, as metadata.next_cursor; absent on the last'),
  ETag: text('Of these bytes; If-None-Match with it answers 304 while they are the same'),
  'Retry-After': { description: 'Seconds to wait, at least 1', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Bucket': text("Present where a session of the console only draws: its window's figures", {
    const: 'draw',
  }),
  'X-RateLimit-Limit': count('Requests a minute'),
  'X-RateLimit-Remaining': count('Requests left in this minute'),
  'X-RateLimit-Reset': count('When the minute ends, seconds since the epoch'),
  'X-RateLimit-Limit-Day': count('Requests a UTC day'),
  'X-RateLimit-Remaining-Day': count('Requests left in this day'),
  'X-RateLimit-Reset-Day': count('When the day ends, seconds since the epoch'),
};

export const headerRefs = (names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
