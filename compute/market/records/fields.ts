/**
 * A field of a record or answer, said once: from it come the table's column, the rounding, `/doc` and OpenAPI.
 */

export type FieldType = 'number' | 'integer' | 'boolean' | 'string' | 'enum' | 'date' | 'timestamp' | 'json';

/** What a number is; it decides the rounding in answers. */
export type Unit =
  | 'price'
  | 'volume'
  | 'ratio'
  | 'pct'
  | 'minutes'
  | 'seconds'
  | 'bars'
  | 'candles'
  | 'sessions'
  | 'count'
  | 'score'
  | 'none';

/**
 * When a field of a session's record is known, in the order of the day: from earlier sessions; at the first bar's open;
 * when the opening range or candle is complete; at the end of the bar that a time field names, and that nothing came at
 * the close; at the session's close; after the session.
 */
export const KNOWN_AT = ['before', 'open', 'end_of_range', 'event', 'close', 'later'] as const;
export type KnownAt = (typeof KNOWN_AT)[number];

/** `N`, `T` and `V` are known where the field is written down, and give kernels and figures their column names. */
export interface Field<N extends string = string, T extends FieldType = FieldType, V extends string = string> {
  readonly name: N;
  readonly type: T;
  readonly unit: Unit;
  readonly nullable: boolean;
  readonly description: string;
  readonly formula?: string;
  /** The words of an `enum`, in the order of their codes. */
  readonly values?: readonly V[];
  /** In the store only, never in an answer. */
  readonly internal?: boolean;
  /** A constant of the whole table (symbol), not a column of it. */
  readonly constant?: boolean;
  /** Shows a price or date of an earlier session: null to a plan whose history begins after that one. */
  readonly lookBack?: boolean;
  /** Of records that stand for a session or are in one. */
  readonly knownAt?: KnownAt;
  /** Of `event`: the time field that names the bar, and whether it is that bar's start or end. */
  readonly event?: { readonly field: string; readonly at: 'start' | 'end' };
  /**
   * The field is about something that may never come (a fill, a break): null means that it did not come where `field` of
   * the same record is one of `is`; any other null is unknown.
   */
  readonly never?: { readonly field: string; readonly is: readonly (string | boolean)[] };
  /**
   * Of a field of the close that an event decides and nothing undoes: the time column, internal or not, of the bar that
   * decides it; null there: it is decided at the close.
   */
  readonly decidedAt?: { readonly field: string; readonly at: 'start' | 'end' };
  /** Of minutes and seconds until an event: from when they count, the day's anchor or its first bar. */
  readonly since?: 'anchor' | 'first_bar';
}

export interface Extra {
  formula?: string;
  nullable?: boolean;
  internal?: boolean;
  lookBack?: boolean;
  never?: Field['never'];
  since?: Field['since'];
  decidedAt?: Field['decidedAt'];
  knownAt?: KnownAt;
  event?: Field['event'];
}

const maker =
  <T extends FieldType>(type: T) =>
  <const N extends string>(name: N, unit: Unit, description: string, extra: Extra = {}): Field<N, T> => {
    const { nullable = false, ...others } = extra;
    const given = Object.entries(others).filter(([, value]) => value !== undefined);
    return { name, type, unit, description, nullable, ...Object.fromEntries(given) };
  };
const unitless = <T extends FieldType>(type: T) => {
  const make = maker(type);
  return <const N extends string>(name: N, description: string, extra?: Extra) =>
    make(name, 'none', description, extra);
};

const makeNumber = maker('number');
/** A number that may be null: most figures have no value for some records. */
export const number = <const N extends string>(name: N, unit: Unit, description: string, extra: Extra = {}) =>
  makeNumber(name, unit, description, { nullable: true, ...extra });
/** A price (a percentage) that every record has. */
export const price = <const N extends string>(name: N, description: string, extra: Extra = {}) =>
  makeNumber(name, 'price', description, extra);
export const pct = <const N extends string>(name: N, description: string, formula?: string, extra: Extra = {}) =>
  makeNumber(name, 'pct', description, { formula, ...extra });
export const integer = maker('integer');
export const boolean = unitless('boolean');
export const text = unitless('string');
export const date = unitless('date');
export const timestamp = unitless('timestamp');
export const json = unitless('json');
const makeEnum = unitless('enum');
export const oneOf = <const N extends string, const V extends string>(
  name: N,
  values: readonly V[],
  description: string,
  extra?: Extra,
): Field<N, 'enum', V> => ({ ...makeEnum(name, description, extra), values });

/**
 * The number that columns hold for a word of an enum.
 * @throws where the field has no such word: a bug of the statistic
 */
export function codeOf(field: Pick<Field, 'name' | 'values'>, word: string): number {
  const code = field.values?.indexOf(word) ?? -1;
  if (code === -1) throw new Error(`'${field.name}' has no word '${word}'`);
  return code;
}

/** The numbers that columns hold for each of these words. */
export const codesOf = <const W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word, code) => [word, code])) as { readonly [K in W]: number };

/** Names of the fields that show an earlier session. */
export const lookBackNames = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap((field) => (field.lookBack ? [field.name] : []));

/** Stands first in every record; the table holds it once. */
export const SYMBOL_FIELD = { ...text('symbol', 'Canonical symbol'), constant: true };

const FIXED_DECIMALS: Partial<Record<Unit, number>> = { volume: 8, ratio: 6 };

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.abs(value) * scale;
  // From here on the doubles are further apart than the decimals.
  if (!(scaled < 2 ** 53)) return value;
  const floor = Math.floor(scaled);
  const fraction = scaled - floor;
  // Near a tie, or without room for a fraction, the scaled product may have crossed it: only there the exact, slower way.
  const rounded =
    Math.abs(fraction - 0.5) > 1e-6 && scaled < 2 ** 52
      ? (fraction > 0.5 ? floor + 1 : floor) / scale
      : Number(Math.abs(value).toFixed(decimals));
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * A number as answers show it. Prices to 6 decimals or 8 significant digits, whichever is finer; ratios 6 decimals;
 * volumes 8; everything else 4. NaN stays NaN (null).
 */
export function shown(value: number, unit: Unit): number {
  if (unit !== 'price') return round(value, FIXED_DECIMALS[unit] ?? 4);
  const size = Math.abs(value);
  if (size >= 10 || size === 0) return round(value, 6);
  return round(value, Math.min(20, Math.max(6, 7 - Math.floor(Math.log10(size)))));
}
