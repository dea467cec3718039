import { describe, expect, it } from 'vitest';
import { ALL_DATES, loadedFrom, sessionsAfter, sessionsBefore } from './affected.ts';

const CALENDAR = [100, 101, 104, 105];

describe('dates counted in sessions', () => {
  it('before a date begin at the first session that is known, where there are too few', () => {
    expect(sessionsBefore(CALENDAR, 105, 2)).toBe(101);
    expect(sessionsBefore(CALENDAR, 105, 9)).toBe(100);
    expect(sessionsBefore([], 105, 1)).toBe(105);
  });

  it('after a date are all later ones, where there are too few', () => {
    expect(sessionsAfter(CALENDAR, 101, 1)).toBe(104);
    expect(sessionsAfter(CALENDAR, 104, 2)).toBe(ALL_DATES.to);
  });

  it('are loaded from the beginning of the data, where there are too few: bars may lie before the first session', () => {
    expect(loadedFrom(CALENDAR, 105, 2)).toBe(101);
    expect(loadedFrom(CALENDAR, 105, 3)).toBe(100);
    expect(loadedFrom(CALENDAR, 105, 4)).toBe(ALL_DATES.from);
    expect(loadedFrom(CALENDAR, 99, 1)).toBe(ALL_DATES.from);
    expect(loadedFrom([], 105, 1)).toBe(ALL_DATES.from);
  });
});
