/** TREND: days that go one way from open to close, runs of up and down days, closes against their moving averages. */
import { filterRows, numbers } from '../../market/records.ts';
import { defineStatistic, selected } from '../define.ts';
import { completeOnly, workedOut } from '../figures.ts';
import { NONE, PARAMS, RECORD_FIELDS, SUMMARY_FIELDS, TOP_PARAMS } from './fields.ts';
import { LONG_AVERAGE_SESSIONS, trendLacksLookBack, trendRecords } from './kernel.ts';
import { trendFigures } from './summary.ts';

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
    drawn: [
      { line: 'open', label: 'open', tone: 'none' },
      { line: 'close', label: 'close', tone: { field: 'trend_day' } },
    ],
  },
  endpoints: ({ raw, summary, top }) => [
    raw('Every session of the range with its trend figures, oldest first'),
    summary(
      'How often the symbol trends through the day, what the next day does, and how long its runs last',
      workedOut(SUMMARY_FIELDS, trendFigures),
    ),
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
