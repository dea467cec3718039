import { expect, it } from 'vitest';
import { Series } from './series.ts';

const NOW = Date.parse('2026-12-01T00:00:00Z');

function warningsOf(assetClass: string, intervalMin: number, ...times: string[]): string[] {
  const series = new Series({ symbol: 'X', assetClass, intervalMin, nowMs: NOW });
  times.forEach((time, i) => {
    series.take({ row: i + 1, ts: Date.parse(time), open: 10, high: 11, low: 9, close: 10, volume: 1 });
  });
  expect(series.findings()).toEqual([]);
  return series.warnings();
}

it('a daily bar that is dated on a holiday of the exchange is reported, and does not stop an import', () => {
  // By the exchange: Independence Day is closed, the day before is short; Good Friday of 2024 was 29 March.
  const days = ['2024-07-03', '2024-07-04', '2024-07-05'];
  expect(warningsOf('equity', 1440, ...days)).toEqual([expect.stringMatching(/^row 2: X .* 2024-07-04, .*closed: /)]);
  expect(warningsOf('etf', 1440, '2024-03-28', '2024-03-29', ...days)).toEqual([
    expect.stringMatching(/^row 2: X .* 2024-03-29, .* and 1 more on holidays/),
  ]);
});

it('days of trading, crypto, shorter bars and what is before the calendar are not reported', () => {
  expect(warningsOf('equity', 1440, '2024-07-03', '2024-07-05', '2024-11-29')).toEqual([]);
  expect(warningsOf('crypto', 1440, '2024-07-04', '2024-07-05')).toEqual([]);
  expect(warningsOf('equity', 5, '2024-07-04T14:00:00Z')).toEqual([]);
  expect(warningsOf('equity', 1440, '1997-07-03', '1997-07-04')).toEqual([]);
});
