/** Whether a condition holds in a session: true, false, or nobody can say. Pure. */
import { isNull, passes } from './passes.ts';
import { ABSENT, type Answered, THERE } from './source-columns.ts';
import type { Test } from './tree.ts';

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
