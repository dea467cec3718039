import type { AssetClass } from '../../exchange/symbol.ts';
import { day, defineTable, flag, millis, number, oneOf, type RowOf, text } from '../../sql/table.ts';

export const deadLettersTable = defineTable('market.dead_letters', {
  id: text('id'),
  receivedAtMs: millis('received_at'),
  topic: text('topic'),
  partition: number('partition'),
  offset: number('offset'),
  key: text('key'),
  reason: text('reason'),
  message: text('message'),
  payload: text('payload'),
  source: text('source'),
  position: text('position'),
  version: number('version'),
  deleted: flag('is_deleted'),
});
export type DeadLetterRow = RowOf<typeof deadLettersTable>;

export const symbolsTable = defineTable('market.symbols', {
  symbol: text('symbol'),
  assetClass: oneOf<AssetClass>('asset_class'),
  /** Base interval. */
  intervalMin: number('interval_min'),
  origin: oneOf<'first_bar' | 'operator'>('origin'),
  /** Its view for analysts; empty where an earlier symbol has the name. */
  viewName: text('view_name'),
  /** Epoch ms of the writer, growing for each symbol. */
  version: number('version'),
  deleted: flag('is_deleted'),
  /** Who sends its bars adjusts them for splits up to this date, days since 1970; 0: they are raw. */
  adjustedThrough: day('adjusted_through'),
});
export type SymbolRow = RowOf<typeof symbolsTable>;

export const ledgerTable = defineTable('market.ingest_ledger', {
  topic: text('topic'),
  partition: number('partition'),
  firstOffset: number('first_offset'),
  lastOffset: number('last_offset'),
  events: number('events'),
  rows: number('rows'),
  deadLetters: number('dead_letters'),
  token: text('token'),
  landedAtMs: millis('landed_at'),
  /** Highest version given to an event without a revision up to `lastOffset`; 0 where that does not matter. */
  high: number('high'),
});
export type LedgerRow = RowOf<typeof ledgerTable>;
