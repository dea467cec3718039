/** A value against the values of a test. Pure. */
import type { Test } from './tree.ts';

export const isNull = (value: number | string | null) => value === null || Number.isNaN(value);

/** A value against the values of a test; null where the value is null and the test does not ask for it. */
export function passes({ operator, values }: Test, value: number | string | null): boolean | null {
  if (operator === 'is_null') return isNull(value);
  if (value === null || Number.isNaN(value)) return null;
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
