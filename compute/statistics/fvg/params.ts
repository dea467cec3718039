/** Parameters of FVG. */
import { boolParam, intParam, limitParam, type Values, wordParam } from '../params.ts';
import { timeframeParam } from '../timeframe.ts';
import { DIRECTIONS } from './fields.ts';

export const PARAMS = {
  timeframe: timeframeParam(),
  max_bars_to_close: intParam({
    description: 'Candles followed after the gap; 0: all there are',
    minimum: 0,
    maximum: 10_000,
    fallback: 50,
    affects: 'records',
  }),
  use_close_prices: boolParam({
    description: 'Touches and fills by the closes of later candles instead of their highs and lows',
    fallback: false,
    affects: 'records',
  }),
};

const direction = wordParam(DIRECTIONS, { description: 'Gaps of this direction only' });

export const RAW_PARAMS = { direction };
export const TOP_PARAMS = { direction, limit: limitParam('Number of gaps') };

export type FvgValues = Values<typeof PARAMS>;
