import { expect, it } from 'vitest';
import { type Clock, dayAt, isStale, latestSession, minuteAt, minuteOf, shiftedTime, shifts } from './hours.ts';

const utc = (from: string, to: string): Clock => ({ from, to, timeZone: 'UTC' });

// The clocks of New York changed on 9 March and 2 November 2025.
it.each([
  [utc('2025-06-02', '2025-08-29'), 'New York', [-240]],
  [utc('2025-12-01', '2026-02-27'), 'New York', [-300]],
  [utc('2025-03-03', '2025-03-14'), 'New York', [-300, -240]],
  [utc('2025-10-31', '2025-11-03'), 'New York', [-300, -240]],
  [utc('2025-01-02', '2025-12-31'), 'UTC', [0]],
  [{ from: '2025-01-02', to: '2025-12-31', timeZone: 'America/New_York' }, 'New York', [0]],
  [{ from: '2025-01-02', to: '2025-12-31', timeZone: 'America/New_York' }, 'UTC', [240, 300]],
] as const)('%j is moved to %s by %j minutes', (clock, chosen, expected) => {
  expect(shifts(clock, chosen)).toEqual(expected);
});

it('dates a moment by the clock of its session', () => {
  const evening = '2026-11-20T00:30:00+00:00';
  expect(['UTC', 'America/New_York'].map((timeZone) => dayAt(evening, timeZone))).toEqual(['2026-11-20', '2026-11-19']);
  expect(dayAt('2026-11-20', 'America/New_York')).toBe('2026-11-20');
});

// 20 November 2026 is a Friday, 26 November is Thanksgiving; New York opens at 14:30 UTC.
it.each([
  ['equity', '2026-11-20', '2026-11-22T18:00:00Z', false],
  ['equity', '2026-11-20', '2026-11-23T14:40:00Z', false],
  ['equity', '2026-11-20', '2026-11-23T17:00:00Z', true],
  ['equity', '2026-11-23', '2026-11-23T23:00:00Z', false],
  ['equity', '2026-11-25', '2026-11-26T18:00:00Z', false],
  ['crypto', '2026-11-22', '2026-11-23T00:10:00Z', false],
  ['crypto', '2026-11-22', '2026-11-23T00:20:00Z', true],
])('the latest %s session being of %s, at %s its data are missing: %s', (assetClass, session, now, expected) => {
  expect(isStale(session, assetClass, Date.parse(now))).toBe(expected);
});

it('the latest session of exchange hours is one that has begun, and not a daily bar of the day before', () => {
  expect(latestSession('2026-11-24T10:09:00Z', 'equity', '1m')).toBe('2026-11-23');
  expect(latestSession('2026-11-24T14:30:00Z', 'equity', '1m')).toBe('2026-11-24');
  expect(latestSession('2026-11-24T00:00:00Z', 'equity', '1d')).toBe('2026-11-24');
  expect(latestSession('2026-11-22T03:00:00Z', 'crypto', '1m')).toBe('2026-11-22');
});

it('shows each time once, over midnight too', () => {
  expect(shiftedTime(minuteOf('09:30'), [240, 300])).toBe('13:30 / 14:30');
  expect(shiftedTime(minuteOf('02:00'), [-240])).toBe('22:00');
  expect(shiftedTime(minuteOf('23:30'), [60])).toBe('00:30');
});

it('the minute of the day is the one of that clock, in summer and in winter', () => {
  expect(minuteAt('2024-06-03T15:42:00+00:00', 'America/New_York')).toBe(11 * 60 + 42);
  expect(minuteAt('2024-01-03T03:00:00+00:00', 'America/New_York')).toBe(22 * 60);
  expect(minuteAt('2024-01-03T03:00:00+00:00', 'UTC')).toBe(180);
});
