/**
 * What conditions look at, as columns with a value for each session: of sessions before, of other symbols, of moments; and
 * whether a condition holds there: true, false, or nobody can say.
 */

import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { type Column, numbers } from '../../market/records.ts';
import { numberOf } from '../../statistics/params.ts';
import { type DayClock, dayClock, timesOfDay } from './look-ahead.ts';
import { decidingTime, isNull, type Outcome, passes, type Reference, type Test } from './question.ts';
import { ABSENT, type Answered, type Material, SourceColumns, THERE, UNKNOWN_RECORD } from './source-columns.ts';

export const FALSE = 0;
export const TRUE = 1;
export const UNKNOWN = 2;
export type Truth = typeof FALSE | typeof TRUE | typeof UNKNOWN;

/** One false makes it false, else one unknown makes it unknown. */
export const allOf = (truths: readonly Truth[]): Truth =>
  truths.includes(FALSE) ? FALSE : truths.includes(UNKNOWN) ? UNKNOWN : TRUE;

/** One true makes it true, else one unknown makes it unknown. */
export const oneOf = (truths: readonly Truth[]): Truth =>
  truths.includes(TRUE) ? TRUE : truths.includes(UNKNOWN) ? UNKNOWN : FALSE;

/** Both sides of a condition, by session. */
export interface Sides {
  readonly left: Answered;
  /** Where a field stands on the right. */
  readonly right: Answered | null;
  /** Where times of day do: as moments of each session, value by value. */
  readonly moments: readonly Float64Array[] | null;
}

/**
 * @param noRecord what a session without a record means: of an outcome nothing is known, anything else is false
 */
export function truthAt(
  test: Test,
  { left, right, moments }: Sides,
  row: number,
  noRecord: typeof FALSE | typeof UNKNOWN,
): Truth {
  if (left.present[row] === ABSENT || right?.present[row] === ABSENT) return noRecord;
  if (left.never?.[row] === 1 || right?.never?.[row] === 1) return test.operator === 'is_null' ? TRUE : FALSE;
  if (left.present[row] !== THERE || (right !== null && right.present[row] !== THERE)) return UNKNOWN;
  const value = left.values[row];
  // What may never come and is null for another reason: nobody can say whether it came.
  if (test.operator === 'is_null' && isNull(value) && left.never) return UNKNOWN;
  if (right) {
    const other = right.values[row];
    return isNull(other) ? UNKNOWN : asTruth(passes({ ...test, values: [other as number] }, value));
  }
  return asTruth(passes(moments ? { ...test, values: moments.map((times) => times[row]) } : test, value));
}

const asTruth = (passed: boolean | null): Truth => (passed === null ? UNKNOWN : passed ? TRUE : FALSE);

export class Columns {
  readonly #material: Material;
  readonly #source: SourceColumns;
  readonly #made = new Map<string, Answered>();
  readonly #others = new Map<Material, { columns: Columns; rows: Int32Array }>();
  #clocks: readonly DayClock[] | undefined;

  constructor(material: Material) {
    this.#material = material;
    this.#source = new SourceColumns(material);
  }

  /** Of a reference, of whatever symbol and session before. */
  of(reference: Reference): Answered {
    return shifted(this.#ofDay(reference), reference.previous);
  }

  /** Whether a condition holds, by session. */
  truths(
    condition: Pick<Outcome, 'reference'> & { test: NonNullable<Outcome['test']> },
    noRecord: typeof FALSE | typeof UNKNOWN = FALSE,
  ): Uint8Array {
    const { test } = condition;
    const sides = this.sides(condition);
    const out = new Uint8Array(this.#material.days.length);
    for (let row = 0; row < out.length; row++) out[row] = truthAt(test, sides, row, noRecord) satisfies Truth;
    return out;
  }

  sides({ reference, test }: Pick<Outcome, 'reference' | 'test'>): Sides {
    return {
      left: this.of(reference),
      right: test?.against ? this.of(test.against) : null,
      moments: test?.clock ? this.times(reference, test.values as readonly number[]) : null,
    };
  }

  /** Times of day in the sessions that the reference looks at: milliseconds. */
  times({ previous }: Reference, minutes: readonly number[]): Float64Array[] {
    const own = timesOfDay(this.#material, minutes);
    return previous === 0 ? own : own.map((times) => shiftedNumbers(times, previous));
  }

  /** The window of each session. */
  clocks(): readonly DayClock[] {
    const { days, session, meta } = this.#material;
    this.#clocks ??= Array.from(numbers(days, 'date'), (date) => dayClock(date, session, meta));
    return this.#clocks;
  }

  /**
   * When the event came that a field tells of or that decides it, in each session: milliseconds, the end of its bar;
   * NaN where it did not, or nobody knows when. Of several records the first. Null: no event decides it.
   */
  eventMs(reference: Reference): Float64Array | null {
    const other = this.#other(reference);
    if (other) {
      const found = other.columns.eventMs({ ...reference, symbol: null });
      return found && Float64Array.from(other.rows, (row) => (row === -1 ? Number.NaN : found[row]));
    }
    const { days, meta, loaded } = this.#material;
    const { source, of, field } = reference;
    const by = decidingTime(field);
    if (source.statistic === null || of === 'record' || (of === 'field' && !by)) return null;
    const { records } = loaded(reference);
    const out = new Float64Array(days.length).fill(Number.NaN);
    if (of === 'field') {
      const times = numbers(records, by!.field);
      const later = by!.at === 'start' ? meta.intervalMin * MS_PER_MINUTE : 0;
      this.#source.join(records, (session, row) => {
        out[session] = times[row] + later;
      });
      return out;
    }
    const times = numbers(records, 'confirmed_at');
    const matches = this.#source.matcher(reference, records);
    this.#source.join(records, (session, row) => {
      if (matches(row, session) && !(out[session] <= times[row])) out[session] = times[row];
    });
    return out;
  }

  /** When the range of a reference of kind `end_of_range` is complete in each session: milliseconds. */
  rangeEndMs(reference: Reference): Float64Array {
    const other = this.#other(reference);
    const { loaded } = other ? this.#material.others.get(reference.symbol!)! : this.#material;
    const minutes = numberOf(loaded(reference).values, reference.source.statistic!.rangeParam!);
    return Float64Array.from(this.clocks(), ({ anchor, close }) => Math.min(anchor + minutes, close) * MS_PER_MINUTE);
  }

  /** Whether the reference's symbol has daily bars alone: no moments inside a day. */
  isDaily({ symbol }: Reference): boolean {
    const { meta } = (symbol === null ? undefined : this.#material.others.get(symbol)) ?? this.#material;
    return meta.intervalMin >= MINUTES_PER_DAY;
  }

  /** Of the session itself, of whatever symbol. */
  #ofDay(reference: Reference): Answered {
    const { source, of, field, filters } = reference;
    const params = [...reference.params].sort();
    const inside = of === 'field' ? '' : filters.map(({ field: { name }, test }) => [name, test]);
    const key = JSON.stringify([reference.symbol, source.name, params, of, field.name, inside]);
    let made = this.#made.get(key);
    if (!made) {
      const other = this.#other(reference);
      made = other
        ? placed(other.columns.of({ ...reference, symbol: null, previous: 0 }), other.rows)
        : this.#source.of(reference);
      this.#made.set(key, made);
    }
    return made;
  }

  /** Columns of another symbol, and its row of each session here: -1 where it has no complete session that day. */
  #other({ symbol }: Reference): { columns: Columns; rows: Int32Array } | null {
    const material = symbol === null ? undefined : this.#material.others.get(symbol);
    if (!material) return null;
    let other = this.#others.get(material);
    if (!other) {
      const [dates, complete] = [numbers(material.days, 'date'), numbers(material.days, 'complete')];
      const rows = Int32Array.from(numbers(this.#material.days, 'date'), (date) => {
        const row = lowerBound(dates, date);
        return dates[row] === date && complete[row] === 1 ? row : -1;
      });
      other = { columns: new Columns(material), rows };
      this.#others.set(material, other);
    }
    return other;
  }
}

/** Of the rows named; nobody knows where there is none. */
function placed({ present, values, never }: Answered, rows: Int32Array): Answered {
  return {
    present: Uint8Array.from(rows, (row) => (row === -1 ? UNKNOWN_RECORD : present[row])),
    values:
      values instanceof Float64Array
        ? Float64Array.from(rows, (row) => (row === -1 ? Number.NaN : values[row]))
        : Array.from(rows, (row) => (row === -1 ? null : values[row])),
    never: never && Uint8Array.from(rows, (row) => (row === -1 ? 0 : never[row])),
  };
}

/** As seen so many sessions later: what was before the data nobody knows. */
function shifted(own: Answered, previous: number): Answered {
  if (previous === 0) return own;
  const n = own.present.length;
  const present = new Uint8Array(n).fill(UNKNOWN_RECORD);
  present.set(own.present.subarray(0, Math.max(0, n - previous)), Math.min(n, previous));
  const never = own.never && new Uint8Array(n).fill(ABSENT);
  never?.set(own.never!.subarray(0, Math.max(0, n - previous)), Math.min(n, previous));
  return { present, values: shiftedColumn(own.values, previous), never };
}

function shiftedColumn(values: Column, previous: number): Column {
  if (values instanceof Float64Array) return shiftedNumbers(values, previous);
  const before = values.slice(0, Math.max(0, values.length - previous));
  return [...new Array<null>(values.length - before.length).fill(null), ...before];
}

function shiftedNumbers(values: Float64Array, previous: number): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  out.set(values.subarray(0, Math.max(0, values.length - previous)), Math.min(values.length, previous));
  return out;
}
