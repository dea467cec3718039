/** Parameters of OWC. */
import { intParam, limitParam, type Values } from '../params.ts';

export const PARAMS = {
  opening_days: intParam({
    description: 'Number of sessions at the beginning of the week that make the opening candle',
    minimum: 1,
    maximum: 3,
    fallback: 1,
    affects: 'records',
    echoed: true,
  }),
};

export const TOP_PARAMS = { limit: limitParam('Number of weeks') };

export type OwcValues = Values<typeof PARAMS>;
