/** Parameters of ORB. */
import { floatParam, intParam, limitParam, minutesParam, type Values, weekdayParam, wordParam } from '../params.ts';

export const CRITERIA = ['wick', 'close'] as const;

export const PARAMS = {
  orb_minutes: minutesParam({
    description: "Minutes of the opening range from the day's anchor; a whole multiple of the base interval",
    fallback: 5,
    minimum: 1,
    maximum: 240,
  }),
  orb_reentry_candles: intParam({
    description: 'Bars in a row that must close inside the range, after the breakout, to make a reentry',
    fallback: 2,
    minimum: 1,
    maximum: 60,
    affects: 'records',
  }),
  breakout_criteria: wordParam(CRITERIA, {
    description: 'What breaks the range: any trade beyond it (wick), or a close beyond it (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { top_n: limitParam('Number of breakouts') };

export const TOP_PICKS_PARAMS = {
  min_breakout_size: floatParam({
    description: 'Smallest breakout_size_pct to list, in percent of the level',
    fallback: 0.01,
  }),
};

export type OrbValues = Values<typeof PARAMS>;
