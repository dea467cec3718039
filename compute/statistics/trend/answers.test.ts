import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, dates, day } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import { SymbolData } from '../../market/symbol-data.ts';
import trend from './index.ts';

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

  it('asks of the next day only inside the range', () => {
    // 3 to 8 July: trend up (next down), down (next down), down (its next is the 9th, outside)
    expect(summaryOf(trend, data, { range: dates('2024-07-03', '2024-07-08') })).toMatchObject({
      total_days: 3,
      next_day_continuation_pct: 50,
      confidence: { next_day_continuation_pct: { n: 2 } },
      streaks: {
        max_up: 2,
        avg_up: 2,
        max_down: 2,
        continuation_by_length: { '1': { n: 1, pct: 100 }, '2': { n: 1, pct: 0 } },
      },
      current_streak: { direction: 'down', length: 2 },
      time_window: 'custom',
    });
  });

  it('keeps to weekdays where asked; the day after and the streaks stay as they are', () => {
    // Wednesdays: the 3rd (trend up, next down), the 10th (trend up, next up)
    expect(summaryOf(trend, data, { values: { weekday: 0b00100 } })).toMatchObject({
      total_days: 2,
      trend_days_up: 2,
      trend_days_down: 0,
      avg_return_trend_down: null,
      next_day_continuation_pct: 50,
      streaks: { max_down: 2, continuation_by_length: { '1': { n: 3, pct: 100 } } },
      current_streak: { direction: 'up', length: 2 },
      weekday_breakdown: { Monday: { count: 0, trend_day_rate_pct: null }, Wednesday: { count: 2 } },
      sample_size: 2,
    });
  });

  it('has weekend days only where they occur', () => {
    const crypto = dataOf([day('2024-07-06 13:30', [UP(10)]), day('2024-07-07 13:30', [UP(11)])], {
      assetClass: 'crypto',
    });
    expect(Object.keys(summaryOf(trend, crypto)['weekday_breakdown'] ?? {})).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
  });

  it('is of nothing where nothing is in the range', () => {
    expect(summaryOf(trend, data, { range: dates('2024-08-01', '2024-08-31') })).toMatchObject({
      total_days: 0,
      trend_day_rate_pct: null,
      avg_efficiency: null,
      median_efficiency: null,
      next_day_continuation_pct: null,
      streaks: { max_up: 0, max_down: 0, avg_up: null, avg_down: null, continuation_by_length: {} },
      current_streak: { direction: null, length: 0 },
      sample_size: 0,
    });
  });
});

describe('the top', () => {
  const top = (values = {}) => rowsOf(trend, '/top', data, { values }).map((row) => [row['date'], row['strength']]);

  it('ranks trend days by strength, ties by date', () => {
    expect(top()).toEqual([
      ['2024-07-02', 1], // 1 / 100
      ['2024-07-08', 1], // 1 / 100
      ['2024-07-03', 0.9901], // 1 / 101
      ['2024-07-05', 0.9901], // 1 / 101
      ['2024-07-10', 0.9174], // 1 / 109
    ]);
    expect(top({ limit: 1 })).toEqual([['2024-07-02', 1]]);
    expect(top({ weekday: 0b10000 })).toEqual([['2024-07-05', 0.9901]]);
  });
});

describe.skipIf(!hasMarketData)('SPY, daily, 1998 to 2021', () => {
  const spy = readMarketData('daily/lean/SPY_1d.csv.gz');

  it('has as many trend days as counting over the rows of the file gives', () => {
    // Counted with awk: ($4-$6)/($5-$6) and ($7-$6)/($5-$6) against 0.2 and 0.8.
    expect(summaryOf(trend, spy)).toMatchObject({ total_days: 5849, trend_days_up: 635, trend_days_down: 499 });
  });

  it('fell on eight sessions in a row up to 10 October 2008, its longest slide', () => {
    const range = dates('2008-10-01', '2008-10-10');
    expect(summaryOf(trend, spy, { range })).toMatchObject({ current_streak: { direction: 'down', length: 8 } });
    expect(summaryOf(trend, spy)).toMatchObject({ streaks: { max_down: 8 } });
  });
});

describe('look-back', () => {
  /** Sessions on consecutive dates; the last `rising` each close above the one before, the others in turn up and down. */
  const short = (days: number, rising: number) => {
    const all = dataOf(
      Array.from({ length: days }, (_, i) => {
        const quiet = days - rising;
        const close = i < quiet ? 100 + ((quiet - 1 - i) % 2) : 100 + i - quiet + 1;
        return day(new Date(Date.UTC(2024, 0, 1 + i, 15)).toISOString().slice(0, 16), [[close, close, close, close]]);
      }),
      { assetClass: 'crypto' },
    );
    const last = Math.floor(all.bars.minute[days - 1] / 1440);
    const range = new SymbolData({ ...all, reachesStart: false });
    return trend.compute(range, { session: DEFAULT_SESSION, values: { edge_pct: 20 } }, { from: last, to: last })
      .insufficientLookBack;
  };

  it('is long enough with 50 sessions before, where no run continues', () => {
    expect(short(51, 1)).toBe(false);
    expect(short(50, 1)).toBe(true);
  });

  it('is too short where a run reaches the first sessions of the range', () => {
    // The first session may be cut, so the return of the second is not sure.
    expect(short(60, 57)).toBe(false);
    expect(short(60, 58)).toBe(true);
    expect(short(60, 60)).toBe(true);
  });
});
