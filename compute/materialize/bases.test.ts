import { expect, test } from 'vitest';
import { shortestFull } from './bases.ts';

const series = (dates: Readonly<Record<string, number>>) =>
  Object.entries(dates).map(([interval, count]) => ({ interval, dates: count }));

test.each([
  ['one stray minute bar takes nothing over', { '1d': 252, '1m': 1 }, '1d'],
  ['half of the dates are enough', { '1d': 252, '1m': 126 }, '1m'],
  ['fewer than half are not', { '1d': 252, '1m': 125 }, '1d'],
  ['of several that are full the shortest', { '1d': 250, '5m': 252, '1m': 200 }, '1m'],
  ['an hour is longer than five minutes', { '1h': 10, '5m': 10 }, '5m'],
] as const)('%s', (_, dates, base) => {
  expect(shortestFull(series(dates))).toBe(base);
});

test('without a session there is no base', () => {
  expect(shortestFull(series({ '1d': 0 }))).toBeNull();
});
