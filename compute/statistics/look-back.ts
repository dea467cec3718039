/**
 * Where a loaded range of bars is too short for what its records look back to: the previous session, a run of
 * sessions, the last so many sessions. Only the bars tell, so a kernel finds out after the fact. All of this is for
 * ranges with stored bars before them; one that reaches the start of the data is never short.
 */
import { isWeekend } from '../../lib/days.ts';
import { lowerBound } from '../market/bars.ts';
import type { SessionSet } from '../market/sessions/build.ts';
import { PREVIOUS_MAX_DAYS } from '../market/sessions/figures.ts';
import type { DateRange, SymbolData } from './statistic.ts';

/** First session that is surely whole: the range may begin in the middle of the one before it. */
export const FIRST_WHOLE = 1;

/**
 * Index of the first session dated in the range or after it; -1 without one. After it, too: whoever asks whether a
 * state still depends on earlier bars may ask on a date without a session.
 */
export function firstWanted(sessions: SessionSet, wanted: DateRange): number {
  const first = lowerBound(sessions.date, wanted.from);
  return first < sessions.length ? first : -1;
}

/** Whether the comparison of session `s` with its previous session is the one that all the data would give. */
export function comparisonSure(sessions: SessionSet, s: number): boolean {
  if (s > FIRST_WHOLE) return true;
  // Dates are sure even where a session is cut: none in the days before means that there is no previous session.
  return s === FIRST_WHOLE && sessions.date[s] - sessions.date[s - 1] > PREVIOUS_MAX_DAYS;
}

/** `insufficientLookBack` of records that look at the session before and no further. */
export function lacksPreviousSession(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  const s = firstWanted(sessions, wanted);
  return !data.reachesStart && s !== -1 && !comparisonSure(sessions, s);
}

/** The same of records that look at the weekday session before. */
export function lacksPreviousWeekday(data: SymbolData, sessions: SessionSet, wanted: DateRange): boolean {
  if (data.reachesStart) return false;
  const { date, length } = sessions;
  let s = 0;
  while (s < length && (date[s] < wanted.from || isWeekend(date[s]))) s++;
  if (s === length || date[s] > wanted.to) return false;
  let previous = s - 1;
  while (previous >= 0 && isWeekend(date[previous])) previous--;
  if (previous >= FIRST_WHOLE) return false;
  // Dates are sure even where a session is cut: one so far back means that none in between is missing.
  return s < FIRST_WHOLE || date[s] - date[0] <= PREVIOUS_MAX_DAYS;
}
