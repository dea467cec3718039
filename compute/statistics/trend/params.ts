/** Parameters of TREND. */
import { floatParam, limitParam, type Values, weekdayParam } from '../params.ts';

export const PARAMS = {
  edge_pct: floatParam({
    description: "How near to the ends of the day's range, in percent of it, a trend day opens and closes",
    minimum: 1,
    maximum: 50,
    fallback: 20,
    affects: 'records',
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { limit: limitParam('Number of trend days') };

export type TrendValues = Values<typeof PARAMS>;
