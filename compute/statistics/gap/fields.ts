/** Every field that GAP answers with. */
import {
  boolean,
  date,
  integer,
  lookBackNames,
  number,
  oneOf,
  timestamp,
  withKnownAt,
} from '../../market/records/fields.ts';
import { FILL_BUCKETS } from '../../market/records/fill-buckets.ts';
import { COMPLETE_FIELD, dayFields } from '../day-fields.ts';

export const DIRECTIONS = ['up', 'down'] as const;

/** Gap sizes in percent of the level, by their lower edge. */
export const SIZE_BUCKETS = ['<0.25', '0.25-0.5', '0.5-1', '1-2', '>=2'] as const;

const unobserved = { nullable: true };
const lookBack = true;

export const RECORD_FIELDS = withKnownAt(
  {
    // Whether there is a gap, and so a record, is known at the open.
    open: [
      ...['date', 'weekday', 'direction', 'prev_date', 'prev_high', 'prev_low', 'prev_close', 'open', 'gap_size'],
      ...['gap_pct', 'gap_from_close_pct'],
    ],
    event: { fill_time: ['filled', 'fill_time', 'fill_time_seconds', 'volume_at_fill', 'cumulative_volume_at_fill'] },
    close: [
      ...['partial_fill_pct', 'fill_bucket', 'filled_to_prev_close', 'max_run_pct', 'close'],
      ...['closed_in_gap_direction', 'complete'],
    ],
  },
  [
    ...dayFields('Date of the session that opened with a gap'),
    oneOf('direction', DIRECTIONS, 'up: open above the previous high; down: open below the previous low'),
    date('prev_date', 'Date of the previous weekday session, at most 7 calendar days back', { lookBack }),
    number('prev_high', 'price', 'High of the previous session', { nullable: false, lookBack }),
    number('prev_low', 'price', 'Low of the previous session', { nullable: false, lookBack }),
    number('prev_close', 'price', 'Close of the previous session', { nullable: false, lookBack }),
    number('open', 'price', 'Open of the session', { nullable: false }),
    number('gap_size', 'price', 'Distance of the open from the level', {
      nullable: false,
      lookBack,
      formula: 'up: open - prev_high; down: prev_low - open',
    }),
    number('gap_pct', 'pct', 'Gap size in percent of the level', {
      nullable: false,
      formula: 'gap_size / (prev_high | prev_low) * 100',
    }),
    number('gap_from_close_pct', 'pct', 'Open against the previous close, signed', {
      nullable: false,
      formula: '(open - prev_close) / prev_close * 100',
    }),
    boolean('filled', 'Price came back to the level before the cutoff; null where nothing was observed', unobserved),
    number('partial_fill_pct', 'pct', 'How much of the gap was filled, 0 to 100', {
      formula: 'up: clip((open - lowest low) / gap_size, 0, 1) * 100',
    }),
    oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled', unobserved),
    timestamp('fill_time', 'Start of the bar that filled the gap; null on 1d bars', unobserved),
    number('fill_time_seconds', 'seconds', 'From the start of the first bar to the start of the filling bar'),
    number('volume_at_fill', 'volume', 'Volume of the filling bar'),
    number('cumulative_volume_at_fill', 'volume', 'Volume of the session up to and with the filling bar'),
    boolean('filled_to_prev_close', 'Price came back to the previous close (the wider convention)', unobserved),
    number('max_run_pct', 'pct', 'Largest move from the level in the direction of the gap, of the level', {
      formula: 'up: (highest high - prev_high) / prev_high * 100',
    }),
    number('close', 'price', 'Close of the session', { nullable: false }),
    boolean('closed_in_gap_direction', 'up: close above open; down: close below open'),
    COMPLETE_FIELD,
  ],
);

export const LOOK_BACK_FIELDS = lookBackNames(RECORD_FIELDS);

export const SUMMARY_FIELDS = [
  integer('total_days', 'sessions', 'Complete weekday sessions with a previous one'),
  integer('total_gaps', 'count', 'Complete sessions that opened with a gap'),
  integer('filled_gaps', 'count', 'Of the observed gaps, those filled'),
  integer('unobserved_gaps', 'count', 'Gaps whose first bar starts at or after the cutoff'),
  number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
  number('fill_rate', 'pct', 'Observed gaps that were filled', { formula: 'filled_gaps / sample_size * 100' }),
  number('filled_to_prev_close_rate', 'pct', 'Observed gaps that traded back to the previous close'),
  number('avg_gap_size', 'price', 'Mean gap size, in price'),
  number('avg_gap_pct', 'pct', 'Mean gap size in percent of the level'),
  number('avg_fill_time_seconds', 'seconds', 'Mean time to the fill, filled gaps only'),
  number('median_fill_time_seconds', 'seconds', 'Median time to the fill, filled gaps only'),
  number('avg_partial_fill_pct', 'pct', 'Mean degree of fill of the observed gaps'),
  number('avg_max_run_pct', 'pct', 'Mean of max_run_pct'),
  integer('gap_direction_stats.*.count', 'count', 'Gaps of this direction'),
  number('gap_direction_stats.*.fill_rate', 'pct', 'Of the observed ones, those filled'),
  number('gap_direction_stats.*.avg_gap_pct', 'pct', 'Mean gap size of this direction'),
  integer('weekday_breakdown.*.count', 'count', 'Gaps on this weekday'),
  number('weekday_breakdown.*.fill_rate', 'pct', 'Of the observed ones, those filled'),
  integer('partial_fill_distribution.*', 'count', 'Observed gaps in this bucket of partial_fill_pct'),
  integer('size_breakdown.*.count', 'count', 'Gaps of this size in percent'),
  number('size_breakdown.*.fill_rate', 'pct', 'Of the observed ones, those filled'),
] as const;
