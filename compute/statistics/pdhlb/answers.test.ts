import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dataOf, dates, day } from '../../../test/support/hand-bars.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { visibleFields } from '../../market/render.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import { SymbolData } from '../../market/symbol-data.ts';
import pdhlb from './index.ts';

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

  it('hold the whole record and the side', () => {
    const [row] = rowsOf(pdhlb, '/retest', data);
    expect(Object.keys(row)).toEqual([
      ...visibleFields(pdhlb.fields).map((field) => field.name),
      'direction',
      'follow_through_pct',
      'minutes_to_retest',
    ]);
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

  it('are empty, and rates null, where nothing is in the range', () => {
    const asked = { range: dates('2024-08-01', '2024-08-31') };
    expect(rowsOf(pdhlb, '', data, asked)).toEqual([]);
    expect(rowsOf(pdhlb, '/top', data, asked)).toEqual([]);
    expect(summaryOf(pdhlb, data, asked)).toMatchObject({
      total_days: 0,
      high_breaks: 0,
      avg_follow_through_high_pct: null,
      retest_rate_high_pct: null,
      avg_relative_close_vs_prev_close: null,
      current_high_break_streak: 0,
      sample_size: 0,
      confidence: { high_break_success_rate_pct: { n: 0, low: null, high: null } },
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

describe('look-back', () => {
  const asked = { session: DEFAULT_SESSION, values: {} };
  /** One bar a day for `days` days; the last `rising` each break the high of the day before. */
  const staircase = (days: number, rising: number) =>
    dataOf(
      Array.from({ length: days }, (_, i) => {
        const price = 100 + Math.max(0, i - (days - rising) + 1);
        const start = new Date(Date.UTC(2024, 0, 1 + i, 15)).toISOString().slice(0, 16);
        return day(start, [[price, price, price, price]]);
      }),
      { assetClass: 'crypto' },
    );
  const short = (days: number, rising: number) => {
    const data = staircase(days, rising);
    const last = Math.floor(data.bars.minute[days - 1] / 1440);
    const range = new SymbolData({ ...data, reachesStart: false });
    return pdhlb.compute(range, asked, { from: last, to: last }).insufficientLookBack;
  };

  it('is long enough with 15 sessions before, where no run continues', () => {
    expect(short(16, 1)).toBe(false);
    expect(short(15, 1)).toBe(true);
  });

  it('is too short where a run reaches the first sessions of the range', () => {
    // The first session may be cut, so whether the second breaks its high is not sure.
    expect(short(20, 17)).toBe(false);
    expect(short(20, 18)).toBe(true);
    expect(short(20, 19)).toBe(true);
    expect(short(20, 20)).toBe(true);
  });
});
