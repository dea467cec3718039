/** Every field that ODC answers with. */
import { WEEKDAYS } from '../../../lib/days.ts';
import { boolean, date, type Field, integer, number, oneOf, SYMBOL_FIELD } from '../../records/fields.ts';
import { SUMMARY_COMMON } from '../summary-parts.ts';

export const COLORS = ['green', 'red', 'doji'] as const;
export const BREAK_TYPES = ['up', 'down', 'both', 'none'] as const;

const nullable = { nullable: true };

export const RECORD_FIELDS: readonly Field[] = [
  SYMBOL_FIELD,
  date('date', 'Date of the session'),
  oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
  number('candle_open', 'price', 'Open of the opening candle'),
  number('candle_high', 'price', 'High of the opening candle'),
  number('candle_low', 'price', 'Low of the opening candle'),
  number('candle_close', 'price', 'Close of the opening candle'),
  oneOf('candle_direction', COLORS, 'Close of the candle against its open', nullable),
  number('candle_body_pct', 'pct', 'Body of the candle, in percent of its open, without sign', {
    formula: '|candle_close - candle_open| / candle_open * 100',
  }),
  number('candle_range_pct', 'pct', 'Range of the candle in percent of its open', {
    formula: '(candle_high - candle_low) / candle_open * 100',
  }),
  number('candle_close_location', 'ratio', 'Where in its range the candle closed, 0 = low, 1 = high', {
    formula: '(candle_close - candle_low) / (candle_high - candle_low); null for a candle of no height',
  }),
  number('session_open', 'price', "First price from the day's anchor on"),
  number('session_close', 'price', 'Last price of the session'),
  number('session_return_pct', 'pct', 'Close of the session against its open at the anchor', {
    formula: '(session_close - session_open) / session_open * 100',
  }),
  oneOf('session_direction', COLORS, 'Close of the session against its open at the anchor', nullable),
  boolean('continuation', 'The session went the way of the candle; null for a doji candle', nullable),
  number('rest_return_pct', 'pct', 'From the close of the candle to the close of the session', {
    formula: '(session_close - candle_close) / candle_close * 100',
  }),
  boolean('broke_candle_high', 'Price went above the candle after it', nullable),
  boolean('broke_candle_low', 'Price went below the candle after it', nullable),
  oneOf('break_type', BREAK_TYPES, 'Sides of the candle broken by the rest of the session', nullable),
  boolean('high_in_candle', "The candle holds the day's high", nullable),
  boolean('low_in_candle', "The candle holds the day's low", nullable),
  number('max_extension_up_x', 'ratio', 'How far the session went above the candle, in candle ranges', {
    formula: '(highest high - candle_high) / (candle_high - candle_low); null for a candle of no height',
  }),
  number('max_extension_down_x', 'ratio', 'How far the session went below the candle, in candle ranges', {
    formula: '(candle_low - lowest low) / (candle_high - candle_low); null for a candle of no height',
  }),
  boolean('outside_period', "The range from the anchor engulfs the previous session's on both sides", nullable),
  number('volume_ratio', 'ratio', "The candle's volume over the mean of the same minutes in the previous 14 sessions", {
    formula: 'volume / mean(volume of those of the 14 that have bars there); null below 3',
  }),
  boolean('complete', 'The data reach the end of the window'),
];

/** Orders the tops; not shown. */
export const RETURN_SIZE_FIELD: Field = number('return_size_pct', 'pct', 'session_return_pct without its sign', {
  internal: true,
});

export const SUMMARY_FIELDS: readonly Field[] = [
  ...SUMMARY_COMMON,
  integer('candle_minutes', 'minutes', 'Length of the opening candle'),
  integer('total_days', 'sessions', 'Complete sessions'),
  integer('green_candles', 'count', 'Opening candles that closed above their open'),
  integer('red_candles', 'count', 'Opening candles that closed below their open'),
  integer('doji_candles', 'count', 'Opening candles that closed at their open'),
  number('green_given_green_pct', 'pct', 'Of the green candles, those whose session was green'),
  number('red_given_red_pct', 'pct', 'Of the red candles, those whose session was red'),
  number('continuation_rate_pct', 'pct', 'Of the green and red candles, those whose session went the same way'),
  number('avg_return_given_green_pct', 'pct', 'Mean session return of green candles'),
  number('avg_return_given_red_pct', 'pct', 'Mean session return of red candles'),
  number('avg_rest_return_given_green_pct', 'pct', 'Mean return after a green candle to the close'),
  number('avg_rest_return_given_red_pct', 'pct', 'Mean return after a red candle to the close'),
  number('high_in_candle_pct', 'pct', "Candles that hold the day's high"),
  number('low_in_candle_pct', 'pct', "Candles that hold the day's low"),
  integer('break_type_distribution.*', 'count', 'Sessions by the sides of the candle that the rest of the day broke'),
  number(
    'outside_rate_pct',
    'pct',
    "Sessions whose range engulfs the previous one's, of those that have a previous one",
  ),
  integer('no_candle_days', 'sessions', 'Complete sessions without a bar in the candle'),
  integer('weekday_breakdown.*.count', 'sessions', 'Sessions with an opening candle on this weekday'),
  number('weekday_breakdown.*.continuation_rate_pct', 'pct', 'Of their green and red candles, those that continued'),
];
