/** A parsed JSON value against its topic's schema: a landing row, or the first reason it is refused for. */
import type { z } from 'zod';
import { isoDate, MS_PER_DAY } from '../../lib/days.ts';
import { newYorkMinute } from '../../lib/new-york.ts';
import { fastBar } from './fast-bar.ts';
import { type Reason, type Refusal, reasonRank, refuse } from './reasons.ts';
import type { BarRow, EventRow, RecordMeta } from './rows.ts';
import * as schemas from './schemas.ts';
import {
  actionRow,
  barDeletionRow,
  barRow,
  cryptoRow,
  earningsRow,
  macroRow,
  newsDeletionRow,
  newsRow,
} from './to-row.ts';
import type { EventTopic } from './topics.ts';

export interface Bounds {
  /** How much later than its record an event may lie. */
  readonly maxClockSkewMs: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxClockSkewMs: 60_000 };

export type Decoded<T extends EventRow = EventRow> = { readonly ok: true; readonly row: T } | Refusal;

const FIELD_REASON: Record<string, Reason> = {
  symbol: 'invalid_symbol',
  asset_class: 'unknown_asset_class',
  ts: 'invalid_timestamp',
  event_timestamp: 'invalid_timestamp',
  interval: 'invalid_interval',
  open: 'invalid_price',
  high: 'invalid_price',
  low: 'invalid_price',
  close: 'invalid_price',
  volume: 'invalid_volume',
  direction: 'invalid_direction',
  impact_score: 'invalid_impact_score',
  revision: 'invalid_revision',
  eps_actual: 'invalid_number',
  eps_expected: 'invalid_number',
  revenue_actual: 'invalid_number',
  revenue_expected: 'invalid_number',
  ex_date: 'invalid_timestamp',
  ratio: 'invalid_number',
  amount: 'invalid_number',
  actual: 'invalid_number',
  forecast: 'invalid_number',
  previous: 'invalid_number',
};

type JsonObject = Record<string, unknown>;

function toRefusal(issue: z.core.$ZodIssue, value: JsonObject, known: readonly string[]): Refusal {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, 5).map((key) => `"${key.slice(0, 60)}"`);
    return refuse('unknown_field', `unknown field ${names.join(', ')}; the contract knows ${known.join(', ')}`);
  }
  const field = String(issue.path[0]);
  if (value[field] === undefined || value[field] === null) return refuse('schema', `${field}: required, but missing`);
  const own = issue.code === 'custom' ? (issue.params?.['reason'] as Reason | undefined) : undefined;
  return refuse(own ?? FIELD_REASON[field] ?? 'schema', `${field}: ${issue.message}`);
}

function firstRefusal(error: z.ZodError, value: JsonObject, topic: EventTopic): Refusal {
  const refusals = error.issues.map((issue) => toRefusal(issue, value, schemas.FIELD_NAMES[topic]));
  return refusals.reduce((first, next) => (reasonRank(next.reason) < reasonRank(first.reason) ? next : first));
}

/** The identity alone: what a deletion carries beside it is not looked at. */
function identityOf(event: Record<string, unknown>) {
  const { symbol, id, revision, source } = event as {
    symbol?: string;
    id?: string;
    revision?: number;
    source?: string;
  };
  return { symbol, id, revision, source, deleted: true };
}

/** Bars and news have happened; earnings, macro and crypto calendars are announced ahead. */
function tooLate(eventMs: number, field: string, meta: RecordMeta, bounds: Bounds): Refusal | null {
  if (eventMs <= meta.timestampMs + bounds.maxClockSkewMs) return null;
  const late = new Date(eventMs).toISOString();
  const arrived = new Date(meta.timestampMs).toISOString();
  return refuse('future_timestamp', `${field}: ${late} is ahead of its record (${arrived}); fix the sender's clock`);
}

function parsed<S extends z.ZodType, T extends EventRow>(
  schema: S,
  value: JsonObject,
  topic: EventTopic,
  toRow: (event: z.infer<S>) => T,
): Decoded<T> {
  const result = schema.safeParse(value);
  return result.success ? { ok: true, row: toRow(result.data) } : firstRefusal(result.error, value, topic);
}

/** The same as `validate` for a bar, by its schema alone: the rule that the fast path is held to. */
export function validateBarBySchema(value: JsonObject, meta: RecordMeta): Decoded<BarRow> {
  if (value['deleted'] === true) {
    return parsed(schemas.barDeletionSchema, value, 'bars', (bar) => barDeletionRow(bar, meta));
  }
  return parsed(schemas.barSchema, value, 'bars', (bar) => barRow(bar, meta));
}

function validateBar(value: JsonObject, meta: RecordMeta, bounds: Bounds): Decoded {
  const row = fastBar(value, meta);
  const decoded: Decoded<BarRow> = row ? { ok: true, row } : validateBarBySchema(value, meta);
  if (!decoded.ok) return decoded;
  return tooLate(decoded.row.minute * 60_000, 'ts', meta, bounds) ?? decoded;
}

function validateNews(value: JsonObject, topic: EventTopic, meta: RecordMeta, bounds: Bounds): Decoded {
  if (value['deleted'] === true) {
    return parsed(schemas.newsDeletionSchema, value, topic, (news) => newsDeletionRow(news, meta, topic));
  }
  const decoded = parsed(schemas.newsSchema, value, topic, (news) => newsRow(news, meta));
  if (!decoded.ok) return decoded;
  return tooLate(decoded.row.eventMs, 'event_timestamp', meta, bounds) ?? decoded;
}

/** It changes prices from its date on: not before that has begun in New York, whatever is announced. */
function validateAction(value: JsonObject, meta: RecordMeta, bounds: Bounds): Decoded {
  if (value['deleted'] === true) {
    return parsed(schemas.actionDeletionSchema, value, 'events.actions', ({ symbol, id, kind, ex_date, ...rest }) =>
      actionRow(
        { ...identityOf({ ...rest, symbol }), id, ...(kind ? { kind } : {}), ...(ex_date ? { ex_date } : {}) },
        meta,
      ),
    );
  }
  const decoded = parsed(schemas.actionSchema, value, 'events.actions', (action) => actionRow(action, meta));
  if (!decoded.ok) return decoded;
  const day = decoded.row.eventMs / MS_PER_DAY;
  if (newYorkMinute(day, 0) * 60_000 <= meta.timestampMs + bounds.maxClockSkewMs) return decoded;
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('schema', 'the value must be one JSON object');
  }
  const event = value as JsonObject;
  const deleted = event['deleted'] === true;
  switch (topic) {
    case 'bars':
      return validateBar(event, meta, bounds);
    case 'events.sentiment':
    case 'events.sentiment_crypto':
      return validateNews(event, topic, meta, bounds);
    case 'events.earnings':
      return deleted
        ? parsed(schemas.earningsDeletionSchema, event, topic, (e) => earningsRow(identityOf(e), meta))
        : parsed(schemas.earningsSchema, event, topic, (e) => earningsRow(e, meta));
    case 'events.crypto':
      return deleted
        ? parsed(schemas.cryptoDeletionSchema, event, topic, (e) => cryptoRow(identityOf(e), meta))
        : parsed(schemas.cryptoSchema, event, topic, (e) => cryptoRow(e, meta));
    case 'events.actions':
      return validateAction(event, meta, bounds);
    case 'events.macro':
      return deleted
        ? parsed(schemas.macroDeletionSchema, event, topic, (e) => macroRow(identityOf(e), meta))
        : parsed(schemas.macroSchema, event, topic, (e) => macroRow(e, meta));
  }
}
