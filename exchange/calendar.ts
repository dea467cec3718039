/**
 * Trading hours of the exchanges: US equities by the rules of the New York Stock Exchange, crypto always. Scheduled days
 * follow from rules, so the calendar continues as long as these hold; unscheduled closings are a list.
 * Sources: NYSE Rule 7.2 (holidays), NYSE's published hours and early closings, and its notices of special closings.
 */
import { getOrMake } from '../lib/collections.ts';
import { isWeekend, MINUTES_PER_DAY, MS_PER_DAY, parseIsoDate, weekdayOf } from '../lib/days.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, newYorkMinute } from './new-york.ts';

/** Minutes of the local day (New York; crypto: UTC), the end exclusive. */
interface TradingHours {
  readonly openMin: number;
  readonly closeMin: number;
  /** The session ends earlier than usual. */
  readonly earlyClose: boolean;
}

export interface ExchangeCalendar {
  /** First day of the calendar, days since the epoch; earlier days are unknown. */
  readonly from: number;
  /** Returns null on a day without trading. @throws {RangeError} if the day is before `from` */
  hours(day: number): TradingHours | null;
}

const EARLY_CLOSE_MIN = 13 * 60;
const [MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 3, 4, 5, 6];

const at = <T>(entries: Record<string, T>) =>
  new Map(Object.entries(entries).map(([date, value]) => [parseIsoDate(date)!, value]));

/** Unscheduled full closings. */
const CLOSED = at({
  '2001-09-11': 'the attacks of 11 September 2001',
  '2001-09-12': 'the attacks of 11 September 2001',
  '2001-09-13': 'the attacks of 11 September 2001',
  '2001-09-14': 'the attacks of 11 September 2001',
  '2004-06-11': 'National Day of Mourning for Ronald Reagan',
  '2007-01-02': 'National Day of Mourning for Gerald Ford',
  '2012-10-29': 'Hurricane Sandy',
  '2012-10-30': 'Hurricane Sandy',
  '2018-12-05': 'National Day of Mourning for George H. W. Bush',
  '2025-01-09': 'National Day of Mourning for Jimmy Carter',
});
/** Scheduled early closes outside the rules: the last day of 1999, the day after Christmas of 2003. */
const CLOSED_EARLY = at({ '1999-12-31': EARLY_CLOSE_MIN, '2003-12-26': EARLY_CLOSE_MIN });
/** Early ends of trading because systems failed. */
const STOPPED_EARLY = at({ '2005-06-01': 15 * 60 + 56 });
/** Late opens: moments of silence, and the memorial of 2002. */
const OPENED_LATE = at({
  '2001-09-17': 9 * 60 + 33,
  '2001-10-08': 9 * 60 + 31,
  '2002-09-11': 12 * 60,
  '2003-03-20': 9 * 60 + 32,
  '2004-06-07': 9 * 60 + 32,
  '2006-12-27': 9 * 60 + 32,
});

/** Returns the day number of a date. @param month from 1 */
const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / MS_PER_DAY;

/** Returns the n-th given weekday of a month, n from 1. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

/** Returns the weekday on which a holiday is observed: Friday for a Saturday, Monday for a Sunday. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY ? day - 1 : weekday === SUNDAY ? day + 1 : day;
}

/** Returns Gregorian Easter Sunday (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

interface Year {
  /** Names of the holidays, by day. */
  readonly closed: ReadonlyMap<number, string>;
  readonly early: ReadonlySet<number>;
}

function yearOf(year: number): Year {
  const newYear = dayOf(year, 1, 1);
  const thanksgiving = nth(year, 11, THURSDAY, 4);
  const closed = new Map([
    [nth(year, 1, MONDAY, 3), 'Martin Luther King Jr. Day'],
    [nth(year, 2, MONDAY, 3), "Washington's Birthday"],
    [easter(year) - 2, 'Good Friday'],
    [nth(year, 6, MONDAY, 1) - 7, 'Memorial Day'],
    [observed(dayOf(year, 7, 4)), 'Independence Day'],
    [nth(year, 9, MONDAY, 1), 'Labor Day'],
    [thanksgiving, 'Thanksgiving Day'],
    [observed(dayOf(year, 12, 25)), 'Christmas Day'],
  ]);
  // A New Year's Day on a Saturday is not observed, because the last day of a year ends the accounts.
  if (weekdayOf(newYear) !== SATURDAY) closed.set(observed(newYear), "New Year's Day");
  if (year >= 2022) closed.set(observed(dayOf(year, 6, 19)), 'Juneteenth');
  // The day after a Thursday's Independence Day was the short one until 2012.
  const afterFourth = year < 2013 && weekdayOf(dayOf(year, 7, 4)) === THURSDAY;
  const eves = [afterFourth ? dayOf(year, 7, 5) : dayOf(year, 7, 3), dayOf(year, 12, 24)];
  const early = new Set([thanksgiving + 1, ...eves.filter((day) => !isWeekend(day) && !closed.has(day))]);
  // A Friday eve is either the observed holiday itself or a whole day.
  for (const day of early) if (weekdayOf(day) === FRIDAY && day !== thanksgiving + 1 && !afterFourth) early.delete(day);
  return { closed, early };
}

/** An unscheduled closing. */
export interface Closing {
  /** Days since the epoch. */
  readonly day: number;
  /** Minute of the local day at which trading ends; null: there is no trading that day. */
  readonly closeMin: number | null;
}

interface UsEquityCalendar extends ExchangeCalendar {
  /** Returns the reason why a weekday has no trading; null if it has, on weekends, and before the calendar begins. */
  holiday(day: number): string | null;
}

/** Returns the calendar of New York's regular hours from 1998 on. @param closings of the operator */
export function usEquityCalendar(closings: readonly Closing[] = []): UsEquityCalendar {
  const from = dayOf(1998, 1, 1);
  const exceptions = new Map([
    ...CLOSED,
    ...closings.flatMap(({ day, closeMin }): [number, string][] =>
      closeMin === null ? [[day, 'closed by EXCHANGE_CLOSED']] : [],
    ),
  ]);
  const closedEarly = new Map([
    ...CLOSED_EARLY,
    ...closings.flatMap(({ day, closeMin }): [number, number][] => (closeMin === null ? [] : [[day, closeMin]])),
  ]);
  const years = new Map<number, Year>();
  const yearOfDay = (day: number) => {
    const year = new Date(day * MS_PER_DAY).getUTCFullYear();
    return getOrMake(years, year, () => yearOf(year));
  };
  return {
    from,
    hours(day) {
      if (day < from) throw new RangeError('the calendar of US equities begins on 1998-01-01');
      if (isWeekend(day) || exceptions.has(day)) return null;
      const year = yearOfDay(day);
      if (year.closed.has(day)) return null;
      const early = closedEarly.get(day) ?? (year.early.has(day) ? EARLY_CLOSE_MIN : undefined);
      return {
        openMin: OPENED_LATE.get(day) ?? EXCHANGE_OPEN_MIN,
        closeMin: early ?? STOPPED_EARLY.get(day) ?? EXCHANGE_CLOSE_MIN,
        earlyClose: early !== undefined,
      };
    },
    holiday(day) {
      if (day < from || isWeekend(day)) return null;
      return exceptions.get(day) ?? yearOfDay(day).closed.get(day) ?? null;
    },
  };
}

let closings: readonly Closing[] = [];
let current = usEquityCalendar();

/** The calendar of this process, with the operator's closings. */
export const usEquities: UsEquityCalendar = {
  from: current.from,
  hours: (day) => current.hours(day),
  holiday: (day) => current.holiday(day),
};

/** Sets the closings of `EXCHANGE_CLOSED`; called once when a program or a worker thread starts. */
export function useClosings(named: readonly Closing[]): void {
  closings = named;
  current = usEquityCalendar(named);
  closeMinutes.clear();
}

export const closingsInUse = (): readonly Closing[] => closings;

const closeMinutes = new Map<number, number | null>();

/**
 * Returns the New York minute at which the regular hours of a date end, as statistics count them: 16:00, a scheduled
 * early close or that of `EXCHANGE_CLOSED`; null on a full closing. Weekends and dates before the calendar have 16:00.
 */
export function regularCloseMin(day: number): number | null {
  let closeMin = closeMinutes.get(day);
  if (closeMin === undefined) {
    const hours = day < current.from || isWeekend(day) ? undefined : current.hours(day);
    closeMin = hours === null ? null : hours?.earlyClose ? hours.closeMin : EXCHANGE_CLOSE_MIN;
    closeMinutes.set(day, closeMin);
  }
  return closeMin;
}

/** Returns true if the exchange has a session on the date: a weekday that is not a full closing. */
export const isTradingDay = (day: number): boolean => !isWeekend(day) && regularCloseMin(day) !== null;

const ALWAYS: TradingHours = { openMin: 0, closeMin: MINUTES_PER_DAY, earlyClose: false };

/** The calendar of crypto: all hours of all days, UTC. */
export const cryptoCalendar: ExchangeCalendar = { from: Number.NEGATIVE_INFINITY, hours: () => ALWAYS };

/** Returns the regular hours of a New York date as UTC minutes, else null. Before the calendar every weekday trades. */
export function regularHours(day: number): { open: number; close: number } | null {
  const known = day >= usEquities.from;
  const hours = known ? usEquities.hours(day) : null;
  if (known ? hours === null : isWeekend(day)) return null;
  return {
    open: newYorkMinute(day, hours?.openMin ?? EXCHANGE_OPEN_MIN),
    close: newYorkMinute(day, hours?.closeMin ?? EXCHANGE_CLOSE_MIN),
  };
}
