import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveGaps, naiveSummary, naiveTop, shownGap } from '../../../test/oracles/prevclose.ts';
import { rowsOf } from '../../../test/support/answer.ts';
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
