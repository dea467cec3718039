import { describe, expect, it } from 'vitest';
import { dayOfMs, isoDate, isoMonday, isoWeek, monthsBefore, parseIsoDate, WEEKDAYS, weekdayOf } from './days.ts';

const day = (text: string) => parseIsoDate(text)!;

describe('a date', () => {
  it('is counted from 1970-01-01, a Thursday', () => {
    expect(day('1970-01-01')).toBe(0);
    expect(day('1970-01-02')).toBe(1);
    expect(day('1969-12-31')).toBe(-1);
    expect(day('2024-03-01') - day('2024-02-28')).toBe(2); // leap year
    expect(day('2100-03-01') - day('2100-02-28')).toBe(1); // none: divisible by 100
    expect(isoDate(day('2024-02-29'))).toBe('2024-02-29');
    expect(WEEKDAYS[weekdayOf(0)]).toBe('Thursday');
  });

  it('is read only where the calendar has it, and only in full', () => {
    for (const text of [
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-4-1',
      '24-04-01',
      '',
      ' 2024-04-01',
    ]) {
      expect(parseIsoDate(text)).toBeNull();
    }
    expect(parseIsoDate('2024-04-01\n')).toBeNull();
    expect(parseIsoDate('2024-04-01T00:00:00Z')).toBeNull();
  });

  it('of a moment is the one that has begun', () => {
    expect(dayOfMs(86_399_999)).toBe(0);
    expect(dayOfMs(86_400_000)).toBe(1);
    expect(dayOfMs(-1)).toBe(-1);
  });
});

describe('an ISO week', () => {
  it('belongs to the year of its Thursday', () => {
    // The dates surround the turns of years; the weeks are those of the standard's tables.
    const weeks = {
      '2005-01-01': '2004-53',
      '2005-01-02': '2004-53',
      '2005-12-31': '2005-52',
      '2007-01-01': '2007-1',
      '2008-12-28': '2008-52',
      '2008-12-29': '2009-1',
      '2010-01-03': '2009-53',
      '2020-12-31': '2020-53',
      '2021-01-03': '2020-53',
      '2021-01-04': '2021-1',
      '2024-12-30': '2025-1',
    };
    for (const [text, expected] of Object.entries(weeks)) {
      const { year, week } = isoWeek(day(text));
      expect(`${year}-${week}`).toBe(expected);
    }
  });

  it('begins on Monday', () => {
    expect(isoDate(isoMonday(day('2024-06-09')))).toBe('2024-06-03');
    expect(isoDate(isoMonday(day('2024-06-03')))).toBe('2024-06-03');
    expect(isoDate(isoMonday(day('2021-01-01')))).toBe('2020-12-28');
  });
});

describe('calendar months', () => {
  it('back from a day that the month lacks is its last day', () => {
    const back = (text: string, months: number) => isoDate(monthsBefore(day(text), months));
    expect(back('2024-03-31', 1)).toBe('2024-02-29');
    expect(back('2023-03-31', 1)).toBe('2023-02-28');
    expect(back('2024-02-29', 12)).toBe('2023-02-28');
    expect(back('2024-02-29', 48)).toBe('2020-02-29');
    expect(back('2024-05-31', 6)).toBe('2023-11-30');
    expect(back('2024-01-15', 1)).toBe('2023-12-15');
    expect(back('2024-01-31', 60)).toBe('2019-01-31');
    expect(back('2024-12-31', 24)).toBe('2022-12-31');
  });
});
