/** TREND: days that go one way from open to close, runs of up and down days, closes against their moving averages. */
import { sessionFigures } from '../../market/candles.ts';
import { atClose, codesOf, integer, number, oneOf } from '../../market/fields.ts';
import { aboveMean, mean, reaches, staysWithin } from '../../market/math.ts';
import { numbers, partOf, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { defineStatistic, selected } from '../define.ts';
import {
  completeOnly,
  counted,
  divided,
  figure,
  figuresOf,
  ON_WEEKDAY,
  type Rates,
  together,
  workedOut,
} from '../figures.ts';
import { floatParam, limitParam, weekdayParam } from '../params.ts';
import {
  COMPLETE_FIELD,
  comparisonSure,
  dayFields,
  FIRST_WHOLE,
  firstWanted,
  OR_NULL,
  sessionPrices,
  UP_DOWN,
  writeDay,
} from '../sessions.ts';
import type { DateRange, View } from '../statistic.ts';

const PARAMS = {
  edge_pct: floatParam({
    description: "How near to the ends of the day's range, in percent of it, a trend day opens and closes",
    minimum: 1,
    maximum: 50,
    fallback: 20,
    affects: 'records',
  }),
  weekday: weekdayParam(),
};

const TOP_PARAMS = { limit: limitParam('Number of trend days') };

const TREND_DAYS = ['up', 'down', 'none'] as const;
const DIRECTIONS = ['up', 'down', 'flat'] as const;
const { up: UP, down: DOWN, none: NONE } = codesOf(TREND_DAYS);
const FLAT = codesOf(DIRECTIONS).flat;

const RECORD_FIELDS = [
  ...dayFields(),
  ...sessionPrices(),
  atClose.number('return_pct', 'pct', 'Close against the close of the previous session; null without one', {
    formula: '(close - prev_close) / prev_close * 100',
  }),
  atClose.pct('range_pct', 'Range of the session in percent of its open', '(high - low) / open * 100'),
  atClose.number(
    'efficiency',
    'ratio',
    'How much of the range the way from open to close covers, 0 to 1; null at zero range',
    {
      formula: '|close - open| / (high - low)',
    },
  ),
  atClose.number('strength', 'score', 'Size of the day weighted by how directly it moved; null at zero range', {
    formula: 'efficiency * range_pct',
  }),
  atClose.number('open_location', 'ratio', 'Where in the range the session opened: 0 at the low, 1 at the high', {
    formula: '(open - low) / (high - low)',
  }),
  atClose.number('close_location', 'ratio', 'Where in the range the session closed: 0 at the low, 1 at the high', {
    formula: '(close - low) / (high - low)',
  }),
  atClose.oneOf('trend_day', TREND_DAYS, 'up: opened near the low and closed near the high; down: the mirror image', {
    formula: 'up: open_location <= edge_pct / 100 and close_location >= 1 - edge_pct / 100',
  }),
  atClose.number(
    'range_vs_prev',
    'ratio',
    'Range over the range of the previous session; null without one or where it is 0',
    {
      formula: '(high - low) / (prev_high - prev_low)',
    },
  ),
  atClose.oneOf('streak_direction', DIRECTIONS, 'Sign of the return; null without a previous session', OR_NULL),
  atClose.integer(
    'streak_length',
    'sessions',
    'Sessions in a row with this sign of return, this one included; 0 without one',
  ),
  atClose.boolean('above_sma20', "Close above the mean of the last 20 sessions' closes; null before the 20th", OR_NULL),
  atClose.boolean('above_sma50', "Close above the mean of the last 50 sessions' closes; null before the 50th", OR_NULL),
  COMPLETE_FIELD,
];

const of = figuresOf(RECORD_FIELDS);

const STREAK_FIELDS = [
  integer('streaks.max_up', 'sessions', 'Longest run of up days; 0 without one'),
  integer('streaks.max_down', 'sessions', 'Longest run of down days; 0 without one'),
  number('streaks.avg_up', 'sessions', 'Mean length of the runs of up days'),
  number('streaks.avg_down', 'sessions', 'Mean length of the runs of down days'),
  integer('streaks.continuation_by_length.*.n', 'count', 'Days that were the so-many-th of a run, with a next return'),
  number('streaks.continuation_by_length.*.pct', 'pct', 'Of them, those whose next session continued in the direction'),
  oneOf('current_streak.direction', DIRECTIONS, 'Direction of the last session of the range', OR_NULL),
  integer('current_streak.length', 'sessions', 'Length of the run at the last session of the range; 0 without one'),
];

const SUMMARY = together(
  counted('total_days', 'sessions', 'Complete sessions'),
  of.counted('trend_days_up', 'count', 'Trend days up', { trend_day: 'up' }),
  of.counted('trend_days_down', 'count', 'Trend days down', { trend_day: 'down' }),
  of.share({ trend_day: ['up', 'down'] }, 'Sessions that are trend days', {
    as: 'trend_day_rate_pct',
    formula: '(trend_days_up + trend_days_down) / total_days * 100',
  }),
  of.mean('efficiency', 'Mean efficiency'),
  of.median('efficiency', 'Median efficiency'),
  ...UP_DOWN.map((way) =>
    of.only(
      { trend_day: way },
      of.mean('return_pct', `Mean return of trend days ${way}, close to close`, `avg_return_trend_${way}`),
    ),
  ),
  figure(
    number('next_day_continuation_pct', 'pct', "Trend days whose next session's return has the sign of the trend"),
    (_rows, rates, path, view) => nextDayContinuation(completeOnly(view.records), view, rates, path),
  ),
  workedOut(STREAK_FIELDS, ({ records }, rates) => {
    const sessions = completeOnly(records);
    return { streaks: streaks(sessions, rates), current_streak: currentStreak(sessions) };
  }),
  ...(['20', '50'] as const).map((closes) =>
    of.share(`above_sma${closes}`, `Sessions that closed above the mean of ${closes} closes, of those that have it`, {
      as: `pct_days_above_sma${closes}`,
    }),
  ),
  divided(
    'weekday_breakdown',
    ON_WEEKDAY,
    counted('count', 'count', 'Complete sessions on this weekday'),
    of.share({ trend_day: ['up', 'down'] }, 'Of them, those that are trend days', { as: 'trend_day_rate_pct' }),
  ),
);

const SHORT_AVERAGE_SESSIONS = 20;
const LONG_AVERAGE_SESSIONS = 50;

/** @param edgePct how near to the ends of the range a trend day opens and closes, percent of the range */
function trendRecords(sessions: SessionSet, edgePct: number): RecordTable {
  const n = sessions.length;
  const figures = sessionFigures(sessions);
  const edge = edgePct / 100;
  const table = new TableBuilder(RECORD_FIELDS, n);
  const c = table.all();
  for (const name of ['open', 'high', 'low', 'close'] as const) c[name].set(figures[name]);
  for (let s = 0; s < n; s++) {
    const open = figures.open[s];
    const low = figures.low[s];
    const close = figures.close[s];
    const range = figures.high[s] - low;
    writeDay(c, s, sessions, s);
    c.range_pct[s] = (range / open) * 100;
    c.trend_day[s] = NONE;
    if (range > 0) {
      const openAt = (open - low) / range;
      const closeAt = (close - low) / range;
      c.efficiency[s] = Math.abs(close - open) / range;
      c.strength[s] = c.efficiency[s] * c.range_pct[s];
      c.open_location[s] = openAt;
      c.close_location[s] = closeAt;
      if (staysWithin(openAt, edge) && reaches(closeAt, 1 - edge)) c.trend_day[s] = UP;
      else if (reaches(openAt, 1 - edge) && staysWithin(closeAt, edge)) c.trend_day[s] = DOWN;
    }
    againstPrevious(s, range);
    c.above_sma20[s] = aboveAverage(figures.close, s, SHORT_AVERAGE_SESSIONS);
    c.above_sma50[s] = aboveAverage(figures.close, s, LONG_AVERAGE_SESSIONS);
  }
  return table.finish(n);

  function againstPrevious(s: number, range: number) {
    const p = figures.previous[s];
    c.streak_length[s] = 0;
    if (p === -1) return;
    const close = figures.close[s];
    const before = figures.close[p];
    const rangeBefore = figures.high[p] - figures.low[p];
    const direction = close > before ? UP : close < before ? DOWN : FLAT;
    c.return_pct[s] = ((close - before) / before) * 100;
    if (rangeBefore > 0) c.range_vs_prev[s] = range / rangeBefore;
    c.streak_direction[s] = direction;
    c.streak_length[s] = c.streak_direction[p] === direction ? c.streak_length[p] + 1 : 1;
  }
}

/** Each mean is summed from scratch, oldest first: a running sum would depend on where the loaded range begins. */
function aboveAverage(closes: Float64Array, s: number, sessions: number): number {
  if (s + 1 < sessions) return Number.NaN;
  let sum = 0;
  for (let i = s + 1 - sessions; i <= s; i++) sum += closes[i];
  return aboveMean(closes[s], sum / sessions) ? 1 : 0;
}

/**
 * Whether the first wanted record reads closes, or continues a run, from before the loaded range; only where the
 * data have bars before it.
 */
function trendLacksLookBack(sessions: SessionSet, records: RecordTable, wanted: DateRange): boolean {
  const s = firstWanted(sessions, wanted);
  if (s === -1) return false;
  if (s - (LONG_AVERAGE_SESSIONS - 1) < FIRST_WHOLE) return true;
  return !comparisonSure(sessions, s - numbers(records, 'streak_length')[s]);
}

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
  // 2: the exchange's early closes and full closings count.
  definitionNumber: 2,
  recordOf: 'session',
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
        return partOf(rows, (row) => trend[row] !== NONE);
      },
      order: () => [{ field: 'strength', descending: true }],
    }),
  ],
});
