import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { naiveTrend } from '../../../test/oracles/trend.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { comparedWithNaive, weekdayBits } from '../../../test/support/naive.ts';
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

  it('are not passed by a close that only rounding lifts above them', () => {
    // Twenty closes of 0.1 add up to 2.0000000000000004 or less: never above their mean.
    expect(above(Array(50).fill(0.1))).toEqual([false, false]);
    expect(above(Array(50).fill(1.1))).toEqual([false, false]);
  });
});

comparedWithNaive(trend, {
  values: () =>
    fc.record({
      edge_pct: fc.constantFrom(1, 10, 20, 25, 33.3, 50),
      weekday: weekdayBits,
      limit: fc.constantFrom(1, 10, 1000),
    }),
  onRealBars: () => [
    { edge_pct: 20, limit: 1000 },
    { edge_pct: 35, weekday: 0b0010101, limit: 10 },
    { edge_pct: 50, limit: 10 },
  ],
  answers(data, { session, range, values: { edge_pct: edgePct, weekday, limit } }) {
    const naive = naiveTrend(naiveSymbol(data), session, { range, edgePct, weekday, limit });
    return { '': naive.raw, '/summary': naive.summary, '/top': naive.top };
  },
});
