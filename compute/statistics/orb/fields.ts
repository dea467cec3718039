/** Every field that ORB answers with. */
import { boolean, type Field, integer, number, oneOf, timestamp, withKnownAt } from '../../market/records/fields.ts';
import { COMPLETE_FIELD, dayFields } from '../day-fields.ts';
import { BREAK_TYPES, OUTCOME_FIELDS } from '../outcomes.ts';

export const DIRECTIONS = ['up', 'down'] as const;

/** Targets in opening ranges beyond the level: the record's field, and the summary's key. */
export const TARGETS = [
  { field: 'hit_0_5x', key: '0.5x', ranges: 0.5 },
  { field: 'hit_1x', key: '1x', ranges: 1 },
  { field: 'hit_1_5x', key: '1.5x', ranges: 1.5 },
  { field: 'hit_2x', key: '2x', ranges: 2 },
] as const;

const nullable = { nullable: true };
const present = { nullable: false };

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['date', 'weekday', 'orb_minutes'],
    open: ['session_open'],
    end_of_range: ['or_high', 'or_low', 'or_range', 'or_range_pct', 'or_bars', 'or_volume', 'volume_ratio'],
    event: {
      breakout_time: ['first_direction', 'breakout_time', 'minutes_to_breakout', 'breakout_level'],
      reentry_time: ['reentry', 'reentry_time'],
    },
    // No field names the bar that breaks the other side, or attains a target.
    close: [
      ...['session_high', 'session_low', 'session_close', 'broke_high', 'broke_low', 'break_type', 'breakout_size'],
      ...['breakout_size_pct', 'breakout_size_x', 'minutes_to_max', ...TARGETS.map(({ field }) => field)],
      ...['max_adverse_pct', 'false_breakout', 'continuation', 'complete'],
    ],
  },
  [
    ...dayFields(),
    integer('orb_minutes', 'minutes', 'Length of the opening range'),
    number('or_high', 'price', 'Highest price of the opening range'),
    number('or_low', 'price', 'Lowest price of the opening range'),
    number('or_range', 'price', 'Height of the opening range', { formula: 'or_high - or_low' }),
    number('or_range_pct', 'pct', 'Opening range in percent of the session open', {
      formula: 'or_range / session_open * 100',
    }),
    integer('or_bars', 'bars', 'Bars in the opening range; null until the range is over', nullable),
    number('session_open', 'price', 'First price of the session', present),
    number('session_high', 'price', 'Highest price of the session', present),
    number('session_low', 'price', 'Lowest price of the session', present),
    number('session_close', 'price', 'Last price of the session', present),
    boolean('broke_high', 'Some bar after the range broke its high', nullable),
    boolean('broke_low', 'Some bar after the range broke its low', nullable),
    oneOf('break_type', BREAK_TYPES, 'Sides broken over the whole session', nullable),
    oneOf('first_direction', DIRECTIONS, 'Side broken first; null where none was, or one bar broke both', nullable),
    timestamp('breakout_time', 'Start of the first bar that broke the range', nullable),
    number('minutes_to_breakout', 'minutes', "From the day's anchor to the start of the breakout bar"),
    number('breakout_level', 'price', 'The level broken: or_high or or_low'),
    number('breakout_size', 'price', 'Largest move beyond the level, from the breakout bar on', {
      formula: 'up: highest high - or_high; down: or_low - lowest low',
    }),
    number('breakout_size_pct', 'pct', 'Breakout size in percent of the level', {
      formula: 'breakout_size / breakout_level * 100',
    }),
    number('breakout_size_x', 'ratio', 'Breakout size in opening ranges; null for a range of no height', {
      formula: 'breakout_size / or_range',
    }),
    number('minutes_to_max', 'minutes', 'From the breakout bar to the first bar that attains the largest move'),
    ...TARGETS.map(({ field, key }) => boolean(field, `The move reached ${key} the opening range`, nullable)),
    number('max_adverse_pct', 'pct', 'Largest move against the break, from the breakout bar on, of the level', {
      formula: 'up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100',
    }),
    boolean('reentry', 'orb_reentry_candles bars in a row closed inside the range, after the breakout bar', nullable),
    timestamp('reentry_time', 'Start of the last of those bars', nullable),
    boolean('false_breakout', 'Reentry and no continuation', nullable),
    boolean('continuation', 'The session closed beyond the level', nullable),
    number('or_volume', 'volume', 'Volume of the opening range'),
    number('volume_ratio', 'ratio', 'or_volume over the mean of the same minutes in the previous 14 sessions', {
      formula: 'or_volume / mean(or_volume of those of the 14 that have bars there); null below 3',
    }),
    COMPLETE_FIELD,
  ],
);

function sideFields(side: 'up' | 'down'): Field[] {
  const days = side === 'up' ? 'days that broke upwards first' : 'days that broke downwards first';
  return [
    integer(`count_${side}`, 'count', `Number of ${days}`),
    number(`continuation_rate_pct_${side}`, 'pct', `Of ${days}, those that closed beyond the level`),
    number(`false_breakout_rate_pct_${side}`, 'pct', `Of ${days}, those with a reentry and no continuation`),
    number(`reentry_rate_pct_${side}`, 'pct', `Of ${days}, those with a reentry`),
    number(`avg_breakout_size_pct_${side}`, 'pct', `Mean breakout size, ${days}`),
    number(`median_breakout_size_pct_${side}`, 'pct', `Median breakout size, ${days}`),
    number(`avg_breakout_size_x_${side}`, 'ratio', `Mean breakout size in opening ranges, ${days}`),
    number(`avg_minutes_to_breakout_${side}`, 'minutes', `Mean minutes to the breakout, ${days}`),
    number(`avg_minutes_to_max_${side}`, 'minutes', `Mean minutes from breakout to the largest move, ${days}`),
    number(`avg_max_adverse_pct_${side}`, 'pct', `Mean of the largest move against the break, ${days}`),
  ];
}

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('orb_minutes', 'minutes', 'Length of the opening range'),
  integer('total_days', 'sessions', 'Complete sessions'),
  integer('no_range_days', 'sessions', 'Complete sessions without a bar in the opening range'),
  integer('high_breaks', 'sessions', 'Sessions that broke the high (some broke both sides)'),
  integer('low_breaks', 'sessions', 'Sessions that broke the low (some broke both sides)'),
  integer('both_breaks', 'sessions', 'Sessions that broke both sides'),
  integer('no_breaks', 'sessions', 'Sessions that broke neither side'),
  number('breakout_rate_pct', 'pct', 'Sessions with a range that broke at least one side', {
    formula: '(sample_size - no_breaks) / sample_size * 100',
  }),
  number('high_break_rate_pct', 'pct', 'Sessions with a range that broke its high'),
  number('low_break_rate_pct', 'pct', 'Sessions with a range that broke its low'),
  number('both_break_rate_pct', 'pct', 'Sessions with a range that broke both sides'),
  ...sideFields('up'),
  ...sideFields('down'),
  number('target_hit_rates.up.*', 'pct', 'Upward breaks that went this many opening ranges beyond the level'),
  number('target_hit_rates.down.*', 'pct', 'Downward breaks that went this many opening ranges beyond the level'),
  integer('breakout_time_distribution.*', 'count', 'Breaks with a direction by minutes from the anchor; absent = 0'),
  number('avg_or_range_pct', 'pct', 'Mean height of the opening range in percent'),
  number('avg_volume_ratio', 'ratio', 'Mean relative volume of the opening range'),
  integer('weekday_breakdown.*.count', 'sessions', 'Sessions with a range on this weekday'),
  number('weekday_breakdown.*.breakout_rate_pct', 'pct', 'Of those, the ones that broke at least one side'),
  number('weekday_breakdown.*.continuation_rate_pct', 'pct', 'Of the breaks with a direction, those that held'),
  ...OUTCOME_FIELDS,
];
