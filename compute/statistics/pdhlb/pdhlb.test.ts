import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naivePdhlb } from '../../../test/oracles/pdhlb.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { dataOf, day, type HandBar } from '../../../test/support/hand-bars.ts';
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
