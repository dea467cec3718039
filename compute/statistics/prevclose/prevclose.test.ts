import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveGaps, naiveSummary, naiveTop, shownGap } from '../../../test/oracles/prevclose.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import prevclose from './index.ts';

/** Monday 2024-06-03 (summer: the exchange opens at 13:30 UTC): range 98 to 102, close 100. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 99, 102, 98, 101],
  ['2024-06-03 19:59', 101, 101, 100, 100],
];
/** In no session of the default window, but the data reach beyond the windows before. */
const later = (date: string) => flat(`${date} 08:00`, 100);

const rows = (bars: Row[], values = {}, assetClass: 'equity' | 'crypto' = 'equity', intervalMin = 1) =>
  rowsOf(prevclose, '', market(bars, assetClass, intervalMin), { values });

describe('a gap against the previous close', () => {
  const UP: Row[] = [
    ...MONDAY,
    ['2024-06-04 13:30', 101.6, 103, 101, 102],
    ['2024-06-04 13:37', 102, 102, 100.4, 100.5], // the minutes before it are missing
    ['2024-06-04 14:10', 100.5, 100.8, 99.9, 100.2], // trades below 100, closes above
    ['2024-06-04 19:59', 100.2, 101, 99, 99.5],
    later('2024-06-05'),
  ];

  it('up is filled by the first bar that trades at the previous close', () => {
    expect(rows(UP)).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-04',
        weekday: 'Tuesday',
        direction: 'up',
        prev_date: '2024-06-03',
        prev_close: 100,
        open: 101.6,
        gap_size: 1.6, // 101.6 - 100
        gap_pct: 1.6,
        open_place: 'inside', // 98 <= 101.6 <= 102
        filled: true,
        partial_fill_pct: 100,
        fill_bucket: '100%',
        fill_time: '2024-06-04T14:10:00+00:00',
        minutes_to_fill: 40,
        volume_at_fill: 1,
        partial_fill_time: null, // filled
        minutes_to_partial_fill: null,
        volume_at_partial_fill: null,
        max_run_pct: 3, // 103 against 100
        close: 99.5,
        closed_in_gap_direction: false,
        complete: true,
      },
    ]);
  });

  it('is filled by closes alone where they are asked for', () => {
    expect(rows(UP, { fill_criteria: 'close' })).toMatchObject([
      { filled: true, fill_time: '2024-06-04T19:59:00+00:00', minutes_to_fill: 389, max_run_pct: 3 },
    ]);
    const without = UP.filter(([time]) => time !== '2024-06-04 19:59');
    expect(rows(without, { fill_criteria: 'close' })).toMatchObject([
      // The lowest close is 100.2: (101.6 - 100.2) / 1.6
      { filled: false, partial_fill_pct: 87.5, fill_bucket: '76-99%', fill_time: null, minutes_to_fill: null },
    ]);
    expect(rows(without, { fill_criteria: 'close' })).toMatchObject([
      { partial_fill_time: '2024-06-04T14:10:00+00:00', minutes_to_partial_fill: 40, volume_at_partial_fill: 1 },
    ]);
  });
});

describe('the previous session', () => {
  it("of a crypto pair's Monday is Sunday", () => {
    const crypto: Row[] = [
      flat('2024-06-07 13:30', 100), // Friday
      flat('2024-06-08 13:30', 110), // Saturday
      flat('2024-06-09 13:30', 120), // Sunday
      flat('2024-06-10 13:30', 114),
    ];
    expect(rows(crypto, {}, 'crypto').map((row) => [row.date, row.gap_size])).toEqual([
      ['2024-06-08', 10],
      ['2024-06-09', 10],
      ['2024-06-10', 6],
    ]);
  });
});

describe('the summary', () => {
  /** One bar a day, so that each open is against the close before. */
  const WEEK: Row[] = [
    ['2024-06-03 13:30', 100, 101, 99, 100],
    ['2024-06-04 13:30', 100.5, 101, 100, 101], // up 0.5 % of 100, inside, filled
    ['2024-06-05 13:30', 103.02, 104, 102, 102], // up 2.02 = 2 % of 101, outside, (103.02 - 102) / 2.02 filled
    ['2024-06-06 13:30', 102, 102, 100, 100], // at the close: no gap
    ['2024-06-07 13:30', 99.9, 100, 99, 99], // down 0.1 %, outside (below 100), filled
    ['2024-06-07 15:30', 99, 99, 98, 98],
    later('2024-06-10'),
  ];
  const data = market(WEEK);

  it('counts gaps and fills by direction, place, size and weekday', () => {
    expect(summaryOf(prevclose, data, { timeWindow: '1M' })).toEqual({
      symbol: 'TEST',
      total_days: 4,
      total_gaps: 3,
      filled_gaps: 2,
      gap_rate_pct: 75,
      fill_rate_pct: 66.6667,
      closed_in_gap_direction_pct: 66.6667, // 101 > 100.5, 102 < 103.02, 98 < 99.9
      avg_gap_pct: 0.8667, // (0.5 + 2 + 0.1) / 3
      median_gap_pct: 0.5,
      avg_minutes_to_fill: 0, // both at once
      median_minutes_to_fill: 0,
      partial_fills: 1, // of 5 June
      avg_minutes_to_partial_fill: 0,
      avg_partial_fill_pct: 83.4983, // (100 + 50.4950 + 100) / 3
      avg_max_run_pct: 1.9901, // 1, (104 - 101) / 101 = 2.9703, (100 - 98) / 100 = 2
      direction_breakdown: { up: { count: 2, fill_rate_pct: 50 }, down: { count: 1, fill_rate_pct: 100 } },
      place_breakdown: { outside: { count: 2, fill_rate_pct: 50 }, inside: { count: 1, fill_rate_pct: 100 } },
      size_breakdown: {
        '<0.25': { count: 1, fill_rate_pct: 100 },
        '0.25-0.5': { count: 0, fill_rate_pct: null },
        '0.5-1': { count: 1, fill_rate_pct: 100 }, // on the edge: above it
        '1-2': { count: 0, fill_rate_pct: null },
        '>=2': { count: 1, fill_rate_pct: 0 }, // 2.02 / 101 misses 2 by an ulp at most
      },
      weekday_breakdown: {
        Monday: { count: 0, fill_rate_pct: null },
        Tuesday: { count: 1, fill_rate_pct: 100 },
        Wednesday: { count: 1, fill_rate_pct: 0 },
        Thursday: { count: 0, fill_rate_pct: null },
        Friday: { count: 1, fill_rate_pct: 100 },
      },
      sample_size: 3,
      confidence: expect.objectContaining({
        // Wilson, 2 of 3 and 0 of 0
        fill_rate_pct: { n: 3, low: 20.766, high: 93.8508 },
        'weekday_breakdown.Monday.fill_rate_pct': { n: 0, low: null, high: null },
      }),
      time_window: '1M',
    });
  });
});

comparedWithNaive(prevclose, {
  fixed: { limit: 7 },
  values: () =>
    fc.record({
      fill_criteria: fc.constantFrom<'wick' | 'close'>('wick', 'close'),
      min_gap_pct: fc.constantFrom(0, 0.1, 0.25, 0.5, 1, 3),
      weekday: weekdayBits,
    }),
  onRealBars: () => [
    { fill_criteria: 'wick', min_gap_pct: 0 },
    { fill_criteria: 'close', min_gap_pct: 0.25 },
    { fill_criteria: 'wick', min_gap_pct: 0.1, weekday: 0b0010001 },
  ],
  answers(data, { session, range, values }) {
    const { fill_criteria: criteria, min_gap_pct: minGapPct, weekday } = values;
    const question = { session, ...range, criteria, minGapPct, weekdays: weekdaysOf(weekday) };
    const gaps = naiveGaps(data, question);
    return {
      '': gaps.map(shownGap),
      '/summary': naiveSummary(data, question, 'custom'),
      '/top': naiveTop(gaps).slice(0, 7),
    };
  },
});
