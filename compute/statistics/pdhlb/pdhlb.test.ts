import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import pdhlb from './index.ts';

/** Monday 2024-07-01, one bar: the levels are 110 and 90, the range is 20. */
const MONDAY = day('2024-07-01 13:30', [[100, 110, 90, 100]]);
/** A bar of Wednesday, inside everything: Tuesday is over once it is there. */
const WEDNESDAY = day('2024-07-03 13:30', [[100, 100, 100, 100]]);

const on = (date: string, data: SymbolData) =>
  rowsOf(pdhlb, '', data).find((row) => row['date'] === date) as Record<string, unknown>;
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

  it('counts minutes from the exchange open on both sides of a change of the clock', () => {
    const data = rising([
      ['2024-03-06', '14:30', 100, 5],
      ['2024-03-07', '14:30', 100, 5],
      ['2024-03-08', '14:30', 400, 5],
      ['2024-03-11', '13:30', 300, 5], // New York is an hour nearer to UTC from 03-10
    ]);
    expect(on('2024-03-11', data)).toMatchObject({
      high_break_time: '2024-03-11T13:35:00+00:00',
      volume_ratio_high: 1.5, // 300 / 200
      breakout_strength_score_high: 85, // 100 * (0.4 + 0.3 + 0.3 * 1.5/3)
    });
  });

  it('counts from the exchange open where the window begins earlier', () => {
    const data = rising([
      ['2024-01-08', '14:30', 100],
      ['2024-01-09', '14:30', 100],
      ['2024-01-10', '14:30', 400],
      ['2024-01-11', '14:30', 300],
    ]);
    expect(on('2024-01-11', data)).toMatchObject({ volume_ratio_high: 1.5 });
  });

  it('is null over a mean of zero', () => {
    const data = rising([
      ['2024-07-01', '13:30', 0],
      ['2024-07-02', '13:30', 0],
      ['2024-07-03', '13:30', 0],
      ['2024-07-05', '13:30', 450],
    ]);
    expect(on('2024-07-05', data)).toMatchObject({ volume_ratio_high: null });
  });
});
