import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import odc from './index.ts';

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

  it('top lists continuations by the size of the return, whatever its sign, then by date', () => {
    const top = rowsOf(odc, '/top', market(rows));
    expect(top.map((row) => [row['date'], row['session_return_pct']])).toEqual([
      ['2024-06-05', -4],
      ['2024-06-07', 4],
      ['2024-06-03', 2],
    ]);
    expect(Object.keys(top[0])).toEqual(Object.keys(rowsOf(odc, '', market(rows))[0]));
    expect(rowsOf(odc, '/top', market(rows), { values: { limit: 1 } })).toHaveLength(1);
  });

  it('of no session has counts of 0 and no rates', () => {
    expect(summaryOf(odc, market([]))).toMatchObject({ total_days: 0, sample_size: 0, continuation_rate_pct: null });
  });

  it('warns of a candle that leaves nothing of the window', () => {
    const warned = (minutes: number) =>
      odc.warnings?.(view(odc, market(rows), { session: DEFAULT_SESSION, values: { candle_minutes: minutes } })).length;
    expect(warned(60)).toBe(0);
    expect(warned(330)).toBe(1); // in winter the default window holds 14:30-20:00
  });
});

describe.skipIf(!hasMarketData)('SPY on 2013-10-08', () => {
  it('opens with a red hour and falls on', () => {
    // By awk from the file: hour 167.45 167.62 167.05 167.40, day to 165.36 and 165.48, the day before 167.25-168.45.
    const row = rowsOf(odc, '', readMarketData('bars/lean/SPY_1m.csv.gz')).find(({ date }) => date === '2013-10-08');
    expect(row).toMatchObject({
      candle_open: 167.45,
      candle_high: 167.62,
      candle_low: 167.05,
      candle_close: 167.4,
      candle_direction: 'red',
      candle_range_pct: 0.3404,
      candle_close_location: 0.614035,
      session_close: 165.48,
      session_return_pct: -1.1765,
      continuation: true,
      rest_return_pct: -1.147,
      break_type: 'down',
      high_in_candle: true,
      max_extension_up_x: 0,
      max_extension_down_x: 2.964912,
      outside_period: false, // a lower low, but no higher high
    });
  });
});
