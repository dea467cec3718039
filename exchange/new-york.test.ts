import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../lib/days.ts';
import { newYorkDay, newYorkMinute, newYorkOffset } from './new-york.ts';

const minute = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 60_000;
const utc = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16).replace('T', ' ');
const day = (text: string) => parseIsoDate(text)!;

describe("New York's clock", () => {
  it('changes at 2 a.m. on the Sundays that the law of the year names', () => {
    // Each row is the last UTC minute before a change, with the offsets before and after it.
    const changes = [
      ['2024-03-10 06:59', -300, -240],
      ['2024-11-03 05:59', -240, -300],
      ['2007-03-11 06:59', -300, -240], // the first year of the present rule
      ['2006-04-02 06:59', -300, -240], // first Sunday in April until then
      ['2006-10-29 05:59', -240, -300], // last Sunday in October
      ['1998-04-05 06:59', -300, -240],
      ['1986-04-27 06:59', -300, -240], // last Sunday in April
      ['1974-01-06 06:59', -300, -240], // the year of the oil crisis
    ] as const;
    for (const [last, before, after] of changes) {
      expect([newYorkOffset(minute(last)), newYorkOffset(minute(last) + 1)]).toEqual([before, after]);
      // The later minute comes first, because the look-up caches the last range.
      expect([newYorkOffset(minute(last) + 1), newYorkOffset(minute(last))]).toEqual([after, before]);
    }
  });

  it('opens the exchange at 14:30 UTC in winter and at 13:30 in summer', () => {
    const opens = ['2024-03-08', '2024-03-11', '2024-11-01', '2024-11-04'].map((text) =>
      utc(newYorkMinute(day(text), 570)),
    );
    expect(opens).toEqual(['2024-03-08 14:30', '2024-03-11 13:30', '2024-11-01 13:30', '2024-11-04 14:30']);
  });

  it('has days of 23 and 25 hours', () => {
    const length = (text: string) => newYorkMinute(day(text) + 1, 0) - newYorkMinute(day(text), 0);
    expect(['2024-03-09', '2024-03-10', '2024-11-03'].map(length)).toEqual([1440, 23 * 60, 25 * 60]);
    expect(utc(newYorkMinute(day('2024-03-10'), 0))).toBe('2024-03-10 05:00');
    expect(utc(newYorkMinute(day('2024-11-03'), 0))).toBe('2024-11-03 04:00');
    expect(utc(newYorkMinute(day('2024-11-03'), 20 * 60))).toBe('2024-11-04 01:00');
  });

  it('dates a bar of the night before', () => {
    const dated = (text: string) => newYorkDay(minute(text)) - day('2024-06-04');
    expect([dated('2024-06-04 03:59'), dated('2024-06-04 04:00'), dated('2024-06-05 03:59')]).toEqual([-1, 0, 0]);
    expect(newYorkDay(minute('2024-01-04 04:59'))).toBe(day('2024-01-03'));
  });

  it('is the one of the platform at any minute from 1970 to 2099', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: minute('2099-12-31 23:59') }), (at) => {
        const shown = Date.parse(`${clock.format(at * 60_000).replace(' ', 'T')}Z`) / 60_000;
        expect(newYorkOffset(at)).toBe(shown - at);
        const wall = at + newYorkOffset(at);
        const date = Math.floor(wall / 1440);
        expect(newYorkDay(at)).toBe(date);
        // A clock time between 1 and 3 in the morning may occur twice or never.
        const ofDay = wall - date * 1440;
        if (ofDay < 60 || ofDay >= 180) expect(newYorkMinute(date, ofDay)).toBe(at);
      }),
      { seed: 20_240_310, numRuns: 3000 },
    );
  });
});
