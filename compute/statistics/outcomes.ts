/** What became of a range, as traders ask for it: only its high broken, only its low, both, neither. */
import { codesOf } from '../market/records/fields.ts';
import { atClose } from '../market/records/moments.ts';
import { below, bySize, counted, divided, type Figures, figuresOf, ON_WEEKDAY, together } from './figures.ts';

/** Words of the field `break_type`, in the order of their codes. */
export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;
export const BREAK_TYPE = codesOf(BREAK_TYPES);

const of = figuresOf([atClose.oneOf('break_type', BREAK_TYPES, '')]);

const OUTCOMES = [
  ['only_up', 'up', 'broke the high alone'],
  ['only_down', 'down', 'broke the low alone'],
  ['both', 'both', 'broke both sides'],
  ['neither', 'none', 'broke neither side'],
] as const;

const sides = (which: string) =>
  together(
    counted('count', 'sessions', which),
    ...OUTCOMES.flatMap(([name, type, what]) => [
      of.counted(name, 'sessions', `${which} that ${what}`, { break_type: type }),
      of.share({ break_type: type }, `${which} that ${what}`, { as: `${name}_pct` }),
    ]),
  );

/** @param sizeColumn height of the range in percent */
export const outcomes = (sizeColumn: string): Figures =>
  together(
    below('outcomes', sides('Sessions with a range')),
    divided('outcomes_by_weekday', ON_WEEKDAY, sides('Sessions with a range on this weekday')),
    divided('outcomes_by_size', bySize(sizeColumn), sides('Sessions with a range of this height in percent')),
  );
