import { expect, test } from 'vitest';
import { openZone, readTime } from './time.ts';

const AT = Date.UTC(2025, 5, 4, 13, 30);

test.each([
  ['2025-06-04T13:30:00Z'],
  ['2025-06-04 13:30:00Z'],
  ['2025-06-04 13:30:00+00:00'],
  ['2025-06-04 15:30:00 +0200'],
  ['2025-06-04 13:30 UTC'],
  ['2025/06/04 13:30:00 GMT'],
  ['1749043800'],
  ['1749043800.0'],
  ['1749043800000'],
  ['1749043800000000'],
  ['1749043800000000000'],
  [1749043800],
  [1749043800000],
  [1749043800000000],
])('%s is an instant', (value) => {
  expect(readTime(value)).toMatchObject({ ms: AT, kind: 'instant' });
});

test.each([['2025-06-04'], ['20250604'], ['2025/06/04'], ['2025.06.04'], [20250604]])('%s is a date', (value) => {
  expect(readTime(value)).toMatchObject({ ms: Date.UTC(2025, 5, 4), kind: 'date' });
});

test.each([['2025-06-04 13:30:00'], ['2025-06-04T13:30'], ['20250604 13:30'], ['202506041330'], ['20250604133000']])(
  '%s is what a clock without a zone showed',
  (value) => {
    expect(readTime(value)).toMatchObject({ ms: AT, kind: 'local' });
  },
);

test('a date and a clock in two columns are one time', () => {
  expect(readTime('2025-06-04', '13:30')).toMatchObject({ ms: AT, kind: 'local' });
  expect(readTime('2025.06.04', '13:30:00')).toMatchObject({ ms: AT, kind: 'local' });
  expect(readTime('20250604', ' 13:30:00 ')).toMatchObject({ ms: AT, kind: 'local' });
  expect(readTime('2025-06-04', '')).toMatchObject({ kind: 'date' });
});

test.each(['06/04/2025', '4.6.2025', '2023-02-29', '2025-06-04 25:00', 'noon', '', '2025', '-5', null, true, 12.5])(
  '%s is no time',
  (value) => {
    expect(readTime(value)).toBeNull();
  },
);

test('microseconds beyond the minute are not lost', () => {
  expect(readTime('1749043800000001000')!.ms).not.toBe(AT);
});

test('the clock of New York is read by the season', () => {
  const zone = openZone('America/New_York');
  const local = (day: number, hour: number, month = 2) => zone.toUtc(Date.UTC(2025, month, day, hour, 30));
  expect(local(7, 9)).toEqual({ ms: Date.UTC(2025, 2, 7, 14, 30) });
  expect(local(10, 9)).toEqual({ ms: Date.UTC(2025, 2, 10, 13, 30) });
  // 9 March 2025: from 02:00 to 03:00. 2 November 2025: from 02:00 back to 01:00.
  expect(local(9, 1)).toEqual({ ms: Date.UTC(2025, 2, 9, 6, 30) });
  expect(local(9, 2)).toEqual({ problem: 'skipped' });
  expect(local(9, 3)).toEqual({ ms: Date.UTC(2025, 2, 9, 7, 30) });
  expect(local(2, 0, 10)).toEqual({ ms: Date.UTC(2025, 10, 2, 4, 30) });
  expect(local(2, 1, 10)).toEqual({ problem: 'ambiguous' });
  expect(local(2, 2, 10)).toEqual({ ms: Date.UTC(2025, 10, 2, 7, 30) });
});

test('a zone that does not exist is reported by the option', () => {
  expect(() => openZone('Mars/Base')).toThrow(/--tz Mars\/Base/);
});

test.each([
  ['45812.5625', AT],
  // Cut off: to the nearest second.
  ['45812.5624999', AT],
  ['45812.395833333', Date.UTC(2025, 5, 4, 9, 30)],
  [45812.39, Date.UTC(2025, 5, 4, 9, 21, 36)],
])('the serial date of a spreadsheet %s is a time of its clock', (value, ms) => {
  expect(readTime(value)).toMatchObject({ ms, kind: 'local' });
});

test.each(['45812', '34200', '9.5', '145812.5'])('%s, which could be anything else, is none', (value) => {
  expect(readTime(value)).toBeNull();
});
