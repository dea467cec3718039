/**
 * Moments of sessions, and which conditions tell, at the time of the outcome, what nobody knew then: by the kinds of fields,
 * then by moments.
 */

import { dateIn, minuteIn } from '../../../exchange/new-york.ts';
import { ASSET_CLASSES } from '../../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE, minutesAfter } from '../../../lib/days.ts';
import type { SymbolMeta } from '../../market/bars.ts';
import { TIMEFRAME_MIN, type Timeframe } from '../../market/candles.ts';
import { KNOWN_AT, type KnownAt } from '../../market/fields.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import { type SessionSpec, type SessionWindow, windowOf } from '../../market/sessions.ts';
import type { Warning } from '../../market/warning.ts';
import { type AnyValues, numberOf } from '../../statistics/params.ts';
import {
  type Condition,
  conditionsOf,
  decidingTime,
  type Outcome,
  type Question,
  type Reference,
  sidesOf,
} from './question.ts';

/** Which clock: the exchange's, or UTC for crypto. Symbols of one question have the same. */
export const clockOf = ({ assetClass }: Pick<SymbolMeta, 'assetClass'>): 'new_york' | 'utc' =>
  assetClass === 'crypto' ? 'utc' : 'new_york';

export interface DayClock extends SessionWindow {
  /** Nothing of the session is earlier. */
  readonly open: number;
}

export function dayClock(date: number, spec: SessionSpec, meta: SymbolMeta): DayClock {
  const window = windowOf(date, spec, meta);
  // Without extended hours the first bar is one of the regular hours.
  return { ...window, open: spec.extended ? window.start : window.anchor };
}

/** UTC minute at which the symbol's clock shows a time in the session of a date: across midnight the first after its start. */
function timeIn(date: number, minuteOfDay: number, spec: SessionSpec, meta: SymbolMeta): number {
  const { start, end } = windowOf(date, spec, meta);
  const { assetClass } = meta;
  const first = dateIn(assetClass, start);
  const time = minuteIn(assetClass, first, minuteOfDay);
  return time < start && dateIn(assetClass, end - 1) > first ? minuteIn(assetClass, first + 1, minuteOfDay) : time;
}

/** Each time of day as moments of the sessions, milliseconds: `[value][session]`. */
export function timesOfDay(
  { days, session, meta }: { days: RecordTable; session: SessionSpec; meta: SymbolMeta },
  minutes: readonly number[],
): Float64Array[] {
  const dates = numbers(days, 'date');
  return minutes.map((minute) => dates.map((date) => timeIn(date, minute, session, meta) * MS_PER_MINUTE));
}

/** A day of winter time and one of summer time, neither short. */
const SAMPLE_DATES = [Date.UTC(2024, 0, 10), Date.UTC(2024, 6, 10)].map((ms) => ms / 86_400_000);

/** Whether sessions cross midnight on the clock of some symbol: then a range of times of day may run into the next day. */
export function wrapsMidnight(spec: SessionSpec): boolean {
  return ASSET_CLASSES.some((assetClass) =>
    SAMPLE_DATES.some((date) => {
      const meta = { symbol: '', assetClass, intervalMin: 1 };
      const { start, end } = windowOf(date, spec, meta);
      return dateIn(assetClass, start) < dateIn(assetClass, end - 1);
    }),
  );
}

const UPPER_BOUNDS = ['<', '<=', '=', 'between', 'one_of'];
const LOWER_BOUNDS = ['>', '>=', '=', 'between', 'one_of'];

/** Whether it is the moment of an event of the session itself. */
const isOwnMoment = ({ previous, of, field }: Reference) =>
  previous === 0 && of === 'field' && field.event !== undefined;

/** Conditions that no session fulfils, since their time of day is not in the window, in words. */
export function outsideWindow({ among, when, outcome }: Question, { meta, session, isDaily }: Place): Warning[] {
  const conditions = [...conditionsOf([...among, ...when]), outcome];
  return conditions.flatMap(({ text, reference, test }) => {
    if (!test?.clock || test.against || !isOwnMoment(reference) || isDaily(reference)) return [];
    const times = test.values as readonly number[];
    const always = (holds: (moment: number, window: DayClock) => boolean) =>
      SAMPLE_DATES.every((date) => {
        const window = dayClock(date, session, meta);
        return times.every((time) => holds(timeIn(date, time, session, meta), window));
      });
    const { operator } = test;
    const isEarly = UPPER_BOUNDS.includes(operator) && always((moment, { open }) => moment < open);
    const isLate =
      LOWER_BOUNDS.includes(operator) &&
      always((moment, { end }) => moment > end || (moment === end && operator === '>'));
    if (!isEarly && !isLate) return [];
    const clock = clockOf(meta) === 'utc' ? 'UTC' : 'New York';
    const where = isEarly ? 'before the session window opens' : 'after the session window closes';
    return [{ code: 'outside_window', text: `${text} holds in no session: that is ${where} (times are ${clock})` }];
  });
}

export interface LookAhead {
  readonly parameter: 'among' | 'when';
  readonly condition: Condition;
  readonly kind: KnownAt;
  readonly outcomeKind: KnownAt;
  /** The kinds allow it, but the outcome is decided by the time that the condition is known. */
  readonly byMoment: boolean;
}

/** The symbol and window that a question is asked of. */
export interface Place {
  readonly meta: SymbolMeta;
  readonly session: SessionSpec;
  readonly valuesOf: (reference: Reference) => AnyValues;
  readonly isDaily: (reference: Reference) => boolean;
}

/** The later of two. */
export const later = (a: KnownAt, b: KnownAt) => (KNOWN_AT.indexOf(a) >= KNOWN_AT.indexOf(b) ? a : b);

/**
 * When what the reference looks at is known, seen from the session of the case.
 *
 * @param values of the statistic's parameters, defaults filled in
 */
export function kindOf(reference: Reference, values: AnyValues): KnownAt {
  const kind = ownKind(reference, values);
  if (kind === 'later') return kind;
  // Of its week a session sees what earlier sessions tell of it, all else is null.
  return reference.previous > 0 || reference.source.kind === 'week' ? 'before' : kind;
}

function ownKind({ source, of, field, filters }: Reference, values: AnyValues): KnownAt {
  if (of === 'record') return source.kind === 'session' ? 'open' : 'before';
  if (of === 'field') return field.knownAt ?? 'close';
  const minutes = TIMEFRAME_MIN[values['timeframe'] as Timeframe];
  // A daily candle ends with the session; a weekly one is dated by the week's first session and ends with its last.
  const formed = minutes > MINUTES_PER_DAY ? 'later' : minutes === MINUTES_PER_DAY ? 'close' : 'event';
  return filters.reduce<KnownAt>((kind, filter) => later(kind, filter.field.knownAt ?? 'later'), formed);
}

/** Of a condition or an outcome: the later of its sides. */
export const kindOfSides = (one: Pick<Outcome, 'reference' | 'test'>, valuesOf: Place['valuesOf']): KnownAt =>
  sidesOf(one)
    .map((side) => kindOf(side, valuesOf(side)))
    .reduce(later);

/** Whether an event decides the side, at a bar of its own session. */
export function hasMoment(reference: Reference, kind: KnownAt): boolean {
  if (kind === 'before') return false;
  return kind === 'event' || (reference.of === 'field' && decidingTime(reference.field) !== undefined);
}

export function lookAheads({ among, when, outcome }: Question, place: Place): LookAhead[] {
  const outcomeKind = kindOfSides(outcome, place.valuesOf);
  const named = [
    ...conditionsOf(among).map((condition) => ({ parameter: 'among' as const, condition })),
    ...conditionsOf(when).map((condition) => ({ parameter: 'when' as const, condition })),
  ].map((one) => ({ ...one, kind: kindOfSides(one.condition, place.valuesOf), outcomeKind }));
  const byKind = named.filter(
    ({ kind }) =>
      kind === 'close' ||
      kind === 'later' ||
      (kind === 'event' && outcomeKind !== 'close') ||
      (kind === 'end_of_range' && outcomeKind === 'open'),
  );
  if (byKind.length > 0) return byKind.map((one) => ({ ...one, byMoment: false }));
  return named
    .filter(({ condition }) => decidedBefore(condition, outcome, place))
    .map((one) => ({ ...one, byMoment: true }));
}

/** Whether the outcome is decided in every session by the time that the condition is known, whatever happens. */
function decidedBefore(condition: Condition, outcome: Outcome, place: Place): boolean {
  const { meta, session, valuesOf, isDaily } = place;
  if ([...sidesOf(condition), ...sidesOf(outcome)].some(isDaily)) return false;
  return SAMPLE_DATES.every((date) => {
    const day = dayClock(date, session, meta);
    const known = Math.max(...sidesOf(condition).map((side) => knownMinute(side, day, valuesOf)));
    const sides = sidesOf(outcome).map((side) => latestMinute(side, day, place));
    const decided = Math.min(Math.max(...sides), boundMinute(outcome, date, day, place));
    return decided <= known;
  });
}

/** When what a condition looks at is known in every session: UTC minutes; -Infinity where there is no such moment. */
function knownMinute(reference: Reference, day: DayClock, valuesOf: Place['valuesOf']): number {
  switch (kindOf(reference, valuesOf(reference))) {
    case 'before':
      return day.start;
    case 'open':
      return day.open;
    case 'end_of_range':
      return rangeMinute(reference, day, valuesOf);
    default:
      return Number.NEGATIVE_INFINITY;
  }
}

/** When what an outcome looks at is decided at the latest; what only the whole session decides is after everything. */
function latestMinute(reference: Reference, day: DayClock, place: Place): number {
  const kind = kindOf(reference, place.valuesOf(reference));
  if (kind === 'end_of_range') return rangeMinute(reference, day, place.valuesOf);
  const observed = observedUntil(reference, day, place);
  return hasMoment(reference, kind) ? Math.min(day.end, observed) : observed;
}

/**
 * When a parameter ends the observation of what a field tells of its session, whatever happens: UTC minutes; Infinity
 * where none does.
 */
export function observedUntil(
  reference: Reference,
  { start, open }: DayClock,
  { meta, valuesOf }: Pick<Place, 'meta' | 'valuesOf'>,
): number {
  const { source, of, field, previous } = reference;
  const observation = source.statistic?.observation;
  const isOwn = previous === 0 && of === 'field';
  if (!isOwn || !observation?.fields.includes(field.name)) return Number.POSITIVE_INFINITY;
  const until = valuesOf(reference)[observation.until] as number | undefined;
  // The bar of a day is observed as a whole.
  if (until === undefined || meta.intervalMin >= MINUTES_PER_DAY) return Number.POSITIVE_INFINITY;
  return Math.max(open + meta.intervalMin, start + minutesAfter(start, until));
}

const rangeMinute = (reference: Reference, { anchor, end }: DayClock, valuesOf: Place['valuesOf']) =>
  Math.min(anchor + numberOf(valuesOf(reference), reference.source.statistic!.rangeParam!), end);

/**
 * By when a comparison of a moment, or of the minutes until it, with an upper bound is decided in the session of a date,
 * whether or not the event comes: UTC minutes. Infinity without such a bound: what comes later may still make it true.
 */
export function boundMinute(
  { reference, test }: Pick<Outcome, 'reference' | 'test'>,
  date: number,
  { anchor, open }: DayClock,
  { meta, session }: Pick<Place, 'meta' | 'session'>,
): number {
  const { field } = reference;
  if (!isOwnMoment(reference) || !test || !UPPER_BOUNDS.includes(test.operator) || test.against) {
    return Number.POSITIVE_INFINITY;
  }
  // Nothing of the session is decided before its first bar has ended.
  const first = open + meta.intervalMin;
  const values = test.values as readonly number[];
  if (field.type === 'timestamp') {
    const minutes = values.map((value) => (test.clock ? timeIn(date, value, session, meta) : value / 60_000));
    return Math.max(first, ...minutes);
  }
  const unit = field.unit === 'minutes' ? 1 : field.unit === 'seconds' ? 1 / 60 : null;
  if (unit === null || field.since === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(first, (field.since === 'anchor' ? anchor : open) + Math.max(...values) * unit);
}

const MOMENTS: Readonly<Record<KnownAt, string>> = {
  before: 'before the session',
  open: 'at its open',
  end_of_range: 'when its range or candle is complete',
  event: 'when the event happens, or has not by the close',
  close: 'at its close',
  later: 'after the session',
};

/** The refusal in words: names both. */
export function lookAheadText({ condition, kind, outcomeKind, byMoment }: LookAhead, outcome: Outcome): string {
  const text = sidesOf(condition)
    .map((side) => side.text)
    .join(', ');
  const asked = sidesOf(outcome)
    .map((side) => side.text)
    .join(', ');
  if (byMoment) {
    return `${text} (${kind}: known ${MOMENTS[kind]}) looks ahead of ${outcome.text}, which is decided by then in every session`;
  }
  return (
    `${text} (${kind}: known ${MOMENTS[kind]}) looks ahead of ` +
    `${asked} (${outcomeKind}: known ${MOMENTS[outcomeKind]})`
  );
}
