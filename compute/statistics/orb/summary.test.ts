import { describe, expect, it } from 'vitest';
import type { AssetClass } from '../../../exchange/symbol.ts';
import { rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { sessionSpec } from '../../market/sessions.ts';
import orb from './index.ts';

/** A Monday in summer: the exchange opens 13:30 UTC. Range 13:30-13:35 is 99 to 102, two minutes have no bar. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 100, 101, 99, 100.5, 10],
  ['2024-06-03 13:31', 100.5, 101.5, 100, 101, 20],
  ['2024-06-03 13:34', 101, 102, 100.5, 101.5, 30],
  ['2024-06-03 13:35', 101.5, 102, 101, 101], // touches the high: no break
  ['2024-06-03 13:36', 101, 102.5, 101, 102.2], // breaks it, 6 minutes from the anchor
  ['2024-06-03 13:37', 102.2, 103.5, 102, 103], // the largest move: 1.5 beyond 102
  ['2024-06-03 13:40', 103, 103.5, 100.5, 101], // closes inside
  ['2024-06-03 13:41', 101, 101, 98.5, 99], // again (99 is the low itself); 3.5 against the break
  ['2024-06-03 19:59', 100, 103, 100, 102.5], // closes beyond the level
];

describe('summary', () => {
  const quiet = (date: string, volume: number): Row[] => [
    [`${date} 13:30`, 100, 101, 99, 100, volume],
    flat(`${date} 19:59`, 100),
  ];

  it('compares volume with the same minutes of up to 14 sessions before, of which 3 must have bars', () => {
    const rows = [
      ...quiet('2024-06-03', 10),
      ...quiet('2024-06-04', 20),
      flat('2024-06-05 19:59', 100), // no bar in the range: not one of the three
      ...quiet('2024-06-06', 60), // two before: null
      ...quiet('2024-06-07', 60), // 60 / mean(10, 20, 60) = 2
      ...quiet('2024-07-08', 75), // a month later, age does not matter: 75 / mean(10, 20, 60, 60) = 2
    ];
    const data = market(rows);
    expect(rowsOf(orb, '', data).map((row) => row['volume_ratio'])).toEqual([null, null, null, null, 2, 2]);
    expect(summaryOf(orb, data)).toMatchObject({ avg_volume_ratio: 2, no_range_days: 1, sample_size: 5 });
  });

  it('gives rates by side with their intervals, and times by half hours from the anchor', () => {
    const rows: Row[] = [
      ...MONDAY, // up at minute 6, 1.4706 %, continued
      ['2024-06-04 13:30', 100, 101, 99, 100],
      flat('2024-06-04 14:00', 102), // up at minute 30: the second half hour; 1 / 101 = 0.990099 %
      flat('2024-06-04 19:59', 100), // ends inside
      ...quiet('2024-06-05', 1),
    ];
    const summary = summaryOf(orb, market(rows));
    expect(summary).toMatchObject({
      total_days: 3,
      high_breaks: 2,
      low_breaks: 1,
      both_breaks: 1,
      no_breaks: 1,
      breakout_rate_pct: 66.6667,
      high_break_rate_pct: 66.6667,
      low_break_rate_pct: 33.3333,
      both_break_rate_pct: 33.3333,
      count_up: 2,
      continuation_rate_pct_up: 50,
      false_breakout_rate_pct_up: 0, // the second has only one close inside
      reentry_rate_pct_up: 50,
      avg_breakout_size_pct_up: 1.2303, // (1.470588 + 0.990099) / 2
      median_breakout_size_pct_up: 1.2303,
      avg_breakout_size_x_up: 0.5, // 0.5 and 1 / 2
      avg_minutes_to_breakout_up: 18,
      avg_minutes_to_max_up: 0.5,
      target_hit_rates: { up: { '0.5x': 100, '1x': 0, '1.5x': 0, '2x': 0 } },
      breakout_time_distribution: { '0-30': 1, '30-60': 1 },
      avg_or_range_pct: 2.3333, // 3, 2, 2
      weekday_breakdown: {
        Monday: { count: 1, breakout_rate_pct: 100, continuation_rate_pct: 100 },
        Tuesday: { count: 1, breakout_rate_pct: 100, continuation_rate_pct: 0 },
        Wednesday: { count: 1, breakout_rate_pct: 0, continuation_rate_pct: null },
      },
      sample_size: 3,
      // Wilson at 1 of 2: 50 +- 100 z sqrt(1/8 + z^2/16) / (1 + z^2/2) = 40.5469; at 2 of 2 the lower bound is 2 / (2 + z^2).
      confidence: {
        continuation_rate_pct_up: { n: 2, low: 9.4531, high: 90.5469 },
        'target_hit_rates.up.0.5x': { n: 2, low: 34.238, high: 100 },
        'weekday_breakdown.Wednesday.continuation_rate_pct': { n: 0, low: null, high: null },
      },
    });
    const tuesdays = summaryOf(orb, market(rows), { values: { weekday: 0b10 } });
    expect(tuesdays).toMatchObject({ total_days: 1, continuation_rate_pct_up: 0, sample_size: 1 });
  });

  it('of no session has counts of 0 and no rates', () => {
    const summary = summaryOf(orb, market([]));
    expect(summary).toMatchObject({
      total_days: 0,
      no_range_days: 0,
      sample_size: 0,
      breakout_rate_pct: null,
      avg_volume_ratio: null,
    });
    expect(rowsOf(orb, '', market([]))).toEqual([]);
  });
});

describe('tops', () => {
  const day = (date: string, high: number, volume: number): Row[] => [
    [`${date} 13:30`, 100, 100, 99, 100, volume],
    [`${date} 13:35`, 100, high, 100, 100],
    flat(`${date} 19:59`, 100),
  ];
  const rows = [
    ...day('2024-06-03', 101, 10), // 1 %
    ...day('2024-06-04', 100.02, 10), // 0.02 %
    ...day('2024-06-05', 102, 10), // 2 %
    ...day('2024-06-06', 101, 20), // 1 %, twice the volume of before
    ...day('2024-06-07', 101, 40), // 1 %, 40 / 12.5
    ...day('2024-06-10', 100.005, 40), // 0.005 %: below the least size
    flat('2024-06-11 13:30', 100), // no breakout
  ];

  it('go by size, then by relative volume, nulls last, then by date', () => {
    const top = rowsOf(orb, '/top', market(rows));
    expect(top.map((row) => row['date'])).toEqual([
      '2024-06-05',
      '2024-06-07', // volume_ratio 3.2
      '2024-06-06', // 2
      '2024-06-03', // null
      '2024-06-04',
      '2024-06-10',
    ]);
    expect(rowsOf(orb, '/top', market(rows), { values: { top_n: 2 } })).toHaveLength(2);
  });

  it('pick those of at least the size asked for, the size itself included', () => {
    const dates = (least: number) =>
      rowsOf(orb, '/top-picks', market(rows), { values: { min_breakout_size: least } }).map((row) => row['date']);
    expect(dates(1)).toEqual(['2024-06-05', '2024-06-07', '2024-06-06', '2024-06-03']);
    expect(dates(0.02)).toHaveLength(5); // 100.02 - 100 is a little less than 0.02 in binary
    expect(rowsOf(orb, '/top-picks', market(rows))).toHaveLength(5);
  });
});

describe('warnings', () => {
  const warned = (orbMinutes: number, startMin: number, endMin: number, assetClass: AssetClass = 'equity') => {
    const session = sessionSpec({ startMin, endMin, exchange: false, extended: false });
    const seen = view(orb, market(MONDAY, assetClass), { session, values: { orb_minutes: orbMinutes } });
    return (orb.warnings?.(seen) ?? []).length > 0;
  };

  it('tell of a range that leaves nothing of the window', () => {
    expect(warned(30, 810, 840)).toBe(true);
    expect(warned(29, 810, 840, 'crypto')).toBe(false);
    expect(warned(30, 810, 840, 'crypto')).toBe(true);
    expect(warned(60, 810, 930)).toBe(true); // in winter 14:30-15:30 is all that is left
    expect(warned(59, 810, 930)).toBe(false);
    expect(warned(240, 810, 1200)).toBe(false);
    expect(warned(60, 1320, 240, 'crypto')).toBe(false);
  });
});

describe.skipIf(!hasMarketData)('SPY on 2013-10-08', () => {
  it('breaks its 5-minute range (167.54 to 167.32) downwards at once and runs 1.96 to the close', () => {
    // Read off the file by eye and awk; 13:35 trades 167.31, the low of the day 165.36 comes in the last minute.
    const row = rowsOf(orb, '', readMarketData('bars/lean/SPY_1m.csv.gz')).find(({ date }) => date === '2013-10-08');
    expect(row).toMatchObject({
      or_high: 167.54,
      or_low: 167.32,
      or_bars: 5,
      or_volume: 2_560_327,
      break_type: 'both', // 167.62 at 13:55
      first_direction: 'down',
      breakout_time: '2013-10-08T13:35:00+00:00',
      breakout_size: 1.96,
      breakout_size_pct: 1.1714,
      breakout_size_x: 8.909091,
      minutes_to_max: 384,
      max_adverse_pct: 0.1793,
      session_close: 165.48,
      continuation: true,
      volume_ratio: null,
    });
  });
});
