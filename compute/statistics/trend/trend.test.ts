import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { EXTENDED_SESSION, sessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import trend from './index.ts';

const on = (date: string, data: SymbolData, asked = {}) =>
  rowsOf(trend, '', data, asked).find((row) => row['date'] === date) as Record<string, unknown>;

/** Monday 2024-07-01: range 20, close 100. */
const MONDAY = day('2024-07-01 13:30', [[100, 110, 90, 100]]);
const tuesday = (bars: readonly HandBar[], values = {}) =>
  on('2024-07-02', dataOf([MONDAY, day('2024-07-02 13:30', bars), day('2024-07-03 13:30', [[1, 1, 1, 1]])]), {
    values,
  });

describe('a session', () => {
  it('is measured by its four prices and the session before', () => {
    // Three bars: open 101, high 112, low 100, close 110.
    expect(
      tuesday([
        [101, 105, 100, 104],
        [104, 112, 103, 108],
        [108, 111, 107, 110],
      ]),
    ).toEqual({
      symbol: 'TEST',
      date: '2024-07-02',
      weekday: 'Tuesday',
      open: 101,
      high: 112,
      low: 100,
      close: 110,
      return_pct: 10, // 100 to 110
      range_pct: 11.8812, // 12 / 101
      efficiency: 0.75, // 9 / 12
      strength: 8.9109, // 0.75 * 11.8812
      open_location: 0.083333, // 1 / 12
      close_location: 0.833333, // 10 / 12
      trend_day: 'up',
      range_vs_prev: 0.6, // 12 / 20
      streak_direction: 'up',
      streak_length: 1,
      above_sma20: null,
      above_sma50: null,
      complete: true,
    });
  });

  it('that falls from the top of its range to the bottom is a trend day down', () => {
    expect(tuesday([[111, 112, 100, 101]])).toMatchObject({ trend_day: 'down', efficiency: 0.833333 });
    expect(tuesday([[111, 112, 100, 106]])).toMatchObject({ trend_day: 'none' });
    expect(tuesday([[106, 112, 100, 101]])).toMatchObject({ trend_day: 'none' });
  });

  it('on the edge is a trend day, however the binary fractions fall', () => {
    // (100.02 - 100) / 0.1 = 0.19999999999996 or 0.2000000000000455 as doubles; 0.08 / 0.1 likewise
    expect(tuesday([[100.02, 100.1, 100, 100.08]])).toMatchObject({
      open_location: 0.2,
      close_location: 0.8,
      trend_day: 'up',
    });
    expect(tuesday([[100.08, 100.1, 100, 100.02]])).toMatchObject({ trend_day: 'down' });
    expect(tuesday([[100.021, 100.1, 100, 100.08]])).toMatchObject({ trend_day: 'none' });
  });

  it('is a trend day or not by edge_pct', () => {
    const bars: HandBar[] = [[103, 110, 100, 107]];
    expect(tuesday(bars)).toMatchObject({ trend_day: 'none' });
    expect(tuesday(bars, { edge_pct: 30 })).toMatchObject({ trend_day: 'up' });
    expect(tuesday([[105, 110, 100, 105]], { edge_pct: 50 })).toMatchObject({ trend_day: 'up', efficiency: 0 });
  });

  it('without a range has no efficiency, strength or locations, and the next no relative range', () => {
    const flat: HandBar[] = [[100, 100, 100, 100]];
    expect(tuesday(flat)).toMatchObject({
      return_pct: 0,
      range_pct: 0,
      efficiency: null,
      strength: null,
      open_location: null,
      close_location: null,
      trend_day: 'none',
      range_vs_prev: 0,
      streak_direction: 'flat',
      streak_length: 1,
    });
    const data = dataOf([day('2024-07-01 13:30', flat), day('2024-07-02 13:30', [[100, 101, 100, 101]])]);
    expect(on('2024-07-02', data)).toMatchObject({ range_vs_prev: null, return_pct: 1, efficiency: 1 });
  });

  it('in progress is in the raw records, and nowhere else', () => {
    const data = dataOf([MONDAY, day('2024-07-02 13:30', [[100, 110, 100, 110]])]);
    expect(on('2024-07-02', data)).toMatchObject({ trend_day: 'up', streak_length: 1, complete: false });
    expect(rowsOf(trend, '/top', data)).toEqual([]);
    expect(summaryOf(trend, data)).toMatchObject({
      total_days: 1,
      trend_days_up: 0,
      current_streak: { direction: null, length: 0 },
    });
  });

  it('in winter begins with the exchange, or with the bars before it where extended hours are asked for', () => {
    const data = dataOf([
      [...day('2024-01-09 13:30', [[90, 120, 80, 100]]), ...day('2024-01-09 14:30', [[100, 111, 100, 105]])],
    ]);
    expect(on('2024-01-09', data)).toMatchObject({ open: 100, high: 111, low: 100 });
    expect(on('2024-01-09', data, { session: EXTENDED_SESSION })).toMatchObject({ open: 90, high: 120, low: 80 });
  });

  it('that begins on Sunday evening is of Monday, and follows Friday', () => {
    const data = dataOf([
      day('2024-07-05 13:30', [[100, 110, 90, 100]]),
      [...day('2024-07-07 23:00', [[102, 103, 102, 103]]), ...day('2024-07-08 13:30', [[103, 104, 103, 104]])],
    ]);
    const session = sessionSpec({ startMin: 22 * 60, endMin: 20 * 60, exchange: false, extended: true });
    expect(on('2024-07-08', data, { session })).toMatchObject({ open: 102, return_pct: 4, streak_length: 1 });
  });

  it('of 1d bars has every figure', () => {
    const data = dataOf(
      [day('2024-07-01 00:00', [[100, 110, 90, 100]], 1440), day('2024-07-02 00:00', [[101, 112, 100, 110]], 1440)],
      { intervalMin: 1440 },
    );
    expect(on('2024-07-02', data)).toMatchObject({
      strength: 8.9109,
      trend_day: 'up',
      range_vs_prev: 0.6,
      complete: true,
    });
  });
});

describe('a streak', () => {
  const closes = (list: [date: string, close: number][], options = {}) =>
    dataOf(
      list.map(([date, close]) => day(`${date} 13:30`, [[close, close, close, close]])),
      options,
    );
  const streaks = (data: SymbolData) =>
    rowsOf(trend, '', data).map((row) => [row['date'], row['streak_direction'], row['streak_length']]);

  it('counts returns of one sign, the unchanged close being a sign of its own', () => {
    const data = closes([
      ['2024-07-01', 10],
      ['2024-07-02', 11],
      ['2024-07-03', 12],
      ['2024-07-04', 12],
      ['2024-07-05', 12],
      ['2024-07-08', 13],
      ['2024-07-09', 9],
    ]);
    expect(streaks(data)).toEqual([
      ['2024-07-01', null, 0],
      ['2024-07-02', 'up', 1],
      ['2024-07-03', 'up', 2],
      ['2024-07-04', 'flat', 1],
      ['2024-07-05', 'flat', 2],
      ['2024-07-08', 'up', 1],
      ['2024-07-09', 'down', 1],
    ]);
  });

  it('ends where no session is in the seven days before', () => {
    const data = closes([
      ['2024-07-01', 10],
      ['2024-07-08', 11], // seven
      ['2024-07-16', 12], // eight
      ['2024-07-17', 13],
    ]);
    expect(streaks(data)).toEqual([
      ['2024-07-01', null, 0],
      ['2024-07-08', 'up', 1],
      ['2024-07-16', null, 0],
      ['2024-07-17', 'up', 1],
    ]);
    expect(on('2024-07-16', data)).toMatchObject({ return_pct: null, range_vs_prev: null });
  });

  it('of a crypto pair continues over the weekend; a stock has none then', () => {
    const list: [string, number][] = [
      ['2024-07-05', 10],
      ['2024-07-06', 11],
      ['2024-07-07', 12],
      ['2024-07-08', 13],
    ];
    expect(streaks(closes(list, { assetClass: 'crypto' })).at(-1)).toEqual(['2024-07-08', 'up', 3]);
    expect(streaks(closes(list)).at(-1)).toEqual(['2024-07-08', 'up', 1]);
  });
});

describe('moving averages', () => {
  /** Crypto sessions on consecutive dates, from 2024-01-01. */
  const closes = (list: number[]) =>
    dataOf(
      list.map((close, i) =>
        day(new Date(Date.UTC(2024, 0, 1 + i, 15)).toISOString().slice(0, 16), [[close, close, close, close]]),
      ),
      { assetClass: 'crypto' },
    );
  const above = (list: number[]) => {
    const last = rowsOf(trend, '', closes(list)).at(-1);
    return [last?.['above_sma20'], last?.['above_sma50']];
  };

  it("are null until the 20th and the 50th close, today's included", () => {
    expect(above([...Array(18).fill(1), 2])).toEqual([null, null]);
    expect(above([...Array(19).fill(1), 2])).toEqual([true, null]);
    expect(above([...Array(48).fill(1), 2])).toEqual([true, null]);
    expect(above([...Array(49).fill(1), 2])).toEqual([true, true]);
  });

  it('tell the 20 from the 50', () => {
    // The last 20 average (19 * 3 + 2) / 20 = 2.95, all 50 (30 * 1 + 59) / 50 = 1.78
    expect(above([...Array(30).fill(1), ...Array(19).fill(3), 2])).toEqual([false, true]);
  });

  it('are not passed by a close that only rounding lifts above them', () => {
    // Twenty closes of 0.1 add up to 2.0000000000000004 or less: never above their mean.
    expect(above(Array(50).fill(0.1))).toEqual([false, false]);
    expect(above(Array(50).fill(1.1))).toEqual([false, false]);
  });

  it('count sessions, however far apart', () => {
    const dates = Array.from({ length: 20 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + i * 30, 15)));
    const data = dataOf(
      dates.map((date, i) => day(date.toISOString().slice(0, 16), [[1 + i, 1 + i, 1 + i, 1 + i]])),
      { assetClass: 'crypto' },
    );
    expect(rowsOf(trend, '', data).at(-1)).toMatchObject({ above_sma20: true, streak_length: 0 });
  });
});
