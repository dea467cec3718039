/** Figures of the summary: what became of breaks, by side, hour and weekday, and the trend. */

import { lowerBound } from '../../market/bars.ts';
import { integer, number, text } from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import { below, byHour, counted, divided, type Figures, figure, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import type { View } from '../statistic.ts';
import { DIRECTION, RECORD_FIELDS } from './fields.ts';

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
  divided('hourly_breakdown', byHour('event_time'), events('in this UTC hour')),
  divided('weekday_breakdown', ON_WEEKDAY, events('on this weekday of their session')),
);

/** Neighbours among the complete events of the range, whatever the filters; those on both sides of a joint are none. */
function consecutivePairs({ records, joint = Number.NEGATIVE_INFINITY }: View) {
  const complete = numbers(records, 'complete');
  const date = numbers(records, 'date');
  const direction = numbers(records, 'direction');
  const barsSince = numbers(records, 'bars_since_event');
  const pairs = { count: 0, sameDirection: 0, bars: 0 };
  for (let row = 1; row < records.length; row++) {
    if (complete[row] !== 1 || complete[row - 1] !== 1 || date[row - 1] < joint !== date[row] < joint) continue;
    pairs.count++;
    if (direction[row] === direction[row - 1]) pairs.sameDirection++;
    pairs.bars += barsSince[row];
  }
  return pairs;
}

/** Direction of the last event up to the range's end, open ones too; 0 before the first, also of those after a joint. */
function trendAtEnd({ allRecords, range, joint = Number.NEGATIVE_INFINITY }: View): number {
  const dates = numbers(allRecords, 'date');
  const after = lowerBound(dates, range.to + 1);
  if (range.to >= joint && after > 0 && dates[after - 1] < joint) return 0;
  if (after > 0) return numbers(allRecords, 'direction')[after - 1] === DIRECTION.up ? 1 : -1;
  return allRecords.length > 0 ? numbers(allRecords, 'trend_before')[0] : 0;
}
