import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveIb, naiveIbSummary, naiveIbTop, shownIb } from '../../../test/oracles/ib.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import ib from './index.ts';

/** In no session of the default window, but the data reach beyond the windows before. */
const later = (date: string) => flat(`${date} 08:00`, 100);
const rows = (bars: Row[], values = {}, interval = 1) => rowsOf(ib, '', market(bars, 'equity', interval), { values });

/** Monday 2024-06-03 (the exchange opens at 13:30 UTC): the first hour trades from 98 to 102. */
const HOUR: Row[] = [
  ['2024-06-03 13:30', 100, 102, 99, 101],
  ['2024-06-03 14:29', 101, 101, 98, 99],
];

const BOTH: Row[] = [
  ...HOUR,
  ['2024-06-03 14:30', 99, 102, 98, 100], // on both levels: breaks neither
  ['2024-06-03 15:00', 100, 103, 100, 102], // above 102
  ['2024-06-03 16:00', 102, 102, 92, 95], // below 98
  ['2024-06-03 19:59', 95, 104, 95, 101],
  later('2024-06-04'),
];

describe('the initial balance', () => {
  it('is the first hour; later bars break its sides, and tell how far and which first', () => {
    expect(rows(BOTH)).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-03',
        weekday: 'Monday',
        ib_minutes: 60,
        ib_high: 102,
        ib_low: 98,
        ib_range: 4,
        ib_range_pct: 4, // of the open, 100
        ib_bars: 2,
        session_open: 100,
        session_high: 104,
        session_low: 92,
        session_close: 101,
        broke_high: true,
        broke_low: true,
        break_type: 'both',
        first_direction: 'up',
        first_break_time: '2024-06-03T15:00:00+00:00',
        minutes_to_first_break: 90,
        extension_up_x: 0.5, // (104 - 102) / 4
        extension_down_x: 1.5, // (98 - 92) / 4
        extension_x: 1.5,
        close_location: 0.75, // (101 - 98) / 4
        close_place: 'inside',
        complete: true,
      },
    ]);
  });
});

comparedWithNaive(ib, {
  fixed: { limit: 7 },
  intervals: [1, 2, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      ib_minutes: fc.integer({ min: 1, max: Math.floor(240 / intervalMin) }).map((bars) => bars * intervalMin),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [
    { ib_minutes: Math.max(60, intervalMin) },
    { ib_minutes: Math.max(30, intervalMin), weekday: 0b0010001 },
  ],
  answers(data, { session, range, values: { ib_minutes: minutes, weekday } }) {
    const days = naiveIb(data, { session, ...range, minutes, weekdays: weekdaysOf(weekday) });
    const { symbol } = data.meta;
    return {
      '': days.map((day) => shownIb(symbol, day)),
      '/summary': naiveIbSummary(symbol, days, minutes, 'custom'),
      '/top': naiveIbTop(days)
        .slice(0, 7)
        .map((day) => shownIb(symbol, day)),
    };
  },
});
