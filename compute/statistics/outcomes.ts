/** What became of a range, as traders ask for it: only its high broken, only its low, both, neither. */
import { below, bySize, counted, divided, type Figures, ON_WEEKDAY, share, together } from './figures.ts';
import { is } from './rates.ts';

/** Words of the field `break_type`, in the order of their codes. */
export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;

const OUTCOMES = [
  ['only_up', 'broke the high alone'],
  ['only_down', 'broke the low alone'],
  ['both', 'broke both sides'],
  ['neither', 'broke neither side'],
] as const;

const sides = (which: string) =>
  together(
    counted('count', 'sessions', which),
    ...OUTCOMES.flatMap(([name, what], code) => [
      counted(name, 'sessions', `${which} that ${what}`, 'break_type', is(code)),
      share(`${name}_pct`, `${which} that ${what}`, 'break_type', is(code)),
    ]),
  );

/** @param sizeColumn height of the range in percent */
export const outcomes = (sizeColumn: string): Figures =>
  together(
    below('outcomes', sides('Sessions with a range')),
    divided('outcomes_by_weekday', ON_WEEKDAY, sides('Sessions with a range on this weekday')),
    divided('outcomes_by_size', bySize(sizeColumn), sides('Sessions with a range of this height in percent')),
  );
