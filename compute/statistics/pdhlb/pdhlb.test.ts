import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naivePdhlb } from '../../../test/oracles/pdhlb.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { comparedWithNaive, weekdayBits } from '../../../test/support/naive.ts';
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
});

describe('a retest', () => {
  const beyond: HandBar = [110, 112, 110, 111];
  const touch: HandBar = [111, 111, 110, 111];

  it('fails with two closes in a row at or below the level', () => {
    const back: HandBar = [111, 111, 110, 110];
    expect(tuesday([beyond, touch, back, back, beyond, beyond])).toMatchObject({
      retest_high_held: false,
      high_success: true,
      false_breakout_high: false,
    });
    expect(tuesday([beyond, touch, back, back])).toMatchObject({ retest_high_held: false, false_breakout_high: true });
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

const direction = fc.constantFrom<'high' | 'low' | 'both'>('high', 'low', 'both');

comparedWithNaive(pdhlb, {
  values: () =>
    fc.record({ weekday: weekdayBits, open_inside_only: fc.boolean(), direction, limit: fc.constantFrom(1, 10, 1000) }),
  onRealBars: () => [
    { open_inside_only: false, direction: 'both', limit: 1000 },
    { weekday: 0b0010101, open_inside_only: true, direction: 'low', limit: 10 },
    { open_inside_only: false, direction: 'high', limit: 10 },
  ],
  answers(data, { session, range, values: { open_inside_only: openInsideOnly, ...values } }) {
    const naive = naivePdhlb(naiveSymbol(data), session, { range, openInsideOnly, ...values });
    return { '': naive.raw, '/summary': naive.summary, '/top': naive.top, '/retest': naive.retest };
  },
});
