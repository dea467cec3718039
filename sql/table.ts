import { type Params, type Scalar, tsvDate, tsvMillis } from './formats/text.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** A column under the name that the store has for it, and how a value of ours is written there and read again. */
export interface Column<Value> {
  readonly name: string;
  readonly written: (value: Value) => Scalar;
  /** SQL. */
  readonly selected: string;
  /** Of what `selected` answers. */
  readonly read: (answer: unknown) => unknown;
}

/** A table as the project writes it, and reads its own rows. */
export interface Table<Row> {
  /** With its database: `market.bars`. */
  readonly name: string;
  /** In the order of a row's values. */
  readonly columns: readonly string[];
  values(row: Row): Scalar[];
  insert(writer: Pick<Writer, 'insertRows'>, rows: readonly Row[]): Promise<void>;
  /** @param clauses what follows the table's name, such as `FINAL WHERE id = {id:String}` */
  select(reader: Pick<Reader, 'query'>, clauses: string, params?: Params): Promise<Row[]>;
}

/** What a row of the table is made of. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

type RowFor<Columns> = { [P in keyof Columns]: Columns[P] extends Column<infer Value> ? Value : never };

/** The columns by the properties of a row; a test holds them against the migrated store. */
export function defineTable<Columns extends Record<string, Column<never>>>(
  name: string,
  columns: Columns,
): Table<RowFor<Columns>> {
  const all = Object.entries(columns);
  const names = all.map(([, column]) => column.name);
  const sql = `SELECT ${all.map(([, { selected }]) => selected).join(', ')} FROM ${name}`;
  const values = (row: RowFor<Columns>) => all.map(([property, column]) => column.written(row[property] as never));
  return {
    name,
    columns: names,
    values,
    insert: (writer, rows) => writer.insertRows(name, names, rows.map(values)),
    async select(reader, clauses, params) {
      const rows = await reader.query<Record<string, unknown>>(`${sql} ${clauses}`, params);
      const rowOf = (row: Record<string, unknown>) =>
        Object.fromEntries(all.map(([property, { selected, read }]) => [property, read(row[selected])]));
      return rows.map(rowOf) as RowFor<Columns>[];
    },
  };
}

const orNull =
  <Value>(written: (value: Value) => Scalar) =>
  (value: Value | null) =>
    value === null ? null : written(value);
const asItIs = (value: Scalar) => value;

function column<Value>(
  name: string,
  written: (value: Value) => Scalar,
  selected = name,
  read: Column<Value>['read'] = (answer) => answer,
): Column<Value> {
  return { name, written, selected, read };
}

const days = (name: string) => `toInt32(${name})`;
const epochMs = (name: string) => `toUnixTimestamp64Milli(${name})`;

export const text = (name: string) => column<string>(name, asItIs);
/** One of the values of an enum. */
export const oneOf = <Value extends string>(name: string) => column<Value>(name, asItIs);
export const number = (name: string) => column<number>(name, asItIs);
export const flag = (name: string) => column<boolean>(name, asItIs, name, Boolean);
/** Days since the epoch. */
export const day = (name: string) => column<number>(name, tsvDate, days(name));
export const dayOrNull = (name: string) => column<number | null>(name, orNull(tsvDate), days(name));
/** Epoch ms. */
export const millis = (name: string) => column<number>(name, tsvMillis, epochMs(name));
export const millisOrNull = (name: string) => column<number | null>(name, orNull(tsvMillis), epochMs(name));
export const json = <Value extends object>(name: string) =>
  column<Value>(name, JSON.stringify, name, (answer) => JSON.parse(answer as string));
/** Texts without commas. */
export const commaList = (name: string) =>
  column<readonly string[]>(
    name,
    (texts) => texts.join(','),
    name,
    (answer) => (answer === '' ? [] : String(answer).split(',')),
  );
