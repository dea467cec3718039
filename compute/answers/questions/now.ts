/**
 * How the conditions are at the end of the data: for the session in progress or, where none is, for the next one as
 * far as earlier sessions tell.
 */

import { usEquities } from '../../../exchange/calendar.ts';
import { isoDate, isWeekend } from '../../../lib/days.ts';
import { KNOWN_AT, type KnownAt } from '../../market/fields.ts';
import { lowerRow, numbers, type RecordTable } from '../../market/records.ts';
import { cell, isoTimestamp, type Json } from '../../market/render.ts';
import { windowOf } from '../../market/sessions.ts';
import { numberOf } from '../../statistics/params.ts';
import { Columns, FALSE, TRUE, truthAt } from './columns.ts';
import { boundMinute, type DayClock, dayClock, kindOf, observedUntil, timeIn } from './look-ahead.ts';
import { type Look, PENDING, UNKNOWN_LOOK, upcoming } from './next-session.ts';
import { type Clause, type Condition, conditionsIn, passes, type Reference, sidesOf, type Test } from './question.ts';
import { ABSENT, type Answered, type Material } from './source-columns.ts';

const MS_PER_MINUTE = 60_000;
/** Holidays in a row are fewer. */
const LOOK_DAYS = 14;

export type State = boolean | 'pending';

export interface NowCondition {
  readonly condition: string;
  readonly state: State;
  readonly value: Json;
  readonly known: KnownAt;
  /** When it will be known for certain, at the latest; null where it is. */
  readonly known_at: string | null;
}

export interface Now {
  readonly date: string | null;
  readonly session: 'in_progress' | 'next' | null;
  /** End of the last stored bar. */
  readonly as_of: string | null;
  readonly matches: State;
  /** Of `among`, then of `when`; those inside `any` one by one. */
  readonly conditions: readonly NowCondition[];
}

/** @param material whose days reach to the latest session */
export function nowOf(material: Material, clauses: readonly Clause[]): Now {
  const { days, lastBarEnd } = material;
  const asOf = isoTimestamp(lastBarEnd * MS_PER_MINUTE);
  const last = days.length - 1;
  const inProgress = last >= 0 && numbers(days, 'complete')[last] !== 1;
  const date = inProgress ? numbers(days, 'date')[last] : nextDate(material);
  if (date === null) {
    return { date: null, session: null, as_of: asOf, matches: clauses.length === 0 || 'pending', conditions: [] };
  }
  const present = new Present(material, date);
  const states = clauses.map((clause) => conditionsIn(clause).map((one) => present.state(one)));
  const all = states.map((any) => oneOfStates(any.map(({ state }) => state)));
  return {
    date: isoDate(date),
    session: inProgress ? 'in_progress' : 'next',
    as_of: asOf,
    matches: all.includes(false) ? false : all.includes('pending') ? 'pending' : true,
    conditions: states.flat(),
  };
}

const oneOfStates = (states: readonly State[]): State =>
  states.includes(true) ? true : states.includes('pending') ? 'pending' : false;

interface Side extends Look {
  readonly kind: KnownAt;
  /** By when it is known, UTC minutes. */
  readonly until: number;
}

/** The session of a date, in progress or to come. */
class Present {
  readonly #material: Material;
  readonly #date: number;
  readonly #clock: DayClock;
  readonly #columns = new Map<Material, Columns>();

  constructor(material: Material, date: number) {
    this.#material = material;
    this.#date = date;
    this.#clock = dayClock(date, material.session, material.meta);
  }

  state(condition: Condition): NowCondition {
    const { reference, test } = condition;
    const sides = sidesOf(condition).map((side) => this.#side(side));
    const { meta, session, lastBarEnd } = this.#material;
    // What has not come by then, in a bar that starts then, comes too late.
    const bound = boundMinute(condition, this.#date, this.#clock, { meta, session }) + meta.intervalMin;
    const found = this.#found(test, reference, sides);
    const state = found === 'pending' && sides[0].kind === 'event' && lastBarEnd >= bound ? false : found;
    const until = Math.min(Math.max(...sides.map((side) => side.until)), bound);
    return {
      condition: condition.text,
      state,
      value: shownValue(reference, sides[0].answered),
      known: sides.map(({ kind }) => kind).reduce((a, b) => (KNOWN_AT.indexOf(a) >= KNOWN_AT.indexOf(b) ? a : b)),
      known_at: state === 'pending' ? isoTimestamp(until * MS_PER_MINUTE) : null,
    };
  }

  #found(test: Test, reference: Reference, [left, right]: readonly Side[]): State {
    if (left.grows && !right) {
      return growing(test, left.answered.values[0] as number, reference.of === 'exists');
    }
    if (left.pending || right?.pending) return 'pending';
    const moments = test.clock
      ? (test.values as readonly number[]).map((value) => Float64Array.of(this.#time(reference, value)))
      : null;
    return truthAt(test, { left: left.answered, right: right?.answered ?? null, moments }, 0, FALSE) === TRUE;
  }

  #side(reference: Reference): Side {
    const material =
      (reference.symbol === null ? undefined : this.#material.others.get(reference.symbol)) ?? this.#material;
    const { statistic } = reference.source;
    const values = statistic ? material.loaded(reference).values : {};
    const kind = kindOf(reference, values);
    const { start, end, anchor, close } = this.#clock;
    const range = kind === 'end_of_range' ? Math.min(close, anchor + numberOf(values, statistic!.rangeParam!)) : end;
    const observed = observedUntil(reference, this.#clock, { meta: material.meta, valuesOf: () => values });
    const until = kind === 'before' || kind === 'open' ? start : Math.min(range, observed);
    return { ...this.#look(reference, material, kind, until), kind, until };
  }

  #look(reference: Reference, material: Material, kind: KnownAt, until: number): Look {
    if (reference.previous > 0) return this.#before(reference);
    const { days, lastBarEnd } = material;
    const dates = numbers(days, 'date');
    const row = lowerRow(dates, this.#date);
    const one = { ...reference, symbol: null };
    if (dates[row] !== this.#date) {
      // Of another symbol whose data reach beyond the window: it had no session.
      const isOver = material !== this.#material && lastBarEnd >= this.#clock.end;
      return isOver ? UNKNOWN_LOOK : upcoming(material, one, kind, this.#date);
    }
    if (kind === 'end_of_range' && lastBarEnd < until) return PENDING;
    const columns = this.#columnsOf(material);
    const found = lookAt(columns.of(one), row);
    const isObserved = until < this.#clock.end && lastBarEnd >= until;
    const isKnown = kind === 'before' || kind === 'open' || kind === 'end_of_range' || isObserved;
    if (isKnown || found.answered.present[0] === ABSENT || numbers(days, 'complete')[row] === 1) return found;
    if (one.of === 'count' || one.of === 'exists') return { ...found, pending: true, grows: true };
    const hasCome = kind === 'event' && !Number.isNaN(columns.eventMs(one)?.[row] ?? Number.NaN);
    return hasCome ? found : PENDING;
  }

  /** Sessions before are counted in those of the symbol that is asked about. */
  #before(reference: Reference): Look {
    const row = this.#rowBefore(reference);
    return row < 0 ? UNKNOWN_LOOK : lookAt(this.#columnsOf(this.#material).of({ ...reference, previous: 0 }), row);
  }

  #rowBefore({ previous }: Reference): number {
    return lowerRow(numbers(this.#material.days, 'date'), this.#date) - previous;
  }

  /** A time of day in the session that the reference looks at, milliseconds. */
  #time(reference: Reference, minute: number): number {
    const { days, session, meta } = this.#material;
    const date = reference.previous === 0 ? this.#date : numbers(days, 'date')[this.#rowBefore(reference)];
    return date === undefined ? Number.NaN : timeIn(date, minute, session, meta) * MS_PER_MINUTE;
  }

  #columnsOf(material: Material): Columns {
    let columns = this.#columns.get(material);
    if (!columns) {
      columns = new Columns(material);
      this.#columns.set(material, columns);
    }
    return columns;
  }
}

const lookAt = ({ present, values, never }: Answered, row: number): Look => ({
  answered: {
    present: present.slice(row, row + 1),
    values: values.slice(row, row + 1) as Answered['values'],
    never: never?.slice(row, row + 1) ?? null,
  },
  pending: false,
  grows: false,
});

/** Of a number that can only grow: what it is now decides where every greater one would say the same. */
function growing(test: Test, now: number, isFlag: boolean): State {
  const state = passes(test, now) ?? false;
  if (isFlag) return now === 1 ? state : 'pending';
  const greater = [now, ...(test.values as readonly number[])].flatMap((bound) => [
    Math.floor(bound),
    Math.floor(bound) + 1,
  ]);
  const changes = greater.some((count) => count > now && (passes(test, count) ?? false) !== state);
  if (changes) return 'pending';
  return state;
}

/** Date of the next session whose window ends after the data; null where the calendar knows none soon. */
function nextDate({ days, meta, session, lastBarEnd }: Material): number | null {
  if (days.length === 0) return null;
  const last = numbers(days, 'date')[days.length - 1];
  for (let date = last + 1; date <= last + LOOK_DAYS; date++) {
    if (windowOf(date, session, meta).end <= lastBarEnd) continue;
    if (meta.assetClass === 'crypto') return date;
    const trades = date < usEquities.from ? !isWeekend(date) : usEquities.hours(date) !== null;
    if (trades) return date;
  }
  return null;
}

/** A value as the answer shows it. */
function shownValue({ field }: Reference, { values }: Answered): Json {
  return cell(field, { length: 1, columns: { [field.name]: values } as RecordTable['columns'] }, 0, '');
}
