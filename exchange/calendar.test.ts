import { describe, expect, it } from 'vitest';
import { isoDate, isWeekend, parseIsoDate } from '../lib/days.ts';
import { CLOSED, EARLY } from '../test/oracles/closings.ts';
import { hasMarketData, readMarketData } from '../test/support/market-data.ts';
import {
  cryptoCalendar,
  isTradingDay,
  regularCloseMin,
  usEquities,
  usEquityCalendar,
  useClosings,
} from './calendar.ts';
import { newYorkOffset } from './new-york.ts';

const day = (text: string) => parseIsoDate(text)!;
const all = Array.from({ length: day('2028-12-31') - day('1998-01-01') + 1 }, (_, i) => day('1998-01-01') + i);
const nyse = usEquityCalendar();

describe('US equities', () => {
  it('do not trade on weekends and on these days from 1998 to 2028, and on all others they do', () => {
    const closed = all.filter((each) => nyse.hours(each) === null);
    expect(closed.filter((each) => !isWeekend(each)).map(isoDate)).toEqual(CLOSED);
    expect(closed.filter(isWeekend).length).toBe(all.filter(isWeekend).length);
  });

  it('close at 13:00 on these days, and on all others at 16:00', () => {
    const early = all.filter((each) => nyse.hours(each)?.closeMin === 13 * 60);
    expect(early.map(isoDate)).toEqual(EARLY);
    expect(all.filter((each) => nyse.hours(each)?.earlyClose)).toEqual(early);
    const others = all.filter((each) => ![undefined, 780, 960].includes(nyse.hours(each)?.closeMin));
    // Trading stopped four minutes early because systems failed.
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
    // Some short days have late trades in the file; no other day ends before 15:00.
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

  it('have regular hours until 16:00, a scheduled early close or that of the operator, and none on a full closing', () => {
    const closes = (...dates: string[]) => dates.map((date) => regularCloseMin(day(date)));
    expect(closes('2025-11-26', '2025-11-27', '2025-11-28', '1999-12-31')).toEqual([960, null, 780, 780]);
    // These are a day stopped early, a Saturday, and a date before the calendar begins.
    expect(closes('2005-06-01', '2024-06-01', '1997-12-25')).toEqual([960, 960, 960]);
    expect(['2024-06-01', '2024-07-04', '2024-07-05', '1997-12-25'].map((date) => isTradingDay(day(date)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    useClosings([{ day: day('2026-12-02'), closeMin: 12 * 60 }]);
    expect(closes('2026-12-02')).toEqual([720]);
    useClosings([]);
    expect(closes('2026-12-02')).toEqual([960]);
  });

  it('name why they are closed', () => {
    const named = (...dates: string[]) => dates.map((date) => nyse.holiday(day(date)));
    expect(named('2025-11-27', '2022-12-26', '2012-10-30', '2024-06-19')).toEqual([
      'Thanksgiving Day',
      'Christmas Day',
      'Hurricane Sandy',
      'Juneteenth',
    ]);
    expect(named('2025-11-28', '2025-11-29', '1997-12-25')).toEqual([null, null, null]);
    expect(all.filter((each) => nyse.holiday(each) !== null).map(isoDate)).toEqual(CLOSED);
  });

  it('are not known before 1998', () => {
    expect(() => nyse.hours(day('1997-12-31'))).toThrow(RangeError);
  });
});

it('crypto trades at all hours of all days', () => {
  expect(cryptoCalendar.hours(day('2024-12-25'))).toEqual({ openMin: 0, closeMin: 1440, earlyClose: false });
});
