import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOdc, naiveOdcSummary, shownOdc } from '../../../test/oracles/odc.ts';
import { naiveContinued } from '../../../test/oracles/opening.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import odc from './index.ts';

/** A Monday in summer: the exchange opens 13:30 UTC, the candle of 60 minutes ends 14:30. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 200, 203, 199, 202, 10],
  ['2024-06-03 14:29', 202, 204, 200, 203, 20], // the candle: 200, 204, 199, 203
  ['2024-06-03 14:30', 203, 204, 202, 202.5], // not in it; only equals its high
  ['2024-06-03 15:10', 202.5, 206, 202, 205], // 2 above
  ['2024-06-03 19:59', 205, 205.5, 204, 204.06],
];

const CLOCK = flat('2024-06-04 08:00', 204); // pre-market: in no session, but the data reach beyond Monday's window

describe('an opening candle', () => {
  it('is measured against the day from the anchor on', () => {
    expect(rowsOf(odc, '', market([...MONDAY, CLOCK]))).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-03',
        weekday: 'Monday',
        candle_open: 200,
        candle_high: 204,
        candle_low: 199,
        candle_close: 203,
        candle_direction: 'green',
        candle_body_pct: 1.5, // 3 / 200
        candle_range_pct: 2.5, // 5 / 200
        candle_close_location: 0.8, // (203 - 199) / 5
        session_open: 200,
        session_close: 204.06,
        session_return_pct: 2.03, // 4.06 / 200
        session_direction: 'green',
        continuation: true,
        rest_return_pct: 0.5222, // 1.06 / 203
        broke_candle_high: true,
        broke_candle_low: false,
        break_type: 'up',
        high_in_candle: false,
        low_in_candle: true,
        max_extension_up_x: 0.4, // 2 / 5
        max_extension_down_x: 0,
        outside_period: null, // no session before
        volume_ratio: null,
        complete: true,
      },
    ]);
  });
});

comparedWithNaive(odc, {
  fixed: { limit: 7 },
  intervals: [1, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      candle_minutes: fc.oneof(
        fc.constantFrom(5, 15, 60, 240).map((minutes) => Math.max(intervalMin, minutes)),
        fc.integer({ min: 1, max: Math.floor(720 / intervalMin) }).map((bars) => bars * intervalMin),
      ),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [60, 5].map((least) => ({ candle_minutes: Math.max(least, intervalMin) })),
  answers(data, { session, range, values: { candle_minutes: minutes, weekday } }) {
    const weekdays = weekdaysOf(weekday);
    const rows = naiveOdc(data, session, minutes).filter(
      (row) => row.date >= range.from && row.date <= range.to && (!weekdays || weekdays.includes(row.weekday)),
    );
    const shown = (list: typeof rows) => list.map((row) => shownOdc(data.meta.symbol, row));
    return {
      '': shown(rows),
      '/summary': naiveOdcSummary(data.meta.symbol, rows, minutes, 'custom'),
      '/top': shown(naiveContinued(rows).slice(0, 7)),
    };
  },
});
