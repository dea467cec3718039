/** What conditions look at in a symbol's own sessions, as columns with a value for each of them. */

import { cryptoCalendar, type ExchangeCalendar, usEquities } from '../../../exchange/calendar.ts';
import { isoMonday, MS_PER_MINUTE, monthIndex, weekdayOf } from '../../../lib/days.ts';
import { lowerBound, type SymbolMeta } from '../../market/bars.ts';
import { type Field, shown } from '../../market/fields.ts';
import { type Column, numbers, type RecordTable } from '../../market/records.ts';
import { type SessionSpec, windowOf } from '../../market/sessions.ts';
import { type AnyValues, numberOf } from '../../statistics/params.ts';
import { timesOfDay } from './look-ahead.ts';
import { NEWS_DIRECTIONS, passes, type Reference } from './question.ts';

const NO_NEWS = NEWS_DIRECTIONS.indexOf('none');

/** Records of a statistic under some parameters, and these, defaults filled in and adapted to the feed. */
export interface Loaded {
  readonly records: RecordTable;
  readonly values: AnyValues;
}

/** Everything about a symbol that a question needs. */
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

/** A session and a record: there is none, there is one, or nobody knows. */
export const ABSENT = 0;
export const THERE = 1;
export const UNKNOWN_RECORD = 2;

/** Values by session as answers show them, NaN (of texts null) for null. */
export interface Answered {
  /** ABSENT, THERE or UNKNOWN_RECORD. */
  readonly present: Uint8Array;
  readonly values: Column;
  /** 1 where a null means that it never came; null: the field is about nothing that might not come. */
  readonly never: Uint8Array | null;
}

export class SourceColumns {
  readonly #material: Material;

  constructor(material: Material) {
    this.#material = material;
  }

  /** Of a reference as if it named neither a session before nor another symbol. */
  of(reference: Reference): Answered {
    switch (reference.source.kind) {
      case 'self':
        return this.#session(reference);
      case 'news':
        return this.#news(reference);
      case 'week':
        return this.#week(reference);
      case 'candle':
        return this.#counted(reference);
      default:
        return this.#joined(reference);
    }
  }

  /** Calls with every record that belongs to a session of `days`. Both ascend by date. */
  join(records: RecordTable, each: (session: number, row: number) => void): void {
    const dates = numbers(this.#material.days, 'date');
    const recorded = numbers(records, 'date');
    let session = 0;
    for (let row = 0; row < recorded.length && session < dates.length; row++) {
      while (session < dates.length && dates[session] < recorded[row]) session++;
      if (dates[session] === recorded[row]) each(session, row);
    }
  }

  /** Whether a record of a session passes all filters. */
  matcher({ filters, source }: Reference, records: RecordTable): (row: number, session: number) => boolean {
    const tests = filters.map(({ field, test }) => ({
      value: shownColumn(field, records),
      test,
      isNever: field.never && test.operator === 'is_null' ? neverIn(field, source.statistic!.fields, records) : null,
      moments: test.clock ? timesOfDay(this.#material, test.values as readonly number[]) : null,
    }));
    return (row, session) =>
      tests.every(({ value, test, isNever, moments }) => {
        // Null for another reason: nobody can say whether it came.
        if (isNever) return isNever(row);
        const asked = moments ? { ...test, values: moments.map((times) => times[session]) } : test;
        return passes(asked, value(row)) === true;
      });
  }

  #joined(reference: Reference): Answered {
    const { records } = this.#material.loaded(reference);
    const { field, source, of } = reference;
    const out = empty(this.#material.days.length, field);
    const value = of === 'record' ? null : shownColumn(field, records);
    const isNever = field.never ? neverIn(field, source.statistic!.fields, records) : null;
    this.join(records, (session, row) => {
      out.present[session] = THERE;
      if (value) out.values[session] = value(row) as never;
      if (isNever?.(row)) out.never![session] = 1;
    });
    return of === 'record' ? existence(out.present) : out;
  }

  #counted(reference: Reference): Answered {
    const { records } = this.#material.loaded(reference);
    const counts = new Float64Array(this.#material.days.length);
    const matches = this.matcher(reference, records);
    this.join(records, (session, row) => {
      if (matches(row, session)) counts[session]++;
    });
    const values = reference.of === 'count' ? counts : counts.map((count) => (count > 0 ? 1 : 0));
    return { present: new Uint8Array(counts.length).fill(THERE), values, never: null };
  }

  /**
   * The week that the session is in, as far as earlier sessions tell: nothing before `opening_days` of them, for until
   * then nobody knows whether the week will have a record; what the whole week decides never.
   */
  #week(reference: Reference): Answered {
    const { days, loaded } = this.#material;
    const { records, values } = loaded(reference);
    const { field, of } = reference;
    const dates = numbers(days, 'date');
    const weeks = numbers(records, 'date');
    const openingDays = numberOf(values, 'opening_days');
    const out = empty(days.length, field);
    const column = of === 'record' ? null : shownColumn(field, records);
    const never = field.knownAt === 'close' || field.knownAt === 'later';
    for (let session = 0; session < days.length; session++) {
      const row = lowerBound(weeks, isoMonday(dates[session]));
      const isWeek = row < weeks.length && isoMonday(weeks[row]) === isoMonday(dates[session]);
      const known = isWeek && this.#sessionsOfWeekBefore(session) >= openingDays;
      if (of === 'record') out.present[session] = known ? THERE : ABSENT;
      else out.present[session] = known && !never ? THERE : UNKNOWN_RECORD;
      if (column && known && !never) out.values[session] = column(row) as never;
    }
    return of === 'record' ? existence(out.present) : out;
  }

  #sessionsOfWeekBefore(session: number): number {
    const dates = numbers(this.#material.days, 'date');
    const monday = isoMonday(dates[session]);
    let before = 0;
    while (session - before - 1 >= 0 && dates[session - before - 1] >= monday) before++;
    return before;
  }

  #session({ field, of }: Reference): Answered {
    const { days, meta, closeBefore } = this.#material;
    const present = new Uint8Array(days.length).fill(THERE);
    if (of === 'record') return existence(present);
    const dates = numbers(days, 'date');
    const column = (name: string) => numbers(days, name);
    const made = (): Float64Array => {
      switch (field.name) {
        case 'weekday':
          return dates.map(weekdayOf);
        case 'month':
          return dates.map((date) => (((monthIndex(date) % 12) + 12) % 12) + 1);
        case 'return_pct': {
          const [close, prevDate] = [column('close'), column('prev_date')];
          return close.map((price, session) => {
            if (Number.isNaN(prevDate[session])) return Number.NaN;
            const before = session === 0 ? closeBefore : close[session - 1];
            return ((price - before) / before) * 100;
          });
        }
        case 'range_pct': {
          const [open, high, low] = [column('open'), column('high'), column('low')];
          return open.map((price, session) => ((high[session] - low[session]) / price) * 100);
        }
        case 'early_close':
          return dates.map((date) => closesEarly(meta.assetClass === 'crypto' ? cryptoCalendar : usEquities, date));
        default:
          return column(field.name);
      }
    };
    const isNumber = field.type === 'number' || field.type === 'integer';
    return { present, values: isNumber ? made().map((value) => shown(value, field.unit)) : made(), never: null };
  }

  /** News between the windows of the previous session and of this one; without a previous session no record. */
  #news({ field, of }: Reference): Answered {
    const { days, session: spec, meta, news } = this.#material;
    const out = empty(days.length, field);
    const dates = numbers(days, 'date');
    const prevDates = numbers(days, 'prev_date');
    const times = news ? numbers(news, 'event_timestamp') : new Float64Array(0);
    const impacts = news ? numbers(news, 'impact_score') : times;
    const directions = news ? numbers(news, 'direction') : times;
    for (let session = 0; session < days.length; session++) {
      if (Number.isNaN(prevDates[session])) continue;
      out.present[session] = THERE;
      const from = lowerBound(times, windowOf(prevDates[session], spec, meta).end * MS_PER_MINUTE);
      const to = Math.max(from, lowerBound(times, windowOf(dates[session], spec, meta).start * MS_PER_MINUTE));
      (out.values as Float64Array)[session] = newsValue(field.name, impacts, directions, from, to);
    }
    return of === 'record' ? existence(out.present) : out;
  }
}

/** Of the items `[from, to)`, ascending by time. */
function newsValue(name: string, impacts: Float64Array, directions: Float64Array, from: number, to: number): number {
  let strongest = -1;
  for (let item = from; item < to; item++) {
    if (strongest === -1 || impacts[item] >= impacts[strongest]) strongest = item;
  }
  if (name === 'count') return to - from;
  if (name === 'direction') return strongest === -1 ? NO_NEWS : directions[strongest];
  return strongest === -1 ? 0 : shown(impacts[strongest], 'score');
}

/** 1 or 0; NaN on a day without trading, and on days before the calendar begins. */
function closesEarly(calendar: ExchangeCalendar, date: number): number {
  if (date < calendar.from) return Number.NaN;
  const hours = calendar.hours(date);
  return hours === null ? Number.NaN : hours.earlyClose ? 1 : 0;
}

function empty(length: number, field: Field): Answered {
  const isText = field.type === 'string';
  return {
    present: new Uint8Array(length),
    values: isText ? new Array<string | null>(length).fill(null) : new Float64Array(length).fill(Number.NaN),
    never: field.never ? new Uint8Array(length) : null,
  };
}

const existence = (present: Uint8Array): Answered => ({
  present: new Uint8Array(present.length).fill(THERE),
  values: Float64Array.from(present),
  never: null,
});

/** The values of a column as answers show them. */
function shownColumn({ name, type, unit }: Field, records: RecordTable): (row: number) => number | string | null {
  const column = records.columns[name];
  if (column === undefined) throw new Error(`no column '${name}' in the records`);
  if (column instanceof Float64Array && (type === 'number' || type === 'integer')) {
    return (row) => shown(column[row], unit);
  }
  return (row) => column[row];
}

/** Whether a null of the field means, in a row, that what it is about never came. */
function neverIn(field: Field, fields: readonly Field[], records: RecordTable): (row: number) => boolean {
  const { field: name, is } = field.never!;
  const told = fields.find((one) => one.name === name);
  if (!told) throw new Error(`no field '${name}', by which ${field.name} never came`);
  const codes = is.map((one) => (typeof one === 'boolean' ? Number(one) : (told.values ?? []).indexOf(one)));
  const [column, telling] = [records.columns[field.name], numbers(records, name)];
  return (row) => {
    const value = column[row];
    return (value === null || Number.isNaN(value)) && codes.includes(telling[row]);
  };
}
