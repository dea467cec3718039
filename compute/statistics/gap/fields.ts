/** What GAP is asked, and every field that it answers with. */
import { boolean, date, decided, integer, number, oneOf, timestamp, withKnownAt } from '../../market/records/fields.ts';
import { FILL_BUCKETS, isPartialFill, NOT_PARTIAL, UNFILLED } from '../../market/records/fill-buckets.ts';
import { COMPLETE_FIELD, dayFields, OR_NULL, pct, previousPrices, price, UP_DOWN } from '../day-fields.ts';
import { average, bySize, byWord, counted, divided, ON_WEEKDAY, share, tally, together } from '../figures.ts';
import { limitParam, type Param, timeParam, weekdayParam, wordParam } from '../params.ts';
import { isTrue } from '../rates.ts';

export const PARAMS = {
  fill_cutoff: timeParam({
    description: 'UTC time of day that ends the observation of fills; default: the end of the session',
    affects: 'records',
    allow24: true,
  }) as Param<number | undefined>,
  weekday: weekdayParam(),
};

export const TOP_PARAMS = {
  sort_by: wordParam(['gap_pct', 'gap_size'], {
    description: 'What the largest gaps are ranked by',
    fallback: 'gap_pct',
  }),
  top_n: limitParam('Number of gaps'),
};

export const TOP_FILLS_PARAMS = { top_n: limitParam('Number of gaps') };

const back = { lookBack: true };

/** What becomes of a gap until fill_cutoff. */
export const OBSERVED = [
  ...['filled', 'fill_time', 'fill_time_seconds', 'volume_at_fill', 'cumulative_volume_at_fill'],
  ...['partial_fill_pct', 'fill_bucket', 'partial_fill_time', 'partial_fill_time_seconds', 'volume_at_partial_fill'],
  ...['filled_to_prev_close', 'max_run_pct'],
];

export const RECORD_FIELDS = withKnownAt(
  {
    // Whether there is a gap, and so a record, is known at the open.
    open: [
      ...['date', 'weekday', 'direction', 'prev_date', 'prev_high', 'prev_low', 'prev_close', 'open', 'gap_size'],
      ...['gap_pct', 'gap_from_close_pct'],
    ],
    event: { fill_time: ['filled', 'fill_time', 'fill_time_seconds', 'volume_at_fill', 'cumulative_volume_at_fill'] },
    close: [
      ...[
        'partial_fill_pct',
        'fill_bucket',
        'partial_fill_time',
        'partial_fill_time_seconds',
        'volume_at_partial_fill',
      ],
      ...['filled_to_prev_close', 'max_run_pct', 'close'],
      ...['closed_in_gap_direction', 'complete'],
    ],
  },
  [
    ...dayFields('Date of the session that opened with a gap'),
    oneOf('direction', UP_DOWN, 'up: open above the previous high; down: open below the previous low'),
    date('prev_date', 'Date of the previous weekday session, at most 7 calendar days back', back),
    ...previousPrices(),
    price('open', 'Open of the session'),
    price('gap_size', 'Distance of the open from the level', {
      ...back,
      formula: 'up: open - prev_high; down: prev_low - open',
    }),
    pct('gap_pct', 'Gap size in percent of the level', 'gap_size / (prev_high | prev_low) * 100'),
    pct('gap_from_close_pct', 'Open against the previous close, signed', '(open - prev_close) / prev_close * 100'),
    boolean('filled', 'Price came back to the level before the cutoff; null where nothing was observed', OR_NULL),
    number('partial_fill_pct', 'pct', 'How much of the gap was filled, 0 to 100', {
      formula: 'up: clip((open - lowest low) / gap_size, 0, 1) * 100',
    }),
    oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled', OR_NULL),
    timestamp('fill_time', 'Start of the bar that filled the gap; null on 1d bars', { ...OR_NULL, ...UNFILLED }),
    number('fill_time_seconds', 'seconds', 'From the start of the first bar to the start of the filling bar', {
      ...UNFILLED,
      since: 'first_bar',
    }),
    number('volume_at_fill', 'volume', 'Volume of the filling bar', UNFILLED),
    number('cumulative_volume_at_fill', 'volume', 'Volume of the session up to and with the filling bar', UNFILLED),
    timestamp(
      'partial_fill_time',
      'Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars',
      { ...OR_NULL, ...NOT_PARTIAL },
    ),
    number(
      'partial_fill_time_seconds',
      'seconds',
      'From the start of the first bar to the start of that bar',
      NOT_PARTIAL,
    ),
    number('volume_at_partial_fill', 'volume', 'Volume of that bar', NOT_PARTIAL),
    ...decided(
      boolean('filled_to_prev_close', 'Price came back to the previous close (the wider convention)', OR_NULL),
    ),
    number('max_run_pct', 'pct', 'Largest move from the level in the direction of the gap, of the level', {
      formula: 'up: (highest high - prev_high) / prev_high * 100',
    }),
    price('close', 'Close of the session'),
    boolean('closed_in_gap_direction', 'up: close above open; down: close below open'),
    COMPLETE_FIELD,
  ],
);

const FILLED = share('fill_rate', 'Of the observed ones, those filled', 'filled');

export const TOTALS = together(
  counted('total_gaps', 'count', 'Complete sessions that opened with a gap'),
  counted('filled_gaps', 'count', 'Of the observed gaps, those filled', 'filled'),
  counted('unobserved_gaps', 'count', 'Gaps whose first bar starts at or after the cutoff', 'filled', Number.isNaN),
);

export const FIGURES = together(
  share('fill_rate', 'Observed gaps that were filled', 'filled', isTrue, {
    formula: 'filled_gaps / sample_size * 100',
  }),
  share('filled_to_prev_close_rate', 'Observed gaps that traded back to the previous close', 'filled_to_prev_close'),
  average('avg_gap_size', 'price', 'Mean gap size, in price'),
  average('avg_gap_pct', 'pct', 'Mean gap size in percent of the level'),
  average('avg_fill_time_seconds', 'seconds', 'Mean time to the fill, filled gaps only'),
  average('median_fill_time_seconds', 'seconds', 'Median time to the fill, filled gaps only'),
  counted('partial_fills', 'count', 'Of the observed gaps, those filled in part', 'fill_bucket', isPartialFill),
  average('avg_partial_fill_time_seconds', 'seconds', 'Mean time to the deepest point, gaps filled in part only'),
  average('avg_partial_fill_pct', 'pct', 'Mean degree of fill of the observed gaps'),
  average('avg_max_run_pct', 'pct', 'Mean of max_run_pct'),
  divided(
    'gap_direction_stats',
    byWord('direction', UP_DOWN),
    counted('count', 'count', 'Gaps of this direction'),
    FILLED,
    average('avg_gap_pct', 'pct', 'Mean gap size of this direction'),
  ),
  divided('weekday_breakdown', ON_WEEKDAY, counted('count', 'count', 'Gaps on this weekday'), FILLED),
  tally(
    'partial_fill_distribution',
    'count',
    'Observed gaps in this bucket of partial_fill_pct',
    'fill_bucket',
    FILL_BUCKETS,
  ),
  divided('size_breakdown', bySize('gap_pct'), counted('count', 'count', 'Gaps of this size in percent'), FILLED),
);

export const SUMMARY_FIELDS = [
  integer('total_days', 'sessions', 'Complete weekday sessions with a previous one'),
  ...TOTALS.fields,
  number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
  ...FIGURES.fields,
];
