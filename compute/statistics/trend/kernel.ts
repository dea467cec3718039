/** Trend days, streaks and moving averages: one record a session. */
import { aboveMean, reaches, staysWithin } from '../../market/math.ts';
import { numbers, type RecordTable, TableBuilder } from '../../market/records.ts';
import { sessionFigures } from '../../market/session-figures.ts';
import type { SessionSet } from '../../market/sessions.ts';
import { comparisonSure, FIRST_WHOLE, firstWanted, writeDay } from '../sessions.ts';
import type { DateRange } from '../statistic.ts';
import { DOWN, FLAT, NONE, RECORD_FIELDS, UP } from './fields.ts';

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
