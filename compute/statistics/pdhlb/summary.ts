/** Figures of the summary: how often a side is broken, how far, and what comes of it. */
import { type Field, integer } from '../../market/fields.ts';
import { numbers } from '../../market/records.ts';
import { completeOnly, counted, divided, type Figures, figure, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
import type { View } from '../statistic.ts';
import { RECORD_FIELDS, SIDES, type Side, sideColumns } from './fields.ts';

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
