import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { parseIsoDate } from '../../../lib/days.ts';
import { naiveSeasonality, naiveSeasonalityRecords } from '../../../test/oracles/seasonality.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData, symbolData } from '../../../test/support/market-data.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { marketArbitrary } from '../../../test/support/random-market.ts';
import { recordsOf } from '../../../test/support/replay.ts';
import { barsFromTuples } from '../../market/bars.ts';
import { rowObjects } from '../../market/render.ts';
import { DEFAULT_SESSION } from '../../market/sessions.ts';
import seasonality, { METRICS, TYPES } from './index.ts';

const day = (date: string) => parseIsoDate(date) as number;

/** A 1d feed from `{date: close}`; volumes 10, 20, 30... in that order. */
function daily(closes: Record<string, number>, assetClass: AssetClass = 'equity') {
  const rows = Object.entries(closes).map(
    ([date, close], i) => [day(date) * 1440, close, close, close, close, (i + 1) * 10] as const,
  );
  return symbolData(barsFromTuples(rows), 'TEST', assetClass, 1440);
}

const list = (path: string, data: ReturnType<typeof daily>, asked = {}) => rowsOf(seasonality, path, data, asked);
const weeks = (data: ReturnType<typeof daily>, asked = {}) =>
  list('/week', data, asked).map((row) => [row['week_number'], row['avg_return_pct']]);
const months = (data: ReturnType<typeof daily>, asked = {}) =>
  list('/month', data, asked).map((row) => [row['month'], row['avg_return_pct']]);
const records = (data: ReturnType<typeof daily>) =>
  rowObjects(seasonality.fields, recordsOf(seasonality, data, { session: DEFAULT_SESSION }), 'TEST');

/** 2024: W01 ends on 5 January; W02 lacks its Wednesday; W03 has begun. */
const JANUARY = {
  '2024-01-04': 100, // Thursday, the first session: no return
  '2024-01-05': 102, // Friday +2 %
  '2024-01-08': 104.04, // Monday +2 %
  '2024-01-09': 104.04, // Tuesday 0 %
  '2024-01-11': 114.444, // Thursday +10 %, from Tuesday's close
  '2024-01-12': 107.1, // Friday -6.4171 %
  '2024-01-16': 117.81, // Tuesday +10 %, from Friday's close
};

describe('days by weekday', () => {
  it('go from close to close of the sessions there are, the first session left out', () => {
    const rows = list('/weekday', daily(JANUARY));
    expect(rows.map((row) => [row['weekday'], row['count'], row['avg_return_pct'], row['green_days_pct']])).toEqual([
      ['Monday', 1, 2, 100],
      ['Tuesday', 2, 5, 50], // 0 is not green
      ['Thursday', 1, 10, 100],
      ['Friday', 2, -2.2086, 50], // (2 - 6.41711) / 2 = -2.208555
    ]);
    expect(rows[1]).toEqual({
      weekday: 'Tuesday',
      avg_return_pct: 5,
      median_return_pct: 5,
      green_days_pct: 50,
      avg_volume: 55, // (40 + 70) / 2
      count: 2,
      stdev_return_pct: 7.0711, // sqrt((5^2 + 5^2) / 1)
      min_return_pct: 0,
      max_return_pct: 10,
      // Wilson at p = 1/2, n = 2: centre 1/2, half width z/2/sqrt(2 + z^2) = 0.405469
      confidence: { green_days_pct: { n: 2, low: 9.4531, high: 90.5469 } },
    });
  });
});

describe('ISO weeks', () => {
  it('go from last close to last close; a week without a week before, and one not over, are left out', () => {
    // W02: 107.1 / 102 - 1 = 5 %; volume 30 + 40 + 50 + 60. W01 has no week before, W03 no later session.
    expect(list('/week', daily(JANUARY))).toMatchObject([
      { week_number: 2, avg_return_pct: 5, avg_volume: 180, count: 1, green_weeks_pct: 100 },
    ]);
  });

  it('cross the turn of the year: 1 January 2021 ends week 53 of 2020', () => {
    const closes = {
      '2020-12-24': 100, // W52
      '2020-12-31': 90, // W53
      '2021-01-01': 110, // W53
      '2021-01-04': 121, // W01
      '2021-01-11': 1, // W02
    };
    const data = daily(closes, 'crypto');
    expect(weeks(data)).toEqual([
      [1, 10],
      [53, 10],
    ]);
    expect(records(data).map((row) => [row['iso_year'], row['iso_week'], row['month']])).toEqual([
      [2020, 52, 12],
      [2020, 53, 12],
      [2020, 53, 1],
      [2021, 1, 1],
      [2021, 2, 1],
    ]);
  });
});

describe.skipIf(!hasMarketData)('published closes', () => {
  it('SPY, 7 to 11 October 2013: 168.89 -> 167.43 -> 165.48 -> 165.60 -> 169.17 -> 170.26', () => {
    const data = readMarketData('daily/pandas-ta/SPY_1d.csv.gz');
    const range = { from: day('2013-10-07'), to: day('2013-10-11') };
    expect(list('/weekday', data, { range }).map((row) => [row['weekday'], row['avg_return_pct']])).toEqual([
      ['Monday', -0.8645],
      ['Tuesday', -1.1647],
      ['Wednesday', 0.0725],
      ['Thursday', 2.1558],
      ['Friday', 0.6443],
    ]);
    // 170.26 / 168.89 - 1
    expect(weeks(data, { range })).toEqual([[41, 0.8112]]);
  });

  it('SPY lost 13 % in March 2020, from 296.26 to 257.75', () => {
    const data = readMarketData('daily/pandas-ta/SPY_1d.csv.gz');
    const range = { from: day('2020-03-01'), to: day('2020-03-31') };
    expect(months(data, { range })).toEqual([[3, -12.9987]]);
  });
});

/** Months of data: few bars a day, so that they stay small. */
const longMarket = fc
  .tuple(marketArbitrary([60, 240, 1440]), fc.integer({ min: 30, max: 400 }))
  .map(([request, days]) => ({ ...request, days, density: Math.max(0.3, request.density) }));

comparedWithNaive(seasonality, {
  markets: fc.oneof(marketArbitrary(), longMarket),
  values: () =>
    fc.record({
      type: fc.constantFrom(...TYPES),
      direction: fc.constantFrom<'top' | 'bottom'>('top', 'bottom'),
      sort_by: fc.constantFrom(...METRICS),
      limit: fc.constantFrom(1, 3, 1000),
    }),
  onRealBars: () => [
    { type: 'week', direction: 'bottom', sort_by: 'green_days_pct', limit: 10 },
    { type: 'month', direction: 'top', sort_by: 'avg_volume', limit: 3 },
    { type: 'weekday', direction: 'top', sort_by: 'median_return_pct', limit: 3 },
  ],
  answers(data, { session, range, values: { sort_by: sortBy, ...values } }) {
    const symbol = naiveSymbol(data);
    const { lists, top, summary } = naiveSeasonality(symbol, session, { range, sortBy, ...values });
    return {
      records: naiveSeasonalityRecords(symbol, session),
      '/weekday': lists.weekday,
      '/week': lists.week,
      '/month': lists.month,
      '/top': top,
      '/summary': summary,
    };
  },
});
