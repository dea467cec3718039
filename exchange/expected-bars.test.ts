import { describe, expect, it } from 'vitest';
import { expectedBarsOf } from './expected-bars.ts';
import { GRID } from './grid.ts';

const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;

/** Counts from Tuesday morning to the evening of Friday, the 28th, on which New York closes at 13:00; Thursday is a holiday. */
const expected = (intervalMin: number, grids: number, startsAtOpen: boolean) => {
  const [first, last] = [minute('2025-11-25T09:00'), minute('2025-11-28T23:00')];
  const series = { assetClass: 'equity', intervalMin, first, last, grid: { grids, startsAtOpen } } as const;
  return expectedBarsOf([series], last * 60_000).of(series);
};

describe('the bars that a calendar expects', () => {
  it.each([
    // 09:30 to 15:30, and to 12:30.
    [60, GRID.open, true, 7 + 7 + 4],
    // 10:00 to 15:00, and to 12:00.
    [60, GRID.utc | GRID.newYork, false, 6 + 6 + 3],
    // The same, and a first bar at 09:30.
    [60, GRID.utc | GRID.newYork, true, 7 + 7 + 4],
    // 09:30 and 13:30; 09:30.
    [240, GRID.open, true, 2 + 2 + 1],
    // 12:00 New York.
    [240, GRID.newYork, false, 1 + 1 + 1],
    // 16:00 and 20:00 UTC are 11:00 and 15:00.
    [240, GRID.utc, false, 2 + 2 + 1],
    [240, GRID.utc, true, 3 + 3 + 2],
  ])('of %d minutes on grid %d, a first one at 09:30: %s', (intervalMin, grids, startsAtOpen, bars) => {
    expect(expected(intervalMin, grids, startsAtOpen)).toEqual({ sessions: 3, bars });
  });
});
