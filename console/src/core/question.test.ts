import { expect, it } from 'vitest';
import { isClear, unitOf } from './question.ts';

it.each([
  ['session.return_pct', 'pct'],
  ['orb[orb_minutes=15].breakout_size_x', 'ratio'],
  ['orb.minutes_to_breakout', 'minutes'],
  ['gap.fill_time_seconds', 'seconds'],
  ['session.volume', 'none'],
])('outcomes of %s are in %s', (then, unit) => {
  expect(unitOf(then)).toBe(unit);
});

it('calls a difference clear where interval and test both do', () => {
  // 14 of 19 against 175 of 347: Newcombe's interval is above zero, Fisher's p is 0.059.
  expect(isClear(0.18, 38.68, 0.059)).toBe(false);
  expect(isClear(4.86, 29.01, 0.011)).toBe(true);
  expect(isClear(-1.23, -0.56, 0.0001)).toBe(true);
  expect(isClear(-1, 1, 0.04)).toBe(false);
  expect(isClear(null, null, null)).toBe(false);
});
