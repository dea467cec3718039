/** Parameters of BOS. */
import { intParam, limitParam, type Values, wordParam } from '../params.ts';
import { timeframeParam } from '../timeframe.ts';
import { DIRECTIONS, TYPES } from './fields.ts';

export const CRITERIA = ['close', 'wick'] as const;

export const PARAMS = {
  timeframe: timeframeParam(),
  swing_length: intParam({
    description: 'Candles on either side that a swing high (low) stands out from',
    minimum: 1,
    maximum: 50,
    fallback: 5,
    affects: 'records',
  }),
  break_criteria: wordParam(CRITERIA, {
    description: 'What must go beyond the swing to break it: the close, or the high (low)',
    fallback: 'close',
    affects: 'records',
  }),
  follow_bars: intParam({
    description: 'Candles followed after the break',
    minimum: 1,
    maximum: 1000,
    fallback: 20,
    affects: 'records',
  }),
  direction: wordParam(DIRECTIONS, { description: 'Events of this direction only' }),
  type: wordParam(TYPES, { description: 'Events of this type only' }),
};

export const TOP_PARAMS = { limit: limitParam('Number of events') };

export type BosValues = Values<typeof PARAMS>;
