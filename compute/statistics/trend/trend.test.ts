import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { naiveTrend } from '../../../test/oracles/trend.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
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

const UP = (close: number) => [close - 1, close, close - 1, close] as const; // straight up
const DOWN = (close: number) => [close + 1, close + 1, close, close] as const; // straight down
const MIDDLE = (close: number) => [close, close + 1, close - 1, close] as const; // no trend, efficiency 0

// One bar a session; each bar's close and the sign of its return:
const data = dataOf([
  day('2024-07-01 13:30', [MIDDLE(100)]), // Mon
  day('2024-07-02 13:30', [UP(101)]), //     Tue up 1    trend up, next up
  day('2024-07-03 13:30', [UP(102)]), //     Wed up 2    trend up, next down
  day('2024-07-05 13:30', [DOWN(100)]), //   Fri down 1  trend down, next down
  day('2024-07-08 13:30', [DOWN(99)]), //    Mon down 2  trend down, next flat
  day('2024-07-09 13:30', [MIDDLE(99)]), //  Tue flat 1
  day('2024-07-10 13:30', [UP(110)]), //     Wed up 1    trend up, next up
  day('2024-07-11 13:30', [MIDDLE(120)]), // Thu up 2
  day('2024-07-12 13:30', [[1, 1, 1, 1]]), // in progress
]);

describe('the summary', () => {
  it('counts trend days, what follows them, and runs', () => {
    const summary = summaryOf(trend, data);
    expect(summary).toMatchObject({
      symbol: 'TEST',
      total_days: 8,
      trend_days_up: 3,
      trend_days_down: 2,
      trend_day_rate_pct: 62.5,
      avg_efficiency: 0.625, // five of 1, three of 0
      median_efficiency: 1,
      avg_return_trend_up: 4.3671, // (1 + 0.990099 + 11.111111) / 3
      avg_return_trend_down: -1.4804, // (-1.960784 - 1) / 2
      next_day_continuation_pct: 60, // 3 of 5: not Wed the 3rd, not Mon the 8th
      streaks: {
        max_up: 2,
        max_down: 2,
        avg_up: 2, // runs of 2 and of 2, the second still continuing
        avg_down: 2,
        continuation_by_length: {
          '1': { n: 3, pct: 100 },
          '2': { n: 2, pct: 0 }, // after Thursday the 11th nothing is settled yet
        },
      },
      current_streak: { direction: 'up', length: 2 },
      pct_days_above_sma20: null,
      pct_days_above_sma50: null,
      weekday_breakdown: {
        Monday: { count: 2, trend_day_rate_pct: 50 },
        Tuesday: { count: 2, trend_day_rate_pct: 50 },
        Wednesday: { count: 2, trend_day_rate_pct: 100 },
        Thursday: { count: 1, trend_day_rate_pct: 0 },
        Friday: { count: 1, trend_day_rate_pct: 100 },
      },
      sample_size: 8,
      time_window: '12M',
    });
    expect(Object.keys(summary['confidence'] ?? {}).sort()).toEqual([
      'next_day_continuation_pct',
      'pct_days_above_sma20',
      'pct_days_above_sma50',
      'streaks.continuation_by_length.1.pct',
      'streaks.continuation_by_length.2.pct',
      'trend_day_rate_pct',
      ...['Friday', 'Monday', 'Thursday', 'Tuesday', 'Wednesday'].map(
        (name) => `weekday_breakdown.${name}.trend_day_rate_pct`,
      ),
    ]);
  });
});

describe.skipIf(!hasMarketData)('SPY, daily, 1998 to 2021', () => {
  const spy = readMarketData('daily/lean/SPY_1d.csv.gz');

  it('has as many trend days as counting over the rows of the file gives', () => {
    // Counted with awk: ($4-$6)/($5-$6) and ($7-$6)/($5-$6) against 0.2 and 0.8.
    expect(summaryOf(trend, spy)).toMatchObject({ total_days: 5849, trend_days_up: 635, trend_days_down: 499 });
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
