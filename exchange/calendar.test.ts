import { describe, expect, it } from 'vitest';
import { isoDate, isWeekend, parseIsoDate } from '../lib/days.ts';
import { hasMarketData, readMarketData } from '../test/support/market-data.ts';
import { cryptoCalendar, usEquities, usEquityCalendar, useClosings } from './calendar.ts';
import { newYorkOffset } from './new-york.ts';

/**
 * Weekdays without trading and days that close at 13:00, month and day by year: as pandas_market_calendars 5 (calendar NYSE)
 * and exchange_calendars 4 (XNYS) list them. They agree on all but 1999-12-31, which only the latter has as a short day; the
 * bars of SPY and IBM end at 13:00 there.
 */
const CLOSED = `
  1998: 01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25
  1999: 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
  2000: 01-17 02-21 04-21 05-29 07-04 09-04 11-23 12-25
  2001: 01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25
  2002: 01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25
  2003: 01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25
  2004: 01-01 01-19 02-16 04-09 05-31 06-11 07-05 09-06 11-25 12-24
  2005: 01-17 02-21 03-25 05-30 07-04 09-05 11-24 12-26
  2006: 01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25
  2007: 01-01 01-02 01-15 02-19 04-06 05-28 07-04 09-03 11-22 12-25
  2008: 01-01 01-21 02-18 03-21 05-26 07-04 09-01 11-27 12-25
  2009: 01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25
  2010: 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
  2011: 01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26
  2012: 01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25
  2013: 01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25
  2014: 01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25
  2015: 01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25
  2016: 01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26
  2017: 01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25
  2018: 01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25
  2019: 01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25
  2020: 01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25
  2021: 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24
  2022: 01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26
  2023: 01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25
  2024: 01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25
  2025: 01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25
  2026: 01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25
  2027: 01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24
  2028: 01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25
`;
const EARLY = `
  1998: 11-27 12-24
  1999: 11-26 12-31
  2000: 07-03 11-24
  2001: 07-03 11-23 12-24
  2002: 07-05 11-29 12-24
  2003: 07-03 11-28 12-24 12-26
  2004: 11-26
  2005: 11-25
  2006: 07-03 11-24
  2007: 07-03 11-23 12-24
  2008: 07-03 11-28 12-24
  2009: 11-27 12-24
  2010: 11-26
  2011: 11-25
  2012: 07-03 11-23 12-24
  2013: 07-03 11-29 12-24
  2014: 07-03 11-28 12-24
  2015: 11-27 12-24
  2016: 11-25
  2017: 07-03 11-24
  2018: 07-03 11-23 12-24
  2019: 07-03 11-29 12-24
  2020: 11-27 12-24
  2021: 11-26
  2022: 11-25
  2023: 07-03 11-24
  2024: 07-03 11-29 12-24
  2025: 07-03 11-28 12-24
  2026: 11-27 12-24
  2027: 11-26
  2028: 07-03 11-24
`;

function listed(text: string): string[] {
  return [...text.matchAll(/(\d{4}): (.*)/g)].flatMap(([, year, dates]) =>
    dates.split(' ').map((date) => `${year}-${date}`),
  );
}

const day = (text: string) => parseIsoDate(text)!;
const all = Array.from({ length: day('2028-12-31') - day('1998-01-01') + 1 }, (_, i) => day('1998-01-01') + i);
const nyse = usEquityCalendar();

describe('US equities', () => {
  it('do not trade on weekends and on these days from 1998 to 2028, and on all others they do', () => {
    const closed = all.filter((each) => nyse.hours(each) === null);
    expect(closed.filter((each) => !isWeekend(each)).map(isoDate)).toEqual(listed(CLOSED));
    expect(closed.filter(isWeekend).length).toBe(all.filter(isWeekend).length);
  });

  it('close at 13:00 on these days, and on all others at 16:00', () => {
    const early = all.filter((each) => nyse.hours(each)?.closeMin === 13 * 60);
    expect(early.map(isoDate)).toEqual(listed(EARLY));
    const others = all.filter((each) => nyse.hours(each)?.earlyClose && !early.includes(each));
    // A failure of systems, four minutes before the end.
    expect(others.map((each) => [isoDate(each), nyse.hours(each)!.closeMin])).toEqual([['2005-06-01', 956]]);
  });

  it.skipIf(!hasMarketData)('trade on the days and until the hours that hourly bars of SPY show', () => {
    const { minute } = readMarketData('bars/lean/SPY_1h.csv.gz').bars;
    const lastHour = new Map<number, number>();
    for (const start of minute) {
      const local = start + newYorkOffset(start);
      lastHour.set(Math.floor(local / 1440), Math.floor((local % 1440) / 60));
    }
    const dates = [...lastHour.keys()].filter((each) => each >= nyse.from);
    expect(dates.length).toBeGreaterThan(5000);
    const between = all.filter((each) => each >= dates[0] && each <= dates[dates.length - 1]);
    expect(dates.filter((each) => nyse.hours(each) === null).map(isoDate)).toEqual([]);
    expect(between.filter((each) => nyse.hours(each) && !lastHour.has(each)).map(isoDate)).toEqual([]);
    // On some short days the file has late trades; no other day ends before 15:00.
    const short = dates.filter((each) => lastHour.get(each)! < 15);
    expect(short.length).toBeGreaterThan(30);
    expect(short.filter((each) => nyse.hours(each)?.closeMin !== 780).map(isoDate)).toEqual([]);
  });

  it.each([
    ['2001-09-17', 573],
    ['2002-09-11', 720],
    ['2006-12-27', 572],
    ['2024-03-01', 570],
  ])('on %s open at minute %d of the day', (date, openMin) => {
    expect(nyse.hours(day(date))?.openMin).toBe(openMin);
  });

  it('are closed on a day, or from a minute, that an operator adds, in that calendar alone', () => {
    const own = usEquityCalendar([
      { day: day('2026-12-01'), closeMin: null },
      { day: day('2026-12-02'), closeMin: 12 * 60 },
    ]);
    expect(own.hours(day('2026-12-01'))).toBeNull();
    expect(own.hours(day('2026-12-02'))).toEqual({ openMin: 570, closeMin: 720, earlyClose: true });
    expect(nyse.hours(day('2026-12-01'))).not.toBeNull();
    useClosings([{ day: day('2026-12-01'), closeMin: null }]);
    expect(usEquities.hours(day('2026-12-01'))).toBeNull();
    useClosings([]);
    expect(usEquities.hours(day('2026-12-01'))).not.toBeNull();
  });

  it('are not known before 1998', () => {
    expect(() => nyse.hours(day('1997-12-31'))).toThrow(RangeError);
  });
});

it('crypto trades at all hours of all days', () => {
  expect(cryptoCalendar.hours(day('2024-12-25'))).toEqual({ openMin: 0, closeMin: 1440, earlyClose: false });
});
