/**
 * Figures of a summary, each said once: the field that documents it, and how it follows from the rows. Lists of them are
 * figures, too, of all the rows or of some, in place or below a key.
 */
import { WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { mean, median } from '../market/math/sample.ts';
import { reaches } from '../market/math/tolerance.ts';
import { type Extra, type Field, integer, number, type Unit } from '../market/records/fields.ts';
import { numbers, type RecordTable, rowsAt } from '../market/records/table.ts';
import { is, isTrue, type Rates } from './rates.ts';
import type { RawSummary, RawValue } from './statistic.ts';
import { count, where } from './summary-parts.ts';

export interface Figures {
  readonly fields: readonly Field[];
  /** @param path where they stand in the summary: the dotted path with its last dot */
  of(rows: RecordTable, rates: Rates, path?: string): RawSummary;
}

const figure = (
  field: Field,
  value: (rows: RecordTable, rates: Rates, path: string) => RawValue,
): Figures & { readonly fields: readonly [Field] } => ({
  fields: [field],
  of: (rows, rates, path = '') => ({ [field.name]: value(rows, rates, path + field.name) }),
});

type Test = (value: number) => boolean;

/** How many rows there are; given a column, those whose value passes. */
export const counted = (name: string, unit: Unit, description: string, column?: string, passes: Test = isTrue) =>
  figure(integer(name, unit, description), (rows) =>
    column === undefined ? rows.length : count(numbers(rows, column), passes),
  );

/** `x_pct` is the percentage of the rows whose `x` passes, of those where it is not null; with its interval. */
export const share = (
  name: string,
  description: string,
  column = name.replace(/_pct$/, ''),
  passes: Test = isTrue,
  extra: Extra = {},
) => figure(number(name, 'pct', description, extra), (rows, rates, path) => rates.share(path, rows, column, passes));

/** `avg_x` is the mean of the column `x`, `median_x` its median; null is left out. */
export const average = (name: string, unit: Unit, description: string, column = name.slice(name.indexOf('_') + 1)) =>
  figure(number(name, unit, description), (rows) => (name.startsWith('avg_') ? mean : median)(numbers(rows, column)));

export const together = (...all: readonly Figures[]): Figures => ({
  fields: all.flatMap(({ fields }) => fields),
  of: (rows, rates, path) => Object.assign({}, ...all.map((one) => one.of(rows, rates, path))),
});

/** Of the rows with this value in a column, such as an enum's code. */
export const only = (column: string, value: number, ...all: readonly Figures[]): Figures => {
  const { fields, of } = together(...all);
  return { fields, of: (rows, rates, path) => of(where(rows, column, value), rates, path) };
};

const inside = (key: string, fields: readonly Field[]) =>
  fields.map((field) => ({ ...field, name: `${key}.${field.name}` }));

/** `{key: {...}}` */
export const below = (key: string, ...all: readonly Figures[]): Figures => {
  const { fields, of } = together(...all);
  return {
    fields: inside(key, fields),
    of: (rows, rates, path = '') => ({ [key]: of(rows, rates, `${path}${key}.`) }),
  };
};

/** Figures that one field documents, its name with `*` for theirs. */
export const documentedBy = (field: Field, ...all: readonly Figures[]): Figures => ({
  fields: [field],
  of: together(...all).of,
});

/** `{word: rows with it, ...}` of an enum. */
export const tally = (key: string, unit: Unit, description: string, column: string, words: readonly string[]) =>
  below(
    key,
    documentedBy(
      integer('*', unit, description),
      ...words.map((word, code) => counted(word, unit, description, column, is(code))),
    ),
  );

/** A way to divide rows: names of the parts, and the index of a row's. */
export interface Division {
  readonly names: readonly string[];
  codes(rows: RecordTable): ArrayLike<number>;
  /** From this part on, only where there are rows. */
  readonly optionalFrom?: number;
}

/** By the words of an enum. */
export const byWord = (column: string, names: readonly string[]): Division => ({
  names,
  codes: (rows) => numbers(rows, column),
});

/** By buckets of a number with these ascending lower edges; on an edge it belongs above, null is in none of them. */
export const byBucket = (column: string, edges: readonly number[]): Division => ({
  names: [`<${edges[0]}`, ...edges.slice(1).map((edge, i) => `${edges[i]}-${edge}`), `>=${edges[edges.length - 1]}`],
  codes: (rows) =>
    numbers(rows, column).map((value) => {
      const above = edges.findIndex((edge) => !reaches(value, edge));
      return Number.isNaN(value) ? -1 : above === -1 ? edges.length : above;
    }),
});

/** By size in percent, of gaps and of ranges. */
export const bySize = (column: string) => byBucket(column, [0.25, 0.5, 1, 2]);

/** By weekday: the five working days always, weekend days where they occur. */
export const ON_WEEKDAY: Division = {
  names: WEEKDAYS,
  codes: (rows) => numbers(rows, 'date').map(weekdayOf),
  optionalFrom: 5,
};

/** `{key: {part: {...}, ...}}`, each of its part of the rows. */
export const divided = (key: string, { names, codes, optionalFrom }: Division, ...all: readonly Figures[]): Figures => {
  const { fields, of } = together(...all);
  return {
    fields: inside(`${key}.*`, fields),
    of(rows, rates, path = '') {
      const parts = names.map((): number[] => []);
      const codeOf = codes(rows);
      for (let row = 0; row < rows.length; row++) parts[codeOf[row]]?.push(row);
      const shown = names.flatMap((name, code) => {
        if (parts[code].length === 0 && code >= (optionalFrom ?? names.length)) return [];
        return [[name, of(rowsAt(rows, parts[code]), rates, `${path}${key}.${name}.`)]];
      });
      return { [key]: Object.fromEntries(shown) };
    },
  };
};
