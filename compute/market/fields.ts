/**
 * A field of a record or answer, said once: from it come the table's column, the rounding, `/doc` and OpenAPI.
 */
import { staysWithin } from './math.ts';

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
   * the same record is one of `is`; any other null is unknown. `inOrder`: it needs the order of bars in the session, so of a
   * session that is one daily bar nobody knows, whether it came or not: else those alone where it did not would count.
   */
  readonly never?: { readonly field: string; readonly is: readonly (string | boolean)[]; readonly inOrder?: true };
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

type Moment = Pick<Field, 'knownAt' | 'event'>;

/** Makers of fields; `moment`: when they are known, of records that stand for a session or lie in one. */
function makersOf(moment: Moment) {
  const maker =
    <T extends FieldType>(type: T) =>
    <const N extends string>(name: N, unit: Unit, description: string, extra: Extra = {}): Field<N, T> => {
      const { nullable = false, ...others } = { ...moment, ...extra };
      const given = Object.entries(others).filter(([, value]) => value !== undefined);
      return { name, type, unit, description, nullable, ...Object.fromEntries(given) };
    };
  const unitless = <T extends FieldType>(type: T) => {
    const make = maker(type);
    return <const N extends string>(name: N, description: string, extra?: Extra) =>
      make(name, 'none', description, extra);
  };
  const makeNumber = maker('number');
  const makeEnum = unitless('enum');
  return {
    /** A number that may be null: most figures have no value for some records. */
    number: <const N extends string>(name: N, unit: Unit, description: string, extra: Extra = {}) =>
      makeNumber(name, unit, description, { nullable: true, ...extra }),
    /** A price (a percentage) that every record has. */
    price: <const N extends string>(name: N, description: string, extra: Extra = {}) =>
      makeNumber(name, 'price', description, extra),
    pct: <const N extends string>(name: N, description: string, formula?: string, extra: Extra = {}) =>
      makeNumber(name, 'pct', description, { formula, ...extra }),
    integer: maker('integer'),
    boolean: unitless('boolean'),
    text: unitless('string'),
    date: unitless('date'),
    timestamp: unitless('timestamp'),
    json: unitless('json'),
    oneOf: <const N extends string, const V extends string>(
      name: N,
      values: readonly V[],
      description: string,
      extra?: Extra,
    ): Field<N, 'enum', V> => ({ ...makeEnum(name, description, extra), values }),
  };
}

/** For records that no question asks about. */
export const unsaid = makersOf({});
export const { number, price, pct, integer, boolean, text, date, timestamp, json, oneOf } = unsaid;
export const before = makersOf({ knownAt: 'before' });
export const atOpen = makersOf({ knownAt: 'open' });
export const atRangeEnd = makersOf({ knownAt: 'end_of_range' });
export const atClose = makersOf({ knownAt: 'close' });
export const later = makersOf({ knownAt: 'later' });
/** Known at the end of the bar that a time field names by its start or end; that nothing came, at the close. */
export const atBar = (field: string, at: 'start' | 'end' = 'start') =>
  makersOf({ knownAt: 'event', event: { field, at } });

/**
 * A boolean of the close that a bar decides and nothing undoes, with the column that names this bar, `<name>_time`: in
 * the store only, null where no bar decides it.
 */
export function decided<const N extends string>(name: N, description: string, extra: Extra = { nullable: true }) {
  const time = `${name}_time` as const;
  return [
    atClose.boolean(name, description, { ...extra, ...decidedBy(time) }),
    atBar(time).timestamp(time, `Start of the bar that decides ${name}; null where only the close does`, {
      nullable: true,
      internal: true,
    }),
  ] as const;
}

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

/** For a boolean of the close that the bar named by a time field decides: its start. */
export const decidedBy = (field: string): Extra => ({ decidedAt: { field, at: 'start' } });

/**
 * @throws where a field does not say when it is known, or where one looks at a field that is not there: a bug of the
 *   field list
 */
export function checkMoments(fields: readonly Field[]): void {
  const names = new Set(fields.map(({ name }) => name));
  for (const { name, constant, knownAt, event, never, decidedAt } of fields) {
    if (!constant && knownAt === undefined) throw new Error(`nothing says when '${name}' is known`);
    if (decidedAt && knownAt !== 'close') throw new Error(`'${name}' is not known at the close`);
    for (const looked of [event?.field, never?.field, decidedAt?.field]) {
      if (looked !== undefined && !names.has(looked)) throw new Error(`'${name}' looks at '${looked}', no field`);
    }
  }
}

export const FILL_BUCKETS = ['0%', '1-25%', '26-50%', '51-75%', '76-99%', '100%'] as const;

const EDGES_PCT = [0, 25, 50, 75];

/** Index into FILL_BUCKETS: `100%` = filled; of the rest by the percentage, a value on an edge belongs below it. */
export function fillBucket(filled: boolean, partialFillPct: number): number {
  if (filled) return 5;
  const bucket = EDGES_PCT.findIndex((edge) => staysWithin(partialFillPct, edge));
  return bucket === -1 ? 4 : bucket;
}

/** Some of the gap was traded back, not all of it. @param bucket index into FILL_BUCKETS */
export const isPartialFill = (bucket: number) =>
  bucket > FILL_BUCKETS.indexOf('0%') && bucket < FILL_BUCKETS.indexOf('100%');
