/** What BOS is asked, and every field that it answers with. */
import { TIMEFRAMES } from '../../market/candles.ts';
import { atBar, before, codesOf, later, lookBackNames, SYMBOL_FIELD } from '../../market/fields.ts';
import { timeframeParam } from '../candles.ts';
import { intParam, limitParam, type Values, wordParam } from '../params.ts';

export const TYPES = ['bos', 'choch'] as const;
export const TYPE = codesOf(TYPES);
export const DIRECTIONS = ['up', 'down'] as const;
export const DIRECTION = codesOf(DIRECTIONS);

export const PARAMS = {
  timeframe: timeframeParam(),
  swing_length: intParam({
    description: 'Candles on either side that a swing high (low) stands out from',
    minimum: 1,
    maximum: 50,
    fallback: 5,
    affects: 'records',
  }),
  break_criteria: wordParam(['close', 'wick'], {
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

const unseen = { nullable: true };
/** Null means that no candle followed so far touched the level (closed back behind it). */
const NO_RETEST = { never: { field: 'retest', is: [false] } };
const NO_FAILURE = { never: { field: 'failed', is: [false] } };

/** Known when the candle is over that makes it. */
const confirmed = atBar('confirmed_at', 'end');

export const RECORD_FIELDS = [
  SYMBOL_FIELD,
  confirmed.date('date', "Date of the breaking candle's session; of a week its first session", { internal: true }),
  before.oneOf('timeframe', TIMEFRAMES, 'Length of a candle'),
  confirmed.timestamp('event_time', 'Start of the breaking candle'),
  confirmed.timestamp('confirmed_at', 'End of the breaking candle: from then on the break is known'),
  confirmed.oneOf(
    'type',
    TYPES,
    'choch: against the trend before (change of character); bos: with it, or the first of all',
  ),
  confirmed.oneOf('direction', DIRECTIONS, 'up: a swing high was broken; down: a swing low'),
  confirmed.number('level', 'price', 'Price of the swing that was broken', { nullable: false, lookBack: true }),
  confirmed.timestamp('swing_time', "Start of the swing's candle", { lookBack: true }),
  confirmed.integer('bars_since_swing', 'candles', "Candles from the swing's to the breaking one"),
  confirmed.number('close', 'price', 'Close of the breaking candle', { nullable: false }),
  confirmed.number('break_size_pct', 'pct', 'How far the price that broke the level went beyond it, of the level', {
    nullable: false,
    formula: 'up, close: (close - level) / level * 100; wick: the high (low) instead of the close',
  }),
  confirmed.integer('trend_before', 'none', 'Direction of the event before: 1 up, -1 down, 0 none yet'),
  later.number(
    'follow_through_pct',
    'pct',
    'Largest move on beyond the level over the next follow_bars candles, at least 0',
    {
      formula: 'up: max(0, (highest high - level) / level * 100)',
    },
  ),
  later.number(
    'adverse_pct',
    'pct',
    'Largest move back behind the level over the next follow_bars candles, at least 0',
    {
      formula: 'up: max(0, (level - lowest low) / level * 100)',
    },
  ),
  later.boolean('retest', 'One of the next follow_bars candles touched the level; null without a later candle', unseen),
  later.timestamp('retest_time', 'Start of the first that did', { ...unseen, ...NO_RETEST }),
  later.integer('bars_to_retest', 'candles', 'Candles from the breaking one to that one', { ...unseen, ...NO_RETEST }),
  later.boolean(
    'failed',
    'One of the next follow_bars candles closed back behind the level; null without a later candle',
    unseen,
  ),
  later.integer('bars_to_failure', 'candles', 'Candles from the breaking one to the first that did', {
    ...unseen,
    ...NO_FAILURE,
  }),
  confirmed.integer('bars_since_event', 'candles', 'Candles since the event before; null for the first', {
    nullable: true,
    internal: true,
  }),
  later.boolean('complete', 'follow_bars later candles exist'),
];

export const LOOK_BACK_FIELDS = lookBackNames(RECORD_FIELDS);
