/** What TREND is asked, the fields of its records, and how they are computed: trend days, streaks and moving averages. */
import { sessionFigures } from '../../market/candles.ts';
import { atClose, codesOf, integer, number, oneOf } from '../../market/fields.ts';
import { aboveMean, reaches, staysWithin } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { counted, divided, figuresOf, ON_WEEKDAY, together } from '../figures.ts';
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
import type { DateRange } from '../statistic.ts';

export const PARAMS = {
  edge_pct: floatParam({
    description: "How near to the ends of the day's range, in percent of it, a trend day opens and closes",
    minimum: 1,
    maximum: 50,
    fallback: 20,
    affects: 'records',
  }),
  weekday: weekdayParam(),
};

export const TOP_PARAMS = { limit: limitParam('Number of trend days') };

const TREND_DAYS = ['up', 'down', 'none'] as const;
export const DIRECTIONS = ['up', 'down', 'flat'] as const;
export const { up: UP, down: DOWN, none: NONE } = codesOf(TREND_DAYS);
export const FLAT = codesOf(DIRECTIONS).flat;

export const RECORD_FIELDS = [
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

export const TREND_DAY_FIGURES = together(
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
);

export const OTHER_FIGURES = together(
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

export const STREAK_FIELDS = [
  integer('streaks.max_up', 'sessions', 'Longest run of up days; 0 without one'),
  integer('streaks.max_down', 'sessions', 'Longest run of down days; 0 without one'),
  number('streaks.avg_up', 'sessions', 'Mean length of the runs of up days'),
  number('streaks.avg_down', 'sessions', 'Mean length of the runs of down days'),
  integer('streaks.continuation_by_length.*.n', 'count', 'Days that were the so-many-th of a run, with a next return'),
  number('streaks.continuation_by_length.*.pct', 'pct', 'Of them, those whose next session continued in the direction'),
  oneOf('current_streak.direction', DIRECTIONS, 'Direction of the last session of the range', OR_NULL),
  integer('current_streak.length', 'sessions', 'Length of the run at the last session of the range; 0 without one'),
];

const SHORT_AVERAGE_SESSIONS = 20;
export const LONG_AVERAGE_SESSIONS = 50;

/**
 * @param edgePct how near to the ends of the range a trend day opens and closes, percent of the range.
 */
export function trendRecords(sessions: SessionSet, edgePct: number): RecordTable {
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
export function trendLacksLookBack(sessions: SessionSet, records: RecordTable, wanted: DateRange): boolean {
  const s = firstWanted(sessions, wanted);
  if (s === -1) return false;
  if (s - (LONG_AVERAGE_SESSIONS - 1) < FIRST_WHOLE) return true;
  return !comparisonSure(sessions, s - numbers(records, 'streak_length')[s]);
}
