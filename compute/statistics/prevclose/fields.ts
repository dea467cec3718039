/** What PREVCLOSE is asked, and every field that it answers with. */
import { boolean, date, integer, number, oneOf, timestamp, withKnownAt } from '../../market/records/fields.ts';
import { FILL_BUCKETS, isPartialFill, NOT_PARTIAL, UNFILLED } from '../../market/records/fill-buckets.ts';
import { COMPLETE_FIELD, dayFields, OR_NULL, pct, price, UP_DOWN } from '../day-fields.ts';
import { average, bySize, byWord, counted, type Division, divided, ON_WEEKDAY, share, together } from '../figures.ts';
import { floatParam, limitParam, weekdayParam, wordParam } from '../params.ts';
import { isTrue } from '../rates.ts';

export const PARAMS = {
  fill_criteria: wordParam(['wick', 'close'], {
    description:
      'What fills a gap: any trade at the previous close or beyond it (wick), or a bar that closes there (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  min_gap_pct: floatParam({
    description: 'Smallest gap_pct that counts as a gap, in percent of the previous close',
    ...{ minimum: 0, maximum: 100, fallback: 0 },
  }),
  weekday: weekdayParam(),
};
export const TOP_PARAMS = { limit: limitParam('Number of gaps') };

const PLACES = ['outside', 'inside'];
const back = { lookBack: true };

const KNOWN_AT = {
  // Whether there is a gap, and so a record, is known at the open.
  open: ['date', 'weekday', 'direction', 'prev_date', 'prev_close', 'open', 'gap_size', 'gap_pct', 'open_place'],
  event: { fill_time: ['filled', 'fill_time', 'minutes_to_fill', 'volume_at_fill'] },
  close: [
    ...['partial_fill_pct', 'fill_bucket', 'partial_fill_time', 'minutes_to_partial_fill', 'volume_at_partial_fill'],
    ...['max_run_pct', 'close', 'closed_in_gap_direction', 'complete'],
  ],
};

export const FIELDS = withKnownAt(KNOWN_AT, [
  ...dayFields('Date of the session that opened away from the previous close'),
  oneOf('direction', UP_DOWN, 'up: open above the previous close; down: below it'),
  date('prev_date', 'Date of the previous session, at most 7 calendar days back', back),
  price('prev_close', 'Close of the previous session: its last bar in the window', back),
  price('open', 'Open of the session: its first bar in the window'),
  price('gap_size', 'Distance of the open from the previous close', { ...back, formula: '|open - prev_close|' }),
  pct('gap_pct', 'Gap size in percent of the previous close; direction has the sign', 'gap_size / prev_close * 100'),
  oneOf('open_place', PLACES, 'outside: open above the previous high or below the previous low; inside: in between'),
  boolean('filled', 'Price came back to the previous close, as fill_criteria has it'),
  pct(
    'partial_fill_pct',
    'How much of the gap was filled, 0 to 100',
    'up: clip((open - lowest low) / gap_size, 0, 1) * 100; fill_criteria=close: the lowest close',
  ),
  oneOf('fill_bucket', FILL_BUCKETS, 'Bucket of partial_fill_pct; 100% means filled'),
  timestamp('fill_time', 'Start of the first bar that filled the gap; null where none did, and on 1d bars', {
    ...OR_NULL,
    ...UNFILLED,
  }),
  number('minutes_to_fill', 'minutes', 'From the start of the first bar to the start of that bar', {
    ...UNFILLED,
    since: 'first_bar',
  }),
  number('volume_at_fill', 'volume', 'Volume of that bar', UNFILLED),
  timestamp(
    'partial_fill_time',
    'Start of the first bar at the deepest point of a partial fill; null where the gap was filled, where nothing was traded back, and on 1d bars',
    { ...OR_NULL, ...NOT_PARTIAL },
  ),
  number('minutes_to_partial_fill', 'minutes', 'From the start of the first bar to the start of that bar', NOT_PARTIAL),
  number('volume_at_partial_fill', 'volume', 'Volume of that bar', NOT_PARTIAL),
  pct(
    'max_run_pct',
    'Largest move from the previous close in the direction of the gap, of that close',
    'up: (highest high - prev_close) / prev_close * 100',
  ),
  price('close', 'Close of the session'),
  boolean('closed_in_gap_direction', 'up: close above the open; down: close below it'),
  COMPLETE_FIELD,
]);

const filled = (key: string, division: Division, which: string) =>
  divided(
    key,
    division,
    counted('count', 'count', `Gaps ${which}`),
    share('fill_rate_pct', `Of the gaps ${which}, those filled`, 'filled'),
  );

export const TOTALS = together(
  counted('total_gaps', 'count', 'Complete sessions that opened at least min_gap_pct away from the previous close'),
  counted('filled_gaps', 'count', 'Of these gaps, those filled', 'filled'),
);

export const FIGURES = together(
  share('fill_rate_pct', 'Gaps that were filled', 'filled', isTrue, { formula: 'filled_gaps / total_gaps * 100' }),
  share('closed_in_gap_direction_pct', 'Gaps whose session closed further in the direction of the gap'),
  average('avg_gap_pct', 'pct', 'Mean gap size in percent of the previous close'),
  average('median_gap_pct', 'pct', 'Median gap size in percent of the previous close'),
  average('avg_minutes_to_fill', 'minutes', 'Mean time to the fill, filled gaps only'),
  average('median_minutes_to_fill', 'minutes', 'Median time to the fill, filled gaps only'),
  counted('partial_fills', 'count', 'Gaps filled in part: some traded back, not all', 'fill_bucket', isPartialFill),
  average('avg_minutes_to_partial_fill', 'minutes', 'Mean time to the deepest point, gaps filled in part only'),
  average('avg_partial_fill_pct', 'pct', 'Mean degree of fill'),
  average('avg_max_run_pct', 'pct', 'Mean of max_run_pct'),
  filled('direction_breakdown', byWord('direction', UP_DOWN), 'in this direction'),
  filled('place_breakdown', byWord('open_place', PLACES), 'that open there'),
  filled('size_breakdown', bySize('gap_pct'), 'of this size in percent'),
  filled('weekday_breakdown', ON_WEEKDAY, 'on this weekday'),
);

export const SUMMARY_FIELDS = [
  integer('total_days', 'sessions', 'Complete sessions with a previous one'),
  ...TOTALS.fields,
  number('gap_rate_pct', 'pct', 'Gaps per session', { formula: 'total_gaps / total_days * 100' }),
  ...FIGURES.fields,
];
