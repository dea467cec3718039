/** What conditions look at in a symbol's own sessions, one by one. */

import { cryptoCalendar, usEquities } from '../../../exchange/calendar.ts';
import { isoMonday, isWeekend, MINUTES_PER_DAY, MS_PER_MINUTE, monthIndex, weekdayOf } from '../../../lib/days.ts';
import { lowerBound, type SymbolMeta } from '../../market/bars.ts';
import { PREVIOUS_MAX_DAYS } from '../../market/candles.ts';
import { type Field, shown } from '../../market/fields.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import { type SessionSpec, windowOf } from '../../market/sessions.ts';
import { type AnyValues, numberOf } from '../../statistics/params.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { timesOfDay } from './look-ahead.ts';
import { isNull, NEWS_DIRECTIONS, passes, type Reference } from './question.ts';

const NO_NEWS = NEWS_DIRECTIONS.indexOf('none');

export interface Loaded {
  readonly records: RecordTable;
  readonly values: AnyValues;
}

export interface Material {
  readonly meta: SymbolMeta;
  readonly session: SessionSpec;
  /** Sessions in order, by DAY_FIELDS: those of the range, and as many before it as `prevN` needs. */
  readonly days: RecordTable;
  /** Close of the session before the first of `days`; NaN without one. */
  readonly closeBefore: number;
  /** End of the last stored bar, UTC minutes: the data's clock; NaN without one. */
  readonly lastBarEnd: number;
  readonly loaded: (reference: Reference) => Loaded;
  /** Records of the news statistic in the time of `days`. */
  readonly news: RecordTable | null;
  /** Of the other symbols that the question names, by the name that it has there. */
  readonly others: ReadonlyMap<string, Material>;
}

/**
 * What there is of a reference in a session: `absent`: no record; `never`: what it is about never came; `unknown`: nobody knows.
 * The value is as answers show it, NaN or null for null.
 */
export type Seen =
  | { readonly state: 'there'; readonly value: number | string | null }
  | { readonly state: 'absent' | 'never' | 'unknown'; readonly value: null };

export const ABSENT: Seen = { state: 'absent', value: null };
export const UNKNOWN_RECORD: Seen = { state: 'unknown', value: null };
const NEVER: Seen = { state: 'never', value: null };
export const there = (value: number | string | null): Seen => ({ state: 'there', value });
const existence = (isThere: boolean) => there(isThere ? 1 : 0);

export type SeenAt = (session: number) => Seen;

/** Of a reference as if it named neither a session before nor another symbol. */
export function ownColumn(material: Material, reference: Reference): SeenAt {
  switch (reference.source.kind) {
    case 'self':
      return ofSession(material, reference);
    case 'news':
      return ofNews(material, reference);
    case 'week':
      return ofWeek(material, reference);
    case 'candle':
      return counted(material, reference);
    default:
      return joined(material, reference);
  }
}

/** Calls with every record that belongs to a session of `days`. Both ascend by date. */
export function join(days: RecordTable, records: RecordTable, each: (session: number, row: number) => void): void {
  const dates = numbers(days, 'date');
  const recorded = numbers(records, 'date');
  let session = 0;
  for (let row = 0; row < recorded.length && session < dates.length; row++) {
    while (session < dates.length && dates[session] < recorded[row]) session++;
    if (dates[session] === recorded[row]) each(session, row);
  }
}

export function matcher(material: Material, { filters, source }: Reference, records: RecordTable) {
  const tests = filters.map(({ field, test }) => ({
    value: shownColumn(field, records),
    test,
    isNever:
      field.never && test.operator === 'is_null'
        ? neverIn(material.meta, field, source.statistic!.fields, records)
        : null,
    moments: test.clock ? timesOfDay(material, test.values as readonly number[]) : null,
  }));
  return (row: number, session: number): boolean =>
    tests.every(({ value, test, isNever, moments }) => {
      // Null for another reason: nobody can say whether it came.
      if (isNever) return isNever(row);
      const asked = moments ? { ...test, values: moments.map((times) => times[session]) } : test;
      return passes(asked, value(row)) === true;
    });
}

function joined({ days, meta, loaded }: Material, reference: Reference): SeenAt {
  const { records } = loaded(reference);
  const { field, source, of } = reference;
  const rows = new Int32Array(days.length).fill(-1);
  join(days, records, (session, row) => {
    rows[session] = row;
  });
  if (of === 'record') {
    const judged = judgedIn(days, source.statistic!);
    return (session) => (rows[session] === -1 && !judged(session) ? UNKNOWN_RECORD : existence(rows[session] !== -1));
  }
  const value = shownColumn(field, records);
  const isNever = field.never ? neverIn(meta, field, source.statistic!.fields, records) : null;
  return (session) => {
    const row = rows[session];
    if (row === -1) return ABSENT;
    const found = value(row);
    if (!isNever || !isNull(found)) return there(found);
    return isNever(row) ? NEVER : UNKNOWN_RECORD;
  };
}

/** Whether the statistic says of a session if it has a record: not of weekends, or without a previous session. */
function judgedIn(days: RecordTable, { weekdaysOnly = false, needsPrevious = false }: Statistic) {
  const [dates, prevDates] = [numbers(days, 'date'), numbers(days, 'prev_date')];
  if (!weekdaysOnly) return (session: number) => !needsPrevious || !Number.isNaN(prevDates[session]);
  return (session: number) => {
    if (isWeekend(dates[session])) return false;
    if (!needsPrevious) return true;
    let before = session - 1;
    while (before >= 0 && isWeekend(dates[before])) before--;
    const previous = before >= 0 ? dates[before] : prevDates[session];
    return dates[session] - previous <= PREVIOUS_MAX_DAYS && !isWeekend(previous);
  };
}

function counted(material: Material, reference: Reference): SeenAt {
  const { days, loaded } = material;
  const { records } = loaded(reference);
  const counts = new Uint32Array(days.length);
  const matches = matcher(material, reference, records);
  join(days, records, (session, row) => {
    if (matches(row, session)) counts[session]++;
  });
  return reference.of === 'count' ? (session) => there(counts[session]) : (session) => existence(counts[session] > 0);
}

/**
 * The week that the session is in, as far as earlier sessions tell: nothing before `opening_days` of them, for until
 * then nobody knows whether the week will have a record; what the whole week decides never.
 */
function ofWeek({ days, loaded }: Material, reference: Reference): SeenAt {
  const { records, values } = loaded(reference);
  const { field, of } = reference;
  const dates = numbers(days, 'date');
  const weeks = numbers(records, 'date');
  const openingDays = numberOf(values, 'opening_days');
  const isOfWhole = field.knownAt === 'close' || field.knownAt === 'later';
  const value = of === 'record' ? null : shownColumn(field, records);
  return (session) => {
    const monday = isoMonday(dates[session]);
    const row = lowerBound(weeks, monday);
    const isWeek = row < weeks.length && isoMonday(weeks[row]) === monday;
    const isKnown = isWeek && session - lowerBound(dates, monday) >= openingDays;
    if (!value) return existence(isKnown);
    const found = isKnown && !isOfWhole ? value(row) : null;
    return isNull(found) && (field.never || !isKnown || isOfWhole) ? UNKNOWN_RECORD : there(found);
  };
}

function ofSession({ days, meta, closeBefore }: Material, { field, of }: Reference): SeenAt {
  if (of === 'record') return () => existence(true);
  const dates = numbers(days, 'date');
  const column = (name: string) => numbers(days, name);
  const made = (): ((session: number) => number) => {
    switch (field.name) {
      case 'weekday':
        return (session) => weekdayOf(dates[session]);
      case 'month':
        return (session) => (((monthIndex(dates[session]) % 12) + 12) % 12) + 1;
      case 'return_pct': {
        const [close, prevDate] = [column('close'), column('prev_date')];
        return (session) => {
          if (Number.isNaN(prevDate[session])) return Number.NaN;
          const before = session === 0 ? closeBefore : close[session - 1];
          return ((close[session] - before) / before) * 100;
        };
      }
      case 'range_pct': {
        const [open, high, low] = [column('open'), column('high'), column('low')];
        return (session) => ((high[session] - low[session]) / open[session]) * 100;
      }
      case 'early_close':
        return (session) => closesEarly(meta, dates[session]);
      default: {
        const values = column(field.name);
        return (session) => values[session];
      }
    }
  };
  const value = made();
  const isNumber = field.type === 'number' || field.type === 'integer';
  return (session) => there(isNumber ? shown(value(session), field.unit) : value(session));
}

/** News between the windows of the previous session and of this one; without a previous session no record. */
function ofNews({ days, session: spec, meta, news }: Material, { field, of }: Reference): SeenAt {
  const dates = numbers(days, 'date');
  const prevDates = numbers(days, 'prev_date');
  const [times, impacts, directions] = ['event_timestamp', 'impact_score', 'direction'].map((name) =>
    news ? numbers(news, name) : new Float64Array(0),
  );
  return (session) => {
    if (of === 'record') return existence(!Number.isNaN(prevDates[session]));
    if (Number.isNaN(prevDates[session])) return ABSENT;
    const from = lowerBound(times, windowOf(prevDates[session], spec, meta).end * MS_PER_MINUTE);
    const to = Math.max(from, lowerBound(times, windowOf(dates[session], spec, meta).start * MS_PER_MINUTE));
    if (field.name === 'count') return there(to - from);
    let strongest = -1;
    for (let item = from; item < to; item++) {
      if (strongest === -1 || impacts[item] >= impacts[strongest]) strongest = item;
    }
    if (field.name === 'direction') return there(strongest === -1 ? NO_NEWS : directions[strongest]);
    return there(strongest === -1 ? 0 : shown(impacts[strongest], 'score'));
  };
}

/** 1 or 0; NaN on a day without trading, and on days before the calendar begins. */
function closesEarly({ assetClass }: SymbolMeta, date: number): number {
  const calendar = assetClass === 'crypto' ? cryptoCalendar : usEquities;
  const hours = date < calendar.from ? null : calendar.hours(date);
  return hours === null ? Number.NaN : hours.earlyClose ? 1 : 0;
}

function shownColumn({ name, type, unit }: Field, records: RecordTable): (row: number) => number | string | null {
  const column = records.columns[name];
  if (column === undefined) throw new Error(`no column '${name}' in the records`);
  if (column instanceof Float64Array && (type === 'number' || type === 'integer')) {
    return (row) => shown(column[row], unit);
  }
  return (row) => column[row];
}

/** Whether a null of the field means, in a row, that what it is about never came. */
function neverIn(
  { intervalMin }: SymbolMeta,
  field: Field,
  fields: readonly Field[],
  records: RecordTable,
): (row: number) => boolean {
  const { field: name, is, inOrder } = field.never!;
  const told = fields.find((one) => one.name === name);
  if (!told) throw new Error(`no field '${name}', by which ${field.name} never came`);
  if (inOrder && intervalMin >= MINUTES_PER_DAY) return () => false;
  const codes = is.map((one) => (typeof one === 'boolean' ? Number(one) : (told.values ?? []).indexOf(one)));
  const [column, telling] = [records.columns[field.name], numbers(records, name)];
  return (row) => isNull(column[row]) && codes.includes(telling[row]);
}
