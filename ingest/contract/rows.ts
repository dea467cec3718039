/** Decoded events: what the landing tables take, still typed. Texts and figures are as the source gave them. */
import type { AssetClass } from '../../exchange/symbol.ts';

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
const NEWS = {
  ...{ ...WAITING, direction: 'neutral', impact_score: 0 },
  ...{ ...FURTHER, classifier: null, prompt: null },
};

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
export type EventValues = Readonly<Record<string, string | number | null>>;

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
