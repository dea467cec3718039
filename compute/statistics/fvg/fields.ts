/** What FVG is asked, and every field that it answers with. */
import { TIMEFRAMES } from '../../market/candles.ts';
import { atBar, before, codesOf, FILL_BUCKETS, later, SYMBOL_FIELD, UNFILLED } from '../../market/fields.ts';
import { timeframeParam } from '../candles.ts';
import { boolParam, intParam, limitParam, type Values, wordParam } from '../params.ts';

export const DIRECTIONS = ['bullish', 'bearish'] as const;
export const DIRECTION = codesOf(DIRECTIONS);
const STATUSES = ['open', 'touched', 'filled', 'expired'] as const;
export const STATUS = codesOf(STATUSES);

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

const unseen = { nullable: true };
/** Null means that no candle followed so far came back to the near edge. */
const UNTOUCHED = { never: { field: 'touched', is: [false] } };

/** Known when the candle is over that makes it. */
const confirmed = atBar('confirmed_at', 'end');

export const RECORD_FIELDS = [
  SYMBOL_FIELD,
  confirmed.date('date', 'Date of the session of the third candle; of a week its first session', { internal: true }),
  before.oneOf('timeframe', TIMEFRAMES, 'Length of a candle'),
  confirmed.oneOf('direction', DIRECTIONS, 'bullish: price jumped up over the zone; bearish: down'),
  confirmed.timestamp('formed_at', 'Start of the third candle'),
  confirmed.timestamp('confirmed_at', 'End of the third candle: from then on the gap is known'),
  confirmed.number('top', 'price', 'Upper edge of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'bullish: low[i]; bearish: low[i-2]',
  }),
  confirmed.number('bottom', 'price', 'Lower edge of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'bullish: high[i-2]; bearish: high[i]',
  }),
  confirmed.number('gap_size', 'price', 'Height of the zone', {
    nullable: false,
    lookBack: true,
    formula: 'top - bottom',
  }),
  confirmed.number('gap_size_pct', 'pct', 'Height in percent of the lower edge', {
    nullable: false,
    formula: 'gap_size / bottom * 100',
  }),
  later.boolean('touched', 'A later candle came back to the near edge'),
  later.timestamp('touched_at', 'Start of the first candle that did', { ...unseen, ...UNTOUCHED }),
  later.integer('bars_to_touch', 'candles', 'Candles from the third to that one', { ...unseen, ...UNTOUCHED }),
  later.boolean('filled', 'A later candle came back to the far edge'),
  later.timestamp('filled_at', 'Start of the first candle that did', { ...unseen, ...UNFILLED }),
  later.integer('bars_to_full_fill', 'candles', 'Candles from the third to that one', { ...unseen, ...UNFILLED }),
  later.number('minutes_to_full_fill', 'minutes', 'Elapsed between the starts of the two, nights included', UNFILLED),
  later.number('fill_pct', 'pct', 'Deepest way back into the zone, 0 to 100; null without a later candle', {
    formula: 'bullish: clip((top - lowest low) / gap_size, 0, 1) * 100',
  }),
  later.oneOf(
    'fill_bucket',
    FILL_BUCKETS,
    'Bucket of fill_pct; 100% means filled; null without a later candle',
    unseen,
  ),
  later.number(
    'move_away_pct_before_touch',
    'pct',
    'Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle',
    { formula: 'bullish: max(0, (highest high - close[i]) / close[i] * 100)' },
  ),
  confirmed.boolean('spans_session', 'The three candles are of different sessions: an overnight gap, maybe'),
  later.oneOf('status', STATUSES, 'filled, else touched, else expired (untouched, the following is over), else open'),
  later.boolean('complete', 'max_bars_to_close later candles exist; with 0: filled'),
];
