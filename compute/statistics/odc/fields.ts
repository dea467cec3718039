/** Every field that ODC answers with. */

import { type Field, integer, number, withKnownAt } from '../../market/records/fields.ts';
import { COMPLETE_FIELD, dayFields } from '../day-fields.ts';
import { CANDLE_KNOWN_AT, openingCandleFields, openingCandleSummaryFields } from '../opening-candle.ts';

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['date', 'weekday'],
    end_of_range: [...CANDLE_KNOWN_AT.end_of_range, 'volume_ratio'],
    // The period starts at the anchor: without a bar in the candle its open, too, comes after it.
    close: [...CANDLE_KNOWN_AT.close, 'session_open', 'complete'],
  },
  [
    ...dayFields(),
    ...openingCandleFields('day'),
    number(
      'volume_ratio',
      'ratio',
      "The candle's volume over the mean of the same minutes in the previous 14 sessions",
      {
        formula: 'volume / mean(volume of those of the 14 that have bars there); null below 3',
      },
    ),
    COMPLETE_FIELD,
  ],
);

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('candle_minutes', 'minutes', 'Length of the opening candle'),
  integer('total_days', 'sessions', 'Complete sessions'),
  ...openingCandleSummaryFields('day'),
  integer('no_candle_days', 'sessions', 'Complete sessions without a bar in the candle'),
  integer('weekday_breakdown.*.count', 'sessions', 'Sessions with an opening candle on this weekday'),
  number('weekday_breakdown.*.continuation_rate_pct', 'pct', 'Of their green and red candles, those that continued'),
];
