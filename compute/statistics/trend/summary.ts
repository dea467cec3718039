/** Trend records in, the summary out. */
import { mean } from '../../market/math.ts';
import { numbers, type RecordTable } from '../../market/records.ts';
import type { RawSummary } from '../../market/render.ts';
import { completeOnly, type Rates } from '../figures.ts';
import type { Values } from '../params.ts';
import type { View } from '../statistic.ts';
import { DIRECTIONS, DOWN, FLAT, NONE, OTHER_FIGURES, type PARAMS, TREND_DAY_FIGURES, UP } from './fields.ts';

export function trendFigures(view: View<Values<typeof PARAMS>>, rates: Rates, days: RecordTable): RawSummary {
  const sessions = completeOnly(view.records);
  const next = nextDays(sessions, view.values.weekday);
  return {
    ...TREND_DAY_FIGURES.of(days, rates),
    next_day_continuation_pct: rates.of('next_day_continuation_pct', next.hits, next.cases),
    streaks: streaks(sessions, rates),
    current_streak: currentStreak(sessions),
    ...OTHER_FIGURES.of(days, rates),
  };
}

/** Trend days with a next session in the range that has a return, and those of them whose next return goes their way. */
function nextDays(sessions: RecordTable, weekdays: number | undefined): { hits: number; cases: number } {
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
  return { hits, cases };
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
