import { type Params, type Scalar, tsvDate, tsvMillis } from './formats/text.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** A column under the name that the store has for it, and how a value of ours is written there and read again. */
export interface Column<Value> {
  readonly name: string;
  readonly written: (value: Value) => Scalar;
  readonly selected: string;
  /** Of what `selected` answers. */
  readonly read: (answer: unknown) => unknown;
}

export interface Table<Row> {
  readonly name: string;
  /** In the order of a row's values. */
  readonly columns: readonly string[];
  values(row: Row): Scalar[];
  insert(writer: Pick<Writer, 'insertRows'>, rows: readonly Row[]): Promise<void>;
  /** @param clauses what follows the table's name, such as `FINAL WHERE id = {id:String}` */
  select(reader: Pick<Reader, 'query'>, clauses: string, params?: Params): Promise<Row[]>;
}

export type RowOf<T> = T extends Table<infer Row> ? Row : never;

type RowFor<Columns> = { [P in keyof Columns]: Columns[P] extends Column<infer Value> ? Value : never };

/** @param declare the columns by the properties of a row, from their makers; a test compares them with the migrated store */
export function defineTable<Columns extends Record<string, Column<never>>>(
  name: string,
  declare: (makers: typeof MAKERS) => Columns,
): Table<RowFor<Columns>> {
  const all = Object.entries(declare(MAKERS));
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

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Named<Names extends readonly string[], Value> = { [Name in Names[number] as Camel<Name>]: Column<Value> };

/** Several of one kind, each under the property that has its name in camel case. */
const several =
  <Value>(make: (name: string) => Column<Value>) =>
  <const Names extends readonly string[]>(...names: Names) => {
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return Object.fromEntries(names.map((name) => [camel(name), make(name)])) as Named<Names, Value>;
  };

const text = (name: string) => column<string>(name, asItIs);
const number = (name: string) => column<number>(name, asItIs);
const bigint = (name: string) =>
  column<bigint>(name, asItIs, `toString(${name})`, (answer) => BigInt(answer as string));

const MAKERS = {
  text,
  texts: several(text),
  number,
  /** 64 bits. */
  bigint,
  numbers: several(number),
  oneOf: <Value extends string>(name: string) => column<Value>(name, asItIs),
  flag: (name: string) => column<boolean>(name, asItIs, name, Boolean),
  /** Days since the epoch. */
  day: (name: string) => column<number>(name, tsvDate, days(name)),
  dayOrNull: (name: string) => column<number | null>(name, orNull(tsvDate), days(name)),
  /** Epoch ms. */
  millis: (name: string) => column<number>(name, tsvMillis, epochMs(name)),
  millisOrNull: (name: string) => column<number | null>(name, orNull(tsvMillis), epochMs(name)),
  json: <Value extends object>(name: string) =>
    column<Value>(name, JSON.stringify, name, (answer) => JSON.parse(answer as string)),
  /** Texts without commas. */
  commaList: (name: string) =>
    column<readonly string[]>(
      name,
      (list) => list.join(','),
      name,
      (answer) => (answer === '' ? [] : String(answer).split(',')),
    ),
};
