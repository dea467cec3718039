/** What BOS is asked, the fields of its records and lists, and the figures of its summary. */

import { lowerBound } from '../../market/bars.ts';
import { TIMEFRAMES } from '../../market/candles.ts';
import {
  atBar,
  before,
  codesOf,
  integer,
  later,
  lookBackNames,
  number,
  SYMBOL_FIELD,
  text,
} from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import { timeframeParam } from '../candles.ts';
import { below, byHour, counted, divided, type Figures, figure, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import { intParam, limitParam, type Values, wordParam } from '../params.ts';
import { DIRECTION, UP_DOWN } from '../sessions.ts';
import type { View } from '../statistic.ts';

export const TYPES = ['bos', 'choch'] as const;
export const TYPE = codesOf(TYPES);

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
  direction: wordParam(UP_DOWN, { description: 'Events of this direction only' }),
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
  confirmed.oneOf('direction', UP_DOWN, 'up: a swing high was broken; down: a swing low'),
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

const of = figuresOf(RECORD_FIELDS);

const events = (which: string) =>
  together(
    counted('count', 'count', `Complete events ${which}`),
    of.share('failed', 'Of these, those that failed', { as: 'failure_rate_pct' }),
    of.share('retest', 'Of these, those whose level was retested', { as: 'retest_rate_pct' }),
  );

const side = (name: string, direction: 'up' | 'down'): Figures =>
  of.only(
    { direction },
    below(
      name,
      events(`${direction}wards`),
      of.mean('follow_through_pct', 'Mean of follow_through_pct'),
      of.median('follow_through_pct', 'Median of follow_through_pct'),
      of.mean('bars_to_retest', 'Mean candles to the retest, retested events only'),
    ),
  );

export const FIGURES = together(
  figure(text('timeframe', 'Length of a candle'), (_rows, _rates, _path, { values }) => String(values['timeframe'])),
  counted('total_events', 'count', 'Complete events of the range, after filters'),
  of.counted('bos_count', 'count', 'Of these, those with the trend before, or the first of all', { type: 'bos' }),
  of.counted('choch_count', 'count', 'Of these, those against the trend before', { type: 'choch' }),
  side('bullish', 'up'),
  side('bearish', 'down'),
  {
    fields: [
      number(
        'continuation_rate_pct',
        'pct',
        'Of the pairs of consecutive complete events of the range, before filters, those in one direction',
      ),
      number('avg_bars_between_events', 'candles', 'Mean distance of the two events of these pairs'),
      integer('current_trend', 'none', "Direction of the last event up to the range's end: 1 up, -1 down, 0 none yet"),
    ],
    of(_rows, rates, _path, view) {
      const pairs = consecutivePairs(view!);
      return {
        continuation_rate_pct: rates.of('continuation_rate_pct', pairs.sameDirection, pairs.count),
        avg_bars_between_events: pairs.bars / pairs.count,
        current_trend: trendAtEnd(view!),
      };
    },
  },
  divided(
    'hourly_breakdown',
    byHour('event_time'),
    events('in this hour: UTC, of equities and ETFs under session=exchange New York'),
  ),
  divided('weekday_breakdown', ON_WEEKDAY, events('on this weekday of their session')),
);

/** Neighbours among the complete events of the range, whatever the filters. */
function consecutivePairs({ records }: View) {
  const complete = numbers(records, 'complete');
  const direction = numbers(records, 'direction');
  const barsSince = numbers(records, 'bars_since_event');
  const pairs = { count: 0, sameDirection: 0, bars: 0 };
  for (let row = 1; row < records.length; row++) {
    if (complete[row] !== 1 || complete[row - 1] !== 1) continue;
    pairs.count++;
    if (direction[row] === direction[row - 1]) pairs.sameDirection++;
    pairs.bars += barsSince[row];
  }
  return pairs;
}

/** Direction of the last event up to the range's end, open ones too; 0 before the first. */
function trendAtEnd({ allRecords, range }: View): number {
  const after = lowerBound(numbers(allRecords, 'date'), range.to + 1);
  if (after > 0) return numbers(allRecords, 'direction')[after - 1] === DIRECTION.up ? 1 : -1;
  return allRecords.length > 0 ? numbers(allRecords, 'trend_before')[0] : 0;
}
