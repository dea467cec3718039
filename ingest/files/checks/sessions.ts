/**
 * Bars of stocks on dates or at times without trading in New York. Finds times of another zone, times that are stamped by the
 * end of their bars, and days taken for months.
 */
import {
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
  newYorkOffset,
} from '../../../exchange/new-york.ts';
import { formatInterval } from '../../../exchange/symbol.ts';
import { getOrMake } from '../../../lib/collections.ts';
import { isWeekend, MINUTES_PER_DAY, MS_PER_MINUTE } from '../../../lib/days.ts';
import { type Bars, type Finding, finding, type SeriesOf } from './finding.ts';

const ROWS_MIN = 32;
/** A few daily bars show that they are dated wrongly. */
const DAILY_ROWS_MIN = 5;
const REGULAR_MIN = EXCHANGE_CLOSE_MIN - EXCHANGE_OPEN_MIN;
/** Longer bars have too little shape. */
const INTERVAL_MAX = 60;
/** Shares of the bars and days beyond which the times are wrong. */
const LIMITS = { weekendBars: 0.02, shiftedDays: 0.2, outsideDays: 0.5 };
const NEW_YORK_CLOCK = 'is the zone right? New York is --tz America/New_York, not EST, which is an hour off in summer';

/** Minutes of New York of the first and last bar of a date. */
interface Day {
  first: number;
  last: number;
  bars: number;
}

export function sessionFinding(bars: Bars, of: SeriesOf): Finding | null {
  const { symbol, intervalMin } = of;
  const isDaily = intervalMin >= MINUTES_PER_DAY;
  const rows = bars.ts.length;
  if (rows < (isDaily ? DAILY_ROWS_MIN : ROWS_MIN)) return null;
  const days = daysOf(bars.ts, isDaily);
  let onWeekends = 0;
  for (const [date, day] of days) if (isWeekend(date)) onWeekends += day.bars;
  if (onWeekends > LIMITS.weekendBars * rows) {
    const hint = 'give the order of day and month with --date-format, the zone with --tz, or --asset-class crypto';
    const share = Math.round((onWeekends / rows) * 100);
    return finding(symbol, null, `${share} % of the bars are on a Saturday or Sunday in New York: ${hint}`);
  }
  if (intervalMin > INTERVAL_MAX) return null;
  return shiftedDays([...days.values()], of) ?? outsideHours([...days.values()], of);
}

function daysOf(times: readonly number[], isDaily: boolean): ReadonlyMap<number, Day> {
  const days = new Map<number, Day>();
  for (const ts of times) {
    const utc = ts / MS_PER_MINUTE + (isDaily ? MINUTES_PER_DAY / 2 : 0);
    const local = utc + newYorkOffset(utc);
    const date = Math.floor(local / MINUTES_PER_DAY);
    const minute = local - date * MINUTES_PER_DAY;
    const day = getOrMake(days, date, () => ({ first: minute, last: minute, bars: 0 }));
    day.first = Math.min(day.first, minute);
    day.last = Math.max(day.last, minute);
    day.bars++;
  }
  return days;
}

/** Finds whole days of regular hours that begin at another time than 09:30. */
function shiftedDays(days: readonly Day[], of: SeriesOf): Finding | null {
  const { intervalMin } = of;
  const isHourly = intervalMin === 60;
  const spans = isHourly ? [420] : [REGULAR_MIN, REGULAR_MIN + 1];
  const opens = isHourly ? [EXCHANGE_OPEN_MIN, EXCHANGE_OPEN_MIN - 30] : [EXCHANGE_OPEN_MIN];
  const whole = days.filter(({ first, last, bars }) => {
    const span = last + intervalMin - first;
    return spans.includes(span) && bars >= 0.9 * Math.floor(span / intervalMin);
  });
  const shifted = whole.filter(({ first }) => !opens.includes(first));
  if (shifted.length <= LIMITS.shiftedDays * whole.length) return null;
  const [{ first, last }] = shifted;
  const what = `${shifted.length} of ${whole.length} whole days have their first bar at ${clock(first)} and their last at ${clock(last)} New York`;
  return finding(of.symbol, null, `${what}: ${cureOf(first - EXCHANGE_OPEN_MIN, intervalMin)}`);
}

/** Finds days with bars before or after the extended hours. */
function outsideHours(days: readonly Day[], of: SeriesOf): Finding | null {
  const outside = days.filter(({ first, last }) => first < EXTENDED_OPEN_MIN || last >= EXTENDED_CLOSE_MIN);
  if (outside.length <= LIMITS.outsideDays * days.length) return null;
  const isEnd = days.every(({ first, last }) => first > EXTENDED_OPEN_MIN && last <= EXTENDED_CLOSE_MIN);
  const cure = isEnd ? cureOf(of.intervalMin, of.intervalMin) : `${NEW_YORK_CLOCK}; crypto: --asset-class crypto`;
  const what = `${outside.length} of ${days.length} days have bars outside 04:00-20:00 New York`;
  return finding(of.symbol, null, `${what}: ${cure}`);
}

/** A shift by one bar is a matter of stamps, any other of the zone. */
function cureOf(shiftMin: number, intervalMin: number): string {
  if (shiftMin === -intervalMin) return 'bars are stamped by their start; leave --stamp end away';
  if (shiftMin !== intervalMin) return NEW_YORK_CLOCK;
  const interval = formatInterval(intervalMin);
  const end = `bars look stamped by their end; use --stamp end (a bar of ${interval} starts ${interval} before)`;
  return intervalMin === 60 ? `${end}; or ${NEW_YORK_CLOCK}` : end;
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
