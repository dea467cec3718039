/**
 * Which sessions are cases, which are the rest, and of which nothing can be said: also those in which the outcome was decided
 * before the conditions were known. Moments are milliseconds, ends of bars. Pure.
 */
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { numbers } from '../../market/records.ts';
import { allOf, Columns, FALSE, oneOf, TRUE, type Truth, UNKNOWN } from './columns.ts';
import { boundMinute, hasMoment, kindOf, kindOfSides, observedUntil, type Place } from './look-ahead.ts';
import {
  type Clause,
  conditionsIn,
  conditionsOf,
  type Outcome,
  type Question,
  type Reference,
  sidesOf,
} from './question.ts';
import type { Material } from './source-columns.ts';

export interface Tally {
  readonly sessions: number;
  /** Of these, where `among` holds. */
  readonly population: number;
  /** Nobody can say whether `among` holds; whether `when` does, in the population. */
  readonly unknownAmong: number;
  readonly unknownWhen: number;
  readonly unknownThen: number;
  readonly unknownEarly: number;
  readonly cases: readonly number[];
  readonly rest: readonly number[];
  /** By row: 1 or 0, did the condition hold; or the number, NaN where it never came. */
  readonly outcomes: Float64Array;
  readonly columns: Columns;
  readonly moments: Moments;
}

/** @param from rows of the range: `[from, to)` */
export function tally(material: Material, question: Question, from: number, to: number): Tally {
  const columns = new Columns(material);
  const complete = numbers(material.days, 'complete');
  const [among, when] = [question.among, question.when].map((clauses) => holding(columns, clauses));
  const { outcomes, known } = outcomesOf(columns, question.outcome);
  const moments = momentsOf(material, columns, question);
  const found = { sessions: 0, population: 0, unknownAmong: 0, unknownWhen: 0, unknownThen: 0, unknownEarly: 0 };
  const cases: number[] = [];
  const rest: number[] = [];
  for (let row = from; row < to; row++) {
    if (complete[row] !== 1) continue;
    found.sessions++;
    const within = among(row);
    if (within === FALSE) continue;
    if (within === UNKNOWN) {
      found.unknownAmong++;
      continue;
    }
    found.population++;
    const state = when(row);
    if (state === UNKNOWN) {
      found.unknownWhen++;
      continue;
    }
    const isCase = state === TRUE;
    if (known[row] === 0) found.unknownThen += isCase ? 1 : 0;
    else if (moments.isEarly(row, isCase)) found.unknownEarly += isCase ? 1 : 0;
    else (isCase ? cases : rest).push(row);
  }
  return { ...found, cases, rest, outcomes, columns, moments };
}

function holding(columns: Columns, clauses: readonly Clause[]): (row: number) => Truth {
  const asked = clauses.map((clause) => conditionsIn(clause).map((one) => columns.truths(one)));
  return (row) => allOf(asked.map((any) => oneOf(any.map((truths) => truths[row] as Truth))));
}

function outcomesOf(columns: Columns, { reference, test }: Outcome): { outcomes: Float64Array; known: Uint8Array } {
  if (test !== null) {
    const truths = columns.truths({ reference, test }, UNKNOWN);
    return { outcomes: Float64Array.from(truths), known: truths.map((truth) => (truth === UNKNOWN ? 0 : 1)) };
  }
  const column = columns.of(reference);
  const seen = Array.from(columns.clocks(), (_, row) => column(row));
  const outcomes = Float64Array.from(seen, ({ value }) => (value === null ? Number.NaN : (value as number)));
  const known = Uint8Array.from(seen, ({ state }, row) => (Number.isNaN(outcomes[row]) && state !== 'never' ? 0 : 1));
  return { outcomes, known };
}

interface Moments {
  readonly isEarly: (row: number, isCase: boolean) => boolean;
  /** Conditions have a moment only where they hold: there is nobody to compare the cases with. */
  readonly casesAlone: boolean;
  /** A moment would have mattered, and a symbol has daily bars alone. */
  readonly withoutMoments: boolean;
}

const NEVER_EARLY = () => false;

function placeOf({ meta, session, loaded, others }: Material, columns: Columns): Place {
  return {
    meta,
    session,
    valuesOf: (reference) => {
      if (!reference.source.statistic) return {};
      const other = reference.symbol === null ? undefined : others.get(reference.symbol);
      return (other ? other.loaded : loaded)(reference).values;
    },
    isDaily: (reference) => columns.isDaily(reference),
  };
}

function momentsOf(material: Material, columns: Columns, question: Question): Moments {
  const { outcome } = question;
  const place = placeOf(material, columns);
  const { valuesOf } = place;
  const clauses = [...question.among, ...question.when];
  const ranges = conditionsOf(clauses)
    .flatMap(sidesOf)
    .filter((side) => kindOf(side, valuesOf(side)) === 'end_of_range');
  const decidable =
    sidesOf(outcome).some((side) => side.field.decidedAt || cutoffs(columns, side, place)) &&
    kindOfSides(outcome, valuesOf) === 'close';
  const onEvents = decidable
    ? clauses.filter((clause) => conditionsIn(clause).some((one) => kindOfSides(one, valuesOf) === 'event'))
    : [];
  const none = { isEarly: NEVER_EARLY, casesAlone: false, withoutMoments: false };
  if (ranges.length === 0 && onEvents.length === 0) return none;
  const decided = decidedMs(material, columns, outcome, place);
  if (decided === null) return none;
  const involved = [...ranges, ...conditionsOf(onEvents).flatMap(sidesOf), ...sidesOf(outcome)];
  if (involved.some(place.isDaily)) return { ...none, withoutMoments: true };
  const known = latest(ranges.map((range) => columns.rangeEndMs(range)));
  const events = onEvents.map((clause) => holdsFrom(columns, clause, place));
  const isEarly = (row: number, isCase: boolean) =>
    (known !== null && decided[row] <= known[row]) || (isCase && events.some((from) => decided[row] <= from[row]));
  return { isEarly, casesAlone: events.length > 0, withoutMoments: false };
}

/** When the outcome is decided; null: by nothing before the close, which is after everything. */
function decidedMs(material: Material, columns: Columns, outcome: Outcome, place: Place): Float64Array | null {
  const sides = sidesOf(outcome).map((side) => decidedSide(columns, side, place));
  if (sides.some((side) => side === 'close')) return null;
  const moments = sides.filter((side) => side instanceof Float64Array);
  const decided = together(moments, outcome);
  if (decided === null) return null;
  const dates = numbers(material.days, 'date');
  const bounds = columns.clocks().map((clock, row) => boundMinute(outcome, dates[row], clock, place) * MS_PER_MINUTE);
  return decided.map((ms, row) => Math.min(ms, bounds[row]));
}

/** `first`: known before any range is complete; `close`: by the whole session alone. */
function decidedSide(columns: Columns, side: Reference, place: Place): Float64Array | 'first' | 'close' {
  const kind = kindOf(side, place.valuesOf(side));
  if (kind === 'before' || kind === 'open') return 'first';
  if (kind === 'end_of_range') return columns.rangeEndMs(side);
  const observed = cutoffs(columns, side, place);
  if (!hasMoment(side, kind)) return observed ?? 'close';
  const decided = orClose(columns, side);
  return observed ? decided.map((ms, row) => Math.min(ms, observed[row])) : decided;
}

/** When the observation of what the side looks at ends before its session does; null: with it. */
function cutoffs(columns: Columns, side: Reference, place: Place): Float64Array | null {
  const found = Float64Array.from(columns.clocks(), (clock) => observedUntil(side, clock, place) * MS_PER_MINUTE);
  return found.some(Number.isFinite) ? found : null;
}

/** The event's moment, or the close where it did not come. */
function orClose(columns: Columns, side: Reference): Float64Array {
  const events = columns.eventMs(side)!;
  const clocks = columns.clocks();
  return events.map((ms, row) => (Number.isNaN(ms) ? clocks[row].end * MS_PER_MINUTE : ms));
}

/** Of two sides: which comes first is decided when the right one has come, or the left one, whatever the other does. */
function together(moments: readonly Float64Array[], { reference, test }: Outcome): Float64Array | null {
  if (moments.length < 2 || reference.field.type !== 'timestamp') return latest(moments);
  const [left, right] = moments;
  switch (test?.operator) {
    case '<':
    case '<=':
      return right;
    case '>':
    case '>=':
      return left;
    case '=':
      return left.map((ms, row) => Math.min(ms, right[row]));
    default:
      return latest(moments);
  }
}

/** From when on a clause holds where it holds: the first of its conditions that does, of each the later side. */
function holdsFrom(columns: Columns, clause: Clause, { valuesOf }: Place): Float64Array {
  const found = conditionsIn(clause).map((condition) => {
    const truths = columns.truths(condition);
    const sides = sidesOf(condition).map((side) => {
      const kind = kindOf(side, valuesOf(side));
      return kind === 'event' ? orClose(columns, side) : kind === 'end_of_range' ? columns.rangeEndMs(side) : null;
    });
    const from = latest(sides.filter((side) => side !== null));
    return { truths, from };
  });
  return Float64Array.from(columns.clocks(), (_, row) =>
    Math.min(
      ...found.map(({ truths, from }) =>
        truths[row] !== TRUE ? Number.POSITIVE_INFINITY : from === null ? Number.NEGATIVE_INFINITY : from[row],
      ),
    ),
  );
}

/** Row by row the latest; null of none. */
function latest(columns: readonly Float64Array[]): Float64Array | null {
  if (columns.length < 2) return columns[0] ?? null;
  return columns[0].map((_, row) => Math.max(...columns.map((one) => one[row])));
}

const CURVE_STEP = 5;

export interface CurvePoint {
  readonly minutes: number;
  readonly casesPct: number;
  readonly restPct: number;
}

/**
 * The share of the sessions in which the outcome's event had come, every five minutes of the window; null where no event
 * decides the outcome's field, or not in this session.
 */
export function curveOf(
  columns: Columns,
  { reference }: Outcome,
  { cases, rest }: { cases: readonly number[]; rest: readonly number[] },
): CurvePoint[] | null {
  if (reference.of !== 'field' || reference.previous > 0 || columns.isDaily(reference)) return null;
  const events = columns.eventMs(reference);
  if (events === null || reference.source.kind === 'week') return null;
  const clocks = columns.clocks();
  // A change of the clock makes a window an hour longer or shorter.
  const length = Math.min(
    MINUTES_PER_DAY,
    Math.max(0, ...[...cases, ...rest].map((row) => clocks[row].end - clocks[row].start)),
  );
  const minutesIn = (rows: readonly number[]) =>
    Float64Array.from(rows, (row) => events[row] / MS_PER_MINUTE - clocks[row].start)
      .filter((minutes) => !Number.isNaN(minutes))
      .sort();
  const [own, others] = [minutesIn(cases), minutesIn(rest)];
  const counter = (sorted: Float64Array, n: number) => {
    let come = 0;
    return (minutes: number) => {
      while (come < sorted.length && sorted[come] <= minutes) come++;
      return n === 0 ? Number.NaN : (come / n) * 100;
    };
  };
  const [casesPct, restPct] = [counter(own, cases.length), counter(others, rest.length)];
  const points: CurvePoint[] = [];
  for (let minutes = 0; minutes <= length; minutes += CURVE_STEP) {
    points.push({ minutes, casesPct: casesPct(minutes), restPct: restPct(minutes) });
  }
  return points;
}
