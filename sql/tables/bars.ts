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

const COLUMNS: Parameters<typeof defineTable<BarRow>>[1] = {
  symbol: (row) => row.symbol,
  ts: (row) => tsvSeconds(row.minute * 60),
  open: (row) => row.open,
  high: (row) => row.high,
  low: (row) => row.low,
  close: (row) => row.close,
  volume: (row) => row.volume,
  ...provenanceColumns,
  import_id: (row) => row.importId ?? '',
};

export const barsTable = defineTable<BarRow>('market.bars', COLUMNS);
/** Daily bars of symbols whose base interval is shorter. */
export const barsDailyTable = defineTable<BarRow>('market.bars_daily', COLUMNS);
