import { describe, expect, it } from 'vitest';
import { aboveMean, belowMean, reaches, staysWithin } from './tolerance.ts';

describe('a ratio at a threshold', () => {
  it('reaches it though binary fractions fall short', () => {
    const share = (100.75 - 100) / (101 - 100) - 0.15; // 0.6, as cents have it
    expect(0.1 + 0.2 - 0.3).not.toBe(0);
    expect(reaches(0.3 - 1e-12, 0.3)).toBe(true);
    expect(reaches(0.1 * 3, 0.3)).toBe(true);
    expect(reaches(share, 0.6)).toBe(true);
    expect(staysWithin(0.1 + 0.2, 0.3)).toBe(true);
  });

  it('misses it by more than 1e-9', () => {
    expect(reaches(0.3 - 2e-9, 0.3)).toBe(false);
    expect(staysWithin(0.3 + 2e-9, 0.3)).toBe(false);
    expect(reaches(Number.NaN, 0)).toBe(false);
    expect(staysWithin(Number.NaN, 0)).toBe(false);
  });
});

describe('a price against a mean of prices', () => {
  it('is beyond it by more than 1e-9 of the mean', () => {
    const average = (100.1 + 100.2 + 100.3) / 3;
    expect([aboveMean(100.2, average), belowMean(100.2, average)]).toEqual([false, false]);
    expect([aboveMean(100.21, average), belowMean(100.21, average)]).toEqual([true, false]);
    expect([aboveMean(100.19, average), belowMean(100.19, average)]).toEqual([false, true]);
    expect([aboveMean(1e-8 * (1 + 2e-9), 1e-8), aboveMean(1e-8 * (1 + 0.5e-9), 1e-8)]).toEqual([true, false]);
  });
});
