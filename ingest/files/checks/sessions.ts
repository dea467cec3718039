/** Bars of stocks outside New York's hours: times of another zone, or stamped by their end. */
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
const BUCKET_MIN = 30;
/** Shares of the bars, days or volume beyond which the times are wrong. */
const LIMITS = { weekend: 0.02, outside: 0.2, shiftedDays: 0.2, volumeGain: 1.1, volumeShare: 0.85 };
const NEW_YORK_CLOCK = 'is the zone right? New York is --tz America/New_York, not EST, which is an hour off in summer';

interface Day {
  first: number;
  last: number;
  bars: number;
}

interface Shift {
  readonly what: string;
  /** Minutes by which the bars are late. */
  readonly minutes: number;
}

/** Finds the first fault, the surest kind first. */
export function sessionFinding(bars: Bars, of: SeriesOf): Finding | null {
  const { symbol, intervalMin } = of;
  const isDaily = intervalMin >= MINUTES_PER_DAY;
  const rows = bars.ts.length;
  if (rows < (isDaily ? DAILY_ROWS_MIN : ROWS_MIN)) return null;
  const days = new Map<number, Day>();
  const volume = new Float64Array(MINUTES_PER_DAY / BUCKET_MIN);
  const [weekend, outside, atClose] = [0, 1, 2];
  const counts = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    const utc = bars.ts[i] / MS_PER_MINUTE + (isDaily ? MINUTES_PER_DAY / 2 : 0);
    const local = utc + newYorkOffset(utc);
    const date = Math.floor(local / MINUTES_PER_DAY);
    const time = local - date * MINUTES_PER_DAY;
    if (isWeekend(date)) counts[weekend]++;
    if (time < EXTENDED_OPEN_MIN || time >= EXTENDED_CLOSE_MIN) counts[outside]++;
    if (time === EXTENDED_CLOSE_MIN) counts[atClose]++;
    volume[Math.floor(time / BUCKET_MIN)] += Math.max(0, bars.volume[i]);
    const day = getOrMake(days, date, () => ({ first: time, last: time, bars: 0 }));
    day.first = Math.min(day.first, time);
    day.last = Math.max(day.last, time);
    day.bars++;
  }
  if (counts[weekend] > LIMITS.weekend * rows) {
    const hint = 'give the order of day and month with --date-format, the zone with --tz, or --asset-class crypto';
    const what = `${percent(counts[weekend] / rows)} of the bars are on a Saturday or Sunday in New York`;
    return finding(symbol, null, `${what}: ${hint}`);
  }
  if (intervalMin > INTERVAL_MAX) return null;
  const shift =
    shiftOfDays(days, intervalMin) ??
    shiftOfVolume(days, volume, intervalMin) ??
    shiftOfHours(days, counts[atClose], intervalMin);
  if (shift) return shiftFinding(shift, of);
  if (counts[outside] <= LIMITS.outside * rows) return null;
  const what = `${percent(counts[outside] / rows)} of the bars are outside 04:00-20:00 New York`;
  return finding(symbol, null, `${what}: ${NEW_YORK_CLOCK}; crypto: --asset-class crypto`);
}

/** Whole days of regular hours that begin at another time than 09:30. */
function shiftOfDays(days: ReadonlyMap<number, Day>, step: number): Shift | null {
  const isHourly = step === 60;
  const spans = isHourly ? [420] : [REGULAR_MIN, REGULAR_MIN + 1];
  const opens = isHourly ? [EXCHANGE_OPEN_MIN, EXCHANGE_OPEN_MIN - 30] : [EXCHANGE_OPEN_MIN];
  const whole = [...days.values()].filter(({ first, last, bars }) => {
    const span = last + step - first;
    return spans.includes(span) && bars >= 0.9 * Math.floor(span / step);
  });
  const shifted = whole.filter(({ first }) => !opens.includes(first));
  if (shifted.length <= LIMITS.shiftedDays * whole.length) return null;
  const [{ first, last }] = shifted;
  const what = `${shifted.length} of ${whole.length} whole days have their first bar at ${clock(first)} and their last at ${clock(last)} New York`;
  return { what, minutes: first - EXCHANGE_OPEN_MIN };
}

/** Bars of extended hours whose hours of most volume are not the regular ones. */
function shiftOfVolume(days: ReadonlyMap<number, Day>, volume: Float64Array, interval: number): Shift | null {
  const { first, last } = hoursOf(days);
  const total = volume.reduce((sum, one) => sum + one, 0);
  if (days.size < 2 || last + interval - first <= REGULAR_MIN + BUCKET_MIN || total === 0) return null;
  const isHourly = interval === 60;
  const expected = (isHourly ? EXCHANGE_OPEN_MIN - 30 : EXCHANGE_OPEN_MIN) / BUCKET_MIN;
  const length = (isHourly ? 420 : REGULAR_MIN) / BUCKET_MIN;
  const step = isHourly ? 2 : 1;
  const within = (start: number) => volume.subarray(start, start + length).reduce((sum, one) => sum + one, 0);
  let best = expected;
  for (let start = expected % step; start + length <= volume.length; start += step)
    if (within(start) > within(best)) best = start;
  const isBetter = within(best) > LIMITS.volumeGain * within(expected) && within(best) > LIMITS.volumeShare * total;
  if (best === expected || !isBetter) return null;
  const what = `most is traded from ${clock(best * BUCKET_MIN)} to ${clock((best + length) * BUCKET_MIN)} New York, not in regular hours`;
  return { what, minutes: (best - expected) * BUCKET_MIN };
}

/** Extended hours that end a bar late: most days have a bar at 20:00, none has one at 04:00. */
function shiftOfHours(days: ReadonlyMap<number, Day>, atClose: number, interval: number): Shift | null {
  const { first, last } = hoursOf(days);
  const isLate = atClose > days.size / 2 && first > EXTENDED_OPEN_MIN && last === EXTENDED_CLOSE_MIN;
  if (days.size < 2 || !isLate) return null;
  const end = clock(last + interval);
  const what = `the bars lie from ${clock(first)} to ${end} New York, the extended hours from 04:00 to 20:00`;
  return { what, minutes: interval };
}

function hoursOf(days: ReadonlyMap<number, Day>) {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days.values()) [first, last] = [Math.min(first, day.first), Math.max(last, day.last)];
  return { first, last };
}

/** A shift by one bar is a matter of stamps, any other one of the zone. */
function shiftFinding({ what, minutes }: Shift, { symbol, intervalMin }: SeriesOf): Finding {
  if (minutes === -intervalMin)
    return finding(symbol, null, `${what}: bars are stamped by their start; leave --stamp end away`);
  if (minutes !== intervalMin) return finding(symbol, null, `${what}: ${NEW_YORK_CLOCK}`);
  const interval = formatInterval(intervalMin);
  const end = `bars look stamped by their end; use --stamp end (a bar of ${interval} starts ${interval} before)`;
  return finding(symbol, null, `${what}: ${intervalMin === 60 ? `${end}; or ${NEW_YORK_CLOCK}` : end}`);
}

function clock(minute: number): string {
  const inDay = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
