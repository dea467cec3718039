/** Every field that PREVCLOSE answers with. */
import { WEEKDAYS } from '../../../lib/days.ts';
import {
  boolean,
  date,
  integer,
  lookBackNames,
  number,
  oneOf,
  SYMBOL_FIELD,
  timestamp,
  withKnownAt,
} from '../../market/records/fields.ts';

import { FILL_BUCKETS } from '../../market/records/fill-buckets.ts';

import { SUMMARY_COMMON } from '../summary-parts.ts';

export const DIRECTIONS = ['up', 'down'] as const;

/** Where the open lies: beyond the previous session's range (a full gap), or inside it. */
export const PLACES = ['outside', 'inside'] as const;

/** Gap sizes in percent of the previous close, by their lower edge. */
export const SIZE_BUCKETS = ['<0.25', '0.25-0.5', '0.5-1', '1-2', '>=2'] as const;

const lookBack = true;

export const RECORD_FIELDS = withKnownAt(
  {
    // Whether there is a gap, and so a record, is known at the open.
    open: [...['date', 'weekday', 'direction', 'prev_date', 'prev_close', 'open', 'gap_size', 'gap_pct', 'open_place']],
    event: { fill_time: ['filled', 'fill_time', 'minutes_to_fill'] },
    close: ['partial_fill_pct', 'fill_bucket', 'max_run_pct', 'close', 'closed_in_gap_direction', 'complete'],
  },
  [
    SYMBOL_FIELD,
    date('date', 'Date of the session that opened away from the previous close'),
    oneOf('weekday', WEEKDAYS, 'Weekday of the date'),
    oneOf('direction', DIRECTIONS, 'up: open above the previous close; down: below it'),
    date('prev_date', 'Date of the previous session, at most 7 calendar days back', { lookBack }),
    number('prev_close', 'price', 'Close of the previous session: its last bar in the window', {
      nullable: false,
      lookBack,
    }),
    number('open', 'price', 'Open of the session: its first bar in the window', { nullable: false }),
    number('gap_size', 'price', 'Distance of the open from the previous close', {
      nullable: false,
      lookBack,
      formula: '|open - prev_close|',
    }),
    number('gap_pct', 'pct', 'Gap size in percent of the previous close; direction tells the sign', {
      nullable: false,
      formula: 'gap_size / prev_close * 100',
    }),
    oneOf('open_place', PLACES, 'outside: open above the previous high or below the previous low; inside: in between'),
    boolean('filled', 'Price came back to the previous close, as fill_criteria has it'),
    number('partial_fill_pct', 'pct', 'How much of the gap was filled, 0 to 100', {
      nullable: false,
      formula: 'up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close',
    }),
    oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled'),
    timestamp('fill_time', 'Start of the first bar that filled the gap; null where none did, and on 1d bars', {
      nullable: true,
    }),
    number('minutes_to_fill', 'minutes', 'From the start of the first bar to the start of that bar'),
    number('max_run_pct', 'pct', 'Largest move from the previous close in the direction of the gap, of that close', {
      nullable: false,
      formula: 'up: (highest high - prev_close) / prev_close * 100',
    }),
    number('close', 'price', 'Close of the session', { nullable: false }),
    boolean('closed_in_gap_direction', 'up: close above the open; down: close below it'),
    boolean('complete', 'The data reach the end of the window'),
  ],
);

export const LOOK_BACK_FIELDS = lookBackNames(RECORD_FIELDS);

export const SUMMARY_FIELDS = [
  ...SUMMARY_COMMON,
  integer('total_days', 'sessions', 'Complete sessions with a previous one'),
  integer('total_gaps', 'count', 'Complete sessions that opened at least min_gap_pct away from the previous close'),
  integer('filled_gaps', 'count', 'Of these gaps, those filled'),
  number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
  number('fill_rate_pct', 'pct', 'Gaps that were filled', { formula: 'filled_gaps / total_gaps * 100' }),
  number('closed_in_gap_direction_pct', 'pct', 'Gaps whose session closed further in the direction of the gap'),
  number('avg_gap_pct', 'pct', 'Mean gap size in percent of the previous close'),
  number('median_gap_pct', 'pct', 'Median gap size in percent of the previous close'),
  number('avg_minutes_to_fill', 'minutes', 'Mean time to the fill, filled gaps only'),
  number('median_minutes_to_fill', 'minutes', 'Median time to the fill, filled gaps only'),
  number('avg_partial_fill_pct', 'pct', 'Mean degree of fill'),
  number('avg_max_run_pct', 'pct', 'Mean of max_run_pct'),
  ...(
    [
      ['direction_breakdown', 'in this direction'],
      ['place_breakdown', 'that open there'],
      ['size_breakdown', 'of this size in percent'],
      ['weekday_breakdown', 'on this weekday'],
    ] as const
  ).flatMap(([name, which]) => [
    integer(`${name}.*.count`, 'count', `Gaps ${which}`),
    number(`${name}.*.fill_rate_pct`, 'pct', `Of the gaps ${which}, those filled`),
  ]),
] as const;
