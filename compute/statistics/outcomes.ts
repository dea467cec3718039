/** What became of a range, as traders ask for it: only its high broken, only its low, both, neither. */
import { type Field, integer, number } from '../market/records/fields.ts';
import { numbers, type RecordTable } from '../market/records/table.ts';
import type { Rates } from './rates.ts';
import type { RawSummary } from './statistic.ts';
import { breakdowns, byBucket, ON_WEEKDAY } from './summary-parts.ts';

/** Words of the field `break_type`, in the order of their codes. */
export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;

const OUTCOMES = [
  ['only_up', 'broke the high alone'],
  ['only_down', 'broke the low alone'],
  ['both', 'broke both sides'],
  ['neither', 'broke neither side'],
] as const;

/** Height of the range in percent, lower edges of the buckets: those of the gap statistics. */
const SIZE_EDGES_PCT = [0.25, 0.5, 1, 2];

export const OUTCOME_FIELDS: readonly Field[] = [
  ['outcomes', 'Sessions with a range'],
  ['outcomes_by_weekday.*', 'Sessions with a range on this weekday'],
  ['outcomes_by_size.*', 'Sessions with a range of this height in percent'],
].flatMap(([path, which]) => [
  integer(`${path}.count`, 'sessions', which),
  ...OUTCOMES.flatMap(([name, what]) => [
    integer(`${path}.${name}`, 'sessions', `${which} that ${what}`),
    number(`${path}.${name}_pct`, 'pct', `${which} that ${what}`),
  ]),
]);

/** @param sizeColumn height of the range in percent */
export function outcomes(days: RecordTable, sizeColumn: string, rates: Rates): RawSummary {
  const of = (rows: RecordTable, path: string): RawSummary => {
    const types = numbers(rows, 'break_type');
    const figures: Record<string, number> = { count: rows.length };
    OUTCOMES.forEach(([name], code) => {
      figures[name] = types.reduce((n, type) => (type === code ? n + 1 : n), 0);
      figures[`${name}_pct`] = rates.of(`${path}.${name}_pct`, figures[name], rows.length);
    });
    return figures;
  };
  const by = { outcomes_by_weekday: ON_WEEKDAY, outcomes_by_size: byBucket(sizeColumn, SIZE_EDGES_PCT) };
  return { outcomes: of(days, 'outcomes'), ...breakdowns(days, by, of) };
}
