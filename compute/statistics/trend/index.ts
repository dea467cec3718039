/** TREND: days that go one way from open to close, runs of up and down days, closes against their moving averages. */
import { number } from '../../market/fields.ts';
import { mean } from '../../market/math.ts';
import { filterRows, numbers, type RecordTable } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly, figure, type Rates, together, workedOut } from '../figures.ts';
import type { View } from '../statistic.ts';
import {
  DIRECTIONS,
  DOWN,
  FLAT,
  LONG_AVERAGE_SESSIONS,
  NONE,
  OTHER_FIGURES,
  PARAMS,
  RECORD_FIELDS,
  STREAK_FIELDS,
  TOP_PARAMS,
  TREND_DAY_FIGURES,
  trendLacksLookBack,
  trendRecords,
  UP,
} from './kernel.ts';

const SUMMARY = together(
  TREND_DAY_FIGURES,
  figure(
    number('next_day_continuation_pct', 'pct', "Trend days whose next session's return has the sign of the trend"),
    (_rows, rates, path, view) => nextDayContinuation(completeOnly(view.records), view, rates, path),
  ),
  workedOut(STREAK_FIELDS, ({ records }, rates) => {
    const sessions = completeOnly(records);
    return { streaks: streaks(sessions, rates), current_streak: currentStreak(sessions) };
  }),
  OTHER_FIGURES,
);

/** Of trend days with a next session in the range that has a return, those whose next return goes their way. */
function nextDayContinuation(sessions: RecordTable, { values }: View, rates: Rates, path: string): number {
  const weekdays = values['weekday'] as number | undefined;
  const trend = numbers(sessions, 'trend_day');
  const weekday = numbers(sessions, 'weekday');
  const direction = numbers(sessions, 'streak_direction');
  let hits = 0;
  let cases = 0;
  for (let row = 0; row + 1 < sessions.length; row++) {
    if (trend[row] === NONE || Number.isNaN(direction[row + 1])) continue;
    if (weekdays !== undefined && !((weekdays >> weekday[row]) & 1)) continue;
    cases++;
    // Up and down have the same codes in both.
    if (direction[row + 1] === trend[row]) hits++;
  }
  return rates.of(path, hits, cases);
}

/** Runs of up and of down days; a run that began before the range, or still continues, has its recorded length. */
function streaks(sessions: RecordTable, rates: Rates): RawSummary {
  const direction = numbers(sessions, 'streak_direction');
  const length = numbers(sessions, 'streak_length');
  const runs: Record<number, number[]> = { [UP]: [], [DOWN]: [] };
  const after: { hits: number; cases: number }[] = [];
  for (let row = 0; row < sessions.length; row++) {
    if (Number.isNaN(direction[row]) || direction[row] === FLAT) continue;
    const last = row + 1 === sessions.length;
    const continued = !last && direction[row + 1] === direction[row];
    if (!continued) runs[direction[row]].push(length[row]);
    if (last || Number.isNaN(direction[row + 1])) continue;
    after[length[row]] ??= { hits: 0, cases: 0 };
    const tally = after[length[row]];
    tally.cases++;
    if (continued) tally.hits++;
  }
  const byLength: Record<string, RawSummary> = {};
  after.forEach(({ hits, cases }, n) => {
    byLength[n] = { n: cases, pct: rates.of(`streaks.continuation_by_length.${n}.pct`, hits, cases) };
  });
  return {
    max_up: Math.max(0, ...runs[UP]),
    max_down: Math.max(0, ...runs[DOWN]),
    avg_up: mean(runs[UP]),
    avg_down: mean(runs[DOWN]),
    continuation_by_length: byLength,
  };
}

function currentStreak(sessions: RecordTable): RawSummary {
  const last = sessions.length - 1;
  if (last < 0) return { direction: null, length: 0 };
  const direction = numbers(sessions, 'streak_direction')[last];
  return { direction: DIRECTIONS[direction] ?? null, length: numbers(sessions, 'streak_length')[last] };
}

export default defineStatistic({
  name: 'trend',
  title: 'Trend days and streaks',
  description: 'Sessions that travel from one end of their range to the other, and runs of up and down closes.',
  definition:
    'A trend day up opens in the lowest edge_pct percent of its range and closes in the highest; a trend day down is ' +
    'the mirror image. Efficiency is the distance from open to close over the range; strength weighs it with the range ' +
    'in percent of the open. A streak counts sessions in a row whose close-to-close returns have the same sign; an ' +
    'unchanged close is a direction of its own (flat). above_sma20 and above_sma50 compare the close with the mean of ' +
    "the last 20 and 50 sessions' closes, today's included.",
  notes: [
    'A session without a range (high = low) has no efficiency, strength or locations and is never a trend day; it still counts in total_days.',
    'Locations are compared with edge_pct / 100 with a tolerance of 1e-9, in favour of the trend day. At edge_pct = 50 a session that opens and closes exactly in the middle fits both ways and counts as up.',
    'A session with no other in the seven calendar days before it has no return: its streak is null with length 0, the run before it has ended, and the next session starts a new one at 1.',
    'The averages of 20 and 50 closes count sessions, however far apart; a close within 1e-9 of the mean is not above it.',
    'Streaks are those of the records: one that began before the range enters with its full length at its last session in the range, and so does one that still continues. continuation_by_length asks of every n-th day of a run in the range whether the next session of the range continued; a next session without a return is no case.',
    'next_day_continuation_pct takes trend days whose next session is in the range and has a return; an unchanged next close does not continue the trend.',
    'weekday selects the trend days, not the sessions that follow them; streaks and current_streak ignore it.',
    'Prices are adjusted for the splits that are stored (metadata.adjustment); one that is not known makes one false return, and so one false step in a streak.',
    'Only the four prices of a session are needed, so all figures are available on 1d bars too.',
  ],
  recordOf: 'session',
  dailyHistory: {},
  params: PARAMS,
  fields: RECORD_FIELDS,
  carried: ['streak_direction', 'streak_length'],
  reach: () => ({ back: LONG_AVERAGE_SESSIONS, ahead: 0 }),
  compute(data, { session, values }, wanted) {
    const sessions = data.sessions(session);
    const records = trendRecords(sessions, values.edge_pct);
    return { records, insufficientLookBack: !data.reachesStart && trendLacksLookBack(sessions, records, wanted) };
  },
  console: {
    group: 'structure',
    outcome: 'trend_day',
    drawn: [
      { line: 'open', label: 'open', tone: 'none' },
      { line: 'close', label: 'close', tone: { field: 'trend_day' } },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every session of the range with its trend figures, oldest first'),
    summary('How often the symbol trends through the day, what the next day does, and how long its runs last', SUMMARY),
    top('The strongest trend days: large ranges, crossed directly', TOP_PARAMS, {
      rows: (view) => {
        const rows = completeOnly(selected(view));
        const trend = numbers(rows, 'trend_day');
        return filterRows(rows, (row) => trend[row] !== NONE);
      },
      order: () => [{ field: 'strength', descending: true }],
    }),
  ],
});
