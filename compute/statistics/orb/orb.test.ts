import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveOrb, naiveOrbSummary, naiveOrbTop, shownOrb } from '../../../test/oracles/orb.ts';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
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

const CLOCK = flat('2024-06-04 08:00', 102); // pre-market: in no session, but the data reach beyond Monday's window

describe('an opening range', () => {
  it('is broken by the first bar that exceeds it, and measured from that bar on', () => {
    expect(rowsOf(orb, '', market([...MONDAY, CLOCK]))).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-03',
        weekday: 'Monday',
        orb_minutes: 5,
        or_high: 102,
        or_low: 99,
        or_range: 3,
        or_range_pct: 3, // of the open, 100
        or_bars: 3,
        session_open: 100,
        session_high: 103.5,
        session_low: 98.5,
        session_close: 102.5,
        broke_high: true,
        broke_low: true, // 98.5 at 13:41
        break_type: 'both',
        first_direction: 'up',
        breakout_time: '2024-06-03T13:36:00+00:00',
        minutes_to_breakout: 6,
        breakout_level: 102,
        breakout_size: 1.5,
        breakout_size_pct: 1.4706, // 1.5 / 102
        breakout_size_x: 0.5, // 1.5 / 3
        minutes_to_max: 1, // 13:37; 13:40 only equals it
        hit_0_5x: true, // exactly
        hit_1x: false,
        hit_1_5x: false,
        hit_2x: false,
        max_adverse_pct: 3.4314, // (102 - 98.5) / 102
        reentry: true,
        reentry_time: '2024-06-03T13:41:00+00:00',
        false_breakout: false, // it continued
        continuation: true,
        or_volume: 60,
        volume_ratio: null, // no sessions before
        complete: true,
      },
    ]);
  });
});

describe('the base interval', () => {
  it('decides which lengths are kept: those that fit, and what the default becomes', () => {
    const kept = (intervalMin: number) =>
      orb.materialised({ symbol: 'T', assetClass: 'equity', intervalMin }).map((values) => values['orb_minutes']);
    expect(kept(1)).toEqual([1, 5, 15, 30, 60]);
    expect(kept(3)).toEqual([6, 15, 30, 60]);
    expect(kept(5)).toEqual([5, 15, 30, 60]);
    expect(kept(10)).toEqual([10, 30, 60]);
    expect(kept(60)).toEqual([60]);
    expect(kept(240)).toEqual([240]);
    expect(kept(1440)).toEqual([]);
    expect(orb.params['orb_minutes'].fit?.(1440)).toBeNull();
    expect(orb.params['orb_minutes'].fits?.(7, 5)).toBe(false);
  });
});

describe('summary', () => {
  const quiet = (date: string, volume: number): Row[] => [
    [`${date} 13:30`, 100, 101, 99, 100, volume],
    flat(`${date} 19:59`, 100),
  ];

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
});

comparedWithNaive(orb, {
  fixed: { top_n: 7, min_breakout_size: 0.5 },
  intervals: [1, 5, 15, 30, 60, 240],
  values: (intervalMin) =>
    fc.record({
      // The lengths kept in the store, and odd ones.
      orb_minutes: fc.oneof(
        fc.constantFrom(1, 5, 15, 30, 60, 240).map((minutes) => Math.max(intervalMin, minutes)),
        fc.integer({ min: 1, max: Math.floor(240 / intervalMin) }).map((bars) => bars * intervalMin),
      ),
      orb_reentry_candles: fc.constantFrom(1, 2, 3, 60),
      breakout_criteria: fc.constantFrom<'wick' | 'close'>('wick', 'close'),
      weekday: weekdayBits,
    }),
  onRealBars: (intervalMin) => [
    { orb_minutes: Math.max(5, intervalMin) },
    { orb_minutes: Math.max(30, intervalMin), orb_reentry_candles: 1, breakout_criteria: 'close' },
    { orb_minutes: Math.max(60, intervalMin), orb_reentry_candles: 3 },
  ],
  answers(data, { session, range, values }) {
    const { symbol } = data.meta;
    const weekdays = weekdaysOf(values.weekday);
    const rows = naiveOrb(data, session, values).filter(
      (row) => row.day >= range.from && row.day <= range.to && (!weekdays || weekdays.includes(row.weekday)),
    );
    const shown = (list: typeof rows) => list.map((row) => shownOrb(symbol, row));
    const picks = naiveOrbTop(rows).filter(({ range: found }) => found!.breakout!.sizePct >= 0.5 - 1e-9);
    return {
      '': shown(rows),
      '/summary': naiveOrbSummary(symbol, rows, values.orb_minutes, 'custom'),
      '/top': shown(naiveOrbTop(rows.filter(({ complete }) => complete)).slice(0, 7)),
      '/top-picks': shown(picks),
    };
  },
});
