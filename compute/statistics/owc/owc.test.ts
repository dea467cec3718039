import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { parseIsoDate } from '../../../lib/days.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { symbolData } from '../../../test/support/market-data.ts';
import { barsFromTuples } from '../../market/bars.ts';
import { sessionSpec } from '../../market/sessions.ts';
import type { SymbolData } from '../../market/symbol-data.ts';
import owc from './index.ts';

const day = (date: string) => parseIsoDate(date) as number;
type Prices = readonly [open: number, high: number, low: number, close: number];

/** A 1d feed. */
function daily(rows: Record<string, Prices>, assetClass: AssetClass = 'equity') {
  const tuples = Object.entries(rows).map(([date, prices]) => [day(date) * 1440, ...prices, 1] as const);
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, 1440);
}

/** 30m bars at `YYYY-MM-DDTHH:MM` UTC, all prices 1. */
function flat(times: string[], assetClass: AssetClass) {
  const tuples = times.map((time) => [Date.parse(`${time}Z`) / 60_000, 1, 1, 1, 1, 1] as const);
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, 30);
}

const raw = (data: SymbolData, asked = {}) => rowsOf(owc, '', data, asked);
const weeks = (data: SymbolData, asked = {}) => raw(data, asked).map((row) => [row['week'], row['date']]);

/** W04 green and followed, W05 a doji candle, W06 a single session, W07 red, W08 begun. */
const FEED = {
  '2024-01-22': [100, 110, 95, 105],
  '2024-01-23': [105, 112, 104, 110],
  '2024-01-29': [110, 110, 110, 110],
  '2024-01-30': [111, 113, 94, 112],
  '2024-01-31': [112, 112, 100, 110],
  '2024-02-05': [109, 111, 107, 108],
  '2024-02-13': [108, 108, 100, 102], // the Monday is a holiday
  '2024-02-14': [102, 108, 100, 104],
  '2024-02-20': [104, 105, 103, 104],
} as const;

describe('a week', () => {
  it('is measured against its first session', () => {
    expect(raw(daily(FEED))[0]).toEqual({
      symbol: 'TEST',
      week: '2024-W04',
      date: '2024-01-22',
      candle_open: 100,
      candle_high: 110,
      candle_low: 95,
      candle_close: 105,
      candle_direction: 'green',
      candle_body_pct: 5,
      candle_range_pct: 15,
      candle_close_location: 0.666667, // (105 - 95) / 15
      session_open: 100,
      session_close: 110,
      session_return_pct: 10,
      session_direction: 'green',
      continuation: true,
      rest_return_pct: 4.7619, // 110 / 105 - 1
      broke_candle_high: true, // 112 > 110
      broke_candle_low: false,
      break_type: 'up',
      high_in_candle: false,
      low_in_candle: true,
      max_extension_up_x: 0.133333, // (112 - 110) / 15
      max_extension_down_x: 0,
      outside_period: null, // no week before
      complete: true,
    });
  });

  it('with a candle that does not move has no continuation, location or extensions', () => {
    expect(raw(daily(FEED))[1]).toMatchObject({
      week: '2024-W05',
      candle_direction: 'doji',
      candle_body_pct: 0,
      candle_close_location: null,
      session_direction: 'doji', // 110 to 110
      continuation: null,
      rest_return_pct: 0,
      break_type: 'both',
      high_in_candle: false,
      low_in_candle: false,
      max_extension_up_x: null,
      max_extension_down_x: null,
      outside_period: true, // 113 > 112 and 94 < 95
    });
  });

  it('keeps an extreme that is only equalled later in the candle, and is compared with a week of one session', () => {
    expect(raw(daily(FEED))[2]).toMatchObject({
      week: '2024-W07',
      date: '2024-02-13',
      candle_direction: 'red',
      candle_body_pct: 5.5556, // |102 - 108| / 108
      session_direction: 'red',
      continuation: true,
      break_type: 'none',
      high_in_candle: true,
      low_in_candle: true,
      max_extension_down_x: 0,
      outside_period: false, // W06: 111 and 107; 108 is not above 111
    });
  });

  it('needs more sessions than the candle', () => {
    expect(weeks(daily(FEED)).map(([week]) => week)).toEqual(['2024-W04', '2024-W05', '2024-W07']);
    expect(weeks(daily(FEED), { values: { opening_days: 2 } })).toEqual([['2024-W05', '2024-01-29']]);
    expect(weeks(daily(FEED), { values: { opening_days: 3 } })).toEqual([]);
    // The candle of two sessions: 110, 113, 94, 112; green, and the week a doji.
    expect(raw(daily(FEED), { values: { opening_days: 2 } })[0]).toMatchObject({
      candle_open: 110,
      candle_high: 113,
      candle_low: 94,
      candle_close: 112,
      candle_direction: 'green',
      session_direction: 'doji',
      continuation: false,
      rest_return_pct: -1.7857, // 110 / 112 - 1
      break_type: 'none',
    });
  });

  it('belongs to the range by its first session, and is read to its end', () => {
    const range = (from: string, to: string) => ({ range: { from: day(from), to: day(to) } });
    expect(weeks(daily(FEED), range('2024-01-23', '2024-01-29'))).toEqual([['2024-W05', '2024-01-29']]);
    expect(raw(daily(FEED), range('2024-01-29', '2024-01-29'))[0]).toMatchObject({ session_close: 110 });
    expect(weeks(daily(FEED), range('2024-01-30', '2024-02-12'))).toEqual([]);
  });

  it('has no period before it where the week just before is empty', () => {
    const data = daily({
      '2024-01-22': [10, 10, 10, 10],
      '2024-02-05': [10, 11, 9, 10],
      '2024-02-06': [10, 12, 8, 10],
    });
    expect(raw(data)).toMatchObject([{ week: '2024-W06', outside_period: null }]);
  });

  it('takes the number and year of its Thursday', () => {
    const data = daily({ '2020-12-31': [1, 1, 1, 1], '2021-01-01': [1, 1, 1, 1] });
    expect(weeks(data)).toEqual([['2020-W53', '2020-12-31']]);
  });
});

describe('a week is over', () => {
  const equity = ['2024-01-08T14:30', '2024-01-12T14:30'];
  const crypto = ['2024-01-08T14:00', '2024-01-14T14:00'];
  const complete = (times: string[], assetClass: AssetClass, asked = {}) =>
    raw(flat(times, assetClass), asked).map((row) => row['complete']);

  it('with a bar that starts on the next Monday or later, extended hours too', () => {
    expect(complete(equity, 'equity')).toEqual([false]);
    expect(complete([...equity, '2024-01-14T23:30'], 'equity')).toEqual([false]);
    expect(complete([...equity, '2024-01-15T00:00'], 'equity')).toEqual([true]);
  });

  it('of a crypto pair not before the window of its Sunday is', () => {
    const night = { session: sessionSpec({ startMin: 1320, endMin: 240, exchange: false, extended: false }) };
    const bars = ['2024-01-08T22:00', '2024-01-14T22:00'];
    expect(complete([...crypto, '2024-01-15T00:00'], 'crypto')).toEqual([true]);
    expect(complete([...bars, '2024-01-15T03:30'], 'crypto', night)).toEqual([false]);
    expect(complete([...bars, '2024-01-15T04:00'], 'crypto', night)).toEqual([true]);
  });

  it('and counts only then', () => {
    expect(summaryOf(owc, flat(equity, 'equity'))).toMatchObject({ total_weeks: 0, sample_size: 0 });
    expect(rowsOf(owc, '/top', daily({ '2024-01-08': [1, 2, 1, 2], '2024-01-09': [2, 3, 2, 3] }))).toEqual([]);
  });
});

describe('the summary', () => {
  it('rests on complete weeks; a doji candle is out of the continuation rate', () => {
    expect(summaryOf(owc, daily(FEED))).toEqual({
      symbol: 'TEST',
      opening_days: 1,
      total_weeks: 3,
      green_candles: 1,
      red_candles: 1,
      doji_candles: 1,
      green_given_green_pct: 100,
      red_given_red_pct: 100,
      continuation_rate_pct: 100,
      avg_return_given_green_pct: 10,
      avg_return_given_red_pct: -3.7037, // 104 / 108 - 1
      avg_rest_return_given_green_pct: 4.7619,
      avg_rest_return_given_red_pct: 1.9608, // 104 / 102 - 1
      high_in_candle_pct: 33.3333,
      low_in_candle_pct: 66.6667,
      break_type_distribution: { up: 1, down: 0, both: 1, none: 1 },
      outside_rate_pct: 50, // W04 has no week before
      sample_size: 3,
      confidence: {
        // Wilson at p = 1: 100 / (1 + z^2 / n); at p = 1/2, n = 2: 50 -+ 40.5469
        green_given_green_pct: { n: 1, low: 20.6549, high: 100 },
        red_given_red_pct: { n: 1, low: 20.6549, high: 100 },
        continuation_rate_pct: { n: 2, low: 34.238, high: 100 },
        // (1/3 + z^2/6 -+ z sqrt((2/9 + z^2/12) / 3)) / (1 + z^2/3)
        high_in_candle_pct: { n: 3, low: 6.1492, high: 79.234 },
        low_in_candle_pct: { n: 3, low: 20.766, high: 93.8508 },
        outside_rate_pct: { n: 2, low: 9.4531, high: 90.5469 },
      },
      time_window: '12M',
    });
  });
});

describe('the top', () => {
  it('has the continuations by the size of the return, either way, the older of equal ones first', () => {
    const rows = rowsOf(
      owc,
      '/top',
      daily({
        '2024-01-08': [100, 102, 100, 101], // +2 %
        '2024-01-09': [101, 102, 101, 102],
        '2024-01-15': [100, 100, 96, 97], // -4 %
        '2024-01-16': [97, 97, 96, 96],
        '2024-01-22': [100, 101, 100, 101], // green, but -9 %
        '2024-01-23': [101, 101, 91, 91],
        '2024-01-29': [50, 51, 50, 50.5], // +2 %
        '2024-01-30': [50.5, 51, 50.5, 51],
        '2024-02-05': [1, 1, 1, 1],
      }),
    );
    expect(rows.map((row) => [row['week'], row['session_return_pct']])).toEqual([
      ['2024-W03', -4],
      ['2024-W02', 2],
      ['2024-W05', 2],
    ]);
    expect(rows[0]).not.toHaveProperty('abs_return_pct');
  });
});
