/** Fields of a record that stands for a session, and how they are written. */
import { WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { boolean, date, type Extra, type Field, number, oneOf, SYMBOL_FIELD } from '../market/records/fields.ts';
import type { SessionSet } from '../market/sessions/build.ts';

/** The first fields of the record. */
export const dayFields = (description = 'Date of the session'): readonly Field[] => [
  SYMBOL_FIELD,
  date('date', description),
  oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
];

/** Its last one. */
export const COMPLETE_FIELD = boolean('complete', 'The data reach the end of the window');

export const OR_NULL = { nullable: true };
/** A price (a percentage) that every record has. */
export const price = (name: string, description: string, extra: Extra = {}) =>
  number(name, 'price', description, { nullable: false, ...extra });
export const pct = (name: string, description: string, formula?: string) =>
  number(name, 'pct', description, { nullable: false, formula });

/** High, low and close of the session before. */
export const previousPrices = (): readonly Field[] =>
  ['high', 'low', 'close'].map((name) =>
    price(`prev_${name}`, `${name[0].toUpperCase()}${name.slice(1)} of the previous session`, { lookBack: true }),
  );

/** Open, high, low and close of the session, which every record has. */
export const sessionPrices = (prefix = '', of = ''): readonly Field[] => [
  price(`${prefix}open`, 'First price of the session'),
  price(`${prefix}high`, `Highest price${of}`),
  price(`${prefix}low`, `Lowest price${of}`),
  price(`${prefix}close`, `Last price${of}`),
];

export const UP_DOWN = ['up', 'down'] as const;

export type Columns = Readonly<Record<string, Float64Array>>;

/** `date`, `weekday` and `complete` of session `s`. */
export function writeDay(columns: Columns, row: number, sessions: SessionSet, s: number): void {
  columns.date[row] = sessions.date[s];
  columns.weekday[row] = weekdayOf(sessions.date[s]);
  columns.complete[row] = sessions.complete[s];
}
