import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { flat, market, type Row } from '../../../test/support/market-rows.ts';
import { DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION, sessionSpec } from '../../market/sessions.ts';
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

describe("the day's clock", () => {
  it('starts with the exchange in winter, not with the pre-market bars at 13:30', () => {
    const rows: Row[] = [
      flat('2024-01-08 13:30', 200),
      ['2024-01-08 14:30', 100, 101, 99, 100],
      ['2024-01-08 14:40', 100, 103, 99, 102],
      flat('2024-01-09 09:00', 102),
    ];
    expect(rowsOf(orb, '', market(rows))[0]).toMatchObject({
      or_high: 101,
      session_open: 100,
      minutes_to_breakout: 10,
    });
  });

  it('follows the exchange over a change of the clock', () => {
    // 8 March 2024 opens 14:30 UTC, 11 March (after the change) 13:30.
    const rows: Row[] = [
      ['2024-03-08 14:30', 100, 101, 99, 100],
      flat('2024-03-08 15:00', 102),
      ['2024-03-11 13:30', 100, 105, 99, 100],
      flat('2024-03-11 14:00', 106),
      flat('2024-03-12 13:00', 106),
    ];
    for (const session of [DEFAULT_SESSION, EXCHANGE_SESSION, EXTENDED_SESSION]) {
      expect(rowsOf(orb, '', market(rows), { session }).slice(0, 2)).toMatchObject([
        { date: '2024-03-08', or_high: 101, minutes_to_breakout: 30 },
        { date: '2024-03-11', or_high: 105, minutes_to_breakout: 30 },
      ]);
    }
  });

  it('starts with the exchange also with extended hours; what trades before breaks nothing', () => {
    const rows: Row[] = [
      ['2024-06-03 08:00', 80, 200, 50, 90],
      ['2024-06-03 13:30', 100, 101, 99, 100],
      flat('2024-06-03 22:00', 102), // after hours
      flat('2024-06-04 00:00', 102),
    ];
    expect(rowsOf(orb, '', market(rows), { session: EXTENDED_SESSION })[0]).toMatchObject({
      session_open: 80,
      session_high: 200,
      or_high: 101,
      or_range_pct: 2.5, // 2 / 80
      break_type: 'up',
      minutes_to_breakout: 510, // 13:30 to 22:00
      complete: true,
    });
  });

  it('starts with an explicit time where extended hours are included', () => {
    const rows: Row[] = [
      ['2024-06-03 08:00', 90, 92, 88, 90],
      ['2024-06-03 13:30', 100, 101, 99, 100],
      flat('2024-06-04 00:00', 102),
    ];
    const session = sessionSpec({ startMin: 480, exchange: false, extended: true });
    expect(rowsOf(orb, '', market(rows), { session })[0]).toMatchObject({ or_high: 92, minutes_to_breakout: 330 });
  });

  it("starts with the window for crypto, on weekends too, and takes the date of the night's start", () => {
    const rows: Row[] = [
      ['2024-06-01 22:00', 100, 101, 99, 100], // a Saturday
      flat('2024-06-02 03:59', 102),
    ];
    const session = sessionSpec({ startMin: 22 * 60, endMin: 4 * 60, exchange: false, extended: false });
    expect(rowsOf(orb, '', market(rows, 'crypto'), { session })[0]).toMatchObject({
      date: '2024-06-01',
      weekday: 'Saturday',
      minutes_to_breakout: 359,
      complete: true,
    });
    expect(summaryOf(orb, market(rows, 'crypto'), { session })['weekday_breakdown']).toMatchObject({
      Friday: { count: 0 },
      Saturday: { count: 1, breakout_rate_pct: 100, continuation_rate_pct: 100 },
    });
  });

  it('starts with the first opening inside a window across midnight', () => {
    // 20:00 on Sunday to 19:00 on Monday, regular hours only: Monday's session.
    const session = sessionSpec({ startMin: 20 * 60, endMin: 19 * 60, exchange: false, extended: false });
    expect(rowsOf(orb, '', market([...MONDAY.slice(0, -1), CLOCK]), { session })[0]).toMatchObject({
      date: '2024-06-03',
      or_bars: 3,
      minutes_to_breakout: 6,
    });
  });

  it('ends an early close with the last bar of the feed', () => {
    const rows: Row[] = [MONDAY[0], ['2024-06-03 16:59', 101, 104, 101, 103], CLOCK];
    expect(rowsOf(orb, '', market(rows))[0]).toMatchObject({ session_close: 103, continuation: true, complete: true });
  });
});

describe('the base interval', () => {
  it('of 5m makes the first bar the range of 5 minutes', () => {
    const rows: Row[] = [
      ['2024-06-03 13:30', 100, 101, 99, 100],
      ['2024-06-03 13:35', 100, 102, 100, 102],
      ['2024-06-03 19:55', 102, 102, 102, 102],
    ];
    expect(rowsOf(orb, '', market(rows, 'etf', 5))[0]).toMatchObject({
      orb_minutes: 5,
      or_bars: 1,
      minutes_to_breakout: 5,
      complete: true,
    });
  });

  it('of 1h on the clock hour: the bar that straddles the opening is no part of the day', () => {
    const rows: Row[] = [
      ['2024-06-03 13:00', 100, 150, 50, 100],
      ['2024-06-03 14:00', 100, 101, 99, 100],
      ['2024-06-03 15:00', 100, 103, 100, 102],
      ['2024-06-03 20:00', 102, 102, 102, 102],
    ];
    expect(rowsOf(orb, '', market(rows, 'etf', 60))[0]).toMatchObject({
      orb_minutes: 60, // 5 does not fit: the smallest multiple above
      or_high: 101,
      or_bars: 1,
      session_open: 100,
      session_high: 103,
      minutes_to_breakout: 90, // from 13:30
      complete: true,
    });
  });

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
