/**
 * How the conditions are at the end of the data: for the session in progress or, where none is, for the next one as
 * far as earlier sessions tell.
 */
import { isoDate, isWeekend } from '../../../lib/days.ts';
import { cryptoCalendar, usEquities } from '../../../lib/exchange-calendar.ts';
import { type KnownAt, shown } from '../../market/records/fields.ts';
import { cell, isoTimestamp, type Json } from '../../market/records/render.ts';
import { lowerRow, numbers, type RecordTable } from '../../market/records/table.ts';
import { windowOf } from '../../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/sessions/figures.ts';
import { numberOf } from '../../statistics/params.ts';
import { Columns, closesEarly, type Material, newsValue, passes } from './columns.ts';
import type { Condition, Reference } from './grammar.ts';
import { kindOf } from './look-ahead.ts';

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
  readonly conditions: readonly NowCondition[];
}

/**
 * @param material whose days reach to the latest session
 * @param lastBarEnd the data's clock, UTC minutes
 */
export function nowOf(material: Material, conditions: readonly Condition[], lastBarEnd: number): Now {
  const { days, meta } = material;
  const asOf = isoTimestamp(lastBarEnd * MS_PER_MINUTE);
  const last = days.length - 1;
  const inProgress = last >= 0 && numbers(days, 'complete')[last] !== 1;
  const date = inProgress ? numbers(days, 'date')[last] : nextDate(material, lastBarEnd);
  if (date === null) {
    return { date: null, session: null, as_of: asOf, matches: conditions.length === 0 || 'pending', conditions: [] };
  }
  const columns = new Columns(material);
  const window = windowOf(date, material.session, meta);
  const states = conditions.map((condition): NowCondition => {
    const { reference } = condition;
    const values = reference.source.statistic ? material.loaded(reference).values : {};
    const kind = kindOf(reference, values);
    const look = inProgress
      ? current(material, columns, condition, kind, lastBarEnd)
      : upcoming(material, columns, condition, kind, date);
    const pending = look.state === 'pending';
    return {
      condition: condition.text,
      state: look.state,
      value: look.value,
      known: kind,
      known_at: pending ? isoTimestamp(knownMinute(material, reference, kind, window) * MS_PER_MINUTE) : null,
    };
  });
  const all = states.map(({ state }) => state);
  const matches = all.includes(false) ? false : all.includes('pending') ? 'pending' : true;
  return {
    date: isoDate(date),
    session: inProgress ? 'in_progress' : 'next',
    as_of: asOf,
    matches,
    conditions: states,
  };
}

interface Look {
  readonly state: State;
  readonly value: Json;
}

/** The session in progress is the last row. */
function current(
  material: Material,
  columns: Columns,
  { reference, test }: Condition,
  kind: KnownAt,
  lastBarEnd: number,
): Look {
  const row = material.days.length - 1;
  const { present, values } = columns.of(reference);
  const value = shownValue(reference, values[row]);
  if (present[row] === 0) return { state: false, value: null };
  const decided: State = passes(test, values[row]) ?? false;
  if (kind === 'before' || kind === 'open') return { state: decided, value };
  if (kind === 'end_of_range') {
    const ready = lastBarEnd * MS_PER_MINUTE >= columns.rangeEndMs(reference)[row];
    return ready ? { state: decided, value } : { state: 'pending', value: null };
  }
  if (reference.of === 'count' || reference.of === 'exists') {
    return { state: growing(test, values[row] as number, reference.of === 'exists'), value };
  }
  if (kind === 'event' && !Number.isNaN(columns.eventMs(reference)[row])) return { state: decided, value };
  return { state: 'pending', value: null };
}

/** Of a number that can only grow: what it is now decides where every greater one would say the same. */
function growing(test: Condition['test'], now: number, isFlag: boolean): State {
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

/** A session without a bar yet: what earlier sessions and the calendar tell of it. */
function upcoming(
  material: Material,
  columns: Columns,
  { reference, test }: Condition,
  kind: KnownAt,
  date: number,
): Look {
  const { days, meta, session, news, loaded } = material;
  const { previous, source, field } = reference;
  const pending: Look = { state: 'pending', value: null };
  const known = (value: number): Look => ({
    state: passes(test, value) ?? false,
    value: shownValue(reference, value),
  });
  if (previous > 0) {
    const row = days.length - previous;
    if (row < 0) return reference.of === 'field' ? { state: false, value: null } : known(0);
    const { present, values } = columns.of({ ...reference, previous: 0 });
    if (present[row] === 0) return { state: false, value: null };
    return { state: passes(test, values[row]) ?? false, value: shownValue(reference, values[row]) };
  }
  const last = days.length - 1;
  const lastDate = numbers(days, 'date')[last];
  const hasPrevious = last >= 0 && date - lastDate <= PREVIOUS_MAX_DAYS;
  if (source.kind === 'news') {
    if (!hasPrevious) return { state: false, value: null };
    const times = news ? numbers(news, 'event_timestamp') : new Float64Array(0);
    const from = lowerRow(times, windowOf(lastDate, session, meta).end * MS_PER_MINUTE);
    const to = Math.max(from, lowerRow(times, windowOf(date, session, meta).start * MS_PER_MINUTE));
    if (reference.of === 'record') return known(1);
    const impacts = news ? numbers(news, 'impact_score') : times;
    const directions = news ? numbers(news, 'direction') : times;
    const value = newsValue(field.name, impacts, directions, from, to);
    const state = field.name === 'count' ? growing(test, value, false) : 'pending';
    return { state, value: shownValue(reference, value) };
  }
  if (reference.of === 'record') return source.kind === 'self' ? known(1) : pending;
  if (kind !== 'before' || source.kind === 'week') return pending;
  switch (field.name) {
    case 'date':
      return known(date);
    case 'weekday':
      return known((((date + 3) % 7) + 7) % 7);
    case 'month':
      return known(Number(isoDate(date).slice(5, 7)));
    case 'early_close':
      return known(closesEarly(meta.assetClass === 'crypto' ? cryptoCalendar : usEquities, date));
  }
  if (reference.source.statistic?.params[field.name]) return known(numberOf(loaded(reference).values, field.name));
  if (!hasPrevious) return { state: false, value: null };
  const price = (name: string) => shown(numbers(days, name)[last], 'price');
  switch (field.name) {
    case 'prev_date':
      return known(lastDate);
    case 'prev_high':
      return known(price('high'));
    case 'prev_low':
      return known(price('low'));
    case 'prev_close':
      return known(price('close'));
    case 'prev_range':
      return known(shown(price('high') - price('low'), 'price'));
    default:
      return pending;
  }
}

/** By when the condition is decided, UTC minutes. */
function knownMinute(
  { loaded }: Material,
  reference: Reference,
  kind: KnownAt,
  { start, end, anchor }: { start: number; end: number; anchor: number },
): number {
  if (kind === 'before' || kind === 'open') return start;
  if (kind !== 'end_of_range') return end;
  return Math.min(end, anchor + numberOf(loaded(reference).values, reference.source.statistic!.rangeParam!));
}

/** Date of the next session whose window ends after the data; null where the calendar knows none soon. */
function nextDate({ days, meta, session }: Material, lastBarEnd: number): number | null {
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
function shownValue({ field }: Reference, value: number | string | null): Json {
  const column = typeof value === 'number' ? Float64Array.of(value) : [value];
  return cell(field, { length: 1, columns: { [field.name]: column } as RecordTable['columns'] }, 0, '');
}
