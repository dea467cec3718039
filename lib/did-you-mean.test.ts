import { describe, expect, it } from 'vitest';
import { nearestName } from './did-you-mean.ts';

const KNOWN = ['symbol', 'symbols', 'start_date', 'end_date', 'time_window', 'limit', 'top_n', 'orb_minutes'];

describe('the nearest name', () => {
  it.each([
    ['symbl', 'symbol'],
    ['symobl', 'symbol'],
    ['Symbol', 'symbol'],
    ['simbols', 'symbols'],
    ['startdate', 'start_date'],
    ['timewindow', 'time_window'],
    ['orb_minute', 'orb_minutes'],
    ['topn', 'top_n'],
  ])('of %s is %s', (name, meant) => expect(nearestName(name, KNOWN)).toBe(meant));

  it.each(['colour', 'x', '', 'foo_bar', 'symbol'.repeat(100)])('of %s is none', (name) =>
    expect(nearestName(name, KNOWN)).toBe(null),
  );
});
