/** A parsed JSON value against its topic's schema: a landing row, or the first reason it is refused for. */
import type { z } from 'zod';
import { newYorkMinute } from '../../exchange/new-york.ts';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { type Reason, type Refusal, reasonRank, refuse } from './reasons.ts';
import { type EventRow, eventMsOf, isBar, isNews, type RecordMeta } from './rows.ts';
import { SCHEMAS } from './schemas.ts';
import { rowOf } from './to-row.ts';
import type { EventTopic } from './topics.ts';

export interface Bounds {
  /** How much later than its record an event may lie. */
  readonly maxClockSkewMs: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxClockSkewMs: 60_000 };

export type Decoded = { readonly ok: true; readonly row: EventRow } | Refusal;

const FIELDS_BY_REASON: Partial<Record<Reason, string>> = {
  invalid_symbol: 'symbol',
  unknown_asset_class: 'asset_class',
  invalid_timestamp: 'ts event_timestamp ex_date',
  invalid_interval: 'interval',
  invalid_price: 'open high low close',
  invalid_volume: 'volume',
  invalid_direction: 'direction',
  invalid_impact_score: 'impact_score',
  invalid_revision: 'revision',
  invalid_number: 'eps_actual eps_expected revenue_actual revenue_expected ratio amount actual forecast previous',
};
const REASON_OF_FIELD = new Map(
  Object.entries(FIELDS_BY_REASON).flatMap(([reason, fields]) =>
    fields.split(' ').map((field) => [field, reason as Reason]),
  ),
);

type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toRefusal(issue: z.core.$ZodIssue, value: JsonObject, known: readonly string[]): Refusal {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, 5).map((key) => `"${key.slice(0, 60)}"`);
    return refuse('unknown_field', `unknown field ${names.join(', ')}; the contract knows ${known.join(', ')}`);
  }
  const field = String(issue.path[0]);
  if (value[field] === undefined || value[field] === null) return refuse('schema', `${field}: required, but missing`);
  const own = issue.code === 'custom' ? (issue.params?.['reason'] as Reason | undefined) : undefined;
  return refuse(own ?? REASON_OF_FIELD.get(field) ?? 'schema', `${field}: ${issue.message}`);
}

function firstRefusal(error: z.ZodError, value: JsonObject, topic: EventTopic): Refusal {
  const refusals = error.issues.map((issue) => toRefusal(issue, value, SCHEMAS[topic].fields));
  return refusals.reduce((first, next) => (reasonRank(next.reason) < reasonRank(first.reason) ? next : first));
}

/** Whether an event is later than its record allows. */
export const isTooLate = (ms: number, { timestampMs }: Pick<RecordMeta, 'timestampMs'>, { maxClockSkewMs }: Bounds) =>
  ms > timestampMs + maxClockSkewMs;

/**
 * Bars and news have happened; earnings, macro and crypto calendars are announced ahead. A corporate action changes prices
 * from its date on: not before that has begun in New York, whatever is announced.
 */
function tooLate(row: EventRow, meta: RecordMeta, bounds: Bounds): Refusal | null {
  const refusal = (eventMs: number, field: string) => {
    if (!isTooLate(eventMs, meta, bounds)) return null;
    const late = new Date(eventMs).toISOString();
    const arrived = new Date(meta.timestampMs).toISOString();
    return refuse('future_timestamp', `${field}: ${late} is ahead of its record (${arrived}); fix the sender's clock`);
  };
  if (isBar(row)) return refusal(row.minute * 60_000, 'ts');
  if (row.deleted) return null;
  if (isNews(row.table)) return refusal(eventMsOf(row), 'event_timestamp');
  if (row.table !== 'corporate_actions') return null;
  const day = eventMsOf(row) / MS_PER_DAY;
  if (!isTooLate(newYorkMinute(day, 0) * 60_000, meta, bounds)) return null;
  return refuse('future_timestamp', `ex_date: ${isoDate(day)} has not begun in New York: send it on that date`);
}

/**
 * One event of a topic, already parsed from JSON. Never throws for data. Symbols come out canonical, times as UTC,
 * the version as the event's revision or the record's timestamp. Whether a bar fits its symbol's registered class
 * and interval is for landing to judge.
 */
export function validate(
  topic: EventTopic,
  value: unknown,
  meta: RecordMeta,
  bounds: Bounds = DEFAULT_BOUNDS,
): Decoded {
  if (!isObject(value)) return refuse('schema', 'the value must be one JSON object');
  const { event, deletion } = SCHEMAS[topic];
  const result = (value['deleted'] === true ? deletion : event).safeParse(value);
  if (!result.success) return firstRefusal(result.error, value, topic);
  const row = rowOf(topic, result.data as object, meta);
  return tooLate(row, meta, bounds) ?? { ok: true, row };
}
