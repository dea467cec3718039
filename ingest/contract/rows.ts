/** Decoded events: what the landing tables take, still typed. Texts and figures are as the source gave them. */
import type { AssetClass } from '../../lib/symbol.ts';

/** Where a record stood in the log, and when it came. */
export interface RecordMeta {
  readonly partition: number;
  /** Offset in the partition; embedded: order of arrival. */
  readonly offset: number;
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

export type Direction = 'negative' | 'neutral' | 'positive';

export interface NewsRow extends LandedRow {
  readonly table: 'events_sentiment' | 'events_sentiment_crypto';
  readonly symbol: string;
  readonly id: string;
  readonly assetClass: AssetClass;
  readonly eventMs: number;
  readonly title: string;
  readonly headline: string | null;
  readonly direction: Direction;
  readonly impactScore: number;
  readonly provider: string | null;
  readonly url: string | null;
  /** Model that classified it at collection, and the hash of its prompt; `null` where its source did. */
  readonly classifier: string | null;
  readonly prompt: string | null;
  /** The deletion of an id whose asset class it does not say: the same row of the other table. */
  readonly elsewhere?: NewsRow;
}

/** News that waits for its classification. */
export interface UnclassifiedRow extends LandedRow {
  readonly table: 'news_unclassified';
  readonly symbol: string;
  readonly id: string;
  readonly assetClass: AssetClass;
  readonly eventMs: number;
  readonly title: string;
  readonly headline: string | null;
  readonly provider: string | null;
  readonly url: string | null;
}

export interface EarningsRow extends LandedRow {
  readonly table: 'events_earnings';
  readonly symbol: string;
  readonly id: string;
  readonly eventMs: number;
  readonly epsActual: number | null;
  readonly epsExpected: number | null;
  readonly revenueActual: number | null;
  readonly revenueExpected: number | null;
  readonly fiscalPeriod: string | null;
  readonly title: string | null;
}

export interface CryptoRow extends LandedRow {
  readonly table: 'events_crypto';
  readonly symbol: string;
  readonly id: string;
  readonly eventMs: number;
  readonly category: string;
  readonly title: string;
  readonly url: string | null;
}

export interface MacroRow extends LandedRow {
  readonly table: 'events_macro';
  readonly id: string;
  readonly eventMs: number;
  readonly country: string;
  readonly name: string;
  readonly actual: number | null;
  readonly forecast: number | null;
  readonly previous: number | null;
  readonly unit: string | null;
  readonly importance: string | null;
}

/** A split or a cash dividend. */
export interface ActionRow extends LandedRow {
  readonly table: 'corporate_actions';
  readonly symbol: string;
  readonly id: string;
  readonly kind: 'split' | 'dividend';
  /** 00:00 UTC of its ex-date; 0 in a deletion that does not say it. */
  readonly eventMs: number;
  /** Of a split: new shares for an old one. */
  readonly ratio: number | null;
  /** Of a dividend: cash a share. */
  readonly amount: number | null;
}

export type BarTable = 'bars' | 'bars_daily';

export function isBarTable(table: LandingTable): table is BarTable {
  return table === 'bars' || table === 'bars_daily';
}

export function isBar(row: EventRow): row is BarRow {
  return isBarTable(row.table);
}

export type EventRow = BarRow | NewsRow | UnclassifiedRow | EarningsRow | CryptoRow | MacroRow | ActionRow;
export type LandingTable = EventRow['table'];

/** All rows of an event: one, but for a deletion of news that may be of either table. */
export function rowsOf(row: EventRow): readonly EventRow[] {
  return 'elsewhere' in row && row.elsewhere ? [row, row.elsewhere] : [row];
}
