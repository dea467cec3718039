/** What FVG is asked, and every field that it answers with. */
import { TIMEFRAMES } from '../../market/candles.ts';
import {
  boolean,
  date,
  type Field,
  integer,
  number,
  oneOf,
  SYMBOL_FIELD,
  text,
  timestamp,
  withKnownAt,
} from '../../market/records/fields.ts';
import { FILL_BUCKETS, UNFILLED } from '../../market/records/fill-buckets.ts';
import { boolParam, intParam, limitParam, type Values, wordParam } from '../params.ts';
import { timeframeParam } from '../timeframe.ts';

export const DIRECTIONS = ['bullish', 'bearish'] as const;
export const STATUSES = ['open', 'touched', 'filled', 'expired'] as const;

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
const lookBack = true;
/** Null means that no candle followed so far came back to the near edge. */
const UNTOUCHED = { never: { field: 'touched', is: [false] } };

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['timeframe'],
    event: {
      confirmed_at: [
        ...['date', 'direction', 'formed_at', 'confirmed_at', 'top', 'bottom', 'gap_size', 'gap_size_pct'],
        'spans_session',
      ],
    },
    eventEnds: true,
    later: [
      ...['touched', 'touched_at', 'bars_to_touch', 'filled', 'filled_at', 'bars_to_full_fill', 'minutes_to_full_fill'],
      ...['fill_pct', 'fill_bucket', 'move_away_pct_before_touch', 'status', 'complete'],
    ],
  },
  [
    SYMBOL_FIELD,
    date('date', 'Date of the session of the third candle; of a week its first session', { internal: true }),
    oneOf('timeframe', TIMEFRAMES, 'Length of a candle'),
    oneOf('direction', DIRECTIONS, 'bullish: price jumped up over the zone; bearish: down'),
    timestamp('formed_at', 'Start of the third candle'),
    timestamp('confirmed_at', 'End of the third candle: from then on the gap is known'),
    number('top', 'price', 'Upper edge of the zone', {
      nullable: false,
      lookBack,
      formula: 'bullish: low[i]; bearish: low[i-2]',
    }),
    number('bottom', 'price', 'Lower edge of the zone', {
      nullable: false,
      lookBack,
      formula: 'bullish: high[i-2]; bearish: high[i]',
    }),
    number('gap_size', 'price', 'Height of the zone', { nullable: false, lookBack, formula: 'top - bottom' }),
    number('gap_size_pct', 'pct', 'Height in percent of the lower edge', {
      nullable: false,
      formula: 'gap_size / bottom * 100',
    }),
    boolean('touched', 'A later candle came back to the near edge'),
    timestamp('touched_at', 'Start of the first candle that did', { ...unseen, ...UNTOUCHED }),
    integer('bars_to_touch', 'candles', 'Candles from the third to that one', { ...unseen, ...UNTOUCHED }),
    boolean('filled', 'A later candle came back to the far edge'),
    timestamp('filled_at', 'Start of the first candle that did', { ...unseen, ...UNFILLED }),
    integer('bars_to_full_fill', 'candles', 'Candles from the third to that one', { ...unseen, ...UNFILLED }),
    number('minutes_to_full_fill', 'minutes', 'Elapsed between the starts of the two, nights included', UNFILLED),
    number('fill_pct', 'pct', 'Deepest way back into the zone, 0 to 100; null without a later candle', {
      formula: 'bullish: clip((top - lowest low) / gap_size, 0, 1) * 100',
    }),
    oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of fill_pct; 100% means filled; null without a later candle', unseen),
    number(
      'move_away_pct_before_touch',
      'pct',
      'Largest move on from the close of the third candle, before the touching candle; over all candles followed where there is none; null without a later candle',
      { formula: 'bullish: max(0, (highest high - close[i]) / close[i] * 100)' },
    ),
    boolean('spans_session', 'The three candles are of different sessions: an overnight gap, maybe'),
    oneOf('status', STATUSES, 'filled, else touched, else expired (untouched, the following is over), else open'),
    boolean('complete', 'max_bars_to_close later candles exist; with 0: filled'),
  ],
);

const group = (prefix: string, of: string): Field[] => [
  integer(`${prefix}.count`, 'count', `Gaps${of}, those still followed too`),
  integer(
    `${prefix}.complete_count`,
    'count',
    `Gaps${of} that all figures but count rest on: those followed to the end; with max_bars_to_close=0 those with a later candle`,
  ),
  number(`${prefix}.closure_rate_full_pct`, 'pct', 'Of these, those filled'),
  number(`${prefix}.closure_rate_any_touch_pct`, 'pct', 'Of these, those touched'),
  number(`${prefix}.avg_gap_size`, 'price', 'Mean height of the zone'),
  number(`${prefix}.avg_bars_to_full_fill`, 'candles', 'Mean candles to the fill, filled gaps only'),
  number(`${prefix}.median_bars_to_full_fill`, 'candles', 'Median candles to the fill, filled gaps only'),
  number(`${prefix}.avg_minutes_to_full_fill`, 'minutes', 'Mean minutes to the fill, nights included'),
  number(`${prefix}.median_minutes_to_full_fill`, 'minutes', 'Median minutes to the fill, nights included'),
  number(`${prefix}.avg_move_away_pct_before_touch`, 'pct', 'Mean of move_away_pct_before_touch'),
  integer(`${prefix}.partial_fill_distribution.*.count`, 'count', 'Gaps with this fill_bucket'),
  number(`${prefix}.partial_fill_distribution.*.pct`, 'pct', 'Share of them'),
];

export const SUMMARY_FIELDS = [
  text('timeframe', 'Length of a candle'),
  integer('horizon_bars', 'candles', 'max_bars_to_close: candles followed; 0 = all there are'),
  ...group('summary.overall', ''),
  ...group('summary.bullish', ' upwards'),
  ...group('summary.bearish', ' downwards'),
  ...group('summary.hourly.*', ' formed in this UTC hour'),
  ...group('summary.within_session', ' whose three candles are of one session'),
] as const;
