import { describe, expect, it } from 'vitest';
import { ALL_DATES } from '../statistics/statistic.ts';
import { affectedDates, loadedDates, loadedFrom, sessionsAfter, sessionsBefore } from './plan.ts';

const calendar = (...date: number[]) => ({ length: date.length, date });
const CALENDAR = calendar(100, 101, 104, 105);
const EMPTY = calendar();

describe('dates counted in sessions', () => {
  it('before a date begin at the first session that is known, where there are too few', () => {
    expect(sessionsBefore(CALENDAR, 105, 2)).toBe(101);
    expect(sessionsBefore(CALENDAR, 105, 9)).toBe(100);
    expect(sessionsBefore(EMPTY, 105, 1)).toBe(105);
  });

  it('after a date are all later ones, where there are too few', () => {
    expect(sessionsAfter(CALENDAR, 101, 1)).toBe(104);
    expect(sessionsAfter(CALENDAR, 104, 2)).toBe(ALL_DATES.to);
  });

  it('are loaded from the beginning of the data, where there are too few: bars may be before the first session', () => {
    expect(loadedFrom(CALENDAR, 105, 2)).toBe(101);
    expect(loadedFrom(CALENDAR, 105, 3)).toBe(100);
    expect(loadedFrom(CALENDAR, 105, 4)).toBe(ALL_DATES.from);
    expect(loadedFrom(CALENDAR, 99, 1)).toBe(ALL_DATES.from);
    expect(loadedFrom(EMPTY, 105, 1)).toBe(ALL_DATES.from);
  });
});

describe('what is looked ahead by candles', () => {
  const dates = [100, 101, 102, 103, 104, 105, 106, 107];
  const of = (...bars: number[]) => ({ length: dates.length, date: dates, bars });
  /** 6 candles of up to 5 bars: at most 6 sessions, each of which has at least one. */
  const reach = { back: 0, ahead: 6, aheadCandles: { count: 6, bars: 5 } };
  const dirty = { from: 107, to: 107 };

  it('goes back over as many sessions as surely hold them, one candle more and one session more', () => {
    // Before 106: 20 bars are 4 candles or more, 11 bars 3 or more. 7 of them, and the session before.
    expect(affectedDates(dirty, of(20, 20, 20, 20, 11, 20, 20, 20), reach, undefined).from).toBe(103);
    expect(affectedDates(dirty, of(20, 20, 20, 20, 10, 20, 20, 20), reach, undefined).from).toBe(102);
  });

  it('never goes further than the bound', () => {
    expect(affectedDates({ from: 108, to: 108 }, of(9, 1, 1, 1, 1, 1, 1, 1), reach, undefined).from).toBe(100);
    const close = { ...reach, ahead: 2 };
    expect(affectedDates(dirty, of(1, 1, 1, 1, 1, 1, 1, 1), close, undefined).from).toBe(103);
  });

  it('is the bound where bars are not counted', () => {
    const uncounted = { length: dates.length, date: dates };
    expect(affectedDates(dirty, uncounted, { ...reach, ahead: 4 }, undefined).from).toBe(101);
  });

  it('is loaded for the wanted dates, with one session and two days more', () => {
    const wanted = { from: 101, to: 101 };
    expect(loadedDates(wanted, of(20, 20, 20, 20, 20, 20, 20, 20), reach).to).toBe(106);
    expect(loadedDates(wanted, of(1, 1, 1, 1, 1, 1, 1, 1), { ...reach, ahead: 2 }).to).toBe(106);
  });
});
