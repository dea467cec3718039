/** What PDHLB is asked, and every field that it answers with. */
import {
  boolean,
  date,
  decided,
  type Field,
  integer,
  number,
  oneOf,
  timestamp,
  withKnownAt,
} from '../../market/records/fields.ts';
import { COMPLETE_FIELD, dayFields, previousPrices, price, sessionPrices } from '../day-fields.ts';
import { boolParam, limitParam, weekdayParam, wordParam } from '../params.ts';

export const PARAMS = {
  open_inside_only: boolParam({
    description: "Leave out sessions that open beyond the previous session's high or low",
    fallback: false,
  }),
  weekday: weekdayParam(),
};

const direction = wordParam(['high', 'low', 'both'], {
  description: 'Breaks of the previous high, of the previous low, or both',
  fallback: 'both',
});

export const TOP_PARAMS = { direction, limit: limitParam('Number of breaks') };

export const RETEST_PARAMS = { direction, limit: limitParam('Number of retested breaks') };

export const SIDES = ['high', 'low'] as const;
export type Side = (typeof SIDES)[number];

const nullable = true;
const lookBack = true;

/** Names of the columns of a side, by what they hold. */
export function sideColumns(side: Side) {
  return {
    broke: `${side}_break`,
    breakTime: `${side}_break_time`,
    followThrough: `follow_through_${side}_pct`,
    timeToMax: `time_to_max_follow_through_${side}_min`,
    duration: side === 'high' ? 'duration_above_prev_high_min' : 'duration_below_prev_low_min',
    retest: `retest_${side}`,
    retestTime: `retest_${side}_time`,
    retestHeld: `retest_${side}_held`,
    success: `${side}_success`,
    falseBreakout: `false_breakout_${side}`,
    volumeRatio: `volume_ratio_${side}`,
    score: `breakout_strength_score_${side}`,
    streak: `${side}_break_streak`,
  };
}

function sideFields(side: Side): Field[] {
  const high = side === 'high';
  const name = sideColumns(side);
  const level = `prev_${side}`;
  const [beyond, extreme, back] = high ? ['above', 'high', 'low'] : ['below', 'low', 'high'];
  const noBreak = { never: { field: name.broke, is: [false] } };
  const follow = high ? 'highest high - prev_high' : 'prev_low - lowest low';
  return [
    boolean(name.broke, `Some bar traded ${beyond} ${level}; all other fields of this side are null where none did`),
    timestamp(name.breakTime, `Start of the first bar with a ${extreme} ${beyond} ${level}; null on 1d bars`, {
      nullable,
      ...noBreak,
    }),
    number(name.followThrough, 'pct', `Largest move beyond ${level} from the break bar on, in percent of it`, {
      ...noBreak,
      formula: `(${follow}) / ${level} * 100`,
    }),
    number(
      name.timeToMax,
      'minutes',
      'From the start of the break bar to the start of the bar with the largest move',
      noBreak,
    ),
    number(name.duration, 'minutes', `Minutes of the bars from the break bar on that closed ${beyond} ${level}`),
    boolean(name.retest, `A bar after the first one that closed ${beyond} ${level} came back to it with its ${back}`, {
      nullable,
    }),
    timestamp(name.retestTime, 'Start of the first such bar', {
      nullable,
      never: { field: name.retest, is: [false] },
    }),
    ...decided(
      boolean(
        name.retestHeld,
        `After the retest bar a close ${beyond} ${level} came before two closes in a row that were not; null without a retest`,
        { nullable },
      ),
    ),
    boolean(name.success, `The session closed ${beyond} ${level}`, { nullable }),
    // A retest that holds decides that it is none.
    ...decided(boolean(name.falseBreakout, `Neither closed ${beyond} ${level} nor held a retest`, { nullable })),
    number(
      name.volumeRatio,
      'ratio',
      'Volume of the break bar over the mean of the same minutes of the 14 sessions before',
      {
        ...noBreak,
        formula:
          'volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0',
      },
    ),
    number(name.score, 'score', 'Strength of the break, 0 to 100, of follow-through, duration and volume', {
      formula: `100 * (0.4 * min(1, (${follow}) / prev_range) + 0.3 * min(1, ${name.duration} / minutes from the break to the session's end) + 0.3 * min(1, ${name.volumeRatio} / 3))`,
    }),
  ];
}

export const RECORD_FIELDS = withKnownAt(
  {
    before: ['date', 'weekday', 'prev_date', 'prev_high', 'prev_low', 'prev_close', 'prev_range'],
    open: ['open', 'opened_beyond'],
    event: Object.fromEntries(
      SIDES.map(sideColumns).flatMap((side) => [
        [side.breakTime, [side.broke, side.breakTime, side.volumeRatio, side.streak]],
        [side.retestTime, [side.retest, side.retestTime]],
      ]),
    ),
    close: [
      ...['high', 'low', 'close', 'volume', 'both_broken_same_day', 'complete'],
      ...['relative_close_vs_prev_close', 'relative_range_vs_prev_range'],
      ...SIDES.map(sideColumns).flatMap((side) => [
        ...[side.followThrough, side.timeToMax, side.duration, side.retestHeld, side.success],
        ...[side.falseBreakout, side.score],
      ]),
    ],
  },
  [
    ...dayFields(),
    date('prev_date', 'Date of the previous session, at most 7 calendar days back', { lookBack }),
    ...previousPrices(),
    price('prev_range', 'Range of the previous session', { lookBack, formula: 'prev_high - prev_low' }),
    ...sessionPrices(),
    number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
    oneOf('opened_beyond', SIDES, 'high: the open is above prev_high; low: below prev_low; null inside', {
      nullable,
      // Every record has the field: any null is a session that opened inside.
      never: { field: 'high_break', is: [true, false] },
    }),
    ...sideFields('high'),
    ...sideFields('low'),
    ...decided(boolean('both_broken_same_day', 'The session broke both levels')),
    number('relative_close_vs_prev_close', 'ratio', 'Close over the previous close', {
      nullable: false,
      formula: 'close / prev_close',
    }),
    number('relative_range_vs_prev_range', 'ratio', 'Range over the previous range; null where that is 0', {
      formula: '(high - low) / prev_range',
    }),
    integer('high_break_streak', 'sessions', 'Sessions in a row, this one included, that broke the previous high'),
    integer('low_break_streak', 'sessions', 'Sessions in a row, this one included, that broke the previous low'),
    COMPLETE_FIELD,
  ],
);

/** A row of the top and retest lists: a record seen from one broken side. */
export const BREAK_FIELDS: readonly Field[] = [
  ...RECORD_FIELDS,
  oneOf('direction', SIDES, 'The broken side that the row is about'),
  number('follow_through_pct', 'pct', 'Follow-through of this side', { nullable: false }),
  number('minutes_to_retest', 'minutes', 'From the start of the break bar to the start of the retest bar'),
  timestamp('retest_time', 'Start of the retest bar of this side', { nullable, internal: true }),
];

function sideSummaryFields(side: Side): Field[] {
  const name = sideColumns(side);
  const level = `prev_${side}`;
  return [
    integer(`${side}_breaks`, 'sessions', `Sessions that broke ${level}: the cases of this side's averages and rates`),
    number(`avg_${name.followThrough}`, 'pct', `Mean follow-through beyond ${level}`),
    number(`retest_rate_${side}_pct`, 'pct', `Breaks of ${level} that were retested`),
    number(`avg_${name.timeToMax}`, 'minutes', 'Mean time from the break to the largest move'),
    number(`avg_${name.duration}`, 'minutes', `Mean minutes closed beyond ${level}`),
    number(`${side}_break_success_rate_pct`, 'pct', `Breaks of ${level} whose session closed beyond it`),
    number(`false_breakout_rate_${side}_pct`, 'pct', 'Breaks that neither closed beyond the level nor held a retest'),
    number(`avg_volume_ratio_${side}_break`, 'ratio', 'Mean relative volume of the break bar'),
    number(`avg_${name.score}`, 'score', 'Mean strength of the break'),
    integer(`max_${name.streak}`, 'sessions', 'Longest streak at any session of the range'),
    integer(`current_${name.streak}`, 'sessions', 'Streak at the last complete session of the range'),
    integer(`opened_beyond_${side}`, 'sessions', `Sessions that opened beyond ${level}`),
    number(`weekday_breakdown.*.${side}_break_rate_pct`, 'pct', `Sessions on this weekday that broke ${level}`),
  ];
}

export const SUMMARY_FIELDS: readonly Field[] = [
  integer('total_days', 'sessions', 'Complete sessions that have a previous one'),
  integer('both_broken_same_day', 'sessions', 'Sessions that broke both levels'),
  ...sideSummaryFields('high'),
  ...sideSummaryFields('low'),
  number('avg_relative_close_vs_prev_close', 'ratio', 'Mean close over the previous close, all sessions'),
  number('avg_relative_range_vs_prev_range', 'ratio', 'Mean range over the previous range, all sessions'),
  integer('weekday_breakdown.*.count', 'sessions', 'Complete sessions on this weekday'),
];
