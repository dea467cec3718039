/** What events there are: their topics, why one is refused, and the rows that they are in the landing tables. */

import { type AssetClass, formatInterval } from '../../exchange/symbol.ts';

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

/**
 * Why an event is refused. The codes are a contract: dead letters are listed, counted and replayed by them.
 * Where several hold for one event, the first in this order is reported.
 */
export const REASONS = {
  empty_value: 'The message has no value',
  too_large: 'The value is longer than the bound',
  invalid_utf8: 'The value is not UTF-8; the dead letter keeps it in base64',
  invalid_json: 'The value is not JSON (NaN and Infinity are none)',
  malformed_row: 'A row of a file that cannot be split into its columns',
  schema: 'A field is missing, or one without a code of its own is not what the contract says',
  unknown_field: 'A field that the contract does not know',
  invalid_symbol: 'Not 1-32 of A-Z 0-9 . - _ : / starting with a letter or digit',
  unknown_asset_class: 'Not equity, etf or crypto',
  invalid_timestamp: 'Neither ISO 8601 with an offset nor whole epoch milliseconds',
  out_of_range_timestamp: 'Before 1970 or after 2099',
  invalid_interval: 'Not one of the base intervals',
  unaligned_timestamp: 'A bar that does not start on its interval',
  future_timestamp: 'Later than the arrival of its record allows',
  invalid_price: 'Not a finite number above 0',
  ohlc_inconsistent: 'The low is not the lowest or the high not the highest',
  invalid_volume: 'Not a finite number of at least 0',
  invalid_direction: 'Not negative, neutral or positive',
  invalid_impact_score: 'Not a number from 0 to 1',
  invalid_number: 'A figure that is not a finite number',
  invalid_revision: 'Not a whole number of at least 0',
  asset_class_conflict: 'The symbol is registered with another asset class',
  interval_conflict: 'The symbol is registered with another interval, and neither is 1d',
  store_refused: 'The store would not take the row',
} as const;

export type Reason = keyof typeof REASONS;

const ORDER = new Map(Object.keys(REASONS).map((reason, i) => [reason, i]));

/** A value of the contract that was refused: data, never an exception. */
export interface Refusal {
  readonly reason: Reason;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

export function refuse(reason: Reason, message: string): Refusal {
  return { reason, message };
}

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'reason' in value;

/** Of two refusals of one event the one that is reported. */
export const firstRefusal = (one: Refusal, other: Refusal): Refusal =>
  ORDER.get(other.reason)! < ORDER.get(one.reason)! ? other : one;

export function refuseUnaligned(intervalMin: number): Refusal {
  const message = `ts: must be the start of a bar: a multiple of ${formatInterval(intervalMin)} in UTC`;
  return refuse('unaligned_timestamp', message);
}

/** Where a record stood in the log, and when it came. */
export interface RecordMeta {
  readonly partition: number;
  /** Offset in the partition; embedded: order of arrival, given in the batch's turn. */
  offset: number;
  /** The broker's timestamp, epoch ms; embedded: arrival. */
  readonly timestampMs: number;
  /** Who sent it, where the event itself does not say. */
  readonly source?: string;
  /** The import that brings it, where one does. */
  readonly importId?: string;
}

interface LandedRow extends RecordMeta {
  readonly source: string;
  /** The event's revision, else the record's timestamp in ms until landing knows better: the higher wins. */
  version: number;
  /** True where the version is the event's own revision. */
  readonly revised: boolean;
  readonly deleted: boolean;
}

export interface BarRow extends LandedRow {
  /** `bars_daily`: a daily bar of a symbol whose base interval is shorter. Which of the two, the registry knows. */
  readonly table: BarTable;
  readonly symbol: string;
  /** `null` only for a deletion that does not say it. */
  readonly assetClass: AssetClass | null;
  /** Minutes; `null`: the symbol's own. */
  readonly intervalMin: number | null;
  /** Start of the bar in whole minutes since the epoch, UTC. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

const WAITING = { asset_class: '', event_timestamp: 0, title: '', headline: null };
const FURTHER = { provider: null, url: null };
const NEWS = { ...WAITING, direction: 'neutral', impact_score: 0, ...FURTHER, classifier: null, prompt: null };

/**
 * What tables of events keep beside their keys: columns, which are the contract's fields, each with what it has where an
 * event does not give it, as a deletion that gives its identity alone.
 */
export const EVENT_VALUES = {
  events_sentiment: NEWS,
  events_sentiment_crypto: NEWS,
  /** News that waits for its classification. */
  news_unclassified: { ...WAITING, ...FURTHER },
  events_earnings: {
    ...{ event_timestamp: 0, eps_actual: null, eps_expected: null, revenue_actual: null, revenue_expected: null },
    ...{ fiscal_period: null, title: null },
  },
  events_crypto: { event_timestamp: 0, category: '', title: '', url: null },
  events_macro: {
    ...{ event_timestamp: 0, country: '', name: '', actual: null, forecast: null, previous: null },
    ...{ unit: null, importance: null },
  },
  corporate_actions: { kind: 'split', ex_date: 0, ratio: null, amount: null },
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

/** Tables of news with a classification. */
export const CLASSIFIED_TABLES = ['events_sentiment', 'events_sentiment_crypto'] as const;
/** Between these news moves as it is classified, and as its source says more. */
export const NEWS_TABLES: readonly LandingTable[] = [...CLASSIFIED_TABLES, 'news_unclassified'];

export const isNews = (table: LandingTable): boolean => NEWS_TABLES.includes(table);
export const isClassifiedNews = (table: LandingTable): boolean => isNews(table) && table !== 'news_unclassified';

export type BarTable = 'bars' | 'bars_daily';

export function isBarTable(table: LandingTable): table is BarTable {
  return table === 'bars' || table === 'bars_daily';
}

export function isBar(row: EventRow): row is BarRow {
  return isBarTable(row.table);
}

export type EventRow = BarRow | IdRow;
export type LandingTable = EventRow['table'];

/** All rows of an event: one, but for a deletion of news that may be of either table. */
export function rowsOf(row: EventRow): readonly EventRow[] {
  return 'elsewhere' in row && row.elsewhere ? [row, row.elsewhere] : [row];
}
