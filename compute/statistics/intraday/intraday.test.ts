import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { naiveIntraday } from '../../../test/oracles/intraday.ts';
import { naiveSymbol } from '../../../test/oracles/sessions.ts';
import { rowsOf } from '../../../test/support/answer.ts';
import { symbolData } from '../../../test/support/market-data.ts';
import { comparedWithNaive } from '../../../test/support/naive.ts';
import { barsFromTuples } from '../../market/bars.ts';
import { PARAMS } from './fields.ts';
import intraday from './index.ts';

type Bar = readonly [open: number, high: number, low: number, close: number, volume: number];
const FLAT: Bar = [100, 100, 100, 100, 0];

/** Bars at `YYYY-MM-DDTHH:MM` UTC. */
function feed(rows: Record<string, Bar>, assetClass: AssetClass = 'equity', intervalMin = 30) {
  const tuples = Object.entries(rows).map(([time, bar]) => [Date.parse(`${time}Z`) / 60_000, ...bar] as const);
  return symbolData(barsFromTuples(tuples), 'TEST', assetClass, intervalMin);
}

const buckets = (data: ReturnType<typeof feed>, asked = {}) => rowsOf(intraday, '', data, asked);

/** Monday closes where it opened; Tuesday has no first bucket; Wednesday neither moves nor trades; Friday has begun. */
const FEED = {
  '2024-07-08T13:30': [100, 102, 99, 101, 10],
  '2024-07-08T14:00': [101, 101, 97, 98, 30],
  '2024-07-08T19:30': [98, 102, 98, 100, 60], // reaches 102 a second time
  '2024-07-09T14:00': [100, 104, 100, 102, 20],
  '2024-07-09T19:30': [102, 103, 102, 103, 20],
  '2024-07-10T13:30': FLAT,
  '2024-07-10T19:30': FLAT,
  '2024-07-12T13:30': [100, 200, 50, 150, 1000],
} as const;

describe('a bucket', () => {
  it('is averaged over the sessions that have bars in it; its shares over all that have any', () => {
    expect(buckets(feed(FEED))).toEqual([
      {
        bucket: '0-30',
        bucket_start: 0,
        utc_time: '13:30',
        sessions: 2, // Monday, Wednesday
        avg_return_pct: 0.5, // (1 + 0) / 2
        median_return_pct: 0.5,
        green_pct: 50,
        avg_abs_return_pct: 0.5,
        avg_range_pct: 1.5, // (3 / 100 + 0) / 2
        avg_volume: 5,
        volume_share_pct: 5, // (10 % + 0) / 2: Wednesday has no volume
        range_share_pct: 30, // (3 / 5 + 0) / 2: Wednesday has no range
        high_of_day_pct: 66.6667, // Monday, the first time, and Wednesday
        low_of_day_pct: 33.3333, // Wednesday
      },
      {
        bucket: '30-60',
        bucket_start: 30,
        utc_time: '14:00',
        sessions: 2, // Monday, Tuesday
        avg_return_pct: -0.4851, // (-3 / 101 + 2 / 100) / 2
        median_return_pct: -0.4851,
        green_pct: 50,
        avg_abs_return_pct: 2.4851,
        avg_range_pct: 3.9802, // (4 / 101 + 4 / 100) / 2
        avg_volume: 25,
        volume_share_pct: 40, // (30 / 100 + 20 / 40) / 2
        range_share_pct: 70, // Monday's low adds 2 of 5, Tuesday's bucket all
        high_of_day_pct: 33.3333,
        low_of_day_pct: 66.6667,
      },
      {
        bucket: '360-390',
        bucket_start: 360,
        utc_time: '19:30',
        sessions: 3,
        avg_return_pct: 1.0071, // (2 / 98 + 1 / 102 + 0) / 3
        median_return_pct: 0.9804,
        green_pct: 66.6667,
        avg_abs_return_pct: 1.0071,
        avg_range_pct: 1.6873, // (4 / 98 + 1 / 102 + 0) / 3
        avg_volume: 26.66666667,
        volume_share_pct: 55, // (60 / 100 + 20 / 40) / 2
        range_share_pct: 0,
        high_of_day_pct: 0,
        low_of_day_pct: 0,
      },
    ]);
  });
});

const bucketMinutes = PARAMS.bucket_minutes;

/** The value, or the types of all problems. */
function parsed(text: string) {
  const result = bucketMinutes.schema.safeParse(text);
  return result.success
    ? result.data
    : result.error.issues.map((issue) => (issue as { params?: { type: string } }).params?.type);
}

it('bucket_minutes is 5, 10, 15, 30 or 60; anything else has one problem', () => {
  expect(['5', '10', '15', '30', '60'].map(parsed)).toEqual([5, 10, 15, 30, 60]);
  expect(parsed('20')).toEqual(['literal_error']);
  expect(parsed('half')).toEqual(['int_parsing']);
  expect(parsed('0')).toEqual(['greater_than_equal']);
  expect(parsed('90')).toEqual(['less_than_equal']);
});

it('bucket_minutes left out is the smallest from 30 on that fits the feed; none fits 2h and 4h', () => {
  const omitted = (intervalMin: number) => bucketMinutes.fit?.(intervalMin);
  expect([1, 2, 3, 5, 10, 15, 30].map(omitted)).toEqual([30, 30, 30, 30, 30, 30, 30]);
  expect([60, 120, 240].map(omitted)).toEqual([60, null, null]);
});

it('bucket_minutes given must be a whole multiple of the base interval', () => {
  const fits = (value: number, intervalMin: number) => bucketMinutes.fits?.(value, intervalMin);
  expect([fits(5, 5), fits(10, 15), fits(15, 2), fits(60, 60)]).toEqual([true, false, false, true]);
});

const fitting = (intervalMin: number) => [5, 10, 15, 30, 60].filter((minutes) => minutes % intervalMin === 0);

comparedWithNaive(intraday, {
  fixed: { limit: 25 },
  intervals: [1, 5, 10, 15, 30, 60],
  values: (intervalMin) => fc.record({ bucket_minutes: fc.constantFrom(...fitting(intervalMin)) }),
  onRealBars: (intervalMin) => fitting(intervalMin).map((minutes) => ({ bucket_minutes: minutes })),
  answers(data, { session, range, values }) {
    const naive = naiveIntraday(naiveSymbol(data), session, range, values.bucket_minutes, 25);
    return { '': naive.rows, '/summary': naive.summary, '/top': naive.top };
  },
});
