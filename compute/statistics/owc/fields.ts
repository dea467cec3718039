/** Every field that OWC answers with. */

import { boolean, date, type Field, integer, SYMBOL_FIELD, text, withKnownAt } from '../../market/records/fields.ts';
import {
  CANDLE_KNOWN_AT,
  continuationTopFields,
  openingCandleFields,
  openingCandleSummaryFields,
} from '../opening-candle.ts';

export const RECORD_FIELDS = withKnownAt(
  {
    // Moments of the week, as other statistics have those of the session.
    before: ['week'],
    open: ['date', 'session_open'],
    end_of_range: CANDLE_KNOWN_AT.end_of_range,
    close: [...CANDLE_KNOWN_AT.close, 'complete'],
  },
  [
    SYMBOL_FIELD,
    text('week', 'ISO week, such as 2024-W05'),
    date('date', 'Date of its first session'),
    ...openingCandleFields('week'),
    boolean(
      'complete',
      'The week is over: a bar starts on or after the next Monday (crypto: and after the Sunday window)',
    ),
  ],
);

export const TOP_FIELDS = continuationTopFields(RECORD_FIELDS);

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('opening_days', 'sessions', 'Sessions that make the opening candle'),
  integer('total_weeks', 'count', 'Finished weeks with more sessions than the opening candle'),
  ...openingCandleSummaryFields('week'),
];
