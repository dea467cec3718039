/** What IB is asked, and every field that it answers with. */
import { boolean, decided, integer, number, oneOf, timestamp, withKnownAt } from '../../market/records/fields.ts';
import { COMPLETE_FIELD, dayFields, OR_NULL, sessionPrices, UP_DOWN } from '../day-fields.ts';
import { average, only, share, together } from '../figures.ts';
import { BREAK_TYPES, outcomes } from '../outcomes.ts';
import { limitParam, minutesParam, weekdayParam } from '../params.ts';
import { is } from '../rates.ts';

export const PARAMS = {
  ib_minutes: minutesParam({
    description: "Minutes of the initial balance from the day's anchor; a whole multiple of the base interval",
    ...{ fallback: 60, minimum: 1, maximum: 240 },
  }),
  weekday: weekdayParam(),
};
export const TOP_PARAMS = { limit: limitParam('Number of sessions') };

/** Where the session closes, against the initial balance. */
export const CLOSES = ['below', 'inside', 'above'];

/** Null means that neither side was broken; of a first bar that broke both, the direction is unknown. */
const NO_BREAK = { never: { field: 'break_type', is: ['none'] } };

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['date', 'weekday', 'ib_minutes'],
    open: ['session_open'],
    end_of_range: ['ib_high', 'ib_low', 'ib_range', 'ib_range_pct', 'ib_bars'],
    event: { first_break_time: ['first_direction', 'first_break_time', 'minutes_to_first_break'] },
    close: [
      ...['session_high', 'session_low', 'session_close', 'broke_high', 'broke_low', 'break_type', 'complete'],
      ...['extension_up_x', 'extension_down_x', 'extension_x', 'close_location', 'close_place'],
    ],
  },
  [
    ...dayFields(),
    integer('ib_minutes', 'minutes', 'Length of the initial balance'),
    number('ib_high', 'price', 'Highest price of the initial balance'),
    number('ib_low', 'price', 'Lowest price of the initial balance'),
    number('ib_range', 'price', 'Height of the initial balance', { formula: 'ib_high - ib_low' }),
    number('ib_range_pct', 'pct', 'Height in percent of the session open', {
      formula: 'ib_range / session_open * 100',
    }),
    integer('ib_bars', 'bars', 'Bars in the initial balance; null until it is over', OR_NULL),
    ...sessionPrices('session_', ' of the session'),
    ...decided(boolean('broke_high', 'Some later bar traded above ib_high', OR_NULL)),
    ...decided(boolean('broke_low', 'Some later bar traded below ib_low', OR_NULL)),
    oneOf('break_type', BREAK_TYPES, 'Sides broken by the end of the session', OR_NULL),
    oneOf('first_direction', UP_DOWN, 'Side broken first; null where none was, or one bar broke both', {
      ...OR_NULL,
      ...NO_BREAK,
    }),
    timestamp('first_break_time', 'Start of the first bar that broke a side; null where none did', {
      ...OR_NULL,
      ...NO_BREAK,
    }),
    number('minutes_to_first_break', 'minutes', "From the day's anchor to the start of that bar", {
      ...NO_BREAK,
      since: 'anchor',
    }),
    number('extension_up_x', 'ratio', 'Move above the balance in multiples of it, 0 where none; null at no height', {
      formula: 'max(0, highest later high - ib_high) / ib_range',
    }),
    number('extension_down_x', 'ratio', 'Move below the balance in multiples of it, 0 where none; null at no height', {
      formula: 'max(0, ib_low - lowest later low) / ib_range',
    }),
    number('extension_x', 'ratio', 'The larger of the two extensions'),
    number('close_location', 'ratio', 'Where the session closes: 0 at ib_low, 1 at ib_high; null at no height', {
      formula: '(session_close - ib_low) / ib_range',
    }),
    oneOf('close_place', CLOSES, 'below ib_low, above ib_high, or inside, the levels included', OR_NULL),
    COMPLETE_FIELD,
  ],
);

const [UP, DOWN] = [0, 1];

const closed = (place: string, name: string, description: string) =>
  share(name, description, 'close_place', is(CLOSES.indexOf(place)));

/** Of the sessions with a balance. */
export const FIGURES = together(
  outcomes('ib_range_pct'),
  share(
    'first_up_pct',
    'Of the sessions with a side broken first, those that broke the high first',
    'first_direction',
    is(UP),
  ),
  only(
    'first_direction',
    UP,
    share(
      'both_after_up_pct',
      'Of the sessions that broke the high first, those that broke the low as well',
      'broke_low',
    ),
  ),
  only(
    'first_direction',
    DOWN,
    share(
      'both_after_down_pct',
      'Of the sessions that broke the low first, those that broke the high as well',
      'broke_high',
    ),
  ),
  only(
    'break_type',
    UP,
    closed('above', 'held_up_pct', 'Sessions that broke the high alone and closed above the balance'),
  ),
  only(
    'break_type',
    DOWN,
    closed('below', 'held_down_pct', 'Sessions that broke the low alone and closed below the balance'),
  ),
  ...CLOSES.toReversed().map((place) =>
    closed(place, `close_${place}_pct`, `Sessions that closed ${place} the balance`),
  ),
  average('avg_minutes_to_first_break', 'minutes', 'Mean minutes from the anchor to the first break'),
  average('median_minutes_to_first_break', 'minutes', 'Median minutes from the anchor to the first break'),
  only(
    'broke_high',
    1,
    average('avg_extension_up_x', 'ratio', 'Mean extension above, over the sessions that broke the high'),
  ),
  only(
    'broke_low',
    1,
    average('avg_extension_down_x', 'ratio', 'Mean extension below, over the sessions that broke the low'),
  ),
  average('avg_ib_range_pct', 'pct', 'Mean height of the balance in percent'),
  average('median_ib_range_pct', 'pct', 'Median height of the balance in percent'),
);

export const SUMMARY_FIELDS = [
  integer('ib_minutes', 'minutes', 'Length of the initial balance'),
  integer('total_days', 'sessions', 'Complete sessions'),
  integer('no_range_days', 'sessions', 'Complete sessions without a bar in the initial balance'),
  ...FIGURES.fields,
];
