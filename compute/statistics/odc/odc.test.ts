import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOdc, naiveOdcSummary, shownOdc } from '../../../test/oracles/odc.ts';
import { naiveContinued } from '../../../test/oracles/opening.ts';
import { rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
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

describe('outside_period', () => {
  const day = (date: string, high: number, low: number): Row[] => [
    [`${date} 13:30`, 100, high, low, 100],
    flat(`${date} 19:59`, 100),
  ];
  const outside = (rows: Row[]) => rowsOf(odc, '', market(rows)).map((row) => row['outside_period']);

  it('needs a higher high and a lower low than the session before', () => {
    expect(
      outside([
        ...day('2024-06-03', 102, 98),
        ...day('2024-06-04', 103, 97),
        ...day('2024-06-05', 104, 97), // an equal low
        ...day('2024-06-06', 103, 99),
      ]),
    ).toEqual([null, true, false, false]);
  });
});

describe('summary and top', () => {
  const day = (date: string, candle: number, close: number, volume = 1): Row[] => [
    [`${date} 13:30`, 100, 103, 97, candle, volume],
    flat(`${date} 19:59`, close),
  ];
  const rows = [
    ...day('2024-06-03', 101, 102, 10), // green, green: 2 %, rest 0.9901 %
    ...day('2024-06-04', 101, 99, 20), // green, red: -1 %, rest -1.9802 %
    ...day('2024-06-05', 99, 96, 30), // red, red: -4 %, breaks the low; rest -3.0303 %
    ...day('2024-06-06', 100, 101, 40), // doji; volume 40 / 20
    ...day('2024-06-07', 101, 104, 50), // green, green: 4 %, breaks the high; rest 2.9703 %; 50 / 25
  ];

  it('rates go by the colour of the candle', () => {
    expect(summaryOf(odc, market(rows))).toMatchObject({
      symbol: 'TEST',
      candle_minutes: 60,
      total_days: 5,
      green_candles: 3,
      red_candles: 1,
      doji_candles: 1,
      green_given_green_pct: 66.6667,
      red_given_red_pct: 100,
      continuation_rate_pct: 75,
      avg_return_given_green_pct: 1.6667, // (2 - 1 + 4) / 3
      avg_return_given_red_pct: -4,
      avg_rest_return_given_green_pct: 0.6601, // (0.990099 - 1.980198 + 2.970297) / 3
      avg_rest_return_given_red_pct: -3.0303,
      high_in_candle_pct: 80,
      low_in_candle_pct: 80,
      break_type_distribution: { up: 1, down: 1, both: 0, none: 3 },
      // Four days have one before. Highs 103, 103, 103, 104, lows 97, 96, 97, 97: none is higher and lower at once.
      outside_rate_pct: 0,
      no_candle_days: 0,
      weekday_breakdown: {
        Monday: { count: 1, continuation_rate_pct: 100 },
        Tuesday: { count: 1, continuation_rate_pct: 0 },
        Thursday: { count: 1, continuation_rate_pct: null },
      },
      sample_size: 5,
      confidence: { outside_rate_pct: { n: 4 }, continuation_rate_pct: { n: 4 }, green_given_green_pct: { n: 3 } },
    });
    expect(rowsOf(odc, '', market(rows)).map((row) => row['volume_ratio'])).toEqual([null, null, null, 2, 2]);
    const some = summaryOf(odc, market(rows), { values: { weekday: 0b00011 } });
    expect(some).toMatchObject({ total_days: 2, continuation_rate_pct: 50, sample_size: 2 });
  });

  it('warns of a candle that leaves nothing of the window', () => {
    const warned = (minutes: number) =>
      odc.warnings?.(view(odc, market(rows), { session: DEFAULT_SESSION, values: { candle_minutes: minutes } })).length;
    expect(warned(60)).toBe(0);
    expect(warned(330)).toBe(1); // in winter the default window holds 14:30-20:00
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
