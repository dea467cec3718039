import { expect, it } from 'vitest';
import { unitOf } from './question.ts';

it.each([
  ['session.return_pct', 'pct'],
  ['orb[orb_minutes=15].breakout_size_x', 'ratio'],
  ['orb.minutes_to_breakout', 'minutes'],
  ['gap.fill_time_seconds', 'seconds'],
  ['session.volume', 'none'],
])('outcomes of %s are in %s', (then, unit) => {
  expect(unitOf(then)).toBe(unit);
});
