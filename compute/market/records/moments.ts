/** Makers of fields that say when they are known, for records that stand for a session or lie in one. */
import {
  boolean,
  date,
  type Extra,
  type Field,
  integer,
  number,
  oneOf,
  pct,
  price,
  text,
  timestamp,
  type Unit,
} from './fields.ts';

type Moment = Pick<Field, 'knownAt' | 'event'>;

const OR_NULL = { nullable: true };

/** As the makers of `fields.ts`; the description comes last but one, and what is particular to the field last. */
function makersOf(moment: Moment) {
  return {
    number: <const N extends string>(name: N, unit: Unit, description: string, extra?: Extra) =>
      number(name, unit, description, { ...moment, ...extra }),
    integer: <const N extends string>(name: N, unit: Unit, description: string, extra?: Extra) =>
      integer(name, unit, description, { ...moment, ...extra }),
    price: <const N extends string>(name: N, description: string, extra?: Extra) =>
      price(name, description, { ...moment, ...extra }),
    pct: <const N extends string>(name: N, description: string, formula?: string, extra?: Extra) =>
      pct(name, description, formula, { ...moment, ...extra }),
    boolean: <const N extends string>(name: N, description: string, extra?: Extra) =>
      boolean(name, description, { ...moment, ...extra }),
    text: <const N extends string>(name: N, description: string, extra?: Extra) =>
      text(name, description, { ...moment, ...extra }),
    date: <const N extends string>(name: N, description: string, extra?: Extra) =>
      date(name, description, { ...moment, ...extra }),
    timestamp: <const N extends string>(name: N, description: string, extra?: Extra) =>
      timestamp(name, description, { ...moment, ...extra }),
    oneOf: <const N extends string, const V extends string>(
      name: N,
      values: readonly V[],
      description: string,
      extra?: Extra,
    ) => oneOf(name, values, description, { ...moment, ...extra }),
  };
}

/** Known from earlier sessions. */
export const before = makersOf({ knownAt: 'before' });
/** Known at the first bar's open. */
export const atOpen = makersOf({ knownAt: 'open' });
/** Known when the opening range or candle is complete. */
export const atRangeEnd = makersOf({ knownAt: 'end_of_range' });
/** Known at the session's close. */
export const atClose = makersOf({ knownAt: 'close' });
/** Known after the session. */
export const later = makersOf({ knownAt: 'later' });
/** Known at the end of the bar that a time field names by its start or end; that nothing came, at the close. */
export const atBar = (field: string, at: 'start' | 'end' = 'start') =>
  makersOf({ knownAt: 'event', event: { field, at } });

/**
 * A boolean of the close that a bar decides and nothing undoes, with the column that names this bar, `<name>_time`: in
 * the store only, null where no bar decides it.
 */
export function decided<const N extends string>(name: N, description: string, extra: Extra = OR_NULL) {
  const time = `${name}_time` as const;
  return [
    atClose.boolean(name, description, { ...extra, ...decidedBy(time) }),
    atBar(time).timestamp(time, `Start of the bar that decides ${name}; null where only the close does`, {
      ...OR_NULL,
      internal: true,
    }),
  ] as const;
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

/** For records that no question asks about. */
export const unsaid = makersOf({});
