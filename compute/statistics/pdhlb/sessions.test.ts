import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, dates, day, type HandBar } from '../../../test/support/hand-bars.ts';
import { EXTENDED_SESSION, sessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import pdhlb from './index.ts';

/** Monday 2024-07-01, one bar: the levels are 110 and 90, the range is 20. */
const MONDAY = day('2024-07-01 13:30', [[100, 110, 90, 100]]);
/** A bar of Wednesday, inside everything: Tuesday is over once it is there. */
const WEDNESDAY = day('2024-07-03 13:30', [[100, 100, 100, 100]]);

const on = (date: string, data: SymbolData, asked = {}) =>
  rowsOf(pdhlb, '', data, asked).find((row) => row['date'] === date) as Record<string, unknown>;

describe('sessions', () => {
  it('in progress are in the raw records, and nowhere else', () => {
    const data = dataOf([
      MONDAY,
      day('2024-07-02 13:30', [
        [100, 112, 100, 111],
        [111, 111, 110, 111],
      ]),
    ]);
    expect(on('2024-07-02', data)).toMatchObject({ high_break: true, retest_high: true, complete: false });
    expect(rowsOf(pdhlb, '/top', data)).toEqual([]);
    expect(rowsOf(pdhlb, '/retest', data)).toEqual([]);
    expect(summaryOf(pdhlb, data)).toMatchObject({
      total_days: 0,
      max_high_break_streak: 0,
      current_high_break_streak: 0,
    });
  });

  it('of stocks on a weekend do not exist; those of crypto pairs count', () => {
    const days = [
      day('2024-07-05 13:30', [[100, 110, 90, 100]]),
      day('2024-07-06 13:30', [[100, 111, 90, 100]]),
      day('2024-07-08 13:30', [[100, 112, 90, 100]]),
    ];
    expect(rowsOf(pdhlb, '', dataOf(days)).map((row) => [row['date'], row['prev_date']])).toEqual([
      ['2024-07-08', '2024-07-05'],
    ]);
    expect(rowsOf(pdhlb, '', dataOf(days, { assetClass: 'crypto' })).map((row) => row['weekday'])).toEqual([
      'Saturday',
      'Monday',
    ]);
  });

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

  it('in winter begin with the exchange at 14:30', () => {
    const data = dataOf([
      day('2024-01-08 14:30', [[100, 110, 90, 100]]),
      [...day('2024-01-09 13:30', [[100, 120, 100, 100]]), ...day('2024-01-09 14:30', [[100, 111, 100, 100]])],
    ]);
    expect(on('2024-01-09', data)).toMatchObject({
      open: 100,
      high: 111,
      high_break_time: '2024-01-09T14:30:00+00:00',
    });
    // With extended hours the bar at 08:30 New York is there.
    expect(on('2024-01-09', data, { session: EXTENDED_SESSION })).toMatchObject({
      high: 120,
      high_break_time: '2024-01-09T13:30:00+00:00',
    });
  });

  it('that begin on the evening before take the date of the exchange open', () => {
    const data = dataOf([
      day('2024-07-05 13:30', [[100, 110, 90, 100]]),
      [...day('2024-07-07 23:00', [[100, 115, 100, 112]]), ...day('2024-07-08 13:30', [[112, 112, 111, 112]])],
    ]);
    const overnight = sessionSpec({ startMin: 22 * 60, endMin: 20 * 60, exchange: false, extended: true });
    expect(on('2024-07-08', data, { session: overnight })).toMatchObject({
      prev_date: '2024-07-05',
      high_break_time: '2024-07-07T23:00:00+00:00',
      duration_above_prev_high_min: 2,
    });
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

  it('of 1-hour bars begin with the first bar that starts after the open', () => {
    const data = dataOf(
      [
        day('2024-07-01 14:00', [[100, 110, 90, 100]], 60),
        day(
          '2024-07-02 13:00',
          [
            [100, 130, 100, 100],
            [100, 111, 100, 111],
          ],
          60,
        ), // 13:00 straddles 13:30
        day('2024-07-03 14:00', [[100, 100, 100, 100]], 60),
      ],
      { intervalMin: 60 },
    );
    expect(on('2024-07-02', data)).toMatchObject({
      high: 111,
      high_break_time: '2024-07-02T14:00:00+00:00',
      duration_above_prev_high_min: 60,
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
