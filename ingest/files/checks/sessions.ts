/** Do a stock's bars lie where New York trades? In another zone, or stamped by their end, they are beside it. */

import {
  EXCHANGE_CLOSE_MIN,
  EXCHANGE_OPEN_MIN,
  EXTENDED_CLOSE_MIN,
  EXTENDED_OPEN_MIN,
  newYorkOffset,
} from '../../../exchange/new-york.ts';
import { formatInterval } from '../../../exchange/symbol.ts';
import { isWeekend, MINUTES_PER_DAY } from '../../../lib/days.ts';
import { type Finding, finding } from './findings.ts';

const ROWS_MIN = 32;
/** Daily bars are of sessions: a few show that they are dated wrongly. */
const DAILY_ROWS_MIN = 5;
const DAYS_MAX = 50_000;
const REGULAR_MIN = EXCHANGE_CLOSE_MIN - EXCHANGE_OPEN_MIN;
const EXTENDED_MIN = EXTENDED_CLOSE_MIN - EXTENDED_OPEN_MIN;
/** Longer bars have too little shape. */
const INTERVAL_MAX = 60;
const BUCKET_MIN = 30;

/** Shares of the bars beyond which they lie at the wrong time. */
const LIMITS = { weekend: 0.02, outside: 0.2, shiftedDays: 0.2, volumeGain: 1.1, volumeShare: 0.85 };

interface Day {
  first: number;
  last: number;
  bars: number;
}

const clock = (minute: number) => {
  const inDay = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};
const NEW_YORK_CLOCK = 'is the zone right? New York is --tz America/New_York, not EST, which is an hour off in summer';
const percent = (share: number) => `${Math.round(share * 100)} %`;

export class SessionShape {
  readonly #interval: number;
  readonly #days = new Map<number, Day>();
  readonly #volume = new Float64Array(MINUTES_PER_DAY / BUCKET_MIN);
  #rows = 0;
  #outside = 0;
  #weekend = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  /** Bars that start when the extended hours end. */
  #atClose = 0;

  constructor(intervalMin: number) {
    this.#interval = intervalMin;
  }

  take(minute: number, volume: number): void {
    const local = minute + newYorkOffset(minute);
    const day = Math.floor(local / MINUTES_PER_DAY);
    const time = local - day * MINUTES_PER_DAY;
    this.#rows++;
    if (time < EXTENDED_OPEN_MIN || time >= EXTENDED_CLOSE_MIN) this.#outside++;
    if (time === EXTENDED_CLOSE_MIN) this.#atClose++;
    if (isWeekend(day)) this.#weekend++;
    this.#first = Math.min(this.#first, time);
    this.#last = Math.max(this.#last, time);
    if (volume > 0) this.#volume[Math.floor(time / BUCKET_MIN)] += volume;
    const known = this.#days.get(day);
    if (!known) {
      if (this.#days.size < DAYS_MAX) this.#days.set(day, { first: time, last: time, bars: 1 });
      return;
    }
    known.first = Math.min(known.first, time);
    known.last = Math.max(known.last, time);
    known.bars++;
  }

  /** The first thing that is wrong, the surest first. */
  finding(symbol: string): Finding | null {
    if (this.#rows < (this.#interval < MINUTES_PER_DAY ? ROWS_MIN : DAILY_ROWS_MIN)) return null;
    const weekend = this.#weekend / this.#rows;
    if (weekend > LIMITS.weekend) {
      const what = `${percent(weekend)} of the bars are on a Saturday or Sunday in New York`;
      const hint = 'give the order of day and month with --date-format, the zone with --tz, or --asset-class crypto';
      return finding('session', symbol, null, `${what}: ${hint}`);
    }
    if (this.#interval > INTERVAL_MAX) return null;
    return (
      this.#shiftedDays(symbol) ??
      this.#shiftedVolume(symbol) ??
      this.#shiftedHours(symbol) ??
      this.#outsideHours(symbol)
    );
  }

  #outsideHours(symbol: string): Finding | null {
    const outside = this.#outside / this.#rows;
    if (outside <= LIMITS.outside) return null;
    const what = `${percent(outside)} of the bars are outside 04:00-20:00 New York`;
    return finding('session', symbol, null, `${what}: ${NEW_YORK_CLOCK}; crypto: --asset-class crypto`);
  }

  /** Days of regular hours alone, every bar there. */
  #shiftedDays(symbol: string): Finding | null {
    const step = this.#interval;
    const spans = step === 60 ? [420] : [REGULAR_MIN, REGULAR_MIN + 1];
    const opens = step === 60 ? [EXCHANGE_OPEN_MIN, EXCHANGE_OPEN_MIN - 30] : [EXCHANGE_OPEN_MIN];
    let full = 0;
    const shifted: Day[] = [];
    for (const day of this.#days.values()) {
      const span = day.last + step - day.first;
      if (!spans.includes(span) || day.bars < 0.9 * Math.floor(span / step)) continue;
      full++;
      if (!opens.includes(day.first)) shifted.push(day);
    }
    if (shifted.length <= LIMITS.shiftedDays * full) return null;
    const { first, last } = shifted[0];
    const what = `${shifted.length} of ${full} whole days have their first bar at ${clock(first)} and their last at ${clock(last)} New York`;
    return this.#shift(symbol, what, first - EXCHANGE_OPEN_MIN);
  }

  /** With extended hours: the half hours in which most is traded are the regular ones. */
  #shiftedVolume(symbol: string): Finding | null {
    if (this.#days.size < 2 || this.#last + this.#interval - this.#first <= REGULAR_MIN + BUCKET_MIN) return null;
    const total = this.#volume.reduce((sum, volume) => sum + volume, 0);
    if (total === 0) return null;
    const hourly = this.#interval === 60;
    const from = hourly ? EXCHANGE_OPEN_MIN - 30 : EXCHANGE_OPEN_MIN;
    const length = (hourly ? 420 : REGULAR_MIN) / BUCKET_MIN;
    const step = hourly ? 2 : 1;
    const within = (start: number) => {
      let sum = 0;
      for (let i = 0; i < length; i++) sum += this.#volume[start + i] ?? 0;
      return sum;
    };
    const expected = from / BUCKET_MIN;
    let best = expected;
    for (let start = expected % step; start + length <= this.#volume.length; start += step) {
      if (within(start) > within(best)) best = start;
    }
    const isBetter = within(best) > LIMITS.volumeGain * within(expected) && within(best) > LIMITS.volumeShare * total;
    if (best === expected || !isBetter) return null;
    const what = `most is traded from ${clock(best * BUCKET_MIN)} to ${clock((best + length) * BUCKET_MIN)} New York, not in regular hours`;
    return this.#shift(symbol, what, (best - expected) * BUCKET_MIN);
  }

  /** The hours of all days together are as long as the extended ones, and others. */
  #shiftedHours(symbol: string): Finding | null {
    if (this.#days.size < 2) return null;
    const end = this.#last + this.#interval;
    const atEnd =
      this.#atClose > this.#days.size / 2 && this.#first > EXTENDED_OPEN_MIN && this.#last === EXTENDED_CLOSE_MIN;
    if (!atEnd && (end - this.#first !== EXTENDED_MIN || this.#first === EXTENDED_OPEN_MIN)) return null;
    const what = `the bars lie from ${clock(this.#first)} to ${clock(end)} New York, the extended hours from 04:00 to 20:00`;
    return this.#shift(symbol, what, atEnd ? this.#interval : this.#first - EXTENDED_OPEN_MIN);
  }

  #shift(symbol: string, what: string, minutes: number): Finding {
    const step = this.#interval;
    const zone = NEW_YORK_CLOCK;
    if (minutes === step) {
      const end = `bars look stamped by their end; use --stamp end (a bar of ${formatInterval(step)} starts ${formatInterval(step)} before)`;
      return finding('stamp', symbol, null, `${what}: ${step === 60 ? `${end}; or ${zone}` : end}`);
    }
    if (minutes === -step)
      return finding('stamp', symbol, null, `${what}: bars are stamped by their start; leave --stamp end away`);
    return finding('session', symbol, null, `${what}: ${zone}`);
  }
}
