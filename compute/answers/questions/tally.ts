/** Which sessions are cases, which are the rest, and of which nothing can be said. Pure. */
import { numbers } from '../../market/records.ts';
import { Columns } from './columns.ts';
import { type Moments, momentsOf } from './moments.ts';
import { type Material, THERE } from './source-columns.ts';
import { type Clause, conditionsIn, type Outcome, type Question } from './tree.ts';
import { allOf, FALSE, oneOf, TRUE, type Truth, UNKNOWN } from './truth.ts';

export interface Tally {
  /** Complete sessions in the range. */
  readonly sessions: number;
  /** Of these, where `among` holds. */
  readonly population: number;
  /** Nobody can say whether `among` holds; whether `when` does, in the population. */
  readonly unknownAmong: number;
  readonly unknownWhen: number;
  /** `when` holds and the outcome is not known. */
  readonly unknownThen: number;
  /** `when` holds and the outcome was decided before the conditions were known. */
  readonly unknownEarly: number;
  /** Rows of the sessions, oldest first. */
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

/** Whether all clauses hold, by row. */
function holding(columns: Columns, clauses: readonly Clause[]): (row: number) => Truth {
  const asked = clauses.map((clause) => conditionsIn(clause).map((one) => columns.truths(one)));
  return (row) => allOf(asked.map((any) => oneOf(any.map((truths) => truths[row] as Truth))));
}

function outcomesOf(columns: Columns, { reference, test }: Outcome): { outcomes: Float64Array; known: Uint8Array } {
  if (test !== null) {
    const truths = columns.truths({ reference, test }, UNKNOWN);
    return { outcomes: Float64Array.from(truths), known: truths.map((truth) => (truth === UNKNOWN ? 0 : 1)) };
  }
  const { present, values, never } = columns.of(reference);
  const numbersOf = values as Float64Array;
  const outcomes = numbersOf.map((value, row) => (present[row] === THERE ? value : Number.NaN));
  const known = Uint8Array.from(outcomes, (value, row) => (Number.isNaN(value) && never?.[row] !== 1 ? 0 : 1));
  return { outcomes, known };
}
