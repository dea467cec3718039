/** PDHLB: the previous session's high and low. Which are broken, how far it goes, does price come back? */
import { MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { numbers, partOf, type RecordTable, takeRows, withColumns } from '../../market/records.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly } from '../figures.ts';
import type { Values } from '../params.ts';
import { VOLUME_REACH_SESSIONS } from '../sessions.ts';
import type { View } from '../statistic.ts';
import {
  BREAK_FIELDS,
  FIGURES,
  PARAMS,
  RECORD_FIELDS,
  RETEST_PARAMS,
  SIDES,
  sideColumns,
  TOP_PARAMS,
} from './fields.ts';
import { breakRecords, breaksLackLookBack } from './kernel.ts';

/** As of its top and retest lists. */
const DEFAULT_LIMIT = 10;

/** Records that the filters `weekday` and `open_inside_only` leave. */
function chosen(view: View<Values<typeof PARAMS>>): RecordTable {
  const rows = selected(view);
  if (!view.values.open_inside_only) return rows;
  const beyond = numbers(rows, 'opened_beyond');
  return partOf(rows, (row) => Number.isNaN(beyond[row]));
}

/** One row per complete record and broken side that `keep` leaves, by date, high before low. */
function breakRows(view: View<Values<typeof PARAMS & typeof TOP_PARAMS>>, column: 'broke' | 'retest'): RecordTable {
  const records = completeOnly(chosen(view));
  const wanted = view.values.direction;
  const rows: number[] = [];
  const sides: number[] = [];
  const kept = SIDES.map((side) => numbers(records, sideColumns(side)[column]));
  for (let row = 0; row < records.length; row++) {
    SIDES.forEach((side, code) => {
      if ((wanted !== 'both' && wanted !== side) || kept[code][row] !== 1) return;
      rows.push(row);
      sides.push(code);
    });
  }
  const ofSide = (key: 'breakTime' | 'followThrough' | 'retestTime') => {
    const columns = SIDES.map((side) => numbers(records, sideColumns(side)[key]));
    return Float64Array.from(rows, (row, i) => columns[sides[i]][row]);
  };
  const retestTime = ofSide('retestTime');
  const breakTime = ofSide('breakTime');
  return withColumns(takeRows(records, rows), {
    direction: Float64Array.from(sides),
    follow_through_pct: ofSide('followThrough'),
    minutes_to_retest: retestTime.map((time, i) => (time - breakTime[i]) / MS_PER_MINUTE),
    retest_time: retestTime,
  });
}

export default defineStatistic({
  name: 'pdhlb',
  title: 'Previous day high/low break',
  description: "Sessions that trade beyond the previous session's high or low, and the result.",
  definition:
    'The levels are the high and the low of the previous session, at most 7 calendar days back. A level is broken by ' +
    'the first bar that trades beyond it (strictly); a session that opens beyond a level breaks it with its first bar. ' +
    'From that bar on: follow-through is the largest move beyond the level, duration the minutes of bars that close ' +
    'beyond it. Once a bar has closed beyond, the first later bar that touches the level is the retest; it holds if a ' +
    'close beyond the level comes before two closes in a row that are not. A break succeeds if the session closes ' +
    'beyond the level, and is false if it neither succeeds nor holds a retest. High and low mirror each other.',
  notes: [
    'A break that never closes a bar beyond its level cannot be retested: retest is false, and without a close beyond at the end it is a false breakout.',
    "The retest bar's own close does not decide whether the retest holds; only the bars after it do. Undecided at the end of the session counts as not held.",
    'Times run from the start of one bar to the start of another, so 0 means the same bar; the end of the session is the end of its last bar.',
    'Relative volume compares the break bar with the same minutes from the anchor in the 14 sessions before, of which at least 3 must have bars there; where it is null, the volume term of the score is 0.',
    'After a previous session without a range the follow-through term of the score is 1.',
    'Rates and averages of a side are over the sessions that broke it; total_days and the weekday counts are all complete sessions with a previous one.',
    'Streaks run over all sessions: before the range, and whatever weekday and open_inside_only leave out. current_* is the streak at the last complete session of the range; a session without a previous one has none.',
    'A session that broke both levels gives two rows in the top and retest lists; direction picks a side.',
    'On 1d bars breaks, follow-through, success, opened_beyond and relative volume are known; times, durations, retests, false breakouts and scores need intraday order and are null.',
    'Sessions of crypto pairs on weekends count like any other.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known looks like a break.',
  ],
  // 2: records name the bars that decide what becomes of a retest, and of both levels.
  definitionNumber: 2,
  recordOf: 'session',
  // That of the break bar: a day is no bar of the day.
  dailyHistory: { otherwise: SIDES.map((side) => sideColumns(side).volumeRatio) },
  params: PARAMS,
  fields: RECORD_FIELDS,
  choose: chosen,
  carried: SIDES.map((side) => sideColumns(side).streak),
  reach: () => ({ back: VOLUME_REACH_SESSIONS, ahead: 0 }),
  compute(data, { session }, wanted) {
    const sessions = data.sessions(session);
    const breaks = breakRecords(sessions);
    return {
      records: breaks.records,
      insufficientLookBack: !data.reachesStart && breaksLackLookBack(sessions, breaks, wanted),
    };
  },
  console: {
    group: 'levels',
    headline: {
      high_break_success_rate_pct: 'High breaks that close above',
      low_break_success_rate_pct: 'Low breaks that close below',
      retest_rate_high_pct: 'High breaks retested',
      retest_rate_low_pct: 'Low breaks retested',
    },
    drawn: [
      { line: 'prev_high', label: 'previous high', tone: 'up' },
      { line: 'prev_low', label: 'previous low', tone: 'down' },
      { mark: 'high_break_time', label: 'high broken', tone: 'up' },
      { mark: 'low_break_time', label: 'low broken', tone: 'down' },
      { mark: 'retest_high_time', label: 'retest', tone: 'none' },
      { mark: 'retest_low_time', label: 'retest', tone: 'none' },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every session of the range against the levels of the one before, newest first', {
      defaultLimit: DEFAULT_LIMIT,
      defaultOrder: 'desc',
    }),
    summary(
      'How often each level breaks, how far and how long it goes, retests, false breaks, volumes and streaks',
      FIGURES,
    ),
    top('The breaks that went furthest beyond the level', TOP_PARAMS, {
      fields: BREAK_FIELDS,
      rows: (view) => breakRows(view, 'broke'),
      order: () => [{ field: 'follow_through_pct', descending: true }],
    }),
    top('Breaks after which price came back to the level, newest first', RETEST_PARAMS, {
      path: '/retest',
      fields: BREAK_FIELDS,
      rows: (view) => breakRows(view, 'retest'),
      order: () => [
        { field: 'date', descending: true },
        { field: 'retest_time', descending: true },
      ],
    }),
  ],
  warnings: (view) =>
    view.meta.intervalMin >= MINUTES_PER_DAY
      ? ['1d bars hold no intraday order: times, durations, retests, false breakouts and scores are null']
      : [],
});
