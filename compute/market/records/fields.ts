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

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly unit: Unit;
  readonly nullable: boolean;
  readonly description: string;
  readonly formula?: string;
  /** The words of an `enum`, in the order of their codes. */
  readonly values?: readonly string[];
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
}

function field(name: string, type: FieldType, unit: Unit, description: string, extra: Extra = {}): Field {
  const { nullable = false, ...others } = extra;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return { name, type, unit, description, nullable, ...Object.fromEntries(given) };
}

/** A number that may be null: most figures have no value for some records. */
export const number = (name: string, unit: Unit, description: string, extra: Extra = {}) =>
  field(name, 'number', unit, description, { nullable: true, ...extra });
export const integer = (name: string, unit: Unit, description: string, extra: Extra = {}) =>
  field(name, 'integer', unit, description, extra);
export const boolean = (name: string, description: string, extra: Extra = {}) =>
  field(name, 'boolean', 'none', description, extra);
export const text = (name: string, description: string, extra: Extra = {}) =>
  field(name, 'string', 'none', description, extra);
export const date = (name: string, description: string, extra: Extra = {}) =>
  field(name, 'date', 'none', description, extra);
export const timestamp = (name: string, description: string, extra: Extra = {}) =>
  field(name, 'timestamp', 'none', description, extra);
export const json = (name: string, description: string, extra: Extra = {}) =>
  field(name, 'json', 'none', description, extra);
export const oneOf = (name: string, values: readonly string[], description: string, extra: Extra = {}): Field => ({
  ...field(name, 'enum', 'none', description, extra),
  values,
});

/**
 * A field of the close that a bar of its own decides, with the column that names this bar, `<name>_time`: in the store
 * only, null where no bar decides it.
 */
export function decided(field: Field): readonly [Field, Field] {
  const time = `${field.name}_time`;
  const description = `Start of the bar that decides ${field.name}; null where only the close does`;
  return [decidedBy(time, field), timestamp(time, description, { nullable: true, internal: true })];
}

/** The same where the bar is named by a time field that is there already: its start. */
export const decidedBy = (time: string, field: Field): Field => ({ ...field, decidedAt: { field: time, at: 'start' } });

/** Names by when they are known; those of `event` below their time field. */
export type KnownAtTable = { readonly [K in Exclude<KnownAt, 'event'>]?: readonly string[] } & {
  readonly event?: Readonly<Record<string, readonly string[]>>;
  /** The time fields of `event` are ends of bars, not starts. */
  readonly eventEnds?: boolean;
};

/**
 * The fields, each with the moment from which on it is known. Columns that `decided` has made are not named by the table:
 * they are known at their own bar.
 * @throws where the table names a field twice, or leaves one out, or where `never` or `decidedAt` looks at a field that is
 *   not there: a bug of the field list
 */
export function withKnownAt(table: KnownAtTable, fields: readonly Field[]): readonly Field[] {
  const known = new Map<string, Pick<Field, 'knownAt' | 'event'>>();
  const note = (names: readonly string[], moment: Pick<Field, 'knownAt' | 'event'>) => {
    for (const name of names) {
      if (known.has(name)) throw new Error(`'${name}' is known at two moments`);
      known.set(name, moment);
    }
  };
  for (const kind of KNOWN_AT) if (kind !== 'event') note(table[kind] ?? [], { knownAt: kind });
  const at = table.eventEnds ? 'end' : 'start';
  const times = new Set(fields.flatMap(({ decidedAt }) => decidedAt?.field ?? []));
  for (const { name, internal } of fields) {
    if (internal && times.has(name)) note([name], { knownAt: 'event', event: { field: name, at: 'start' } });
  }
  for (const [time, names] of Object.entries(table.event ?? {})) {
    note(names, { knownAt: 'event', event: { field: time, at } });
  }
  const names = new Set(fields.map(({ name }) => name));
  const out = fields.map((one): Field => {
    if (one.constant) return one;
    const moment = known.get(one.name);
    if (!moment) throw new Error(`nothing says when '${one.name}' is known`);
    known.delete(one.name);
    for (const looked of [one.never?.field, one.decidedAt?.field]) {
      if (looked !== undefined && !names.has(looked)) throw new Error(`'${one.name}' looks at '${looked}', no field`);
    }
    if (one.decidedAt && moment.knownAt !== 'close') throw new Error(`'${one.name}' is not known at the close`);
    return { ...one, ...moment };
  });
  if (known.size > 0) throw new Error(`no field '${[...known.keys()][0]}'`);
  return out;
}

/** Names of the fields that show an earlier session. */
export const lookBackNames = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap((field) => (field.lookBack ? [field.name] : []));

/** Stands first in every record; the table holds it once. */
export const SYMBOL_FIELD: Field = { ...text('symbol', 'Canonical symbol'), constant: true };

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
