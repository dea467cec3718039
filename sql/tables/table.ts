import type { Scalar } from '../text.ts';

/** A table as the project writes it: its columns in order, and how a row of ours becomes their values. */
export interface Table<Row> {
  /** With its database: `market.bars`. */
  readonly name: string;
  readonly columns: readonly string[];
  toRow(row: Row): Scalar[];
}

/** `columns` says each column's value; a test holds them against the migrated store. */
export function defineTable<Row>(name: string, columns: Record<string, (row: Row) => Scalar>): Table<Row> {
  const values = Object.values(columns);
  return { name, columns: Object.keys(columns), toRow: (row) => values.map((value) => value(row)) };
}
