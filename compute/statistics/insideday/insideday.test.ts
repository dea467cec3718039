import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveInside, naiveInsideSummary, naiveInsideTop, shownInside } from '../../../test/oracles/insideday.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import insideday from './index.ts';

/** One 1d bar a session, Monday 2024-06-03 to Friday: range 10, then inside, outside, higher, lower. */
const WEEK: Row[] = [
  ['2024-06-03 00:00', 100, 110, 100, 105],
  ['2024-06-04 00:00', 105, 110, 102, 108], // on the high of Monday: inside; 8 / 10
  ['2024-06-05 00:00', 108, 112, 100, 101], // above 110, below 102: outside; 12 / 8; closes below 102
  ['2024-06-06 00:00', 101, 115, 100, 113], // above 112, on the low: higher; 15 / 12; closes above
  ['2024-06-07 00:00', 113, 113, 97, 98], // below 100 alone: lower; 16 / 15
];
const week = market(WEEK, 'equity', 1440);

describe('a session against the range of the one before', () => {
  it('is inside, outside, higher or lower', () => {
    const rows = rowsOf(insideday, '', week);
    expect(rows.map(({ date, day_type: type, range_vs_prev_x: x }) => [date, type, x])).toEqual([
      ['2024-06-04', 'inside', 0.8],
      ['2024-06-05', 'outside', 1.5],
      ['2024-06-06', 'higher', 1.25],
      ['2024-06-07', 'lower', 1.066667],
    ]);
    expect(rows[1]).toEqual({
      symbol: 'TEST',
      date: '2024-06-05',
      weekday: 'Wednesday',
      prev_date: '2024-06-04',
      prev_high: 110,
      prev_low: 102,
      open: 108,
      high: 112,
      low: 100,
      close: 101,
      day_type: 'outside',
      range_vs_prev_x: 1.5,
      closed_above: false,
      closed_below: true,
      complete: true,
    });
  });
});

comparedWithNaive(insideday, {
  fixed: { limit: 7 },
  values: () => fc.record({ weekday: weekdayBits }),
  onRealBars: () => [{}, { weekday: 0b0010001 }],
  answers(data, { session, range, values }) {
    const weekdays = weekdaysOf(values.weekday);
    const all = naiveInside(data, { session, ...range });
    const days = all.filter(({ today }) => !weekdays || weekdays.includes(today.weekday));
    const { symbol } = data.meta;
    return {
      '': days.map((day) => shownInside(symbol, day)),
      '/summary': naiveInsideSummary(symbol, all, weekdays),
      '/top': naiveInsideTop(days)
        .slice(0, 7)
        .map((day) => shownInside(symbol, day)),
    };
  },
});
