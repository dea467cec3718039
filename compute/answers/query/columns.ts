/** What conditions look at, as columns with a value for each session. */

import { isoMonday, monthIndex, weekdayOf } from '../../../lib/days.ts';
import { cryptoCalendar, type ExchangeCalendar, usEquities } from '../../../lib/exchange-calendar.ts';
import { type Field, shown } from '../../market/records/fields.ts';
import { type Column, lowerRow, numbers, type RecordTable } from '../../market/records/table.ts';
import { type SymbolMeta, windowOf } from '../../market/sessions/build.ts';
import type { SessionSpec } from '../../market/sessions/spec.ts';
import { type AnyValues, numberOf } from '../../statistics/params.ts';
import type { Filter, Reference, Test } from './grammar.ts';
import { NEWS_DIRECTIONS } from './sources.ts';

const MS_PER_MINUTE = 60_000;
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
  readonly loaded: (reference: Reference) => Loaded;
  /** Records of the news statistic in the time of `days`. */
  readonly news: RecordTable | null;
}

/** Values by session as answers show them, NaN (of texts null) for null; `present`: there is a record. */
export interface Answered {
  readonly present: Uint8Array;
  readonly values: Column;
}

export class Columns {
  readonly #material: Material;
  readonly #made = new Map<string, Answered>();

  constructor(material: Material) {
    this.#material = material;
  }

  /** Of a reference, `prevN` included. */
  of(reference: Reference): Answered {
    const { previous } = reference;
    const own = this.#own(reference);
    if (previous === 0) return own;
    const n = own.present.length;
    // Before the data there is no record: whether and how many there are is known anyway.
    const always = reference.of !== 'field';
    const present = new Uint8Array(n).fill(always ? 1 : 0);
    present.set(own.present.subarray(0, Math.max(0, n - previous)), Math.min(n, previous));
    if (!(own.values instanceof Float64Array)) {
      const before = own.values.slice(0, Math.max(0, n - previous));
      return { present, values: [...new Array<null>(n - before.length).fill(null), ...before] };
    }
    const values = new Float64Array(n).fill(always ? 0 : Number.NaN);
    values.set(own.values.subarray(0, Math.max(0, n - previous)), Math.min(n, previous));
    return { present, values };
  }

  /**
   * When what the reference of kind `event` looks at happened in each session: milliseconds, the end of its bar; NaN
   * where it did not, or nobody knows when. Of several records the first.
   */
  eventMs(reference: Reference): Float64Array {
    const { days, meta, loaded } = this.#material;
    const { records } = loaded(reference);
    const out = new Float64Array(days.length).fill(Number.NaN);
    const later = (reference.field.event?.at ?? 'end') === 'start' ? meta.intervalMin * MS_PER_MINUTE : 0;
    if (reference.of === 'field') {
      const times = numbers(records, reference.field.event!.field);
      this.#join(records, (session, row) => {
        out[session] = times[row] + later;
      });
      return out;
    }
    const times = numbers(records, 'confirmed_at');
    const matches = matcher(reference.filters, records);
    this.#join(records, (session, row) => {
      if (matches(row) && !(out[session] <= times[row])) out[session] = times[row];
    });
    return out;
  }

  /** When the range of a reference of kind `end_of_range` is complete in each session: milliseconds. */
  rangeEndMs(reference: Reference): Float64Array {
    const { days, session, meta, loaded } = this.#material;
    const minutes = numberOf(loaded(reference).values, reference.source.statistic!.rangeParam!);
    return numbers(days, 'date').map((date) => {
      const { anchor, end } = windowOf(date, session, meta);
      return Math.min(anchor + minutes, end) * MS_PER_MINUTE;
    });
  }

  #own(reference: Reference): Answered {
    const { source, of, field, filters } = reference;
    const params = JSON.stringify([...reference.params].sort());
    const key = JSON.stringify([source.name, params, of, field.name, of === 'field' ? '' : textOf(filters)]);
    let made = this.#made.get(key);
    if (!made) {
      made = this.#make(reference);
      this.#made.set(key, made);
    }
    return made;
  }

  #make(reference: Reference): Answered {
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
  #join(records: RecordTable, each: (session: number, row: number) => void): void {
    const dates = numbers(this.#material.days, 'date');
    const recorded = numbers(records, 'date');
    let session = 0;
    for (let row = 0; row < recorded.length && session < dates.length; row++) {
      while (session < dates.length && dates[session] < recorded[row]) session++;
      if (dates[session] === recorded[row]) each(session, row);
    }
  }

  #joined(reference: Reference): Answered {
    const { records } = this.#material.loaded(reference);
    const out = empty(this.#material.days.length, reference.field);
    const value = reference.of === 'record' ? null : shownColumn(reference.field, records);
    this.#join(records, (session, row) => {
      out.present[session] = 1;
      if (value) out.values[session] = value(row) as never;
    });
    return reference.of === 'record' ? existence(out.present) : out;
  }

  #counted(reference: Reference): Answered {
    const { records } = this.#material.loaded(reference);
    const counts = new Float64Array(this.#material.days.length);
    const matches = matcher(reference.filters, records);
    this.#join(records, (session, row) => {
      if (matches(row)) counts[session]++;
    });
    const values = reference.of === 'count' ? counts : counts.map((count) => (count > 0 ? 1 : 0));
    return { present: new Uint8Array(counts.length).fill(1), values };
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
      const row = lowerRow(weeks, isoMonday(dates[session]));
      const isWeek = row < weeks.length && isoMonday(weeks[row]) === isoMonday(dates[session]);
      const known = isWeek && this.#sessionsOfWeekBefore(session) >= openingDays;
      out.present[session] = of !== 'record' || known ? 1 : 0;
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
    const present = new Uint8Array(days.length).fill(1);
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
    return { present, values: isNumber ? made().map((value) => shown(value, field.unit)) : made() };
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
      out.present[session] = 1;
      const from = lowerRow(times, windowOf(prevDates[session], spec, meta).end * MS_PER_MINUTE);
      const to = Math.max(from, lowerRow(times, windowOf(dates[session], spec, meta).start * MS_PER_MINUTE));
      (out.values as Float64Array)[session] = newsValue(field.name, impacts, directions, from, to);
    }
    return of === 'record' ? existence(out.present) : out;
  }
}

/** Of the items `[from, to)`, ascending by time. */
export function newsValue(
  name: string,
  impacts: Float64Array,
  directions: Float64Array,
  from: number,
  to: number,
): number {
  let strongest = -1;
  for (let item = from; item < to; item++) {
    if (strongest === -1 || impacts[item] >= impacts[strongest]) strongest = item;
  }
  if (name === 'count') return to - from;
  if (name === 'direction') return strongest === -1 ? NO_NEWS : directions[strongest];
  return strongest === -1 ? 0 : shown(impacts[strongest], 'score');
}

/** 1 or 0; NaN on a day without trading, and on days before the calendar begins. */
export function closesEarly(calendar: ExchangeCalendar, date: number): number {
  if (date < calendar.from) return Number.NaN;
  const hours = calendar.hours(date);
  return hours === null ? Number.NaN : hours.earlyClose ? 1 : 0;
}

function empty(length: number, field: Field): Answered {
  const isText = field.type === 'string';
  return {
    present: new Uint8Array(length),
    values: isText ? new Array<string | null>(length).fill(null) : new Float64Array(length).fill(Number.NaN),
  };
}

const existence = (present: Uint8Array): Answered => ({
  present: new Uint8Array(present.length).fill(1),
  values: Float64Array.from(present),
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

function matcher(filters: readonly Filter[], records: RecordTable): (row: number) => boolean {
  const tests = filters.map(({ field, test }) => ({ value: shownColumn(field, records), test }));
  return (row) => tests.every(({ value, test }) => passes(test, value(row)) === true);
}

const textOf = (filters: readonly Filter[]) =>
  filters.map(({ field, test }) => [field.name, test.operator, ...test.values]);

/** Null where the value is null and the test does not ask for it. */
export function passes({ operator, values }: Test, value: number | string | null): boolean | null {
  const isNull = value === null || Number.isNaN(value);
  if (operator === 'is_null') return isNull;
  if (isNull) return null;
  const [first, last] = values;
  switch (operator) {
    case '=':
      return value === first;
    case '!=':
      return value !== first;
    case '<':
      return value < first;
    case '<=':
      return value <= first;
    case '>':
      return value > first;
    case '>=':
      return value >= first;
    case 'between':
      return value >= first && value <= last;
    default:
      return values.includes(value);
  }
}
