import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf, view } from '../../../test/support/answer.ts';
import { flat, market, nulls, type Row } from '../../../test/support/market-rows.ts';
import { sessionSpec } from '../../market/sessions.ts';
import gap from './index.ts';

/** Monday 2024-06-03 (summer: the exchange opens at 13:30 UTC): range 98 to 102, close 100. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 99, 102, 98, 101],
  ['2024-06-03 19:59', 101, 101, 100, 100],
];
/** In no session of the default window, but the data reach beyond the windows before. */
const later = (date: string) => flat(`${date} 08:00`, 100);

const rows = (bars: Row[], values = {}) => rowsOf(gap, '', market(bars), { values });

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
      expect(warnings(none)).toEqual([expect.stringContaining('no effect')]);
    }
    expect(warnings(19 * 60 + 59)).toEqual([]);
  });

  it('is warned of where gaps are not observed, with their number', () => {
    const warnings = (values: Record<string, number>) => gap.warnings?.(view(gap, market(LATE), { values }));
    const [of1, of2] = [warnings({ fill_cutoff: 15 * 60 }), warnings({ fill_cutoff: 13 * 60 + 30 })];
    expect([of1, of2]).toEqual([
      [expect.stringMatching(/^1 of 2 gaps were not observed.*fill_rate/)],
      [expect.stringMatching(/^2 of 2 gaps were not observed/)],
    ]);
    // Tuesday's gap alone, which was observed.
    expect(warnings({ fill_cutoff: 15 * 60, weekday: 1 << 1 })).toEqual([]);
  });

  it('at 24:00 of a crypto day is its end, at 00:00 its start', () => {
    const session = sessionSpec({ exchange: false, extended: true });
    const data = market(
      [
        ['2024-06-03 00:00', 100, 102, 98, 100],
        ['2024-06-04 00:00', 104, 104, 103, 104],
        ['2024-06-04 23:59', 104, 104, 101, 104],
        flat('2024-06-05 00:00', 104),
      ],
      'crypto',
    );
    const filled = (fill_cutoff: number) => rowsOf(gap, '', data, { session, values: { fill_cutoff } })[0].filled;
    expect([filled(1440), filled(1439), filled(0)]).toEqual([true, false, null]);
  });

  it('is warned of under a New York window only where it never has an effect', () => {
    const exchange = sessionSpec({ exchange: true, extended: false });
    const warned = (fill_cutoff: number) =>
      gap
        .warnings?.(view(gap, market(LATE), { session: exchange, values: { fill_cutoff } }))
        ?.filter((text) => text.includes('no effect')).length;
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

  it('the fill is known, its time and volume are not', () => {
    expect(rowsOf(gap, '', daily)).toMatchObject([
      {
        date: '2024-06-04',
        filled: true,
        max_run_pct: 4.902,
        ...nulls(['fill_time', 'fill_time_seconds']),
        complete: true,
      },
      { date: '2024-06-05', filled: false, partial_fill_pct: 50, ...nulls(['volume_at_fill']), complete: true },
    ]);
    expect(summaryOf(gap, daily)).toMatchObject({ fill_rate: 50, avg_fill_time_seconds: null, sample_size: 2 });
  });

  it('no fill is the fastest', () => {
    expect(rowsOf(gap, '/top-fills', daily)).toEqual([]);
    expect(rowsOf(gap, '/top', daily)).toHaveLength(2);
  });

  it('a cutoff changes nothing, and is warned of', () => {
    const values = { fill_cutoff: 0 };
    expect(rowsOf(gap, '', daily, { values })).toEqual(rowsOf(gap, '', daily));
    expect(gap.warnings?.(view(gap, daily, { values }))).toEqual([expect.stringContaining('daily bars')]);
  });
});
