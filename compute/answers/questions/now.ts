/**
 * How the conditions are at the end of the data: for the session in progress or, where none is, for the next one as
 * far as earlier sessions and the calendar tell.
 */

import { isTradingDay } from '../../../exchange/calendar.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { isoDate, isWeekend, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { DAY_FIELDS, PREVIOUS_MAX_DAYS } from '../../market/candles.ts';
import { type KnownAt, shown } from '../../market/fields.ts';
import { concatTables, numbers, type RecordTable, sliceTable, TableBuilder } from '../../market/records.ts';
import { cell, isoTimestamp, type Json } from '../../market/render.ts';
import { windowOf } from '../../market/sessions.ts';
import { numberOf } from '../../statistics/params.ts';
import { Columns, TRUE, truthOf } from './columns.ts';
import { boundMinute, type DayClock, dayClock, kindOf, later, observedUntil } from './look-ahead.ts';
import { type Clause, type Condition, conditionsIn, passes, type Reference, sidesOf, type Test } from './question.ts';
import { ABSENT, type Material, type Seen, there, UNKNOWN_RECORD } from './source-columns.ts';

/** Holidays in a row are fewer. */
const LOOK_DAYS = 14;

export type State = boolean | 'pending';

interface NowCondition {
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
  /** The data have stopped: no condition is true. */
  readonly stale: boolean;
  /** End of the last stored bar. */
  readonly as_of: string | null;
  readonly matches: State;
  /** Of `among`, then of `when`; those inside `any` one by one. */
  readonly conditions: readonly NowCondition[];
}

/** @param material whose days reach to the latest session */
export function nowOf(material: Material, clauses: readonly Clause[]): Omit<Now, 'stale'> {
  const { days, lastBarEnd } = material;
  const asOf = isoTimestamp(lastBarEnd * MS_PER_MINUTE);
  const last = days.length - 1;
  const inProgress = last >= 0 && numbers(days, 'complete')[last] !== 1;
  const date = inProgress ? numbers(days, 'date')[last] : nextDate(material);
  if (date === null) {
    return { date: null, session: null, as_of: asOf, matches: clauses.length === 0 || 'pending', conditions: [] };
  }
  const { matches, conditions } = stateOn(material, clauses, date);
  return { date: isoDate(date), session: inProgress ? 'in_progress' : 'next', as_of: asOf, matches, conditions };
}

/** What is left of the state of a symbol whose data have stopped. */
export const stopped = (now: Omit<Now, 'stale'>): Now => ({
  ...now,
  stale: true,
  matches: false,
  conditions: now.conditions.map((one) => ({ ...one, state: false, known_at: null })),
});

/** How the conditions are for the session of a date, as far as the data tell. @param material whose days reach to it */
function stateOn(material: Material, clauses: readonly Clause[], date: number): Pick<Now, 'matches' | 'conditions'> {
  const present = new Present(material, date);
  const states = clauses.map((clause) => conditionsIn(clause).map((one) => present.state(one)));
  const all = states.map((any) => oneOfStates(any.map(({ state }) => state)));
  const matches = all.includes(false) ? false : all.includes('pending') ? 'pending' : true;
  const each = new Map(
    clauses.flatMap((clause, i) => conditionsIn(clause).map((one, j) => [one, states[i][j]] as const)),
  );
  return { matches, conditions: [...each.values()] };
}

const oneOfStates = (states: readonly State[]): State =>
  states.includes(true) ? true : states.includes('pending') ? 'pending' : false;

interface Look {
  readonly seen: Seen;
  readonly pending?: boolean;
  readonly grows?: boolean;
}

const known = (value: number): Look => ({ seen: there(value) });
const PENDING: Look = { seen: there(null), pending: true };

const OF_DATES = ['weekday', 'month', 'early_close'];

interface Side extends Look {
  readonly kind: KnownAt;
  /** By when it is known, UTC minutes. */
  readonly until: number;
}

/** A symbol's sessions up to that of a date, which has a row even where it has no bar yet. */
interface Standing {
  readonly material: Material;
  readonly columns: Columns;
  readonly row: number;
  readonly hasBars: boolean;
}

class Present {
  readonly #material: Material;
  readonly #date: number;
  readonly #clock: DayClock;
  readonly #standings = new Map<Material, Standing>();

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
      value: shownValue(reference, sides[0].seen),
      known: sides.map(({ kind }) => kind).reduce(later),
      known_at: state === 'pending' ? isoTimestamp(until * MS_PER_MINUTE) : null,
    };
  }

  #found(test: Test, reference: Reference, [left, right]: readonly Side[]): State {
    if (left.grows && !right) return growing(test, left.seen.value as number, reference.of === 'exists');
    if (left.pending || right?.pending) return 'pending';
    const { columns, row } = this.#standing(this.#material);
    const sides = right ? [left.seen, right.seen] : [left.seen];
    return truthOf(test, sides, columns.moments(reference, test)?.(row) ?? null) === TRUE;
  }

  #side(reference: Reference): Side {
    const material =
      (reference.symbol === null ? undefined : this.#material.others.get(reference.symbol)) ?? this.#material;
    const { statistic } = reference.source;
    const values = statistic ? material.loaded(reference).values : {};
    const kind = kindOf(reference, values);
    const { start, end, anchor } = this.#clock;
    const range = kind === 'end_of_range' ? Math.min(end, anchor + numberOf(values, statistic!.rangeParam!)) : end;
    const observed = observedUntil(reference, this.#clock, { meta: material.meta, valuesOf: () => values });
    const until = kind === 'before' || kind === 'open' ? start : Math.min(range, observed);
    return { ...this.#look(reference, material, kind, until), kind, until };
  }

  #look(reference: Reference, material: Material, kind: KnownAt, until: number): Look {
    if (reference.previous > 0) {
      // Sessions before are counted in those of the symbol that is asked about.
      const { columns, row } = this.#standing(this.#material);
      return { seen: columns.of(reference)(row) };
    }
    const standing = this.#standing(material);
    const { columns, row } = standing;
    const { days, lastBarEnd } = material;
    const one = { ...reference, symbol: null };
    if (!standing.hasBars) {
      // Of another symbol whose data reach beyond the window: it had no session.
      const isOver = material !== this.#material && lastBarEnd >= this.#clock.end;
      return isOver ? { seen: UNKNOWN_RECORD } : upcoming(standing, one, kind);
    }
    if (kind === 'end_of_range' && lastBarEnd < until) return PENDING;
    const found: Look = { seen: columns.of(one)(row) };
    const isObserved = until < this.#clock.end && lastBarEnd >= until;
    const isKnown = kind === 'before' || kind === 'open' || kind === 'end_of_range' || isObserved;
    if (isKnown || found.seen === ABSENT || numbers(days, 'complete')[row] === 1) return found;
    if (one.of === 'count' || one.of === 'exists') return { ...found, pending: true, grows: true };
    const hasCome = kind === 'event' && !Number.isNaN(columns.eventMs(one)?.[row] ?? Number.NaN);
    return hasCome ? found : PENDING;
  }

  #standing(material: Material): Standing {
    return getOrMake(this.#standings, material, () => {
      const row = lowerBound(numbers(material.days, 'date'), this.#date);
      const hasBars = numbers(material.days, 'date')[row] === this.#date;
      const whole = hasBars ? material : { ...material, days: withDate(material.days, this.#date) };
      return { material: whole, columns: new Columns(whole), row, hasBars };
    });
  }
}

/** The sessions, and behind those before it one of the date that nothing else is known of. */
function withDate(days: RecordTable, date: number): RecordTable {
  const dates = numbers(days, 'date');
  const row = lowerBound(dates, date);
  const builder = new TableBuilder(DAY_FIELDS, 1);
  const c = builder.columns('date', 'prev_date');
  c.date[0] = date;
  if (row > 0 && date - dates[row - 1] <= PREVIOUS_MAX_DAYS) c.prev_date[0] = dates[row - 1];
  return concatTables([sliceTable(days, 0, row), builder.finish(1)]);
}

/** What is known of a session that has no bar yet. @param reference of the symbol and session itself */
function upcoming({ material, columns, row }: Standing, reference: Reference, kind: KnownAt): Look {
  const { days, loaded } = material;
  const { source, field, of } = reference;
  const hasPrevious = !Number.isNaN(numbers(days, 'prev_date')[row]);
  const ofDay = (name: string) => numbers(days, name)[row - 1];
  if (source.kind === 'news') {
    if (!hasPrevious) return { seen: ABSENT };
    const found = { seen: columns.of(reference)(row) };
    return of === 'record' ? found : { ...found, pending: true, grows: field.name === 'count' };
  }
  if (of === 'record') {
    if (source.statistic?.weekdaysOnly && isWeekend(numbers(days, 'date')[row])) return { seen: UNKNOWN_RECORD };
    return source.kind === 'self' ? known(1) : PENDING;
  }
  if (kind !== 'before' || source.kind === 'week') return PENDING;
  if (field.name === 'date') return known(numbers(days, 'date')[row]);
  if (OF_DATES.includes(field.name)) {
    return { seen: columns.of({ ...reference, source: { ...source, name: 'session', kind: 'self' } })(row) };
  }
  if (source.statistic?.params[field.name]) return known(numberOf(loaded(reference).values, field.name));
  if (!hasPrevious) return { seen: ABSENT };
  if (field.name === 'prev_date') return known(ofDay('date'));
  const price = (name: string) => shown(ofDay(name), 'price');
  if (field.name === 'prev_range') return known(shown(price('high') - price('low'), 'price'));
  const priced = /^prev_(high|low|close)$/.exec(field.name);
  return priced ? known(price(priced[1])) : PENDING;
}

/** Of a number that can only grow: what it is now decides where every greater one would say the same. */
function growing(test: Test, now: number, isFlag: boolean): State {
  const state = passes(test, now) ?? false;
  if (isFlag) return now === 1 ? state : 'pending';
  const bounds = [now, ...(test.values as readonly number[])].map(Math.floor);
  const changes = bounds
    .flatMap((bound) => [bound, bound + 1])
    .some((count) => count > now && (passes(test, count) ?? false) !== state);
  return changes ? 'pending' : state;
}

/** Date of the next session whose window ends after the data; null where the calendar knows none soon. */
function nextDate({ days, meta, session, lastBarEnd }: Material): number | null {
  if (days.length === 0) return null;
  const last = numbers(days, 'date')[days.length - 1];
  for (let date = last + 1; date <= last + LOOK_DAYS; date++) {
    if (windowOf(date, session, meta).end <= lastBarEnd) continue;
    if (meta.assetClass === 'crypto' || isTradingDay(date)) return date;
  }
  return null;
}

function shownValue({ field }: Reference, { value }: Seen): Json {
  const column = typeof value === 'string' || value === null ? [value] : Float64Array.of(value);
  return cell(field, { length: 1, columns: { [field.name]: column } }, 0, '');
}
