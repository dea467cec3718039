import { tsvSeconds } from '../text.ts';
import { type Provenance, provenanceColumns } from './provenance.ts';
import { defineTable } from './table.ts';

export interface BarRow extends Provenance {
  symbol: string;
  /** Start of the bar in whole minutes since the epoch (UTC). */
  minute: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** Import that brought it; empty where none did. */
  importId?: string;
}

export const barsTable = defineTable<BarRow>('market.bars', {
  symbol: (row) => row.symbol,
  ts: (row) => tsvSeconds(row.minute * 60),
  open: (row) => row.open,
  high: (row) => row.high,
  low: (row) => row.low,
  close: (row) => row.close,
  volume: (row) => row.volume,
  ...provenanceColumns,
  import_id: (row) => row.importId ?? '',
});
