/** Answers of `/query`. */
import type { QuestionAnswer, RateAnswer } from './api.ts';

export const isRateAnswer = (answer: QuestionAnswer): answer is RateAnswer => 'rate_pct' in answer;

/** Returns true if chance alone would rarely cause the difference. Interval and test may disagree near their edges. */
export const isClear = (low: number | null, high: number | null, p: number | null): boolean =>
  low !== null && high !== null && (low > 0 || high < 0) && p !== null && p < 0.05;

/** Returns the unit of an outcome's numbers by its field's name; `none` for prices, volumes and counts. */
export function unitOf(then: string): string {
  if (/_pct\s*$/.test(then)) return 'pct';
  if (/_x\s*$/.test(then)) return 'ratio';
  if (/_seconds\s*$/.test(then)) return 'seconds';
  return /_(min|minutes)\s*$|\.minutes_to_\w+\s*$/.test(then) ? 'minutes' : 'none';
}
