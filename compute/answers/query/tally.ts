/** Which sessions are cases, which are the rest, and of which nothing can be said. Pure. */
import { numbers } from '../../market/records/table.ts';
import { Columns, type Material, passes } from './columns.ts';
import type { Condition, Outcome, Reference } from './grammar.ts';
import { kindOf } from './look-ahead.ts';

export interface Question {
  readonly conditions: readonly Condition[];
  readonly outcome: Outcome;
}

export interface Tally {
  /** Complete sessions in the range. */
  readonly sessions: number;
  /** A field named in `when` is null though its record exists. */
  readonly unknownWhen: number;
  /** `when` holds and the outcome is not known. */
  readonly unknownThen: number;
  /** The event came before the range that `when` names was complete. */
  readonly unknownEarly: number;
  /** Rows of the sessions, oldest first. */
  readonly cases: readonly number[];
  readonly rest: readonly number[];
  /** By row: 1 or 0, did the condition hold; or the number. */
  readonly outcomes: Float64Array;
  readonly columns: Columns;
}

/** All references of a question, those of `when` in order, then the outcome's. */
export const referencesOf = ({ conditions, outcome }: Question): readonly Reference[] => [
  ...conditions.map(({ reference }) => reference),
  outcome.reference,
];

/** @param from rows of the range: `[from, to)` */
export function tally(material: Material, { conditions, outcome }: Question, from: number, to: number): Tally {
  const columns = new Columns(material);
  const complete = numbers(material.days, 'complete');
  const asked = conditions.map(({ reference, test }) => ({ test, ...columns.of(reference) }));
  const { present, values } = columns.of(outcome.reference);
  const outcomes = new Float64Array(material.days.length).fill(Number.NaN);
  for (let row = from; row < to; row++) {
    if (present[row] === 0) continue;
    const value = values[row];
    if (outcome.test === null) outcomes[row] = value as number;
    else {
      const passed = passes(outcome.test, value);
      if (passed !== null) outcomes[row] = passed ? 1 : 0;
    }
  }
  const isEarly = earliness(material, columns, conditions, outcome);
  const found = { sessions: 0, unknownWhen: 0, unknownThen: 0, unknownEarly: 0 };
  const cases: number[] = [];
  const rest: number[] = [];
  for (let row = from; row < to; row++) {
    if (complete[row] !== 1) continue;
    found.sessions++;
    let holds = true;
    let unknown = false;
    for (const one of asked) {
      const passed = one.present[row] === 1 ? passes(one.test, one.values[row]) : false;
      if (passed === null) unknown = true;
      else if (!passed) holds = false;
    }
    if (unknown) found.unknownWhen++;
    else if (Number.isNaN(outcomes[row])) found.unknownThen += holds ? 1 : 0;
    else if (isEarly(row)) found.unknownEarly++;
    else (holds ? cases : rest).push(row);
  }
  return { ...found, cases, rest, outcomes, columns };
}

/** Whether the outcome is an event that came before the last range named in `when` was complete. */
function earliness(
  { loaded }: Material,
  columns: Columns,
  conditions: readonly Condition[],
  { reference }: Outcome,
): (row: number) => boolean {
  const kind = (one: Reference) => kindOf(one, one.source.statistic ? loaded(one).values : {});
  if (kind(reference) !== 'event') return () => false;
  const ranges = conditions.flatMap(({ reference: one }) =>
    kind(one) === 'end_of_range' ? [columns.rangeEndMs(one)] : [],
  );
  if (ranges.length === 0) return () => false;
  const events = columns.eventMs(reference);
  return (row) => ranges.some((ends) => events[row] <= ends[row]);
}
