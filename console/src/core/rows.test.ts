import { expect, it } from 'vitest';
import { filtered, histogram, quantile, sorted, unknownNames } from './rows.ts';

const rows = [
  { date: '2025-06-02', gap_pct: 0.4, direction: 'up', filled: true },
  { date: '2025-06-03', gap_pct: null, direction: 'down', filled: false },
  { date: '2025-07-01', gap_pct: 1.5, direction: 'up', filled: null },
];
const dates = (found: readonly object[]) => found.map((row) => (row as { date: string }).date.slice(5));

it('sorts both ways with null last', () => {
  expect(dates(sorted(rows, 'gap_pct'))).toEqual(['06-02', '07-01', '06-03']);
  expect(dates(sorted(rows, '-gap_pct'))).toEqual(['07-01', '06-02', '06-03']);
  expect(sorted(rows, '')).toBe(rows);
});

it.each([
  ['', ['06-02', '06-03', '07-01']],
  ['direction=UP gap_pct>0.5', ['07-01']],
  ['gap_pct<=0.4', ['06-02']],
  ['filled=null', ['07-01']],
  ['filled!=true', ['06-03', '07-01']],
  ['2025-06', ['06-02', '06-03']],
  ['date>=2025-06-03', ['06-03', '07-01']],
  ['nosuch=1', []],
])('filters by %j', (filter, expected) => {
  expect(dates(filtered(rows, filter))).toEqual(expected);
});

it('names what a filter asks for and no row has', () => {
  expect(unknownNames(rows, 'nosuch=1 gap_pct>1 word')).toEqual(['nosuch']);
});

it('puts every value into one bin, outliers into the outer ones', () => {
  const { counts, edges } = histogram([...Array.from({ length: 999 }, (_, i) => i / 1000), 1e9]);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1000);
  expect(edges.at(-1)).toBeLessThan(2);
  expect(histogram([5, 5, 5]).counts.reduce((sum, n) => sum + n, 0)).toBe(3);
});

it('takes quantiles between the order statistics (type 7)', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  expect(quantile([], 0.5)).toBeNull();
});
