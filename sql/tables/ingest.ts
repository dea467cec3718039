import type { AssetClass } from '../../lib/symbol.ts';
import { tsvDate, tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

export interface DeadLetterRow {
  /** Of topic, partition and offset, or of the import and its row. */
  id: string;
  receivedAtMs: number;
  topic: string;
  partition: number;
  offset: number;
  /** Empty where the message had none. */
  key: string;
  /** Short code, such as `interval_conflict`. */
  reason: string;
  /** What is wrong and how to fix it. */
  message: string;
  payload: string;
  source: string;
  /** Where it stood, such as `row 17`. */
  position: string;
  version: number;
  deleted: boolean;
}

export const deadLettersTable = defineTable<DeadLetterRow>('market.dead_letters', {
  id: (row) => row.id,
  received_at: (row) => tsvMillis(row.receivedAtMs),
  topic: (row) => row.topic,
  partition: (row) => row.partition,
  offset: (row) => row.offset,
  key: (row) => row.key,
  reason: (row) => row.reason,
  message: (row) => row.message,
  payload: (row) => row.payload,
  source: (row) => row.source,
  position: (row) => row.position,
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
});

export interface SymbolRow {
  symbol: string;
  assetClass: AssetClass;
  /** Base interval of its bars, minutes. */
  intervalMin: number;
  origin: 'first_bar' | 'operator';
  /** Its view `bars_<symbol>`; empty where an earlier symbol has the name. */
  viewName: string;
  /** Splits that its bars are adjusted for already, up to a date, days since the epoch; 0: none. */
  adjustedThrough: number;
  version: number;
  deleted: boolean;
}

export const symbolsTable = defineTable<SymbolRow>('market.symbols', {
  symbol: (row) => row.symbol,
  asset_class: (row) => row.assetClass,
  interval_min: (row) => row.intervalMin,
  origin: (row) => row.origin,
  view_name: (row) => row.viewName,
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
  adjusted_through: (row) => tsvDate(row.adjustedThrough),
});

export interface LedgerRow {
  topic: string;
  partition: number;
  firstOffset: number;
  lastOffset: number;
  events: number;
  rows: number;
  deadLetters: number;
  /** Of the batch's content: a retry has the same. */
  token: string;
  landedAtMs: number;
  /** Highest version given to an event without a revision up to `lastOffset`, epoch ms. */
  high: number;
}

export const ledgerTable = defineTable<LedgerRow>('market.ingest_ledger', {
  topic: (row) => row.topic,
  partition: (row) => row.partition,
  first_offset: (row) => row.firstOffset,
  last_offset: (row) => row.lastOffset,
  events: (row) => row.events,
  rows: (row) => row.rows,
  dead_letters: (row) => row.deadLetters,
  token: (row) => row.token,
  landed_at: (row) => tsvMillis(row.landedAtMs),
  high: (row) => row.high,
});
