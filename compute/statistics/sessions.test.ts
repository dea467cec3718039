import { describe, expect, it } from 'vitest';
import { market, type Row } from '../../test/support/market-rows.ts';
import { DEFAULT_SESSION, EXTENDED_SESSION } from '../market/sessions.ts';
import { relativeVolumeAt, relativeVolumes, windowVolume } from './sessions.ts';

/** The first `n` weekdays of June 2024 and later; the exchange opens 13:30 UTC. */
function weekdays(n: number): string[] {
  const dates: string[] = [];
  for (let ms = Date.UTC(2024, 5, 3); dates.length < n; ms += 86_400_000) {
    const date = new Date(ms);
    if (date.getUTCDay() % 6 !== 0) dates.push(date.toISOString().slice(0, 10));
  }
  return dates;
}
const bar = (time: string, volume: number): Row => [time, 100, 100, 100, 100, volume];

describe('relative volume', () => {
  it('compares with the 14 sessions before, and no older one', () => {
    // Volumes 1000, 1, 2, ... 14, then 15: the mean of 1 to 14 is 7.5.
    const rows = weekdays(16).map((date, i) => bar(`${date} 13:40`, i === 0 ? 1000 : i));
    const sessions = market(rows).sessions(DEFAULT_SESSION);
    expect(relativeVolumeAt(sessions, 15, 10, 1)).toBe(2);
    expect(relativeVolumes(Float64Array.from({ length: 16 }, (_, i) => (i === 0 ? 1000 : i)))[15]).toBe(2);
  });

  it('counts the minutes from the anchor, also before it and over a change of the clock', () => {
    // New York changes on 10 March 2024: 09:00 there is 14:00 UTC before, 13:00 after.
    const rows = [
      bar('2024-03-06 14:00', 10),
      bar('2024-03-07 14:00', 20),
      bar('2024-03-08 14:00', 30),
      bar('2024-03-11 13:00', 50),
      bar('2024-03-11 14:00', 7),
    ];
    const sessions = market(rows).sessions(EXTENDED_SESSION);
    expect(windowVolume(sessions, 3, -30, 1)).toBe(50);
    expect(relativeVolumeAt(sessions, 3, -30, 1)).toBe(2.5);
    expect(relativeVolumeAt(sessions, 3, 30, 1)).toBeNaN(); // nothing traded there before
  });

  it('takes bars by their start: the range is half-open', () => {
    const sessions = market([
      bar('2024-06-03 13:30', 1),
      bar('2024-06-03 13:34', 2),
      bar('2024-06-03 13:35', 4),
    ]).sessions(DEFAULT_SESSION);
    expect(windowVolume(sessions, 0, 0, 5)).toBe(3);
    expect(windowVolume(sessions, 0, 5, 5)).toBe(4);
    expect(windowVolume(sessions, 0, 1, 3)).toBeNaN();
  });

  it('is null below 3 sessions with bars there, and over a mean of 0', () => {
    const ratios = (...volumes: number[]) => [...relativeVolumes(Float64Array.from(volumes))];
    expect(ratios(1, 1, 1, 5)).toEqual([Number.NaN, Number.NaN, Number.NaN, 5]);
    expect(ratios(1, 1, Number.NaN, 5)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(ratios(0, 0, 0, 5)[3]).toBeNaN();
    expect(ratios(1, 1, 1, 0)[3]).toBe(0);
    expect(ratios(1, 1, 1, Number.NaN)[3]).toBeNaN();
  });
});
