import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dates } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import gap from './index.ts';

/** In no session of the default window, but the data reach beyond the windows before. */
const later = (date: string) => flat(`${date} 08:00`, 100);

describe('the summary', () => {
  /** Four gaps in one week of June 2024; levels of 100 make sizes percentages. */
  const WEEK: Row[] = [
    ['2024-06-03 13:30', 100, 100, 99, 99.5],
    ['2024-06-04 13:30', 100.5, 100.6, 100, 100], // up 0.5 %, filled at once
    ['2024-06-05 13:30', 102, 102, 101.5, 101.5], // up (102 - 100.6) = 1.4, 0.5 of it back: 35.71 %
    ['2024-06-06 13:30', 100.5, 101, 100, 100.5], // down 1: filled half
    ['2024-06-07 13:30', 99.8, 99.8, 99.5, 99.6], // down 0.2
    ['2024-06-07 14:30', 99.6, 100, 99.5, 99.9], // filled after an hour
    later('2024-06-10'),
  ];
  const data = market(WEEK);

  it('counts gaps and fills by direction, weekday and size', () => {
    expect(summaryOf(gap, data, { timeWindow: '1M' })).toEqual({
      symbol: 'TEST',
      total_days: 4,
      total_gaps: 4,
      filled_gaps: 2,
      unobserved_gaps: 0,
      gap_rate_pct: 100,
      fill_rate: 50,
      filled_to_prev_close_rate: 0, // 99.5, 100, 101.5 and 100.5 are not reached
      avg_gap_size: 0.775, // (0.5 + 1.4 + 1 + 0.2) / 4
      avg_gap_pct: 0.7692, // (0.5 + 1.3917 + 0.9852 + 0.2) / 4
      avg_fill_time_seconds: 1800, // 0 and 3600
      median_fill_time_seconds: 1800,
      partial_fills: 2, // of 5 and 6 June
      avg_partial_fill_time_seconds: 0,
      avg_partial_fill_pct: 71.4286, // (100 + 35.7143 + 50 + 100) / 4
      avg_max_run_pct: 0.9924, // (0.6 + 1.3917 + 1.4778 + 0.5) / 4
      gap_direction_stats: {
        up: { count: 2, fill_rate: 50, avg_gap_pct: 0.9458 },
        down: { count: 2, fill_rate: 50, avg_gap_pct: 0.5926 },
      },
      weekday_breakdown: {
        Monday: { count: 0, fill_rate: null },
        Tuesday: { count: 1, fill_rate: 100 },
        Wednesday: { count: 1, fill_rate: 0 },
        Thursday: { count: 1, fill_rate: 0 },
        Friday: { count: 1, fill_rate: 100 },
      },
      partial_fill_distribution: { '0%': 0, '1-25%': 0, '26-50%': 2, '51-75%': 0, '76-99%': 0, '100%': 2 },
      size_breakdown: {
        '<0.25': { count: 1, fill_rate: 100 },
        '0.25-0.5': { count: 0, fill_rate: null },
        '0.5-1': { count: 2, fill_rate: 50 }, // 0.5 is on the edge: above it
        '1-2': { count: 1, fill_rate: 0 },
        '>=2': { count: 0, fill_rate: null },
      },
      sample_size: 4,
      confidence: expect.objectContaining({
        // Wilson, 2 of 4 and 0 of 0
        fill_rate: { n: 4, low: 15.0039, high: 84.9961 },
        'weekday_breakdown.Monday.fill_rate': { n: 0, low: null, high: null },
        'gap_direction_stats.up.fill_rate': { n: 2, low: 9.4531, high: 90.5469 },
      }),
      time_window: '1M',
    });
  });

  it('gives an interval for every rate and for nothing else', () => {
    expect(Object.keys(summaryOf(gap, data).confidence as object).sort()).toEqual(
      [
        'fill_rate',
        'filled_to_prev_close_rate',
        'gap_rate_pct',
        ...['up', 'down'].map((name) => `gap_direction_stats.${name}.fill_rate`),
        ...['<0.25', '0.25-0.5', '0.5-1', '1-2', '>=2'].map((name) => `size_breakdown.${name}.fill_rate`),
        ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((d) => `weekday_breakdown.${d}.fill_rate`),
      ].sort(),
    );
  });

  it('of weekdays counts their sessions only; previous sessions stay as they are', () => {
    const tuesdaysAndFridays = 0b10010;
    expect(summaryOf(gap, data, { values: { weekday: tuesdaysAndFridays } })).toMatchObject({
      total_days: 2,
      total_gaps: 2,
      fill_rate: 100,
    });
  });

  it('of a range takes the session before it as the previous one', () => {
    const range = dates('2024-06-05', '2024-06-05');
    expect(summaryOf(gap, data, { range })).toMatchObject({ total_days: 1, total_gaps: 1, time_window: 'custom' });
  });

  it('of nothing has zeros and nulls', () => {
    expect(summaryOf(gap, market([]))).toMatchObject({
      total_days: 0,
      total_gaps: 0,
      gap_rate_pct: null,
      fill_rate: null,
      avg_gap_size: null,
      median_fill_time_seconds: null,
      gap_direction_stats: { up: { count: 0, fill_rate: null, avg_gap_pct: null } },
      sample_size: 0,
    });
  });
});

describe('tops', () => {
  /** Each day opens beyond the day before: gaps of 2 (of 100), 2 (of 104), 2.05 (of 108) and 3 (of 112). */
  const DAYS: Row[] = [
    ['2024-06-03 13:30', 100, 100, 99, 100],
    ['2024-06-04 13:30', 102, 104, 102, 104], // 2 %
    ['2024-06-05 13:30', 106, 108, 106, 108], // 1.9231 %
    ['2024-06-05 13:40', 108, 108, 104, 108], // filled after 600 s
    ['2024-06-06 13:30', 110.05, 112, 110, 112], // 1.8981 %
    ['2024-06-06 13:35', 112, 112, 108, 112], // filled after 300 s
    ['2024-06-07 13:30', 115, 118, 115, 118], // 2.6786 %
    ['2024-06-07 13:35', 118, 118, 112, 118], // filled after 300 s
    later('2024-06-10'),
  ];
  const data = market(DAYS);
  const order = (path: string, values = {}) =>
    rowsOf(gap, path, data, { values }).map((row) => String(row.date).slice(8));

  it('are by gap_pct, or by gap_size with the older first among equals', () => {
    expect(order('/top')).toEqual(['07', '04', '05', '06']);
    expect(order('/top', { sort_by: 'gap_size' })).toEqual(['07', '06', '04', '05']);
    expect(order('/top', { sort_by: 'gap_size', top_n: 3 })).toEqual(['07', '06', '04']);
  });

  it('of fills are the fastest, then the larger gaps', () => {
    expect(order('/top-fills')).toEqual(['07', '06', '05']);
    expect(order('/top-fills', { top_n: 1 })).toEqual(['07']);
  });
});

describe.skipIf(!hasMarketData)('SPY, week of 2013-10-07', () => {
  it('gaps down on the 7th, filled, and up on the 10th, 8.04 % filled', () => {
    const spy = readMarketData('bars/lean/SPY_1m.csv.gz');
    const found = rowsOf(gap, '', spy);
    expect(found.map((row) => [row.date, row.direction, row.filled])).toEqual([
      ['2013-10-07', 'down', true],
      ['2013-10-10', 'up', false],
    ]);
    expect(found[1].partial_fill_pct).toBeCloseTo(8.04, 2);
    expect(summaryOf(gap, spy)).toMatchObject({ total_days: 5, total_gaps: 2, filled_gaps: 1, fill_rate: 50 });
  });
});
