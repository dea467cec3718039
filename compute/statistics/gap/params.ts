/** Parameters of GAP. */
import { limitParam, type Param, timeParam, type Values, weekdayParam, wordParam } from '../params.ts';

export const PARAMS = {
  fill_cutoff: timeParam({
    description: 'UTC time of day that ends the observation of fills; default: the end of the session',
    affects: 'records',
    allow24: true,
  }) as Param<number | undefined>,
  weekday: weekdayParam(),
};

export const TOP_PARAMS = {
  sort_by: wordParam(['gap_pct', 'gap_size'], {
    description: 'What the largest gaps are ranked by',
    fallback: 'gap_pct',
  }),
  top_n: limitParam('Number of gaps'),
};

export const TOP_FILLS_PARAMS = { top_n: limitParam('Number of gaps') };

export type GapValues = Values<typeof PARAMS>;
