import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveGaps, shownGap } from '../../../test/oracles/gap.ts';
import { naiveSummary, naiveTop, naiveTopFills } from '../../../test/oracles/gap-answers.ts';
import { rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { flat, market, nulls, type Row } from '../../../test/support/market-rows.ts';
import { comparedWithNaive, weekdayBits, weekdaysOf } from '../../../test/support/naive.ts';
import { sessionSpec } from '../../market/sessions.ts';
import gap from './index.ts';

/** Monday 2024-06-03 (summer: the exchange opens at 13:30 UTC): range 98 to 102, close 100. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 99, 102, 98, 101],
  ['2024-06-03 19:59', 101, 101, 100, 100],
];
/** In no session of the default window, but the data reach beyond the windows before. */
const later = (date: string) => flat(`${date} 08:00`, 100);

const rows = (bars: Row[], values = {}, assetClass: 'equity' | 'crypto' = 'equity', intervalMin = 1) =>
  rowsOf(gap, '', market(bars, assetClass, intervalMin), { values });

describe('a gap', () => {
  const UP: Row[] = [
    ...MONDAY,
    ['2024-06-04 13:30', 104, 106, 103, 105, 10],
    ['2024-06-04 13:31', 105, 105, 102.5, 103, 20],
    ['2024-06-04 13:45', 103, 103, 101, 101.5, 5], // back at 102, and beyond
    ['2024-06-04 19:59', 101.5, 107, 99, 104.5, 40],
    later('2024-06-05'),
  ];

  it('up is measured from the previous high, its fill from the first bar of the session', () => {
    expect(rows(UP)).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-04',
        weekday: 'Tuesday',
        direction: 'up',
        prev_date: '2024-06-03',
        prev_high: 102,
        prev_low: 98,
        prev_close: 100,
        open: 104,
        gap_size: 2, // 104 - 102
        gap_pct: 1.9608, // 2 / 102
        gap_from_close_pct: 4, // 104 against 100
        filled: true,
        partial_fill_pct: 100, // 104 - 99 is more than the gap
        fill_bucket: '100%',
        fill_time: '2024-06-04T13:45:00+00:00',
        fill_time_seconds: 900, // 15 minutes
        volume_at_fill: 5,
        cumulative_volume_at_fill: 35, // 10 + 20 + 5
        partial_fill_time: null, // filled
        partial_fill_time_seconds: null,
        volume_at_partial_fill: null,
        filled_to_prev_close: true, // 99 <= 100
        max_run_pct: 4.902, // (107 - 102) / 102, also after the fill
        close: 104.5,
        closed_in_gap_direction: true, // 104.5 > 104
        complete: true,
      },
    ]);
  });
});

describe('the previous session', () => {
  it('of a Monday is Friday: weekend sessions of crypto do not exist, and their Saturday is no gap', () => {
    const crypto: Row[] = [
      ['2024-06-07 13:30', 100, 102, 98, 100], // Friday
      ['2024-06-08 13:30', 120, 125, 119, 121], // Saturday, beyond Friday's range
      ['2024-06-09 13:30', 90, 91, 80, 81], // Sunday
      ['2024-06-10 13:30', 103, 104, 101, 104], // Monday: 1 above Friday's high, inside Saturday's fall
      later('2024-06-11'),
    ];
    expect(rows(crypto, {}, 'crypto')).toMatchObject([
      { date: '2024-06-10', direction: 'up', prev_date: '2024-06-07', prev_high: 102, gap_size: 1 },
    ]);
    expect(summaryOf(gap, market(crypto, 'crypto'))).toMatchObject({ total_days: 1, gap_rate_pct: 100 });
  });
});

const UNOBSERVED = nulls([
  'filled',
  'partial_fill_pct',
  'fill_bucket',
  'fill_time',
  'fill_time_seconds',
  'volume_at_fill',
  'cumulative_volume_at_fill',
  'partial_fill_time',
  'partial_fill_time_seconds',
  'volume_at_partial_fill',
  'filled_to_prev_close',
  'max_run_pct',
]);

describe('fill_cutoff', () => {
  const LATE: Row[] = [
    ...MONDAY,
    ['2024-06-04 13:30', 104, 106, 103.5, 105],
    ['2024-06-04 16:30', 105, 105, 101, 101.5],
    ['2024-06-04 19:59', 101.5, 110, 101, 104.5],
    ['2024-06-05 15:00', 112, 113, 109, 112], // another gap, whose first bar is late
    later('2024-06-06'),
  ];
  const at = (fill_cutoff: number) => rows(LATE, { fill_cutoff });

  it('ends the observation: a bar that starts at it is not seen', () => {
    expect(at(16 * 60 + 30)[0]).toMatchObject({ filled: false, partial_fill_pct: 25, fill_bucket: '1-25%' }); // 0.5 / 2
    expect(at(16 * 60 + 30)[0]).toMatchObject({ max_run_pct: 3.9216, close: 104.5, closed_in_gap_direction: true });
    expect(at(16 * 60 + 31)[0]).toMatchObject({ filled: true, fill_time_seconds: 10_800 });
  });

  it('leaves a session that starts at or after it unobserved', () => {
    const [seen, unseen] = at(15 * 60);
    expect(seen.filled).toBe(false);
    expect(unseen).toMatchObject({ date: '2024-06-05', gap_size: 2, ...UNOBSERVED });
    expect(summaryOf(gap, market(LATE), { values: { fill_cutoff: 15 * 60 } })).toMatchObject({
      total_days: 2,
      total_gaps: 2,
      unobserved_gaps: 1,
      filled_gaps: 0,
      gap_rate_pct: 100,
      fill_rate: 0,
      avg_gap_size: 2, // over both
      avg_partial_fill_pct: 25, // over the one that was seen
      sample_size: 1,
      partial_fill_distribution: { '0%': 0, '1-25%': 1, '26-50%': 0, '51-75%': 0, '76-99%': 0, '100%': 0 },
      weekday_breakdown: { Wednesday: { count: 1, fill_rate: null } },
    });
  });

  it('before the start of the window means the next day: no effect, and warned of', () => {
    const warnings = (fill_cutoff: number) => gap.warnings?.(view(gap, market(LATE), { values: { fill_cutoff } }));
    for (const none of [0, 13 * 60 + 29, 20 * 60, 24 * 60]) {
      expect(at(none)).toEqual(rows(LATE));
      expect(warnings(none)).toMatchObject([{ code: 'cutoff_no_effect' }]);
    }
    expect(warnings(19 * 60 + 59)).toEqual([]);
  });

  it('is warned of where gaps are not observed, with their number', () => {
    const warnings = (values: Record<string, number>) => gap.warnings?.(view(gap, market(LATE), { values }));
    const [of1, of2] = [warnings({ fill_cutoff: 15 * 60 }), warnings({ fill_cutoff: 13 * 60 + 30 })];
    const code = 'gaps_not_observed';
    expect([of1, of2]).toEqual([
      [{ code, text: expect.stringMatching(/^1 of 2 gaps were not observed.*fill_rate/) }],
      [{ code, text: expect.stringMatching(/^2 of 2 gaps were not observed/) }],
    ]);
    // Tuesday's gap alone, which was observed.
    expect(warnings({ fill_cutoff: 15 * 60, weekday: 1 << 1 })).toEqual([]);
  });

  it('is warned of under a New York window only where it never has an effect', () => {
    const exchange = sessionSpec({ exchange: true, extended: false });
    const warned = (fill_cutoff: number) =>
      gap
        .warnings?.(view(gap, market(LATE), { session: exchange, values: { fill_cutoff } }))
        ?.filter(({ code }) => code === 'cutoff_no_effect').length;
    // 13:30-20:00 UTC in summer, 14:30-21:00 in winter.
    expect([13 * 60 + 29, 13 * 60 + 30, 20 * 60 + 30, 21 * 60].map(warned)).toEqual([1, 0, 0, 1]);
  });
});

describe('on daily bars', () => {
  const daily = market(
    [
      ['2024-06-03 00:00', 99, 102, 98, 100],
      ['2024-06-04 00:00', 104, 107, 99, 104.5],
      ['2024-06-05 00:00', 108, 109, 107.5, 108.5],
    ],
    'equity',
    1440,
  );

  it('a cutoff changes nothing, and is warned of', () => {
    const values = { fill_cutoff: 0 };
    expect(rowsOf(gap, '', daily, { values })).toEqual(rowsOf(gap, '', daily));
    expect(gap.warnings?.(view(gap, daily, { values }))).toEqual([
      { code: 'cutoff_no_effect', text: 'fill_cutoff has no effect on daily bars' },
    ]);
  });
});

const CUTOFFS = [0, 300, 810, 840, 931, 990, 1199, 1200, 1320, 1440];

comparedWithNaive(gap, {
  values: () =>
    fc.record({
      fill_cutoff: fc.constantFrom(undefined, ...CUTOFFS),
      weekday: weekdayBits,
      sort_by: fc.constantFrom<'gap_pct' | 'gap_size'>('gap_pct', 'gap_size'),
      top_n: fc.constantFrom(5, 1e9),
    }),
  onRealBars: () => [{ top_n: 5 }, { fill_cutoff: 990, weekday: 0b0010001 }, { sort_by: 'gap_size', top_n: 1e9 }],
  answers(data, { session, range, values }) {
    const question = { session, ...range, fillCutoff: values.fill_cutoff, weekdays: weekdaysOf(values.weekday) };
    const gaps = naiveGaps(data, question).map(shownGap);
    return {
      '': gaps,
      '/summary': naiveSummary(data, question, 'custom'),
      '/top': naiveTop(gaps, values.sort_by).slice(0, values.top_n),
      '/top-fills': naiveTopFills(gaps).slice(0, values.top_n),
    };
  },
});
