/** What PDHLB is asked, every field that it answers with, and the figures of its summary. */
import {
  atBar,
  atClose,
  atOpen,
  before,
  decided,
  type Extra,
  type Field,
  integer,
  number,
  oneOf,
  timestamp,
} from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import { completeOnly, counted, divided, type Figures, figure, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import { boolParam, limitParam, weekdayParam, wordParam } from '../params.ts';
import { COMPLETE_FIELD, dayFields, LOOK_BACK, previousPrices, sessionPrices } from '../sessions.ts';
import type { View } from '../statistic.ts';

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

const DURATION = { high: 'duration_above_prev_high_min', low: 'duration_below_prev_low_min' } as const;

/** Names of the columns of a side, by what they hold. */
export const sideColumns = <const S extends Side>(side: S) =>
  ({
    broke: `${side}_break`,
    breakTime: `${side}_break_time`,
    followThrough: `follow_through_${side}_pct`,
    timeToMax: `time_to_max_follow_through_${side}_min`,
    duration: DURATION[side],
    retest: `retest_${side}`,
    retestTime: `retest_${side}_time`,
    retestHeld: `retest_${side}_held`,
    heldTime: `retest_${side}_held_time`,
    success: `${side}_success`,
    falseBreakout: `false_breakout_${side}`,
    falseBreakoutTime: `false_breakout_${side}_time`,
    volumeRatio: `volume_ratio_${side}`,
    score: `breakout_strength_score_${side}`,
    streak: `${side}_break_streak`,
  }) as const;

function sideFields<const S extends Side>(side: S) {
  const high = side === 'high';
  const name = sideColumns(side);
  const level = `prev_${side}`;
  const [beyond, extreme, back] = high ? ['above', 'high', 'low'] : ['below', 'low', 'high'];
  const noBreak = { never: { field: name.broke, is: [false] } };
  const noTime: Extra = { never: { ...noBreak.never, inOrder: true } };
  const follow = high ? 'highest high - prev_high' : 'prev_low - lowest low';
  const atBreak = atBar(name.breakTime);
  const atRetest = atBar(name.retestTime);
  return [
    atBreak.boolean(
      name.broke,
      `Some bar traded ${beyond} ${level}; all other fields of this side are null where none did`,
    ),
    atBreak.timestamp(name.breakTime, `Start of the first bar with a ${extreme} ${beyond} ${level}; null on 1d bars`, {
      nullable,
      ...noTime,
    }),
    atClose.number(name.followThrough, 'pct', `Largest move beyond ${level} from the break bar on, in percent of it`, {
      ...noBreak,
      formula: `(${follow}) / ${level} * 100`,
    }),
    atClose.number(
      name.timeToMax,
      'minutes',
      'From the start of the break bar to the start of the bar with the largest move',
      noTime,
    ),
    atClose.number(
      name.duration,
      'minutes',
      `Minutes of the bars from the break bar on that closed ${beyond} ${level}`,
    ),
    atRetest.boolean(
      name.retest,
      `A bar after the first one that closed ${beyond} ${level} came back to it with its ${back}`,
      { nullable },
    ),
    atRetest.timestamp(name.retestTime, 'Start of the first such bar', {
      nullable,
      never: { field: name.retest, is: [false] },
    }),
    ...decided(
      name.retestHeld,
      `After the retest bar a close ${beyond} ${level} came before two closes in a row that were not; null without a retest`,
    ),
    atClose.boolean(name.success, `The session closed ${beyond} ${level}`, { nullable }),
    // A retest that holds decides that it is none.
    ...decided(name.falseBreakout, `Neither closed ${beyond} ${level} nor held a retest`),
    atBreak.number(
      name.volumeRatio,
      'ratio',
      'Volume of the break bar over the mean of the same minutes of the 14 sessions before',
      {
        ...noBreak,
        formula:
          'volume / mean volume of the same minutes from the anchor; null with fewer than 3 sessions or a mean of 0',
      },
    ),
    atClose.number(name.score, 'score', 'Strength of the break, 0 to 100, of follow-through, duration and volume', {
      formula: `100 * (0.4 * min(1, (${follow}) / prev_range) + 0.3 * min(1, ${name.duration} / minutes from the break to the session's end) + 0.3 * min(1, ${name.volumeRatio} / 3))`,
    }),
  ] as const;
}

export const RECORD_FIELDS = [
  ...dayFields(),
  before.date('prev_date', 'Date of the previous session, at most 7 calendar days back', LOOK_BACK),
  ...previousPrices(),
  before.price('prev_range', 'Range of the previous session', { ...LOOK_BACK, formula: 'prev_high - prev_low' }),
  ...sessionPrices(),
  atClose.number('volume', 'volume', "Sum of the bars' volumes", { nullable: false }),
  atOpen.oneOf('opened_beyond', SIDES, 'high: the open is above prev_high; low: below prev_low; null inside', {
    nullable,
    // Every record has the field: any null is a session that opened inside.
    never: { field: 'high_break', is: [true, false] },
  }),
  ...sideFields('high'),
  ...sideFields('low'),
  ...decided('both_broken_same_day', 'The session broke both levels', {}),
  atClose.number('relative_close_vs_prev_close', 'ratio', 'Close over the previous close', {
    nullable: false,
    formula: 'close / prev_close',
  }),
  atClose.number('relative_range_vs_prev_range', 'ratio', 'Range over the previous range; null where that is 0', {
    formula: '(high - low) / prev_range',
  }),
  atBar('high_break_time').integer(
    'high_break_streak',
    'sessions',
    'Sessions in a row, this one included, that broke the previous high',
  ),
  atBar('low_break_time').integer(
    'low_break_streak',
    'sessions',
    'Sessions in a row, this one included, that broke the previous low',
  ),
  COMPLETE_FIELD,
];

export const BREAK_FIELDS: readonly Field[] = [
  ...RECORD_FIELDS,
  oneOf('direction', SIDES, 'The broken side that the row is about'),
  number('follow_through_pct', 'pct', 'Follow-through of this side', { nullable: false }),
  number('minutes_to_retest', 'minutes', 'From the start of the break bar to the start of the retest bar'),
  timestamp('retest_time', 'Start of the retest bar of this side', { nullable, internal: true }),
];

const of = figuresOf(RECORD_FIELDS);

function sideFigures(side: Side): Figures {
  const name = sideColumns(side);
  const level = `prev_${side}`;
  return together(
    of.only(
      name.broke,
      of.mean(name.followThrough, `Mean follow-through beyond ${level}`),
      of.share(name.retest, `Breaks of ${level} that were retested`, { as: `retest_rate_${side}_pct` }),
      of.mean(name.timeToMax, 'Mean time from the break to the largest move'),
      of.mean(name.duration, `Mean minutes closed beyond ${level}`),
      of.share(name.success, `Breaks of ${level} whose session closed beyond it`, {
        as: `${side}_break_success_rate_pct`,
      }),
      of.share(name.falseBreakout, 'Breaks that neither closed beyond the level nor held a retest', {
        as: `false_breakout_rate_${side}_pct`,
      }),
      of.mean(name.volumeRatio, 'Mean relative volume of the break bar', `avg_volume_ratio_${side}_break`),
      of.mean(name.score, 'Mean strength of the break'),
    ),
    figure(
      integer(`max_${name.streak}`, 'sessions', 'Longest streak at any session of the range'),
      (_days, _rates, _path, view) => streaks(view, name.streak).longest,
    ),
    figure(
      integer(`current_${name.streak}`, 'sessions', 'Streak at the last complete session of the range'),
      (_days, _rates, _path, view) => streaks(view, name.streak).current,
    ),
    of.counted(`opened_beyond_${side}`, 'sessions', `Sessions that opened beyond ${level}`, { opened_beyond: side }),
  );
}

const breaks = (side: Side) =>
  of.counted(
    `${side}_breaks`,
    'sessions',
    `Sessions that broke prev_${side}: the cases of this side's averages and rates`,
    sideColumns(side).broke,
  );

const ALL = together(
  counted('total_days', 'sessions', 'Complete sessions that have a previous one'),
  ...SIDES.map(breaks),
  of.counted('both_broken_same_day', 'sessions', 'Sessions that broke both levels', 'both_broken_same_day'),
  ...SIDES.map(sideFigures),
  of.mean('relative_close_vs_prev_close', 'Mean close over the previous close, all sessions'),
  of.mean('relative_range_vs_prev_range', 'Mean range over the previous range, all sessions'),
  divided(
    'weekday_breakdown',
    ON_WEEKDAY,
    counted('count', 'sessions', 'Complete sessions on this weekday'),
    ...SIDES.map((side) =>
      of.share(sideColumns(side).broke, `Sessions on this weekday that broke prev_${side}`, {
        as: `${side}_break_rate_pct`,
      }),
    ),
  ),
);

/** The documentation has all of a side together, its rate by weekday too; the answer does not. */
const FIRST = [
  'total_days',
  'both_broken_same_day',
  ...SIDES.flatMap((side) => [
    `${side}_breaks`,
    ...sideFigures(side).fields.map(({ name }) => name),
    `weekday_breakdown.*.${side}_break_rate_pct`,
  ]),
];
const place = ({ name }: Field) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

export const FIGURES: Figures = { ...ALL, fields: ALL.fields.toSorted((a, b) => place(a) - place(b)) };

/** Streaks of all complete sessions of the range, whatever the filters. */
function streaks(view: View, column: string): { longest: number; current: number } {
  const records = completeOnly(view.records);
  const days = completeOnly(view.days);
  const lengths = numbers(records, column);
  let longest = 0;
  for (const length of lengths) if (length > longest) longest = length;
  // The last session may have no record, for want of a previous one: the run has ended then.
  const last = records.length - 1;
  const current = last >= 0 && numbers(records, 'date')[last] === numbers(days, 'date')[days.length - 1];
  return { longest, current: current ? lengths[last] : 0 };
}
