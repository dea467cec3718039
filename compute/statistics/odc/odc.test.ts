import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { flat, market, nulls, type Row } from '../../../test/support/market-rows.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, sessionSpec } from '../../market/sessions.ts';
import odc from './index.ts';

const CANDLE_FIELDS = [
  'candle_open',
  'candle_high',
  'candle_low',
  'candle_close',
  'candle_direction',
  'candle_body_pct',
  'candle_range_pct',
  'candle_close_location',
  'continuation',
  'rest_return_pct',
  'broke_candle_high',
  'broke_candle_low',
  'break_type',
  'high_in_candle',
  'low_in_candle',
  'max_extension_up_x',
  'max_extension_down_x',
  'volume_ratio',
];

/** A Monday in summer: the exchange opens 13:30 UTC, the candle of 60 minutes ends 14:30. */
const MONDAY: Row[] = [
  ['2024-06-03 13:30', 200, 203, 199, 202, 10],
  ['2024-06-03 14:29', 202, 204, 200, 203, 20], // the candle: 200, 204, 199, 203
  ['2024-06-03 14:30', 203, 204, 202, 202.5], // not in it; only equals its high
  ['2024-06-03 15:10', 202.5, 206, 202, 205], // 2 above
  ['2024-06-03 19:59', 205, 205.5, 204, 204.06],
];

const CLOCK = flat('2024-06-04 08:00', 204); // pre-market: in no session, but the data reach beyond Monday's window

describe('an opening candle', () => {
  it('is measured against the day from the anchor on', () => {
    expect(rowsOf(odc, '', market([...MONDAY, CLOCK]))).toEqual([
      {
        symbol: 'TEST',
        date: '2024-06-03',
        weekday: 'Monday',
        candle_open: 200,
        candle_high: 204,
        candle_low: 199,
        candle_close: 203,
        candle_direction: 'green',
        candle_body_pct: 1.5, // 3 / 200
        candle_range_pct: 2.5, // 5 / 200
        candle_close_location: 0.8, // (203 - 199) / 5
        session_open: 200,
        session_close: 204.06,
        session_return_pct: 2.03, // 4.06 / 200
        session_direction: 'green',
        continuation: true,
        rest_return_pct: 0.5222, // 1.06 / 203
        broke_candle_high: true,
        broke_candle_low: false,
        break_type: 'up',
        high_in_candle: false,
        low_in_candle: true,
        max_extension_up_x: 0.4, // 2 / 5
        max_extension_down_x: 0,
        outside_period: null, // no session before
        volume_ratio: null,
        complete: true,
      },
    ]);
  });

  it('keeps a high that a later bar only equals', () => {
    const rows = [...MONDAY.slice(0, 3), CLOCK];
    expect(rowsOf(odc, '', market(rows))[0]).toMatchObject({
      high_in_candle: true,
      low_in_candle: true,
      break_type: 'none',
    });
  });

  it('that is red is continued by a red day, not by one that ends at its open', () => {
    const red: Row = ['2024-06-03 13:30', 100, 101, 98, 99];
    const end = (close: number): Row => ['2024-06-03 19:59', 99, 103, 95, close];
    expect(rowsOf(odc, '', market([red, end(99.5)]))[0]).toMatchObject({
      candle_direction: 'red',
      candle_body_pct: 1, // without sign
      candle_close_location: 0.333333, // (99 - 98) / 3
      session_direction: 'red',
      session_return_pct: -0.5,
      continuation: true,
      break_type: 'both',
      max_extension_up_x: 0.666667, // (103 - 101) / 3
      max_extension_down_x: 1, // (98 - 95) / 3
    });
    expect(rowsOf(odc, '', market([red, end(100)]))[0]).toMatchObject({
      session_direction: 'doji',
      continuation: false,
    });
    expect(rowsOf(odc, '', market([red, end(102)]))[0]).toMatchObject({
      session_direction: 'green',
      continuation: false,
    });
  });

  it('that is a doji has nothing to continue', () => {
    const data = market([['2024-06-03 13:30', 100, 101, 99, 100], flat('2024-06-03 19:59', 102)]);
    expect(rowsOf(odc, '', data)[0]).toMatchObject({
      candle_direction: 'doji',
      candle_body_pct: 0,
      session_direction: 'green',
      continuation: null,
      rest_return_pct: 2,
    });
    expect(summaryOf(odc, data)).toMatchObject({
      doji_candles: 1,
      continuation_rate_pct: null,
      weekday_breakdown: { Monday: { count: 1, continuation_rate_pct: null } },
      sample_size: 1,
      confidence: { continuation_rate_pct: { n: 0, low: null, high: null }, high_in_candle_pct: { n: 1 } },
    });
    expect(rowsOf(odc, '/top', data)).toEqual([]);
  });

  it('of no height has no location and no multiples', () => {
    const data = market([flat('2024-06-03 13:30', 100), flat('2024-06-03 19:59', 101)]);
    expect(rowsOf(odc, '', data)[0]).toMatchObject({
      candle_range_pct: 0,
      ...nulls(['candle_close_location', 'max_extension_up_x', 'max_extension_down_x']),
      broke_candle_high: true,
    });
  });

  it('may be the whole session', () => {
    const data = market([MONDAY[0], CLOCK]);
    expect(rowsOf(odc, '', data)[0]).toMatchObject({
      candle_close: 202,
      session_close: 202,
      continuation: true,
      rest_return_pct: 0,
      break_type: 'none',
    });
  });

  it('without a bar leaves the day its prices and counts in no rate', () => {
    const data = market([['2024-06-03 14:30', 100, 102, 99, 101], CLOCK]);
    expect(rowsOf(odc, '', data)[0]).toMatchObject({
      ...nulls(CANDLE_FIELDS),
      session_open: 100,
      session_close: 101,
      session_return_pct: 1,
      session_direction: 'green',
      complete: true,
    });
    expect(summaryOf(odc, data)).toMatchObject({
      total_days: 1,
      no_candle_days: 1,
      sample_size: 0,
      green_candles: 0,
      high_in_candle_pct: null,
      weekday_breakdown: { Monday: { count: 0 } },
    });
  });
});

describe('a session in progress', () => {
  it('shows nothing of its candle until the data reach the end of it', () => {
    const forming = rowsOf(odc, '', market([MONDAY[0]]))[0];
    expect(forming).toMatchObject({ ...nulls(CANDLE_FIELDS), session_open: 200, session_close: 202, complete: false });
    const formed = rowsOf(odc, '', market(MONDAY.slice(0, 2)))[0];
    expect(formed).toMatchObject({ candle_close: 203, high_in_candle: true, complete: false });
    expect(summaryOf(odc, market(MONDAY.slice(0, 2)))).toMatchObject({ total_days: 0, sample_size: 0 });
  });

  it('whose window ends first shows it then', () => {
    const session = sessionSpec({ startMin: 810, endMin: 850, exchange: false, extended: false });
    const until = (time: string) => rowsOf(odc, '', market([MONDAY[0], flat(time, 202)]), { session })[0];
    expect(until('2024-06-03 14:08')).toMatchObject({ candle_open: null, complete: false });
    expect(until('2024-06-03 14:09')).toMatchObject({ candle_open: 200, complete: true });
  });
});

describe("the day's clock", () => {
  it('leaves out what trades before the opening, also with extended hours', () => {
    const rows: Row[] = [
      ['2024-06-03 08:00', 80, 300, 50, 90],
      ...MONDAY.slice(0, 4),
      flat('2024-06-03 23:59', 201), // after hours, the last bar
    ];
    expect(rowsOf(odc, '', market(rows), { session: EXTENDED_SESSION })[0]).toMatchObject({
      session_open: 200,
      session_close: 201,
      candle_high: 204,
      high_in_candle: false, // 206, not 300
      low_in_candle: true,
      complete: true,
    });
  });

  it('has no day where nothing trades from the anchor on', () => {
    const data = market([flat('2024-06-03 08:00', 80), flat('2024-06-04 00:00', 80)]);
    expect(rowsOf(odc, '', data, { session: EXTENDED_SESSION })[0]).toMatchObject({
      ...nulls(CANDLE_FIELDS),
      ...nulls(['session_open', 'session_close', 'session_return_pct', 'session_direction', 'outside_period']),
      complete: true,
    });
    expect(summaryOf(odc, data, { session: EXTENDED_SESSION })).toMatchObject({ total_days: 1, no_candle_days: 1 });
  });

  it('follows the exchange over a change of the clock, in winter from 14:30', () => {
    const rows: Row[] = [
      flat('2024-03-08 13:40', 500), // pre-market then
      ['2024-03-08 14:30', 100, 101, 99, 100.5],
      flat('2024-03-08 15:30', 102), // 60 minutes later: outside
      ['2024-03-11 13:30', 100, 105, 99, 100.5],
      flat('2024-03-11 14:30', 106),
      flat('2024-03-12 13:00', 106),
    ];
    for (const session of [DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION]) {
      expect(rowsOf(odc, '', market(rows), { session }).slice(0, 2)).toMatchObject([
        { date: '2024-03-08', candle_high: 101, session_open: 100, break_type: 'up' },
        { date: '2024-03-11', candle_high: 105, session_open: 100, break_type: 'up' },
      ]);
    }
  });

  it('starts with the window for crypto and crosses midnight', () => {
    const session = sessionSpec({ startMin: 1380, endMin: 240, exchange: false, extended: false });
    const rows: Row[] = [
      ['2024-06-01 23:30', 100, 101, 99, 101], // a Saturday
      ['2024-06-02 00:00', 101, 103, 100, 102],
      flat('2024-06-02 03:59', 103),
    ];
    expect(rowsOf(odc, '', market(rows, 'crypto'), { session, values: { candle_minutes: 60 } })[0]).toMatchObject({
      date: '2024-06-01',
      weekday: 'Saturday',
      candle_close: 101,
      session_close: 103,
      complete: true,
    });
  });

  it('judges 1h bars by their start, and takes 4h for the candle of a 4h feed', () => {
    const rows: Row[] = [
      ['2024-06-03 13:00', 50, 300, 40, 100], // straddles the opening
      ['2024-06-03 14:00', 100, 101, 99, 101],
      ['2024-06-03 15:00', 101, 102, 100, 102],
      flat('2024-06-03 20:00', 102),
    ];
    expect(rowsOf(odc, '', market(rows, 'etf', 60))[0]).toMatchObject({ candle_high: 101, session_open: 100 });
    const kept = (intervalMin: number) => odc.materialised({ symbol: 'T', assetClass: 'crypto', intervalMin });
    expect(kept(1)).toEqual([{ candle_minutes: 60 }]);
    expect(kept(240)).toEqual([{ candle_minutes: 240 }]);
    expect(kept(1440)).toEqual([]);
  });
});

describe('outside_period', () => {
  const day = (date: string, high: number, low: number): Row[] => [
    [`${date} 13:30`, 100, high, low, 100],
    flat(`${date} 19:59`, 100),
  ];
  const outside = (rows: Row[]) => rowsOf(odc, '', market(rows)).map((row) => row['outside_period']);

  it('needs a higher high and a lower low than the session before', () => {
    expect(
      outside([
        ...day('2024-06-03', 102, 98),
        ...day('2024-06-04', 103, 97),
        ...day('2024-06-05', 104, 97), // an equal low
        ...day('2024-06-06', 103, 99),
      ]),
    ).toEqual([null, true, false, false]);
  });

  it('looks back at most 7 calendar days', () => {
    expect(outside([...day('2024-06-03', 102, 98), ...day('2024-06-10', 103, 97)])).toEqual([null, true]);
    expect(outside([...day('2024-06-03', 102, 98), ...day('2024-06-11', 103, 97)])).toEqual([null, null]);
  });

  it('compares the parts from the anchor on, and none with a session that has none', () => {
    const night: Row = ['2024-06-03 09:00', 100, 200, 10, 100];
    const rows = [night, ...day('2024-06-03', 102, 98), ...day('2024-06-04', 103, 97), flat('2024-06-05 09:00', 1)];
    const list = (all: Row[]) =>
      rowsOf(odc, '', market(all), { session: EXTENDED_SESSION }).map((row) => row['outside_period']);
    expect(list(rows)).toEqual([null, true, null]);
    expect(list([...rows, ...day('2024-06-06', 104, 90)])).toEqual([null, true, null, null]);
  });
});
