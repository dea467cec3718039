/** What ORB is asked, and every field that it answers with. */
import { atBar, atClose, atRangeEnd, before, decided, integer, number } from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { below, counted, divided, documentedBy, type Figures, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import { floatParam, intParam, limitParam, minutesParam, weekdayParam, wordParam } from '../params.ts';
import {
  BREAK_TYPES,
  COMPLETE_FIELD,
  dayFields,
  OR_NULL,
  outcomes,
  rangeSummary,
  sessionPrices,
  UP_DOWN,
} from '../sessions.ts';

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

const atBreak = atBar('breakout_time');
const atReentry = atBar('reentry_time');

export const RECORD_FIELDS = [
  ...dayFields(),
  before.integer('orb_minutes', 'minutes', 'Length of the opening range'),
  atRangeEnd.number('or_high', 'price', 'Highest price of the opening range'),
  atRangeEnd.number('or_low', 'price', 'Lowest price of the opening range'),
  atRangeEnd.number('or_range', 'price', 'Height of the opening range', { formula: 'or_high - or_low' }),
  atRangeEnd.number('or_range_pct', 'pct', 'Opening range in percent of the session open', {
    formula: 'or_range / session_open * 100',
  }),
  atRangeEnd.integer('or_bars', 'bars', 'Bars in the opening range; null until the range is over', OR_NULL),
  ...sessionPrices('session_', ' of the session'),
  ...decided('broke_high', 'Some bar after the range broke its high'),
  ...decided('broke_low', 'Some bar after the range broke its low'),
  atClose.oneOf('break_type', BREAK_TYPES, 'Sides broken over the whole session', OR_NULL),
  atBreak.oneOf('first_direction', UP_DOWN, 'Side broken first; null where none was, or one bar broke both', {
    ...OR_NULL,
    ...NO_BREAK,
  }),
  atBreak.timestamp('breakout_time', 'Start of the first bar that broke the range', { ...OR_NULL, ...NO_BREAK }),
  atBreak.number('minutes_to_breakout', 'minutes', "From the day's anchor to the start of the breakout bar", {
    ...NO_BREAK,
    since: 'anchor',
  }),
  atBreak.number('breakout_level', 'price', 'The level broken: or_high or or_low', NO_BREAK),
  atClose.number('breakout_size', 'price', 'Largest move beyond the level, from the breakout bar on', {
    ...NO_BREAK,
    formula: 'up: highest high - or_high; down: or_low - lowest low',
  }),
  atClose.number('breakout_size_pct', 'pct', 'Breakout size in percent of the level', {
    ...NO_BREAK,
    formula: 'breakout_size / breakout_level * 100',
  }),
  atClose.number('breakout_size_x', 'ratio', 'Breakout size in opening ranges; null for a range of no height', {
    ...NO_BREAK,
    formula: 'breakout_size / or_range',
  }),
  atClose.number(
    'minutes_to_max',
    'minutes',
    'From the breakout bar to the first bar that attains the largest move',
    NO_BREAK,
  ),
  ...TARGETS.flatMap(({ field, key }) => decided(field, `The move reached ${key} the opening range`)),
  atClose.number('max_adverse_pct', 'pct', 'Largest move against the break, from the breakout bar on, of the level', {
    formula: 'up: max(0, or_high - lowest low) / or_high * 100; down: max(0, highest high - or_low) / or_low * 100',
  }),
  atReentry.boolean(
    'reentry',
    'orb_reentry_candles bars in a row closed inside the range, after the breakout bar',
    OR_NULL,
  ),
  atReentry.timestamp('reentry_time', 'Start of the last of those bars', {
    ...OR_NULL,
    never: { field: 'reentry', is: [false] },
  }),
  atClose.boolean('false_breakout', 'Reentry and no continuation', OR_NULL),
  atClose.boolean('continuation', 'The session closed beyond the level', OR_NULL),
  atRangeEnd.number('or_volume', 'volume', 'Volume of the opening range'),
  atRangeEnd.number(
    'volume_ratio',
    'ratio',
    'or_volume over the mean of the same minutes in the previous 14 sessions',
    {
      formula: 'or_volume / mean(or_volume of those of the 14 that have bars there); null below 3',
    },
  ),
  COMPLETE_FIELD,
];

const { counted: countedIf, mean, median, only, share } = figuresOf(RECORD_FIELDS);

function sideFigures(side: 'up' | 'down'): Figures {
  const days = `days that broke ${side}wards first`;
  const avg = (column: Parameters<typeof mean>[0], description: string) =>
    mean(column, `${description}, ${days}`, `avg_${column}_${side}`);
  return only(
    { first_direction: side },
    counted(`count_${side}`, 'count', `Number of ${days}`),
    share('continuation', `Of ${days}, those that closed beyond the level`, {
      as: `continuation_rate_pct_${side}`,
    }),
    share('false_breakout', `Of ${days}, those with a reentry and no continuation`, {
      as: `false_breakout_rate_pct_${side}`,
    }),
    share('reentry', `Of ${days}, those with a reentry`, { as: `reentry_rate_pct_${side}` }),
    avg('breakout_size_pct', 'Mean breakout size'),
    median('breakout_size_pct', `Median breakout size, ${days}`, `median_breakout_size_pct_${side}`),
    avg('breakout_size_x', 'Mean breakout size in opening ranges'),
    avg('minutes_to_breakout', 'Mean minutes to the breakout'),
    avg('minutes_to_max', 'Mean minutes from breakout to the largest move'),
    avg('max_adverse_pct', 'Mean of the largest move against the break'),
  );
}

const targets = (side: 'up' | 'down', upward: string) =>
  only(
    { first_direction: side },
    below(
      side,
      documentedBy(
        number('*', 'pct', `${upward} breaks that went this many opening ranges beyond the level`),
        ...TARGETS.map(({ field, key }) => share(field, '', { as: key })),
      ),
    ),
  );

const BROKEN = { break_type: ['up', 'down', 'both'] } as const;
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

export const SUMMARY = rangeSummary(
  'orb_minutes',
  'opening range',
  'or_bars',
  together(
    countedIf('high_breaks', 'sessions', 'Sessions that broke the high (some broke both sides)', 'broke_high'),
    countedIf('low_breaks', 'sessions', 'Sessions that broke the low (some broke both sides)', 'broke_low'),
    countedIf('both_breaks', 'sessions', 'Sessions that broke both sides', { break_type: 'both' }),
    countedIf('no_breaks', 'sessions', 'Sessions that broke neither side', { break_type: 'none' }),
    share(BROKEN, 'Sessions with a range that broke at least one side', {
      as: 'breakout_rate_pct',
      formula: '(sample_size - no_breaks) / sample_size * 100',
    }),
    share('broke_high', 'Sessions with a range that broke its high', { as: 'high_break_rate_pct' }),
    share('broke_low', 'Sessions with a range that broke its low', { as: 'low_break_rate_pct' }),
    share({ break_type: 'both' }, 'Sessions with a range that broke both sides', { as: 'both_break_rate_pct' }),
    ...UP_DOWN.map(sideFigures),
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
    mean('or_range_pct', 'Mean height of the opening range in percent'),
    mean('volume_ratio', 'Mean relative volume of the opening range'),
    divided(
      'weekday_breakdown',
      ON_WEEKDAY,
      counted('count', 'sessions', 'Sessions with a range on this weekday'),
      share(BROKEN, 'Of those, the ones that broke at least one side', { as: 'breakout_rate_pct' }),
      share('continuation', 'Of the breaks with a direction, those that held', { as: 'continuation_rate_pct' }),
    ),
    outcomes('or_range_pct'),
  ),
);
