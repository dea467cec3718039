import { describe, expect, it } from 'vitest';
import { isoDate } from '../lib/days.ts';
import { dateOfDaily, endOfBar, GRID, gridsOf, startOfBar } from './grid.ts';

const minute = (text: string) => Date.parse(text) / 60_000;
const utc = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);

describe('the date of a daily bar', () => {
  it.each([
    // The moments are a date alone, New York's midnight and close in summer and winter, and a late evening there.
    ['2025-09-15T00:00:00Z', '2025-09-15'],
    ['2025-09-15T04:00:00Z', '2025-09-15'],
    ['2025-12-15T05:00:00Z', '2025-12-15'],
    ['2025-09-15T20:00:00Z', '2025-09-15'],
    ['2025-09-16T03:59:59Z', '2025-09-15'],
    ['2025-09-16T00:00:01Z', '2025-09-15'],
  ])('of %s is %s', (time, date) => {
    expect(isoDate(dateOfDaily('equity', Date.parse(time))!)).toBe(date);
  });

  it('of crypto is known at 00:00 UTC alone', () => {
    expect(isoDate(dateOfDaily('crypto', Date.parse('2025-09-15'))!)).toBe('2025-09-15');
    expect(dateOfDaily('crypto', Date.parse('2025-09-15T04:00:00Z'))).toBeNull();
  });
});

describe('grids', () => {
  it.each([
    // Intervals up to half an hour have one grid.
    [5, '2025-09-15T13:30Z', GRID.all],
    [5, '2025-09-15T13:31Z', 0],
    [60, '2025-09-15T14:00Z', GRID.utc | GRID.newYork],
    [60, '2025-09-15T14:30Z', GRID.open],
    [60, '2025-09-15T13:30Z', GRID.all],
    [60, '2025-09-15T14:15Z', 0],
    // These moments are 10:00 and 12:00 New York in summer and in winter.
    [120, '2025-09-15T14:00Z', GRID.utc | GRID.newYork],
    [120, '2025-12-15T15:00Z', GRID.newYork],
    [120, '2025-12-15T14:00Z', GRID.utc],
    [240, '2025-12-15T14:30Z', GRID.all],
    // This moment is 13:30 New York.
    [240, '2025-12-15T18:30Z', GRID.open],
    [240, '2025-12-15T17:00Z', GRID.newYork],
  ])('of %d minutes at %s', (interval, time, grids) => {
    expect(gridsOf(interval, minute(time))).toBe(grids);
  });

  it('start no bar between them', () => {
    expect(startOfBar('equity', 60, Date.parse('2025-09-15T14:15Z'))).toBeNull();
    expect(startOfBar('equity', 5, Date.parse('2025-09-15T14:15:30Z'))).toBeNull();
    expect(startOfBar('equity', 1440, Date.parse('2025-09-15T20:00Z'))).toBe(Date.parse('2025-09-15'));
  });
});

describe('the end of a bar', () => {
  it.each([
    ['equity', 1, '2025-09-15T13:30', '2025-09-15T13:31'],
    // The regular close ends a bar that began before it, at 13:00 New York on a half day, and no bar that began later.
    ['equity', 60, '2025-09-15T19:30', '2025-09-15T20:00'],
    ['equity', 240, '2025-12-15T18:30', '2025-12-15T21:00'],
    ['equity', 60, '2025-11-28T17:30', '2025-11-28T18:00'],
    ['equity', 60, '2025-11-28T18:00', '2025-11-28T19:00'],
    ['equity', 60, '2025-11-27T17:30', '2025-11-27T18:30'],
    ['crypto', 240, '2025-12-15T18:00', '2025-12-15T22:00'],
    // Daily bars end at the close of their date (half day, holiday, before the calendar included), crypto at midnight.
    ['etf', 1440, '2025-09-15T00:00', '2025-09-15T20:00'],
    ['etf', 1440, '2025-11-28T00:00', '2025-11-28T18:00'],
    ['etf', 1440, '2025-11-27T00:00', '2025-11-27T21:00'],
    ['etf', 1440, '1995-07-05T00:00', '1995-07-05T20:00'],
    ['crypto', 1440, '2025-09-15T00:00', '2025-09-16T00:00'],
  ] as const)('of %s, %d minutes from %s', (assetClass, interval, start, end) => {
    expect(utc(endOfBar(assetClass, interval, minute(`${start}Z`)))).toBe(end);
  });

  // The next bar cuts off the first bar of hours counted from 00:00; on other grids no bar starts early.
  it.each([
    [60, '2025-09-15T13:30', GRID.utc | GRID.newYork, '2025-09-15T14:00'],
    [60, '2025-09-15T13:30', GRID.open, '2025-09-15T14:30'],
    [60, '2025-09-15T13:30', GRID.all, '2025-09-15T14:30'],
    [60, '2025-09-15T13:00', GRID.all, '2025-09-15T14:00'],
    [120, '2025-12-15T14:30', GRID.newYork, '2025-12-15T15:00'],
    [120, '2025-12-15T14:30', GRID.utc, '2025-12-15T16:00'],
    [240, '2025-12-15T14:30', GRID.utc, '2025-12-15T16:00'],
    [240, '2025-12-15T14:30', GRID.newYork, '2025-12-15T17:00'],
    [240, '2025-12-15T14:30', GRID.utc | GRID.newYork, '2025-12-15T17:00'],
    // New York sets its clock forward at 02:00, so four hours of its clock last three.
    [240, '2025-03-09T05:00', GRID.newYork, '2025-03-09T08:00'],
  ])('of %d minutes from %s on grid %d is %s', (interval, start, grids, end) => {
    expect(utc(endOfBar('equity', interval, minute(`${start}Z`), grids))).toBe(end);
  });
});
