import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { dates } from '../../../test/support/hand-bars.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { DEFAULT_SESSION, sessionSpec } from '../../market/sessions.ts';
import { SymbolData } from '../../market/symbol-data.ts';
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

  it('down mirrors it', () => {
    const down: Row[] = [
      ...MONDAY,
      ['2024-06-04 13:30', 96, 96.5, 94, 95, 10],
      ['2024-06-04 13:40', 95, 97, 95, 96, 0],
      ['2024-06-04 19:59', 96, 97, 93, 96, 7],
      later('2024-06-05'),
    ];
    expect(rows(down)).toMatchObject([
      {
        direction: 'down',
        gap_size: 2, // 98 - 96
        gap_pct: 2.0408, // 2 / 98
        gap_from_close_pct: -4,
        filled: false,
        partial_fill_pct: 50, // (97 - 96) / 2
        fill_bucket: '26-50%', // exactly on the edge: below it
        fill_time: null,
        fill_time_seconds: null,
        volume_at_fill: null,
        cumulative_volume_at_fill: null,
        partial_fill_time: '2024-06-04T13:40:00+00:00', // 97, which the last bar only equals
        partial_fill_time_seconds: 600,
        volume_at_partial_fill: 0,
        filled_to_prev_close: false,
        max_run_pct: 5.102, // (98 - 93) / 98
        closed_in_gap_direction: false, // closes where it opened
        complete: true,
      },
    ]);
  });

  it('of which nothing is traded back is no partial fill', () => {
    const run = [...MONDAY, flat('2024-06-04 13:30', 104), flat('2024-06-04 13:31', 105), later('2024-06-05')];
    expect(rows(run)).toMatchObject([{ fill_bucket: '0%', partial_fill_time: null, volume_at_partial_fill: null }]);
  });

  it('needs an open beyond the level, not at it', () => {
    expect(rows([...MONDAY, flat('2024-06-04 13:30', 102), later('2024-06-05')])).toEqual([]);
    expect(rows([...MONDAY, flat('2024-06-04 13:30', 98), later('2024-06-05')])).toEqual([]);
  });

  it('is filled by a bar that touches the level, also by the opening bar, and with no volume', () => {
    const touched = rows([...MONDAY, ['2024-06-04 13:32', 103, 103, 102, 103, 0], later('2024-06-05')]);
    expect(touched).toMatchObject([
      {
        filled: true,
        partial_fill_pct: 100, // (103 - 102) / 1
        fill_time: '2024-06-04T13:32:00+00:00', // the two minutes before it are missing
        fill_time_seconds: 0,
        volume_at_fill: 0,
        cumulative_volume_at_fill: 0,
        filled_to_prev_close: false,
        closed_in_gap_direction: false,
      },
    ]);
  });

  it('of a session of one flat bar is not filled at all', () => {
    expect(rows([...MONDAY, flat('2024-06-04 13:30', 103, 9), later('2024-06-05')])).toMatchObject([
      { filled: false, partial_fill_pct: 0, fill_bucket: '0%', max_run_pct: 0.9804 },
    ]);
  });

  it('in a session in progress is shown, and left out of summary and tops', () => {
    const unfinished = market([...MONDAY, ['2024-06-04 13:30', 104, 106, 101, 105]]);
    expect(rowsOf(gap, '', unfinished)).toMatchObject([{ date: '2024-06-04', filled: true, complete: false }]);
    expect(rowsOf(gap, '/top', unfinished)).toEqual([]);
    expect(rowsOf(gap, '/top-fills', unfinished)).toEqual([]);
    expect(summaryOf(gap, unfinished)).toMatchObject({ total_days: 0, total_gaps: 0, sample_size: 0 });
  });
});

describe('the previous session', () => {
  it('is at most 7 calendar days back', () => {
    expect(rows([...MONDAY, flat('2024-06-10 13:30', 104)])).toMatchObject([{ prev_date: '2024-06-03' }]);
    expect(rows([...MONDAY, flat('2024-06-11 13:30', 104)])).toEqual([]);
  });

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

  it('may be a half day: its close is its last bar', () => {
    const half: Row[] = [
      ['2024-07-03 13:30', 100, 102, 98, 101],
      ['2024-07-03 16:59', 101, 101, 99, 99.5], // closes at 13:00 New York
      ['2024-07-05 13:30', 103, 103, 102.5, 103],
      later('2024-07-08'),
    ];
    expect(rows(half)).toMatchObject([
      { date: '2024-07-05', prev_date: '2024-07-03', prev_close: 99.5, gap_from_close_pct: 3.5176 }, // 3.5 / 99.5
    ]);
  });
});

describe('the session', () => {
  /** Winter: the exchange opens at 14:30 UTC. Friday 2024-03-08, then the clocks change on Sunday. */
  const CHANGE: Row[] = [
    ['2024-03-08 13:30', 110, 111, 109, 110], // pre-market
    ['2024-03-08 14:30', 100, 102, 98, 100],
    ['2024-03-08 19:59', 100, 100, 99, 99],
    ['2024-03-08 20:30', 99, 130, 70, 99], // regular, but after the window's end at 20:00
    ['2024-03-11 13:30', 103, 104, 102.5, 103], // summer: the exchange opens
    ['2024-03-11 14:30', 103, 103, 101, 102],
    later('2024-03-12'),
  ];

  it('starts with the exchange on either side of a change of the clock', () => {
    expect(rows(CHANGE)).toMatchObject([
      { date: '2024-03-11', prev_high: 102, prev_low: 98, prev_close: 99, open: 103, fill_time_seconds: 3600 },
    ]);
  });

  it('holds pre-market and late bars under the windows that do', () => {
    const data = market(CHANGE);
    const exchange = sessionSpec({ exchange: true, extended: false });
    const extended = sessionSpec({ exchange: false, extended: true });
    // 20:30 UTC is 15:30 in New York: inside, so Monday opens within 70 to 130.
    expect(rowsOf(gap, '', data, { session: exchange })).toEqual([]);
    expect(rowsOf(gap, '', data, { session: extended, range: dates('2024-03-08', '2024-03-11') })).toEqual([]);
  });

  it('of bars of an hour starts with the first bar that starts after the opening', () => {
    const hours: Row[] = [
      ['2024-06-03 13:00', 100, 120, 80, 100], // 09:00 New York: holds the opening, but is judged by its start
      ['2024-06-03 14:00', 100, 102, 98, 100],
      ['2024-06-04 13:00', 130, 131, 129, 130],
      ['2024-06-04 14:00', 103, 103, 101, 102],
      ['2024-06-05 13:00', 100, 100, 100, 100],
    ];
    expect(rows(hours, {}, 'equity', 60)).toMatchObject([{ date: '2024-06-04', prev_high: 102, open: 103 }]);
  });

  it('that begins on Sunday evening is Monday', () => {
    const night = sessionSpec({ startMin: 22 * 60, endMin: 20 * 60, exchange: false, extended: true });
    const data = market([
      ['2024-06-06 22:00', 100, 102, 98, 100], // Thursday evening: Friday's session
      ['2024-06-07 19:00', 100, 100, 99, 99],
      ['2024-06-09 22:00', 103, 103, 102.5, 103], // Sunday evening
      ['2024-06-10 00:30', 103, 103, 101, 101],
      flat('2024-06-10 22:00', 102),
    ]);
    expect(rowsOf(gap, '', data, { session: night })).toMatchObject([
      { date: '2024-06-10', weekday: 'Monday', prev_date: '2024-06-07', fill_time: '2024-06-10T00:30:00+00:00' },
    ]);
    // The cutoff's first moment after 22:00 is on the next day: before and after the fill at 00:30.
    const cut = (fill_cutoff: number) => rowsOf(gap, '', data, { session: night, values: { fill_cutoff } })[0].filled;
    expect([cut(30), cut(31), cut(1440)]).toEqual([false, true, false]);
  });
});

describe('a range of bars with bars before it', () => {
  /** Whether it is too short for the gap of 2024-06-10, given which sessions it holds. */
  const short = (...sessions: string[]) => {
    const data = market(sessions.map((date) => flat(`${date} 13:30`, 100)));
    const part = new SymbolData({ ...data, reachesStart: false, reachesEnd: true });
    const params = { session: DEFAULT_SESSION, values: { fill_cutoff: undefined } };
    return gap.compute(part, params, dates('2024-06-10', '2024-06-10')).insufficientLookBack;
  };

  it('is too short while the previous session may be missing, or cut', () => {
    expect(short('2024-06-10')).toBe(true);
    expect(short('2024-06-07', '2024-06-10')).toBe(true); // Friday may have lost its first bars
    expect(short('2024-06-03', '2024-06-10')).toBe(true); // 7 days back: it counts
    expect(short('2024-06-06', '2024-06-07', '2024-06-10')).toBe(false);
    expect(short('2024-05-31', '2024-06-10')).toBe(false); // too old to count, and nothing is in between
    expect(short('2024-06-11')).toBe(false); // no session on the date
  });
});
