/**
 * Figures of a summary, each said once: the field that documents it, and how it follows from the rows. Lists of them are
 * figures, too, of all the rows or of some, in place or below a key.
 */
import { newYorkOffset } from '../../exchange/new-york.ts';
import { MS_PER_DAY, MS_PER_MINUTE, WEEKDAYS, weekdayOf } from '../../lib/days.ts';
import { codeOf, type Field, integer, number, shown, type Unit } from '../market/fields.ts';
import { type Interval, mean, median, rate, reaches, wilson } from '../market/math.ts';
import { numbers, partOf, type RecordTable, rowsAt } from '../market/records.ts';
import type { RawSummary, RawValue } from '../market/render.ts';
import { numberOf } from './params.ts';
import type { View } from './statistic.ts';

type Test = (value: number) => boolean;

/** Rows whose session falls on one of the weekdays of the bit set (undefined: all). */
export function onWeekdays(table: RecordTable, weekdays: number | undefined): RecordTable {
  if (weekdays === undefined) return table;
  const dates = numbers(table, 'date');
  return partOf(table, (row) => ((weekdays >> weekdayOf(dates[row])) & 1) === 1);
}

/** Rows with `complete` set: only they enter summaries and tops. */
export const completeOnly = (table: RecordTable): RecordTable => where(table, 'complete', 1);

export function where(table: RecordTable, column: string, value: number): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => values[row] === value);
}

export function having(table: RecordTable, column: string): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => !Number.isNaN(values[row]));
}

/** @param passes a code, such as an enum's or 1 of true, or any test */
export function count(column: Float64Array, passes: number | Test): number {
  let n = 0;
  if (typeof passes === 'number') for (let row = 0; row < column.length; row++) n += column[row] === passes ? 1 : 0;
  else for (let row = 0; row < column.length; row++) if (passes(column[row])) n++;
  return n;
}

export function atLeast(table: RecordTable, column: string, least: number): RecordTable {
  const values = numbers(table, column);
  return partOf(table, (row) => reaches(values[row], least));
}

/** Parts with fewer cases than this are ranked only where there are no others. */
const FEWEST_CASES = 3;

/**
 * Row with the highest (lowest) value of a field as shown, the earlier of equal ones; -1 without any.
 * @param cases of each row, where few of them make a value that should not stand out
 */
export function extremeRow(table: RecordTable, { name, unit }: Field, highest: boolean, cases?: Float64Array): number {
  const values = numbers(table, name).map((value) => shown(value, unit));
  const isRanked = cases?.some((n) => n >= FEWEST_CASES);
  let found = -1;
  for (let row = 0; row < table.length; row++) {
    if (Number.isNaN(values[row]) || (isRanked && cases![row] < FEWEST_CASES)) continue;
    if (found === -1 || (highest ? values[row] > values[found] : values[row] < values[found])) found = row;
  }
  return found;
}

/** Collects the 95 % Wilson interval of every rate asked of it, under the rate's dotted path in the summary. */
export class Rates {
  readonly #intervals: Record<string, RawSummary> = {};

  /** `hits` of `cases` in percent; NaN over no case. */
  of(path: string, hits: number, cases: number): number {
    this.#intervals[path] = wilson(hits, cases) as Readonly<Record<keyof Interval, number>>;
    return rate(hits, cases);
  }

  /** How often the value of a column passes, such as true, in percent; null (NaN) is no case. */
  share(path: string, rows: RecordTable, column: string, passes: number | Test = 1): number {
    const values = numbers(rows, column);
    let hits = 0;
    let cases = 0;
    for (let row = 0; row < values.length; row++) {
      if (Number.isNaN(values[row])) continue;
      cases++;
      if (typeof passes === 'number' ? values[row] === passes : passes(values[row])) hits++;
    }
    return this.of(path, hits, cases);
  }

  get confidence(): RawSummary {
    return this.#intervals;
  }
}

export interface Figures {
  readonly fields: readonly Field[];
  /** @param path where they stand in the summary: the dotted path with its last dot */
  of(rows: RecordTable, rates: Rates, path?: string, view?: View): RawSummary;
}

/** One that is worked out in its own way. */
export const figure = (
  field: Field,
  value: (rows: RecordTable, rates: Rates, path: string, view: View) => RawValue,
): Figures => ({
  fields: [field],
  of: (rows, rates, path = '', view) => ({ [field.name]: value(rows, rates, path + field.name, view as View) }),
});

/** Figures of a whole summary that a function of its own works out. */
export const workedOut = <V>(
  fields: readonly Field[],
  of: (view: View<V>, rates: Rates, rows: RecordTable) => RawSummary,
): Figures => ({ fields, of: (rows, rates, _path, view) => of(view as View<V>, rates, rows) });

export const counted = (name: string, unit: Unit, description: string) =>
  figure(integer(name, unit, description), (rows) => rows.length);

export const asked = (name: string, unit: Unit, description: string) =>
  figure(integer(name, unit, description), (_rows, _rates, _path, view) => numberOf(view.values, name));

type NameOf<F extends Field, T extends Field['type']> = F extends Field<string, T> ? F['name'] : never;
/** What passes: a word or some of an enum, true or false, null, or any test of the number. */
type Passing<F extends Field> =
  | null
  | Test
  | (F extends Field<string, 'enum', infer V>
      ? V | readonly V[]
      : F extends Field<string, 'boolean'>
        ? boolean
        : never);
/** Rows by one of their columns: a boolean that is true, or `{ column: what passes }`. */
export type Which<F extends Field> = NameOf<F, 'boolean'> | { readonly [G in F as G['name']]?: Passing<G> };

/** Makers of figures of records with these fields: a column that they do not have does not compile. */
export function figuresOf<F extends Field>(fields: readonly F[]) {
  type Measure = NameOf<F, 'number' | 'integer'>;
  const fieldOf = (name: string): Field => {
    const found = fields.find((one) => one.name === name);
    if (!found) throw new Error(`no field '${name}'`);
    return found;
  };
  const testOf = (which: Which<F>): { column: string; passes: number | Test } => {
    if (typeof which === 'string') return { column: which, passes: 1 };
    const [[column, passing], ...more] = Object.entries(which) as [string, Passing<Field>][];
    if (more.length > 0) throw new Error(`more than one condition beside '${column}'`);
    if (passing === null) return { column, passes: Number.isNaN };
    if (typeof passing === 'function') return { column, passes: passing };
    if (typeof passing === 'boolean') return { column, passes: passing ? 1 : 0 };
    const codes = [passing].flat().map((word) => codeOf(fieldOf(column), String(word)));
    return { column, passes: codes.length === 1 ? codes[0] : (value: number) => codes.includes(value) };
  };
  const averaged =
    (prefix: string, over: (values: Float64Array) => number) =>
    (column: Measure, description: string, as: string = prefix + column) =>
      figure(number(as, fieldOf(column).unit, description), (rows) => over(numbers(rows, column)));
  return {
    /** `avg_x`: the mean of the column `x`, nulls left out. */
    mean: averaged('avg_', mean),
    /** `median_x` */
    median: averaged('median_', median),
    /** `x_pct`: the percentage of the rows that pass, of those where the column is not null; with its interval. */
    share: (which: Which<F>, description: string, { as, formula }: { as?: string; formula?: string } = {}) => {
      const { column, passes } = testOf(which);
      return figure(number(as ?? `${column}_pct`, 'pct', description, { formula }), (rows, rates, path) =>
        rates.share(path, rows, column, passes),
      );
    },
    counted: (name: string, unit: Unit, description: string, which: Which<F>) => {
      const { column, passes } = testOf(which);
      return figure(integer(name, unit, description), (rows) => count(numbers(rows, column), passes));
    },
    only: (which: Which<F>, ...all: readonly Figures[]): Figures => {
      const { column, passes } = testOf(which);
      const { fields: made, of } = together(...all);
      return {
        fields: made,
        of(rows, rates, path, view) {
          const values = numbers(rows, column);
          const keep =
            typeof passes === 'number' ? (row: number) => values[row] === passes : (row: number) => passes(values[row]);
          return of(partOf(rows, keep), rates, path, view);
        },
      };
    },
    /** `{word: rows with it, ...}` of an enum. */
    tally: (key: string, unit: Unit, description: string, column: NameOf<F, 'enum'>) => {
      const words = fieldOf(column).values ?? [];
      return below(
        key,
        documentedBy(
          integer('*', unit, description),
          ...words.map((word, code) =>
            figure(integer(word, unit, description), (rows) => count(numbers(rows, column), code)),
          ),
        ),
      );
    },
    byWord: (column: NameOf<F, 'enum'>): Division => ({
      names: fieldOf(column).values ?? [],
      codes: (rows) => numbers(rows, column),
    }),
    /** Divides by size in percent, of gaps and of ranges. */
    bySize: (column: Measure): Division => bySize(column),
  };
}

export const together = (...all: readonly Figures[]): Figures => ({
  fields: all.flatMap(({ fields }) => fields),
  of: (rows, rates, path, view) => Object.assign({}, ...all.map((one) => one.of(rows, rates, path, view))),
});

const inside = (key: string, fields: readonly Field[]) =>
  fields.map((field) => ({ ...field, name: `${key}.${field.name}` }));

/** `{key: {...}}` */
export const below = (key: string, ...all: readonly Figures[]): Figures => {
  const { fields, of } = together(...all);
  return {
    fields: inside(key, fields),
    of: (rows, rates, path = '', view) => ({ [key]: of(rows, rates, `${path}${key}.`, view) }),
  };
};

/** Figures that one field documents, its name with `*` for theirs. */
export const documentedBy = (field: Field, ...all: readonly Figures[]): Figures => ({
  fields: [field],
  of: together(...all).of,
});

/** A way to divide rows: names of the parts, and the index of a row's. */
export interface Division {
  readonly names: readonly string[];
  codes(rows: RecordTable, view?: View): ArrayLike<number>;
  /** From this part on, only where there are rows. */
  readonly optionalFrom?: number;
}

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

const HOURS = 24;
const MS_PER_HOUR = 3_600_000;

/**
 * Returns the hour of the day of a time (epoch ms): UTC, but New York's for equities and ETFs under `session=exchange`, so
 * that an hour of the exchange's day is the same all year.
 */
export function hourOf({ session, meta }: Pick<View, 'session' | 'meta'>): (ms: number) => number {
  if (meta.assetClass === 'crypto' || session.mode !== 'exchange') return (ms) => ((ms / MS_PER_HOUR) | 0) % HOURS;
  return (ms) => {
    // A 1d bar starts at 00:00 UTC, at which no session of the exchange has a bar.
    if (ms % MS_PER_DAY === 0) return 0;
    const minute = Math.floor(ms / MS_PER_MINUTE);
    return Math.floor((minute + newYorkOffset(minute)) / 60) % HOURS;
  };
}

/** By the hour of a time, as `hourOf` has it; those that occur. */
export const byHour = (column: string): Division => ({
  names: Array.from({ length: HOURS }, (_, hour) => String(hour)),
  codes: (rows, view) => numbers(rows, column).map(hourOf(view!)),
  optionalFrom: 0,
});

/** `{key: {part: {...}, ...}}`, each of its part of the rows. */
export const divided = (key: string, { names, codes, optionalFrom }: Division, ...all: readonly Figures[]): Figures => {
  const { fields, of } = together(...all);
  return {
    fields: inside(`${key}.*`, fields),
    of(rows, rates, path = '', view) {
      const parts = names.map((): number[] => []);
      const codeOf = codes(rows, view);
      for (let row = 0; row < rows.length; row++) parts[codeOf[row]]?.push(row);
      const shown = names.flatMap((name, code) => {
        if (parts[code].length === 0 && code >= (optionalFrom ?? names.length)) return [];
        return [[name, of(rowsAt(rows, parts[code]), rates, `${path}${key}.${name}.`, view)]];
      });
      return { [key]: Object.fromEntries(shown) };
    },
  };
};
