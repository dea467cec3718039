import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, dates, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import pdhlb from './index.ts';

/** Monday 2024-07-01, one bar: the levels are 110 and 90, the range is 20. */
const MONDAY = day('2024-07-01 13:30', [[100, 110, 90, 100]]);
/** A bar of Wednesday, inside everything: Tuesday is over once it is there. */
const WEDNESDAY = day('2024-07-03 13:30', [[100, 100, 100, 100]]);

const on = (date: string, data: SymbolData, asked = {}) =>
  rowsOf(pdhlb, '', data, asked).find((row) => row['date'] === date) as Record<string, unknown>;
const tuesday = (bars: readonly HandBar[]) =>
  on('2024-07-02', dataOf([MONDAY, day('2024-07-02 13:30', bars), WEDNESDAY]));

/** The same bars upside down, around 100: the levels stay 110 and 90. */
const mirrored = (bars: readonly HandBar[]): HandBar[] =>
  bars.map((bar) => bar && [200 - bar[0], 200 - bar[2], 200 - bar[1], 200 - bar[3], bar[4]]);

const BREAK_AND_RETEST: HandBar[] = [
  [100, 105, 99, 104], // 13:30 inside
  [104, 112, 103, 109], // 13:31 breaks 110, closes back below
  [109, 114, 109, 113], // 13:32 the first close beyond
  [113, 116, 111, 115], // 13:33 the furthest
  [115, 115, 110, 110], // 13:34 touches the level: retest
  [110, 111, 108, 109], // 13:35 one close back
  [109, 113, 109, 112], // 13:36 a close beyond before the second: held
  [112, 112, 107, 108], // 13:37 closes the day below
];

describe('a break', () => {
  it('is measured from its first bar beyond the level to the end of the last bar', () => {
    expect(tuesday(BREAK_AND_RETEST)).toEqual({
      symbol: 'TEST',
      date: '2024-07-02',
      weekday: 'Tuesday',
      prev_date: '2024-07-01',
      prev_high: 110,
      prev_low: 90,
      prev_close: 100,
      prev_range: 20,
      open: 100,
      high: 116,
      low: 99,
      close: 108,
      volume: 800,
      opened_beyond: null,
      high_break: true,
      high_break_time: '2024-07-02T13:31:00+00:00',
      follow_through_high_pct: 5.4545, // (116 - 110) / 110
      time_to_max_follow_through_high_min: 2, // 13:31 to 13:33
      duration_above_prev_high_min: 3, // closes 113, 115, 112; 110 is not above 110
      retest_high: true,
      retest_high_time: '2024-07-02T13:34:00+00:00',
      retest_high_held: true,
      high_success: false, // 108
      false_breakout_high: false, // the retest held
      volume_ratio_high: null, // one session before
      // 100 * (0.4 * 6/20 + 0.3 * 3/7 + 0): 7 minutes from 13:31 to 13:38
      breakout_strength_score_high: 24.8571,
      low_break: false,
      low_break_time: null,
      follow_through_low_pct: null,
      time_to_max_follow_through_low_min: null,
      duration_below_prev_low_min: null,
      retest_low: null,
      retest_low_time: null,
      retest_low_held: null,
      low_success: null,
      false_breakout_low: null,
      volume_ratio_low: null,
      breakout_strength_score_low: null,
      both_broken_same_day: false,
      relative_close_vs_prev_close: 1.08,
      relative_range_vs_prev_range: 0.85, // 17 / 20
      high_break_streak: 1,
      low_break_streak: 0,
      complete: true,
    });
  });

  it('of the low is the mirror image of one of the high', () => {
    expect(tuesday(mirrored(BREAK_AND_RETEST))).toMatchObject({
      high_break: false,
      low_break: true,
      low_break_time: '2024-07-02T13:31:00+00:00',
      follow_through_low_pct: 6.6667, // (90 - 84) / 90
      time_to_max_follow_through_low_min: 2,
      duration_below_prev_low_min: 3,
      retest_low: true,
      retest_low_time: '2024-07-02T13:34:00+00:00',
      retest_low_held: true,
      low_success: false,
      false_breakout_low: false,
      breakout_strength_score_low: 24.8571,
      high_break_streak: 0,
      low_break_streak: 1,
    });
  });

  it('is strict: a high at the level breaks nothing, and opening at it is inside', () => {
    expect(tuesday([[110, 110, 90, 90]])).toMatchObject({ high_break: false, low_break: false, opened_beyond: null });
  });

  it('comes with the first bar where the session opens beyond', () => {
    expect(
      tuesday([
        [111, 111, 109, 109],
        [109, 112, 109, 111],
      ]),
    ).toMatchObject({
      opened_beyond: 'high',
      high_break_time: '2024-07-02T13:30:00+00:00',
      time_to_max_follow_through_high_min: 1,
      retest_high: false, // the first close beyond is that of the last bar
    });
    expect(tuesday([[89, 95, 89, 95]])).toMatchObject({ opened_beyond: 'low', low_break: true });
  });

  it('can be of both sides in one bar', () => {
    expect(tuesday([[100, 112, 88, 111]])).toMatchObject({
      high_break: true,
      low_break: true,
      both_broken_same_day: true,
      high_break_time: '2024-07-02T13:30:00+00:00',
      low_break_time: '2024-07-02T13:30:00+00:00',
      high_success: true,
      low_success: false,
      false_breakout_low: true,
      high_break_streak: 1,
      low_break_streak: 1,
    });
  });

  it('in the only bar of a session lasts all of it', () => {
    expect(tuesday([[100, 112, 100, 111]])).toMatchObject({
      time_to_max_follow_through_high_min: 0,
      duration_above_prev_high_min: 1,
      retest_high: false,
      breakout_strength_score_high: 34, // 100 * (0.4 * 2/20 + 0.3 * 1/1)
    });
  });

  it('counts the minutes of bars there are, not of bars that are missing', () => {
    expect(tuesday([[100, 112, 100, 111], null, null, [111, 113, 111, 112], [112, 112, 109, 109]])).toMatchObject({
      duration_above_prev_high_min: 2,
      time_to_max_follow_through_high_min: 3,
      retest_high_time: '2024-07-02T13:34:00+00:00',
      // 100 * (0.4 * 3/20 + 0.3 * 2/5): the session ends with its last bar
      breakout_strength_score_high: 18,
    });
  });

  it('scores its follow-through in full where the previous session had no range', () => {
    const data = dataOf([
      day('2024-07-01 13:30', [[100, 100, 100, 100]]),
      day('2024-07-02 13:30', [[100, 101, 100, 100]]),
      WEDNESDAY,
    ]);
    expect(on('2024-07-02', data)).toMatchObject({
      prev_range: 0,
      relative_range_vs_prev_range: null,
      breakout_strength_score_high: 40, // 100 * (0.4 * 1 + 0.3 * 0 + 0)
    });
  });
});

describe('a retest', () => {
  const beyond: HandBar = [110, 112, 110, 111];
  const touch: HandBar = [111, 111, 110, 111];

  it('needs a bar that closed beyond before it', () => {
    expect(
      tuesday([
        [100, 112, 100, 109],
        [109, 112, 108, 110],
      ]),
    ).toMatchObject({
      high_break: true,
      duration_above_prev_high_min: 0,
      retest_high: false,
      retest_high_time: null,
      retest_high_held: null,
      high_success: false,
      false_breakout_high: true,
    });
  });

  it('is not made by the bar that closed beyond first, though its low touches the level', () => {
    expect(tuesday([beyond])).toMatchObject({ retest_high: false });
    expect(tuesday([beyond, beyond])).toMatchObject({ retest_high_time: '2024-07-02T13:31:00+00:00' });
  });

  it('holds with the next close beyond, whatever its own close', () => {
    expect(tuesday([beyond, [111, 111, 105, 105], [105, 112, 105, 111]])).toMatchObject({ retest_high_held: true });
  });

  it('fails with two closes in a row at or below the level', () => {
    const back: HandBar = [111, 111, 110, 110];
    expect(tuesday([beyond, touch, back, back, beyond, beyond])).toMatchObject({
      retest_high_held: false,
      high_success: true,
      false_breakout_high: false,
    });
    expect(tuesday([beyond, touch, back, back])).toMatchObject({ retest_high_held: false, false_breakout_high: true });
  });

  it('has not held while undecided', () => {
    expect(tuesday([beyond, touch])).toMatchObject({ retest_high: true, retest_high_held: false });
    expect(tuesday([beyond, touch, [111, 111, 110, 110]])).toMatchObject({ retest_high_held: false });
  });
});

describe('relative volume of the break bar', () => {
  /** Half-hour sessions with one bar `offset` minutes after the open; each breaks the high of the one before. */
  const rising = (dates: [date: string, open: string, volume: number, offset?: number][]) =>
    dataOf(
      dates.map(([date, open, volume, offset = 0], i) => {
        const price = 100 + i;
        return day(`${date} ${open}`, [...Array<null>(offset).fill(null), [price, price, price, price, volume]]);
      }),
    );

  it('compares with the sessions before that have a bar there, three at least', () => {
    const data = rising([
      ['2024-07-01', '13:30', 100],
      ['2024-07-02', '13:30', 200],
      ['2024-07-03', '13:30', 999, 5], // no bar at 13:30
      ['2024-07-05', '13:30', 600],
      ['2024-07-08', '13:30', 450],
    ]);
    const ratios = rowsOf(pdhlb, '', data).map((row) => row['volume_ratio_high']);
    // The last: 450 / ((100 + 200 + 600) / 3)
    expect(ratios).toEqual([null, null, null, 1.5]);
  });
});

describe('sessions', () => {
  it('more than seven days after the last one have no record, and end the run', () => {
    const step = (date: string, price: number) => day(`${date} 13:30`, [[price, price, price, price]]);
    const data = dataOf([
      step('2024-07-01', 1),
      step('2024-07-08', 2), // seven days: still the previous one
      step('2024-07-16', 3), // eight
      step('2024-07-17', 4),
      step('2024-07-18', 1),
    ]);
    expect(
      rowsOf(pdhlb, '', data).map((row) => [row['date'], row['high_break_streak'], row['low_break_streak']]),
    ).toEqual([
      ['2024-07-08', 1, 0],
      ['2024-07-17', 1, 0],
      ['2024-07-18', 0, 1],
    ]);
    const until = (date: string) => summaryOf(pdhlb, data, { range: dates('2024-07-01', date) });
    expect(until('2024-07-08')).toMatchObject({ current_high_break_streak: 1 });
    expect(until('2024-07-16')).toMatchObject({ max_high_break_streak: 1, current_high_break_streak: 0 });
  });

  it('of 5-minute bars count five minutes a bar', () => {
    const bars: HandBar[] = [
      [100, 112, 100, 111], // 13:30 breaks, and closes beyond
      [111, 116, 109, 110], // 13:35 the furthest, and the retest
      [110, 112, 110, 112], // 13:40
    ];
    const data = dataOf([MONDAY, day('2024-07-02 13:30', bars, 5), WEDNESDAY], { intervalMin: 5 });
    expect(on('2024-07-02', data)).toMatchObject({
      high_break_time: '2024-07-02T13:30:00+00:00',
      time_to_max_follow_through_high_min: 5,
      duration_above_prev_high_min: 10,
      retest_high_time: '2024-07-02T13:35:00+00:00',
      breakout_strength_score_high: 32, // 100 * (0.4 * 6/20 + 0.3 * 10/15)
    });
  });
});

describe('1d bars', () => {
  const data = dataOf(
    [
      day('2024-07-01 00:00', [[100, 110, 90, 100]], 1440),
      day('2024-07-02 00:00', [[111, 116, 88, 112]], 1440),
      day('2024-07-03 00:00', [[112, 115, 90, 114]], 1440),
    ],
    { intervalMin: 1440 },
  );

  it('tell breaks, follow-through and success, and nothing that needs an order inside the day', () => {
    expect(on('2024-07-02', data)).toMatchObject({
      opened_beyond: 'high',
      high_break: true,
      high_break_time: null,
      follow_through_high_pct: 5.4545,
      time_to_max_follow_through_high_min: null,
      duration_above_prev_high_min: null,
      retest_high: null,
      retest_high_time: null,
      retest_high_held: null,
      high_success: true,
      false_breakout_high: null,
      breakout_strength_score_high: null,
      low_break: true,
      low_success: false,
      false_breakout_low: null,
      complete: true,
    });
  });

  it('leave rates of what they do not tell without cases', () => {
    const summary = summaryOf(pdhlb, data);
    expect(summary).toMatchObject({
      high_breaks: 1,
      high_break_success_rate_pct: 100,
      retest_rate_high_pct: null,
      false_breakout_rate_high_pct: null,
      avg_duration_above_prev_high_min: null,
    });
    expect(summary['confidence']).toMatchObject({
      retest_rate_high_pct: { n: 0, low: null, high: null },
      high_break_success_rate_pct: { n: 1 },
    });
    expect(rowsOf(pdhlb, '/top', data).map((row) => [row['direction'], row['minutes_to_retest']])).toEqual([
      ['high', null],
      ['low', null],
    ]);
    expect(rowsOf(pdhlb, '/retest', data)).toEqual([]);
  });
});

describe('lists and summary', () => {
  // Levels 110 / 90 each day, but for the days after a break: every other day is quiet.
  const quiet = (date: string) => day(`${date} 13:30`, [[100, 110, 90, 100]]);
  const data = dataOf([
    quiet('2024-07-01'),
    day('2024-07-02 13:30', [
      [100, 112, 100, 111],
      [111, 111, 110, 111],
    ]), // up 2, retest after 1 minute
    quiet('2024-07-03'), // breaks the low of the day before (100) by 10
    day('2024-07-05 13:30', [
      [100, 100, 88, 89],
      [89, 112, 89, 111],
      [111, 111, 109, 109],
    ]), // both by 2
    quiet('2024-07-08'),
    day('2024-07-09 13:30', [[112, 113, 111, 113]]), // opens beyond
    day('2024-07-10 13:30', [[112, 112, 112, 112]]),
  ]);
  const list = (path: string, values = {}) =>
    rowsOf(pdhlb, path, data, { values }).map((row) => [
      row['date'],
      row['direction'],
      row['follow_through_pct'],
      row['minutes_to_retest'],
    ]);

  it('rank breaks of either side by follow-through, ties by date', () => {
    expect(list('/top')).toEqual([
      ['2024-07-03', 'low', 10, null], // (100 - 90) / 100
      ['2024-07-09', 'high', 2.7273, null], // 3 / 110
      ['2024-07-05', 'low', 2.2222, 1], // 2 / 90
      ['2024-07-02', 'high', 1.8182, 1],
      ['2024-07-05', 'high', 1.8182, 1], // 13:31, retest 13:32
    ]);
    expect(list('/top', { direction: 'low', limit: 1 })).toEqual([['2024-07-03', 'low', 10, null]]);
  });

  it('give retests newest first, of one day the later first', () => {
    expect(list('/retest')).toEqual([
      ['2024-07-05', 'high', 1.8182, 1], // at 13:32
      ['2024-07-05', 'low', 2.2222, 1], // at 13:31
      ['2024-07-02', 'high', 1.8182, 1],
    ]);
    expect(list('/retest', { direction: 'low' })).toEqual([['2024-07-05', 'low', 2.2222, 1]]);
  });

  it('sum up by side', () => {
    // Sessions with a previous one, complete: 2, 3, 5, 8, 9 July. 8 July: 110 < 112 and 90 > 88, no break.
    expect(summaryOf(pdhlb, data)).toMatchObject({
      total_days: 5,
      high_breaks: 3,
      low_breaks: 2,
      both_broken_same_day: 1,
      avg_follow_through_high_pct: 2.1212, // (1.8182 + 1.8182 + 2.7273) / 3
      retest_rate_high_pct: 66.6667,
      high_break_success_rate_pct: 66.6667, // the 2nd and the 9th
      // The 5th: closes at 109, nothing after the retest bar.
      false_breakout_rate_high_pct: 33.3333,
      avg_follow_through_low_pct: 6.1111, // (10 + 2.2222) / 2
      retest_rate_low_pct: 50,
      low_break_success_rate_pct: 0,
      opened_beyond_high: 1,
      opened_beyond_low: 0,
      max_high_break_streak: 1,
      current_high_break_streak: 1,
      max_low_break_streak: 2, // the 3rd and the 5th
      current_low_break_streak: 0,
      weekday_breakdown: {
        Monday: { count: 1, high_break_rate_pct: 0, low_break_rate_pct: 0 },
        Tuesday: { count: 2, high_break_rate_pct: 100, low_break_rate_pct: 0 },
        Thursday: { count: 0, high_break_rate_pct: null, low_break_rate_pct: null },
      },
      sample_size: 5,
      time_window: '12M',
    });
  });

  it('leave out sessions that open beyond where asked, but not from streaks', () => {
    const values = { open_inside_only: true };
    expect(rowsOf(pdhlb, '', data, { values }).map((row) => row['date'])).not.toContain('2024-07-09');
    expect(list('/top', { ...values, direction: 'high' }).map(([date]) => date)).toEqual(['2024-07-02', '2024-07-05']);
    expect(summaryOf(pdhlb, data, { values })).toMatchObject({
      total_days: 4,
      high_breaks: 2,
      opened_beyond_high: 0,
      current_high_break_streak: 1,
    });
  });

  it('keep to weekdays where asked, streaks aside', () => {
    const values = { weekday: 0b00100 };
    expect(rowsOf(pdhlb, '', data, { values }).map((row) => [row['date'], row['prev_date']])).toEqual([
      ['2024-07-03', '2024-07-02'],
      ['2024-07-10', '2024-07-09'],
    ]);
    expect(summaryOf(pdhlb, data, { values })).toMatchObject({
      total_days: 1,
      high_breaks: 0,
      max_low_break_streak: 2,
    });
  });

  it('count a streak from before the range', () => {
    expect(summaryOf(pdhlb, data, { range: dates('2024-07-05', '2024-07-05') })).toMatchObject({
      total_days: 1,
      max_low_break_streak: 2,
      current_low_break_streak: 2,
      time_window: 'custom',
    });
  });
});

describe.skipIf(!hasMarketData)('SPY, daily, 1998 to 2021', () => {
  it('breaks as often as counting over the rows of the file gives', () => {
    // Counted with awk: $5 > previous $5, $6 < previous $6, both; opens $4 beyond; closes $7 beyond a broken high.
    expect(summaryOf(pdhlb, readMarketData('daily/lean/SPY_1d.csv.gz'))).toMatchObject({
      total_days: 5848,
      high_breaks: 3115,
      low_breaks: 2670,
      both_broken_same_day: 631,
      opened_beyond_high: 1286,
      opened_beyond_low: 835,
      high_break_success_rate_pct: 56.244, // 1752 / 3115
    });
  });
});
