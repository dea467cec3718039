/** What ORB is asked, and every field that it answers with. */
import {
  boolean,
  decided,
  type Field,
  integer,
  number,
  oneOf,
  timestamp,
  type Unit,
  withKnownAt,
} from '../../market/records/fields.ts';
import { numbers } from '../../market/records/table.ts';
import { COMPLETE_FIELD, dayFields, OR_NULL, sessionPrices, UP_DOWN } from '../day-fields.ts';
import {
  average,
  below,
  counted,
  divided,
  documentedBy,
  type Figures,
  ON_WEEKDAY,
  only,
  share,
  together,
} from '../figures.ts';
import { BREAK_TYPES, outcomes } from '../outcomes.ts';
import { floatParam, intParam, limitParam, minutesParam, weekdayParam, wordParam } from '../params.ts';
import { is, isNot } from '../rates.ts';
import type { RawSummary } from '../statistic.ts';

export const PARAMS = {
  orb_minutes: minutesParam({
    description: "Minutes of the opening range from the day's anchor; a whole multiple of the base interval",
    fallback: 5,
    minimum: 1,
    maximum: 240,
  }),
  orb_reentry_candles: intParam({
    description: 'Bars in a row that must close inside the range, after the breakout, to make a reentry',
    fallback: 2,
    minimum: 1,
    maximum: 60,
    affects: 'records',
  }),
  breakout_criteria: wordParam(['wick', 'close'], {
    description: 'What breaks the range: any trade beyond it (wick), or a close beyond it (close)',
    fallback: 'wick',
    affects: 'records',
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { top_n: limitParam('Number of breakouts') };

export const TOP_PICKS_PARAMS = {
  min_breakout_size: floatParam({
    description: 'Smallest breakout_size_pct to list, in percent of the level',
    minimum: 0,
    fallback: 0.01,
  }),
};

/** Targets in opening ranges beyond the level: the record's field, and the summary's key. */
export const TARGETS = [
  { field: 'hit_0_5x', key: '0.5x', ranges: 0.5 },
  { field: 'hit_1x', key: '1x', ranges: 1 },
  { field: 'hit_1_5x', key: '1.5x', ranges: 1.5 },
  { field: 'hit_2x', key: '2x', ranges: 2 },
] as const;

/** Null means that nothing was broken; of a day that one bar broke on both sides it is unknown. */
const NO_BREAK = { never: { field: 'break_type', is: ['none'] } };

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['date', 'weekday', 'orb_minutes'],
    open: ['session_open'],
    end_of_range: ['or_high', 'or_low', 'or_range', 'or_range_pct', 'or_bars', 'or_volume', 'volume_ratio'],
    event: {
      breakout_time: ['first_direction', 'breakout_time', 'minutes_to_breakout', 'breakout_level'],
      reentry_time: ['reentry', 'reentry_time'],
    },
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
    integer('or_bars', 'bars', 'Bars in the opening range; null until the range is over', OR_NULL),
    ...sessionPrices('session_', ' of the session'),
    ...decided(boolean('broke_high', 'Some bar after the range broke its high', OR_NULL)),
    ...decided(boolean('broke_low', 'Some bar after the range broke its low', OR_NULL)),
    oneOf('break_type', BREAK_TYPES, 'Sides broken over the whole session', OR_NULL),
    oneOf('first_direction', UP_DOWN, 'Side broken first; null where none was, or one bar broke both', {
      ...OR_NULL,
      ...NO_BREAK,
    }),
    timestamp('breakout_time', 'Start of the first bar that broke the range', { ...OR_NULL, ...NO_BREAK }),
    number('minutes_to_breakout', 'minutes', "From the day's anchor to the start of the breakout bar", {
      ...NO_BREAK,
      since: 'anchor',
    }),
    number('breakout_level', 'price', 'The level broken: or_high or or_low', NO_BREAK),
    number('breakout_size', 'price', 'Largest move beyond the level, from the breakout bar on', {
      ...NO_BREAK,
      formula: 'up: highest high - or_high; down: or_low - lowest low',
    }),
    number('breakout_size_pct', 'pct', 'Breakout size in percent of the level', {
      ...NO_BREAK,
      formula: 'breakout_size / breakout_level * 100',
    }),
    number('breakout_size_x', 'ratio', 'Breakout size in opening ranges; null for a range of no height', {
      ...NO_BREAK,
      formula: 'breakout_size / or_range',
    }),
    number(
      'minutes_to_max',
      'minutes',
      'From the breakout bar to the first bar that attains the largest move',
      NO_BREAK,
    ),
    ...TARGETS.flatMap(({ field, key }) =>
      decided(boolean(field, `The move reached ${key} the opening range`, OR_NULL)),
    ),
    number('max_adverse_pct', 'pct', 'Largest move against the break, from the breakout bar on, of the level', {
      formula: 'up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100',
    }),
    boolean('reentry', 'orb_reentry_candles bars in a row closed inside the range, after the breakout bar', OR_NULL),
    timestamp('reentry_time', 'Start of the last of those bars', {
      ...OR_NULL,
      never: { field: 'reentry', is: [false] },
    }),
    boolean('false_breakout', 'Reentry and no continuation', OR_NULL),
    boolean('continuation', 'The session closed beyond the level', OR_NULL),
    number('or_volume', 'volume', 'Volume of the opening range'),
    number('volume_ratio', 'ratio', 'or_volume over the mean of the same minutes in the previous 14 sessions', {
      formula: 'or_volume / mean(or_volume of those of the 14 that have bars there); null below 3',
    }),
    COMPLETE_FIELD,
  ],
);

function sideFigures(side: 'up' | 'down'): Figures {
  const days = side === 'up' ? 'days that broke upwards first' : 'days that broke downwards first';
  const mean = (column: string, unit: Unit, description: string) =>
    average(`avg_${column}_${side}`, unit, `${description}, ${days}`, column);
  return together(
    counted(`count_${side}`, 'count', `Number of ${days}`),
    share(`continuation_rate_pct_${side}`, `Of ${days}, those that closed beyond the level`, 'continuation'),
    share(`false_breakout_rate_pct_${side}`, `Of ${days}, those with a reentry and no continuation`, 'false_breakout'),
    share(`reentry_rate_pct_${side}`, `Of ${days}, those with a reentry`, 'reentry'),
    mean('breakout_size_pct', 'pct', 'Mean breakout size'),
    average(`median_breakout_size_pct_${side}`, 'pct', `Median breakout size, ${days}`, 'breakout_size_pct'),
    mean('breakout_size_x', 'ratio', 'Mean breakout size in opening ranges'),
    mean('minutes_to_breakout', 'minutes', 'Mean minutes to the breakout'),
    mean('minutes_to_max', 'minutes', 'Mean minutes from breakout to the largest move'),
    mean('max_adverse_pct', 'pct', 'Mean of the largest move against the break'),
  );
}

const targets = (side: 'up' | 'down', upward: string) =>
  only(
    'first_direction',
    UP_DOWN.indexOf(side),
    below(
      side,
      documentedBy(
        number('*', 'pct', `${upward} breaks that went this many opening ranges beyond the level`),
        ...TARGETS.map(({ field, key }) => share(key, '', field)),
      ),
    ),
  );

const [BOTH, NONE] = [BREAK_TYPES.indexOf('both'), BREAK_TYPES.indexOf('none')];
const BUCKET_MIN = 30;

/** `{"0-30": n, ...}` of the buckets that occur, ascending. */
function timeDistribution(minutes: Float64Array): RawSummary {
  const counts: number[] = [];
  for (const value of minutes) {
    if (Number.isNaN(value)) continue;
    const bucket = Math.floor(value / BUCKET_MIN);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  const out: Record<string, number> = {};
  counts.forEach((n, bucket) => {
    out[`${bucket * BUCKET_MIN}-${(bucket + 1) * BUCKET_MIN}`] = n;
  });
  return out;
}

/** Of the sessions with a range. */
export const FIGURES = together(
  counted('high_breaks', 'sessions', 'Sessions that broke the high (some broke both sides)', 'broke_high'),
  counted('low_breaks', 'sessions', 'Sessions that broke the low (some broke both sides)', 'broke_low'),
  counted('both_breaks', 'sessions', 'Sessions that broke both sides', 'break_type', is(BOTH)),
  counted('no_breaks', 'sessions', 'Sessions that broke neither side', 'break_type', is(NONE)),
  share('breakout_rate_pct', 'Sessions with a range that broke at least one side', 'break_type', isNot(NONE), {
    formula: '(sample_size - no_breaks) / sample_size * 100',
  }),
  share('high_break_rate_pct', 'Sessions with a range that broke its high', 'broke_high'),
  share('low_break_rate_pct', 'Sessions with a range that broke its low', 'broke_low'),
  share('both_break_rate_pct', 'Sessions with a range that broke both sides', 'break_type', is(BOTH)),
  ...UP_DOWN.map((side, code) => only('first_direction', code, sideFigures(side))),
  below('target_hit_rates', targets('up', 'Upward'), targets('down', 'Downward')),
  {
    fields: [
      integer(
        'breakout_time_distribution.*',
        'count',
        'Breaks with a direction by minutes from the anchor; absent = 0',
      ),
    ],
    of: (days) => ({ breakout_time_distribution: timeDistribution(numbers(days, 'minutes_to_breakout')) }),
  },
  average('avg_or_range_pct', 'pct', 'Mean height of the opening range in percent'),
  average('avg_volume_ratio', 'ratio', 'Mean relative volume of the opening range'),
  divided(
    'weekday_breakdown',
    ON_WEEKDAY,
    counted('count', 'sessions', 'Sessions with a range on this weekday'),
    share('breakout_rate_pct', 'Of those, the ones that broke at least one side', 'break_type', isNot(NONE)),
    share('continuation_rate_pct', 'Of the breaks with a direction, those that held', 'continuation'),
  ),
  outcomes('or_range_pct'),
);

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('orb_minutes', 'minutes', 'Length of the opening range'),
  integer('total_days', 'sessions', 'Complete sessions'),
  integer('no_range_days', 'sessions', 'Complete sessions without a bar in the opening range'),
  ...FIGURES.fields,
];
