import { tsvDate, tsvMillis } from '../text.ts';
import { defineTable } from './table.ts';

/** What a day can be dirty in. */
export type DayKind = 'bars' | 'bars_daily' | 'sentiment' | 'sentiment_crypto' | 'actions';

/** Sums of 64-bit hashes go beyond 2^53: bigint, or text from `toString(fingerprint)`. */
export type Fingerprint = bigint | string;

/** Rows of `market.day_log` as they are read (summed per day); materialised views write them, nobody else. */
export interface DayLogRow {
  kind: DayKind;
  symbol: string;
  /** UTC date, days since the epoch. */
  day: number;
  rows: number;
  fingerprint: Fingerprint;
}

export const dayLogTable = defineTable<DayLogRow>('market.day_log', {
  kind: (row) => row.kind,
  symbol: (row) => row.symbol,
  day: (row) => tsvDate(row.day),
  rows: (row) => row.rows,
  fingerprint: (row) => row.fingerprint,
});

export interface ComputedDayRow extends DayLogRow {
  computedAtMs: number;
}

export const computedDaysTable = defineTable<ComputedDayRow>('market.computed_days', {
  kind: (row) => row.kind,
  symbol: (row) => row.symbol,
  day: (row) => tsvDate(row.day),
  fingerprint: (row) => row.fingerprint,
  rows: (row) => row.rows,
  computed_at: (row) => tsvMillis(row.computedAtMs),
});

export interface ComputedUnitRow {
  statistic: string;
  symbol: string;
  /** Number of the definition the records were made by. */
  definition: number;
  computedAtMs: number;
  version: number;
  deleted: boolean;
  /** Hash of the coverage that the summaries were computed from. */
  state: bigint;
}

export const computedUnitsTable = defineTable<ComputedUnitRow>('market.computed_units', {
  statistic: (row) => row.statistic,
  symbol: (row) => row.symbol,
  definition: (row) => row.definition,
  computed_at: (row) => tsvMillis(row.computedAtMs),
  version: (row) => row.version,
  is_deleted: (row) => row.deleted,
  state: (row) => row.state,
});
