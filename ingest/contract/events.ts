/**
 * What events there are: their topics, why one is refused, the rows that they are in the landing tables, and their single
 * values. Times on the wire are ISO 8601 with an offset (`2025-06-04T13:30:00Z`, `...+02:00`) or whole epoch milliseconds;
 * inside they are epoch milliseconds.
 */
import { hasSeveralGrids } from '../../exchange/grid.ts';
import { type AssetClass, type Figures, formatInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_DAY, parseIsoDate } from '../../lib/days.ts';

export const EVENT_TOPICS = [
  'bars',
  'events.sentiment',
  'events.sentiment_crypto',
  'events.earnings',
  'events.crypto',
  'events.macro',
  'events.actions',
] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** The sets of events by the name that commands and paths give them, and the topic that each is sent by. */
export const EVENT_SETS = {
  bars: 'bars',
  news: 'events.sentiment',
  earnings: 'events.earnings',
  crypto: 'events.crypto',
  macro: 'events.macro',
  actions: 'events.actions',
} as const satisfies Record<string, EventTopic>;
export type EventSet = keyof typeof EVENT_SETS;
export const EVENT_SET_NAMES = Object.keys(EVENT_SETS) as EventSet[];

/** Refused events with their position and reason; landed into `dead_letters`. */
export const DEAD_LETTER_TOPIC = 'dead-letters';
/** Which days of which symbol changed: ingest tells compute. */
export const LANDED_TOPIC = 'landed';

export function isEventTopic(text: string): text is EventTopic {
  return (EVENT_TOPICS as readonly string[]).includes(text);
}

/** Why an event is refused; codes are a contract. Of several that hold the first in this order is reported. */
export const REASONS = {
  empty_value: 'The message has no value',
  too_large: 'The value is longer than the bound',
  invalid_utf8: 'The value is not UTF-8; the dead letter keeps it in base64',
  invalid_json: 'The value is not JSON (NaN and Infinity are none)',
  malformed_row: 'A row of a file that cannot be split into its columns',
  schema: 'A field is missing, or one without a code of its own is not what the contract says',
  unknown_field: 'A field that the contract does not know',
  invalid_symbol: 'Not 1-32 of A-Z 0-9 . - _ : / starting with a letter or digit',
  symbol_case: 'A word of the symbol has upper-case and lower-case letters',
  unknown_asset_class: 'Not equity, etf or crypto',
  invalid_timestamp: 'Neither ISO 8601 with an offset nor whole epoch milliseconds',
  out_of_range_timestamp: 'Before 1970 or after 2099',
  interval_missing: 'A bar, or its deletion, that does not name its interval',
  invalid_interval: 'Not one of the base intervals',
  unaligned_timestamp: 'A bar that does not start on a grid of its interval',
  bar_in_progress: 'A bar that was not over when its record arrived',
  future_timestamp: 'Later than the arrival of its record allows',
  invalid_price: 'Not a finite number above 0',
  ohlc_inconsistent: 'The low is not the lowest or the high not the highest',
  invalid_volume: 'Not a finite number of at least 0',
  invalid_direction: 'Not negative, neutral or positive',
  invalid_impact_score: 'Not a number from 0 to 1',
  invalid_number: 'A figure that is not a finite number',
  invalid_revision: 'Not a whole number of at least 0',
  asset_class_conflict: 'The symbol is registered with another asset class',
  store_refused: 'The store would not take the row',
} as const;

export type Reason = keyof typeof REASONS;

const ORDER = new Map(Object.keys(REASONS).map((reason, i) => [reason, i]));

/** A value of the contract that was refused: data, never an exception. */
export interface Refusal {
  readonly reason: Reason;
  readonly message: string;
}

export function refuse(reason: Reason, message: string): Refusal {
  return { reason, message };
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'reason' in value;

export const firstRefusal = (one: Refusal, other: Refusal): Refusal =>
  ORDER.get(other.reason)! < ORDER.get(one.reason)! ? other : one;

/** Names the two cures: the same issue in capitals, or a name of its own. */
export function symbolCaseProblem(symbol: string): string {
  const shown = symbol.trim();
  const own = shown.replace(/[a-z]+/g, '.$&').toUpperCase();
  return `"${shown}" has upper-case and lower-case letters: write ${shown.toUpperCase()} if it is that issue, else a name of its own such as ${own} (a file of one symbol: --symbol)`;
}

export function refuseUnaligned(intervalMin: number): Refusal {
  const from = hasSeveralGrids(intervalMin) ? '00:00 UTC, 00:00 New York or 09:30 New York' : '00:00 UTC';
  const message =
    intervalMin === MINUTES_PER_DAY
      ? 'ts: must be 00:00 UTC of the date of a daily crypto bar'
      : `ts: must be the start of a bar: a multiple of ${formatInterval(intervalMin)} from ${from}`;
  return refuse('unaligned_timestamp', message);
}

export interface RecordMeta {
  /** The broker's timestamp, epoch ms; embedded: arrival. */
  readonly timestampMs: number;
  /** True if the timestamp is the producer's, which says nothing of when the record arrived. */
  readonly isProducerTimed?: boolean;
  /** Who sent it, where the event itself does not say. */
  readonly source?: string;
  readonly importId?: string;
}

interface LandedRow extends RecordMeta {
  readonly source: string;
  /** Of two rows of one key the higher wins; see landing/ranks.ts. The event's revision, or 0, until landing ranks it. */
  rank: bigint;
  /** True if the event has a revision. */
  readonly revised: boolean;
  readonly deleted: boolean;
}

export interface BarRow extends LandedRow, Figures {
  readonly table: 'bars';
  readonly symbol: string;
  /** `null` only for a deletion that does not say it. */
  readonly assetClass: AssetClass | null;
  /** Minutes. */
  readonly intervalMin: number;
  /** Start of the bar in whole minutes since the epoch, UTC. */
  readonly minute: number;
}

const WAITING = { asset_class: '', event_timestamp: 0, title: '', headline: null };
const FURTHER = { provider: null, url: null };
const NEWS = { ...WAITING, direction: 'neutral', impact_score: 0, ...FURTHER, classifier: null, prompt: null };

/** Columns of event tables beside their keys, each with what it has where an event does not give it. */
export const EVENT_VALUES = {
  events_sentiment: NEWS,
  events_sentiment_crypto: NEWS,
  news_unclassified: { ...WAITING, ...FURTHER },
  events_earnings: {
    event_timestamp: 0,
    eps_actual: null,
    eps_expected: null,
    revenue_actual: null,
    revenue_expected: null,
    fiscal_period: null,
    title: null,
  },
  events_crypto: { event_timestamp: 0, category: '', title: '', url: null },
  events_macro: {
    event_timestamp: 0,
    country: '',
    name: '',
    actual: null,
    forecast: null,
    previous: null,
    unit: null,
    importance: null,
  },
  corporate_actions: { kind: 'split', ex_date: 0, ratio: null },
} as const satisfies Record<string, Readonly<Record<string, string | number | null>>>;

export type EventTable = keyof typeof EVENT_VALUES;

/** By their columns; times in epoch ms, dates as 00:00 UTC of them. */
type EventValues = Readonly<Record<string, string | number | null>>;

/** Any event but a bar: of one symbol, or (macro) of none, and with an id. */
export interface IdRow extends LandedRow {
  readonly table: EventTable;
  /** Empty: macro. */
  readonly symbol: string;
  readonly id: string;
  readonly values: EventValues;
  /** The deletion of news whose asset class it does not say: the same row of the other table. */
  readonly elsewhere?: IdRow;
}

/** When it was, epoch ms; of an action 00:00 UTC of its ex-date; 0 in a deletion that does not say it. */
export const eventMsOf = ({ values }: Pick<IdRow, 'values'>) =>
  (values['event_timestamp'] ?? values['ex_date']) as number;

export const CLASSIFIED_TABLES = ['events_sentiment', 'events_sentiment_crypto'] as const;
/** Between these news moves as it is classified, and as its source says more. */
export const NEWS_TABLES: readonly LandingTable[] = [...CLASSIFIED_TABLES, 'news_unclassified'];

export const isNews = (table: LandingTable): boolean => NEWS_TABLES.includes(table);
export const isClassifiedNews = (table: LandingTable): boolean => isNews(table) && table !== 'news_unclassified';

export function isBar(row: EventRow): row is BarRow {
  return row.table === 'bars';
}

export type EventRow = BarRow | IdRow;
export type LandingTable = EventRow['table'];

/** All rows of an event: one, but for a deletion of news that may be of either table. */
export function rowsOf(row: EventRow): readonly EventRow[] {
  return 'elsewhere' in row && row.elsewhere ? [row, row.elsewhere] : [row];
}

/** Far beyond any quote, so that sums over years stay finite: 1e308 would make figures that no JSON holds. */
export const PRICE_MIN = 1e-15;
export const PRICE_MAX = 1e15;
export const VOLUME_MAX = 1e21;
/** Of earnings and calendars, without their sign. */
export const FIGURE_MAX = 1e21;

export const isPrice = (value: number) => value >= PRICE_MIN && value <= PRICE_MAX;
export const isVolume = (value: number) => value >= 0 && value <= VOLUME_MAX;
export const isRevision = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** Half of a character pair: JSON can spell it, UTF-8 and the store cannot. */
const BROKEN_TEXT = /\p{Surrogate}/u;

export function textProblem(value: unknown, maxChars: number): string | null {
  if (typeof value !== 'string') return 'must be text';
  if (value.length > maxChars) return `must be at most ${maxChars} characters`;
  if (value.trim() === '') return 'must not be empty';
  return BROKEN_TEXT.test(value) ? 'holds half of a character pair' : null;
}

/** 2100-01-01T00:00:00Z: the first time that is out of range. */
const END_OF_TIME_MS = Date.UTC(2100, 0, 1);
export const isInTime = (ms: number) => ms >= 0 && ms < END_OF_TIME_MS;

const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Clock parts of a time of day; `null` where there is no such time. */
function clockMs(hour: string, minute: string, second: string | undefined, fraction: string | undefined) {
  const h = Number(hour);
  const m = Number(minute);
  const s = second === undefined ? 0 : Number(second);
  if (h > 23 || m > 59 || s > 59) return null;
  // Digits apart, so that whole milliseconds stay whole: 0.057 * 1000 is not 57.
  const digits = (fraction ?? '').padEnd(9, '0');
  const ms = Number(digits.slice(0, 3)) + Number(digits.slice(3)) / 1e6;
  return ((h * 60 + m) * 60 + s) * 1000 + ms;
}

function offsetMs(offset: string): number | null {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return null;
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** ISO 8601 as ms, of its own clock without an offset (`local`); finer fractions stay. `null`: no such time. */
export function parseIsoTime(text: string): { ms: number; local: boolean } | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const day = parseIsoDate(match[1]);
  const clock = clockMs(match[2], match[3], match[4], match[5]);
  if (day === null || clock === null) return null;
  const offset = match[6];
  if (offset === undefined) return { ms: day * MS_PER_DAY + clock, local: true };
  const shift = offsetMs(offset);
  return shift === null ? null : { ms: day * MS_PER_DAY + clock - shift, local: false };
}

/** Epoch milliseconds of a wire value, or why it is none. May hold a fraction of a millisecond. */
export function parseWireTime(value: unknown, field: string): number | Refusal {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) {
      return refuse('invalid_timestamp', `${field}: ${value} is not a whole number of epoch milliseconds`);
    }
    return inRange(value, field);
  }
  if (typeof value !== 'string') {
    return refuse('invalid_timestamp', `${field}: give ISO 8601 with an offset or whole epoch milliseconds`);
  }
  const parsed = parseIsoTime(value);
  if (!parsed) {
    const shown = value.slice(0, 60);
    return refuse('invalid_timestamp', `${field}: "${shown}" is not a time such as 2025-06-04T13:30:00Z`);
  }
  if (parsed.local) {
    return refuse('invalid_timestamp', `${field}: "${value}" has no offset; add Z or one such as +02:00`);
  }
  return inRange(parsed.ms, field);
}

function inRange(ms: number, field: string): number | Refusal {
  if (isInTime(ms)) return ms;
  return refuse('out_of_range_timestamp', `${field}: must be between 1970-01-01 and 2099-12-31 (UTC)`);
}

let lastDate = '';
let lastDayMs = 0;

const digit = (text: string, i: number) => text.charCodeAt(i) - 48;

/** `YYYY-MM-DDTHH:MM:SSZ` without a regular expression; -1 for any other. Bars come in runs of one date. */
export function plainIsoMs(text: string): number {
  if (text.length !== 20 || text.charCodeAt(10) !== 84 || text.charCodeAt(19) !== 90) return -1;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return -1;
  const date = text.slice(0, 10);
  if (date !== lastDate) {
    const day = parseIsoDate(date);
    if (day === null) return -1;
    lastDate = date;
    lastDayMs = day * MS_PER_DAY;
  }
  for (const i of CLOCK_DIGITS) if (digit(text, i) > 9 || digit(text, i) < 0) return -1;
  const hour = digit(text, 11) * 10 + digit(text, 12);
  const minute = digit(text, 14) * 10 + digit(text, 15);
  const second = digit(text, 17) * 10 + digit(text, 18);
  if (hour > 23 || minute > 59 || second > 59) return -1;
  return lastDayMs + (hour * 3600 + minute * 60 + second) * 1000;
}

const CLOCK_DIGITS = [11, 12, 14, 15, 17, 18];
