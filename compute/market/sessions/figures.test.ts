import { describe, expect, it } from 'vitest';
import { flat, market } from '../../../test/support/market-rows.ts';
import { sessionFigures } from './figures.ts';
import { DEFAULT_SESSION } from './spec.ts';

describe('figures of a session', () => {
  it('come from its bars alone: those before the opening and after the window do not count', () => {
    const figures = sessionFigures(
      market([
        ['2024-06-03 13:00', 50, 500, 5, 60, 9],
        ['2024-06-03 13:31', 100, 101, 99, 100.5, 10],
        ['2024-06-03 13:40', 100.5, 103, 100, 102, 0.5],
        ['2024-06-03 19:59', 102, 102, 98, 99, 20],
        ['2024-06-03 20:00', 99, 500, 5, 60, 9],
      ]).sessions(DEFAULT_SESSION),
    );
    const { open, high, low, close, volume, previous } = figures;
    expect([open[0], high[0], low[0], close[0], volume[0], previous[0]]).toEqual([100, 103, 98, 99, 30.5, -1]);
  });

  it('have a previous session at most 7 calendar days back', () => {
    const dates = ['2024-06-03', '2024-06-10', '2024-06-18', '2024-06-19'];
    const figures = sessionFigures(market(dates.map((date) => flat(`${date} 14:00`, 1))).sessions(DEFAULT_SESSION));
    expect([...figures.previous]).toEqual([-1, 0, -1, 2]);
  });

  it('add volumes oldest first', () => {
    const volumes = [1e16, 1, 1, -1e16].map((volume, i) => flat(`2024-06-03 14:0${i}`, 1, volume));
    expect(sessionFigures(market(volumes).sessions(DEFAULT_SESSION)).volume[0]).toBe(0); // not 2
  });
});
