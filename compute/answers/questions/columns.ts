/**
 * What conditions look at, session by session: of sessions before, of other symbols, of moments; and whether a condition
 * holds there: true, false, or nobody can say.
 */

import { getOrMake } from '../../../lib/collections.ts';
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { lowerBound } from '../../market/bars.ts';
import { numbers } from '../../market/records.ts';
import { numberOf } from '../../statistics/params.ts';
import { type DayClock, dayClock, timesOfDay } from './look-ahead.ts';
import { decidingTime, isNull, type Outcome, passes, type Reference, type Test } from './question.ts';
import { join, type Material, matcher, ownColumn, type Seen, type SeenAt, UNKNOWN_RECORD } from './source-columns.ts';

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

/**
 * Whether a condition of a field, and of a second where one stands on the right, holds in a session.
 *
 * @param moments the times of day in the test as moments of the session
 * @param noRecord what a session without a record means: of an outcome nothing is known, anything else is false
 */
export function truthOf(
  test: Test,
  [left, right]: readonly Seen[],
  moments: readonly number[] | null,
  noRecord: typeof FALSE | typeof UNKNOWN = FALSE,
): Truth {
  const is = (state: Seen['state']) => left.state === state || right?.state === state;
  if (is('absent')) return noRecord;
  if (is('never')) return test.operator === 'is_null' ? TRUE : FALSE;
  if (is('unknown') || (right && isNull(right.value))) return UNKNOWN;
  const values = right ? [right.value as number] : (moments ?? test.values);
  const passed = passes({ ...test, values }, left.value);
  return passed === null ? UNKNOWN : passed ? TRUE : FALSE;
}

export class Columns {
  readonly #material: Material;
  readonly #made = new Map<string, SeenAt>();
  readonly #others = new Map<Material, { columns: Columns; rows: Int32Array }>();
  #clocks: readonly DayClock[] | undefined;

  constructor(material: Material) {
    this.#material = material;
  }

  /** Of a reference, of whatever symbol and session before: what was before the data nobody knows. */
  of(reference: Reference): SeenAt {
    const own = this.#ofDay(reference);
    const { previous } = reference;
    return (session) => (session < previous ? UNKNOWN_RECORD : own(session - previous));
  }

  truths(
    { reference, test }: Pick<Outcome, 'reference'> & { test: Test },
    noRecord: typeof FALSE | typeof UNKNOWN = FALSE,
  ): Uint8Array {
    const sides = [reference, ...(test.against ? [test.against] : [])].map((side) => this.of(side));
    const moments = this.moments(reference, test);
    return Uint8Array.from({ length: this.#material.days.length }, (_, session) => {
      const seen = sides.map((side) => side(session));
      return truthOf(test, seen, moments?.(session) ?? null, noRecord);
    });
  }

  /** The times of day in a test as moments of the sessions that the reference looks at: milliseconds; null without any. */
  moments({ previous }: Reference, { clock, values }: Test): ((session: number) => number[]) | null {
    const times = clock ? timesOfDay(this.#material, values as readonly number[]) : null;
    return times && ((session) => times.map((one) => one[session - previous] ?? Number.NaN));
  }

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
      join(days, records, (session, row) => {
        out[session] = times[row] + later;
      });
      return out;
    }
    const times = numbers(records, 'confirmed_at');
    const matches = matcher(this.#material, reference, records);
    join(days, records, (session, row) => {
      if (matches(row, session) && !(out[session] <= times[row])) out[session] = times[row];
    });
    return out;
  }

  /** When the range of a reference of kind `end_of_range` is complete in each session: milliseconds. */
  rangeEndMs(reference: Reference): Float64Array {
    const { loaded } = this.#materialOf(reference);
    const minutes = numberOf(loaded(reference).values, reference.source.statistic!.rangeParam!);
    return Float64Array.from(this.clocks(), ({ anchor, end }) => Math.min(anchor + minutes, end) * MS_PER_MINUTE);
  }

  isDaily(reference: Reference): boolean {
    return this.#materialOf(reference).meta.intervalMin >= MINUTES_PER_DAY;
  }

  #materialOf({ symbol }: Reference): Material {
    return (symbol === null ? undefined : this.#material.others.get(symbol)) ?? this.#material;
  }

  /** Of the session itself, of whatever symbol: nobody knows where the other has none. */
  #ofDay(reference: Reference): SeenAt {
    const { source, of, field, filters } = reference;
    const params = [...reference.params].sort();
    const inside = of === 'field' ? '' : filters.map(({ field: { name }, test }) => [name, test]);
    const key = JSON.stringify([reference.symbol, source.name, params, of, field.name, inside]);
    return getOrMake(this.#made, key, (): SeenAt => {
      const other = this.#other(reference);
      if (!other) return ownColumn(this.#material, reference);
      const theirs = other.columns.of({ ...reference, symbol: null, previous: 0 });
      return (session) => (other.rows[session] === -1 ? UNKNOWN_RECORD : theirs(other.rows[session]));
    });
  }

  /** Columns of another symbol, and its row of each session here: -1 where it has no complete session that day. */
  #other(reference: Reference): { columns: Columns; rows: Int32Array } | null {
    const material = this.#materialOf(reference);
    if (material === this.#material) return null;
    return getOrMake(this.#others, material, () => {
      const [dates, complete] = [numbers(material.days, 'date'), numbers(material.days, 'complete')];
      const rows = Int32Array.from(numbers(this.#material.days, 'date'), (date) => {
        const row = lowerBound(dates, date);
        return dates[row] === date && complete[row] === 1 ? row : -1;
      });
      return { columns: new Columns(material), rows };
    });
  }
}
