import { describe, expect, it } from 'vitest';
import { market, type Row } from '../../test/support/market-rows.ts';
import { DEFAULT_SESSION } from '../market/sessions.ts';
import { relativeVolumeAt, relativeVolumes } from './sessions.ts';

/** The first `n` weekdays from 8 July 2024 on; the exchange opens 13:30 UTC. */
function weekdays(n: number): string[] {
  const dates: string[] = [];
  for (let ms = Date.UTC(2024, 6, 8); dates.length < n; ms += 86_400_000) {
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

  it('is null below 3 sessions with bars there, and over a mean of 0', () => {
    const ratios = (...volumes: number[]) => [...relativeVolumes(Float64Array.from(volumes))];
    expect(ratios(1, 1, 1, 5)).toEqual([Number.NaN, Number.NaN, Number.NaN, 5]);
    expect(ratios(1, 1, Number.NaN, 5)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(ratios(0, 0, 0, 5)[3]).toBeNaN();
    expect(ratios(1, 1, 1, 0)[3]).toBe(0);
    expect(ratios(1, 1, 1, Number.NaN)[3]).toBeNaN();
  });
});
