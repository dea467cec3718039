/** A record of the log as what lands. Bad data is an answer, never an exception: it becomes a dead letter. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { endOfBar, GRID } from '../../exchange/grid.ts';
import { newYorkMinute } from '../../exchange/new-york.ts';
import { type AssetClass, canonicalSymbol } from '../../exchange/symbol.ts';
import { isoDate, MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import { type Bar, readBar, unknownFields } from './bar.ts';
import {
  EVENT_VALUES,
  type EventTable,
  type EventTopic,
  eventMsOf,
  firstRefusal,
  type IdRow,
  isNews,
  isRefusal,
  type Reason,
  type RecordMeta,
  type Refusal,
  refuse,
} from './events.ts';
import { SCHEMAS } from './schemas.ts';

export const MAX_VALUE_BYTES = 1_048_576;

export interface Bounds {
  /** How much later than its record an event may lie. */
  readonly maxClockSkewMs: number;
}

export const DEFAULT_BOUNDS: Bounds = { maxClockSkewMs: 60_000 };

/** Returns the grids on which the bars of a series lie, as far as they are known; see exchange/grid.ts. */
export type GridsOf = (symbol: string, intervalMin: number) => number;
const ANY_GRID: GridsOf = () => GRID.all;

/**
 * One record of a topic. Its key is not judged: the value names its own symbol, and the order of events holds across
 * partitions. Symbols come out canonical, times as UTC. Whether a bar fits its symbol's registered class and interval is
 * for landing to judge. Never throws for data.
 */
export function decode(
  topic: EventTopic,
  value: Buffer | string | null,
  meta: RecordMeta,
  bounds: Bounds = DEFAULT_BOUNDS,
  gridsOf: GridsOf = ANY_GRID,
): Bar | IdRow | Refusal {
  const json = parseValue(value);
  if (isRefusal(json)) return json;
  const { value: event } = json;
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return refuse('schema', 'the value must be one JSON object');
  const result = topic === 'bars' ? readBar(event as JsonObject) : rowOf(topic, event as JsonObject, meta);
  if (isRefusal(result)) return result;
  return ('ms' in result ? inProgress(result, meta, bounds, gridsOf) : rowTooLate(result, meta, bounds)) ?? result;
}

/** The JSON value of a record, or why there is none. */
function parseValue(bytes: Buffer | string | null): { readonly value: unknown } | Refusal {
  if (bytes === null || bytes.length === 0)
    return refuse('empty_value', 'the message has no value; send a JSON object');
  // In characters for text, which are never more than its bytes: only what is far too long is refused by it.
  if (bytes.length > MAX_VALUE_BYTES)
    return refuse('too_large', `the value has ${bytes.length} bytes, more than ${MAX_VALUE_BYTES}`);
  const text = bytes.toString();
  // Each wrong byte becomes this character, which is rarely sent: to look at all bytes of every event costs more.
  if (typeof bytes !== 'string' && text.includes('\uFFFD') && !isUtf8(bytes))
    return refuse('invalid_utf8', 'the value is not UTF-8; encode it so');
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return refuse('invalid_json', `the value is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

type JsonObject = Record<string, unknown>;

const FIELDS_BY_REASON: Partial<Record<Reason, string>> = {
  invalid_symbol: 'symbol',
  unknown_asset_class: 'asset_class',
  invalid_timestamp: 'event_timestamp ex_date',
  invalid_direction: 'direction',
  invalid_impact_score: 'impact_score',
  invalid_revision: 'revision',
  invalid_number: 'eps_actual eps_expected revenue_actual revenue_expected ratio actual forecast previous',
};
const REASON_OF_FIELD = new Map(
  Object.entries(FIELDS_BY_REASON).flatMap(([reason, fields]) =>
    fields.split(' ').map((field) => [field, reason as Reason]),
  ),
);

function refusalOf(issue: z.core.$ZodIssue, value: JsonObject, known: readonly string[]): Refusal {
  if (issue.code === 'unrecognized_keys') return unknownFields(value, known);
  const field = String(issue.path[0]);
  if (value[field] === undefined || value[field] === null) return refuse('schema', `${field}: required, but missing`);
  const own = issue.code === 'custom' ? (issue.params?.['reason'] as Reason | undefined) : undefined;
  return refuse(own ?? REASON_OF_FIELD.get(field) ?? 'schema', `${field}: ${issue.message}`);
}

const isTooLate = (ms: number, { timestampMs }: Pick<RecordMeta, 'timestampMs'>, { maxClockSkewMs }: Bounds) =>
  ms > timestampMs + maxClockSkewMs;

type TimedBar = Pick<Bar, 'symbol' | 'assetClass' | 'intervalMin' | 'ms'>;
type Arrival = Pick<RecordMeta, 'timestampMs' | 'isProducerTimed'>;

/** No bar ends later after its stored start: not even that of a date in New York. */
const LONGEST_MS = 2 * MS_PER_DAY;

const endMsOf = ({ symbol, assetClass, intervalMin, ms }: TimedBar, gridsOf: GridsOf) =>
  endOfBar(assetClass!, intervalMin, ms / MS_PER_MINUTE, gridsOf(symbol, intervalMin)) * MS_PER_MINUTE;

/** Whether a bar ends later than its record arrived, by more than clocks may differ. */
export function isInProgress(bar: TimedBar, arrival: Arrival, bounds: Bounds, gridsOf = ANY_GRID): boolean {
  if (arrival.isProducerTimed || !isTooLate(bar.ms + LONGEST_MS, arrival, bounds)) return false;
  return isTooLate(endMsOf(bar, gridsOf), arrival, bounds);
}

function inProgress(bar: Bar, meta: RecordMeta, bounds: Bounds, gridsOf: GridsOf): Refusal | null {
  if (bar.deleted || !isInProgress(bar, meta, bounds, gridsOf)) return null;
  const end = new Date(endMsOf(bar, gridsOf)).toISOString();
  const arrived = new Date(meta.timestampMs).toISOString();
  const message = `ts: the bar ends at ${end}, after its record arrived (${arrived}); send it once it is over`;
  return refuse('bar_in_progress', message);
}

function tooLate(eventMs: number, field: string, meta: RecordMeta, bounds: Bounds): Refusal | null {
  if (!isTooLate(eventMs, meta, bounds)) return null;
  const late = new Date(eventMs).toISOString();
  const arrived = new Date(meta.timestampMs).toISOString();
  return refuse('future_timestamp', `${field}: ${late} is ahead of its record (${arrived}); fix the sender's clock`);
}

/** News has happened, calendars are announced ahead. An action changes prices once its date has begun in New York. */
function rowTooLate(row: IdRow, meta: RecordMeta, bounds: Bounds): Refusal | null {
  if (row.deleted) return null;
  if (isNews(row.table)) return tooLate(eventMsOf(row), 'event_timestamp', meta, bounds);
  if (row.table !== 'corporate_actions') return null;
  const day = eventMsOf(row) / MS_PER_DAY;
  if (!isTooLate(newYorkMinute(day, 0) * MS_PER_MINUTE, meta, bounds)) return null;
  return refuse('future_timestamp', `ex_date: ${isoDate(day)} has not begun in New York: send it on that date`);
}

/** What the schema of a topic has let through: an event, or of one that is deleted its identity alone. */
interface Parsed {
  readonly symbol: string;
  readonly id?: string | null;
  readonly asset_class?: AssetClass | null;
  readonly event_timestamp?: number;
  readonly title?: string;
  readonly provider?: string | null;
  readonly kind?: string | null;
  readonly ex_date?: number | null;
  readonly revision?: number | string | null;
  readonly source?: string | null;
  readonly deleted?: boolean | null;
  readonly [field: string]: unknown;
}

/** The first 32 hex digits of the SHA-256 over the parts, as UTF-8, joined by one NUL byte. */
export function identityOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0'), 'utf8').digest('hex').slice(0, 32);
}

function idRow(table: EventTable, symbol: string, id: string, event: Parsed, meta: RecordMeta): IdRow {
  const fields = Object.entries(EVENT_VALUES[table]).map(([name, none]) => [name, event[name] ?? none]);
  return {
    table,
    symbol,
    id,
    values: Object.fromEntries(fields),
    timestampMs: meta.timestampMs,
    source: event.source ?? meta.source ?? '',
    rank: BigInt(event.revision ?? 0),
    revised: event.revision != null,
    deleted: event.deleted === true,
    importId: meta.importId,
  };
}

/**
 * The asset class decides the table, whichever of the two topics the news came by. News without an id has the identity
 * of these bytes (UTF-8, parts joined by one NUL byte, none at the end):
 *
 *     canonical symbol NUL time in whole epoch milliseconds, decimal NUL title as sent NUL source
 *
 * `source` is the event's own `source`, else its `provider`, else empty: never the name of a file or a connection, so that
 * the same news has the same identity whichever way it comes.
 */
function newsRow(news: Parsed, assetClass: AssetClass, meta: RecordMeta): IdRow {
  const symbol = canonicalSymbol(news.symbol, assetClass);
  const { event_timestamp: eventMs, title, source, provider } = news;
  const id = news.id ?? identityOf([symbol, eventMs!, title!, source ?? provider ?? '']);
  const waits = !news.deleted && news['direction'] == null;
  const table = assetClass === 'crypto' ? 'events_sentiment_crypto' : 'events_sentiment';
  return idRow(waits ? 'news_unclassified' : table, symbol, id, { ...news, asset_class: assetClass }, meta);
}

/** Of which table is not known: the event may come after its deletion. So it is deleted in both. */
function newsRows(news: Parsed, meta: RecordMeta, topic: EventTopic): IdRow {
  if (news.asset_class) return newsRow(news, news.asset_class, meta);
  const both = (['equity', 'crypto'] as const).map((assetClass) => newsRow(news, assetClass, meta));
  const [first, elsewhere] = topic === 'events.sentiment_crypto' ? both.reverse() : both;
  return { ...first, elsewhere };
}

/**
 * Returns the identity of an action without an id: one split per date, so that another ratio corrects it.
 *
 * @param day days since 1970
 */
export const splitId = (day: number): string => `split:${isoDate(day)}`;

function actionRow(action: Parsed, meta: RecordMeta): IdRow {
  const { symbol, ex_date: dayMs } = action;
  return idRow('corporate_actions', symbol, action.id ?? splitId(dayMs! / MS_PER_DAY), action, meta);
}

function rowOf(topic: Exclude<EventTopic, 'bars'>, value: JsonObject, meta: RecordMeta): IdRow | Refusal {
  const { event: schema, deletion, fields } = SCHEMAS[topic];
  const result = (value['deleted'] === true ? deletion : schema).safeParse(value);
  if (!result.success) return result.error.issues.map((issue) => refusalOf(issue, value, fields)).reduce(firstRefusal);
  const event = result.data as Parsed;
  if (topic === 'events.actions') return actionRow(event, meta);
  const { event_timestamp: ms, symbol } = event;
  const whole = ms === undefined ? event : { ...event, event_timestamp: Math.floor(ms) };
  switch (topic) {
    case 'events.sentiment':
    case 'events.sentiment_crypto':
      return newsRows(whole, meta, topic);
    case 'events.earnings':
      return idRow('events_earnings', symbol, event.id!, whole, meta);
    case 'events.crypto':
      return idRow('events_crypto', canonicalSymbol(symbol, 'crypto'), event.id!, whole, meta);
    case 'events.macro':
      return idRow('events_macro', '', event.id!, whole, meta);
  }
}
