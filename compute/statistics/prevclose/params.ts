/** Parameters of PREVCLOSE. */
import { floatParam, limitParam, type Values, weekdayParam, wordParam } from '../params.ts';

export const PARAMS = {
  fill_criteria: wordParam(['wick', 'close'], {
    description:
      'What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  min_gap_pct: floatParam({
    description: 'Smallest gap_pct that counts as a gap, in percent of the previous close',
    minimum: 0,
    maximum: 100,
    fallback: 0,
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { limit: limitParam('Number of gaps') };

export type PrevcloseValues = Values<typeof PARAMS>;
