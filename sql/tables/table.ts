import { type Scalar, tsvDate, tsvMillis } from '../text.ts';
import type { Writer } from '../writer.ts';

/** A column under the name that the store has for it, and how a value of ours is written there. */
export interface Column<Value> {
  readonly name: string;
  readonly written: (value: Value) => Scalar;
}

/** A table as the project writes it. */
export interface Table<Row> {
  /** With its database: `market.bars`. */
  readonly name: string;
  /** In the order of a row's values. */
  readonly columns: readonly string[];
  insert(writer: Pick<Writer, 'insertRows'>, rows: readonly Row[]): Promise<void>;
}

/** What a row of the table is made of. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

type RowFor<Columns> = { [P in keyof Columns]: Columns[P] extends Column<infer Value> ? Value : never };

/** The columns by the properties of a row; a test holds them against the migrated store. */
export function defineTable<Columns extends Record<string, Column<never>>>(
  name: string,
  columns: Columns,
): Table<RowFor<Columns>> {
  const written = Object.entries(columns);
  const names = written.map(([, column]) => column.name);
  const values = (row: RowFor<Columns>) => written.map(([property, column]) => column.written(row[property] as never));
  return { name, columns: names, insert: (writer, rows) => writer.insertRows(name, names, rows.map(values)) };
}

const orNull =
  <Value>(written: (value: Value) => Scalar) =>
  (value: Value | null) =>
    value === null ? null : written(value);
const asItIs = (value: Scalar) => value;

export const text = (name: string): Column<string> => ({ name, written: asItIs });
/** One of the values of an enum. */
export const oneOf = <Value extends string>(name: string): Column<Value> => ({ name, written: asItIs });
export const number = (name: string): Column<number> => ({ name, written: asItIs });
export const flag = (name: string): Column<boolean> => ({ name, written: asItIs });
/** Days since the epoch. */
export const day = (name: string): Column<number> => ({ name, written: tsvDate });
export const dayOrNull = (name: string): Column<number | null> => ({ name, written: orNull(tsvDate) });
/** Epoch ms. */
export const millis = (name: string): Column<number> => ({ name, written: tsvMillis });
export const millisOrNull = (name: string): Column<number | null> => ({ name, written: orNull(tsvMillis) });
export const json = <Value extends object>(name: string): Column<Value> => ({ name, written: JSON.stringify });
/** Texts without commas. */
export const commaList = (name: string): Column<readonly string[]> => ({ name, written: (texts) => texts.join(',') });
