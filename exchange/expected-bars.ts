/** How many sessions, bars and minutes of trading the calendar expects, over years, for many symbols. */
import { dayOfMs, isWeekend, MINUTES_PER_DAY } from '../lib/days.ts';
import { usEquities } from './calendar.ts';
import { EXCHANGE_CLOSE_MIN, EXCHANGE_OPEN_MIN, EXTENDED_CLOSE_MIN, newYorkDay, newYorkMinute } from './new-york.ts';
import type { AssetClass } from './symbol.ts';

export interface SeriesOfBars {
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Start of the first and last bar, UTC minutes. */
  readonly first: number;
  readonly last: number;
}

/** Regular hours of a New York date as UTC minutes, null on a day without trading. Before the calendar: any weekday. */
export function regularHours(day: number): { open: number; close: number } | null {
  const known = day >= usEquities.from;
  const hours = known ? usEquities.hours(day) : null;
  if (known ? hours === null : isWeekend(day)) return null;
  return {
    open: newYorkMinute(day, hours?.openMin ?? EXCHANGE_OPEN_MIN),
    close: newYorkMinute(day, hours?.closeMin ?? EXCHANGE_CLOSE_MIN),
  };
}

/** Counts between two dates of New York, both included; it asks the calendar once for each. */
export class ExpectedBars {
  readonly #from: number;
  readonly #hours: ({ open: number; close: number } | null)[] = [];
  /** Sessions before each day. */
  readonly #sessions: number[] = [0];
  /** Bars of regular hours before each day, by interval; interval 1: minutes of trading. */
  readonly #bars = new Map<number, number[]>();

  constructor(from: number, to: number) {
    this.#from = from;
    for (let day = from; day <= to; day++) {
      const hours = regularHours(day);
      this.#hours.push(hours);
      this.#sessions.push(this.#sessions.at(-1)! + (hours ? 1 : 0));
    }
  }

  /** From the day of the first bar to that of the last; bars are those that start in regular hours. */
  of({ assetClass, intervalMin, first, last }: SeriesOfBars): { sessions: number; bars: number } {
    const isDaily = intervalMin === MINUTES_PER_DAY;
    if (assetClass === 'crypto') {
      const sessions = Math.floor(last / MINUTES_PER_DAY) - Math.floor(first / MINUTES_PER_DAY) + 1;
      return { sessions, bars: (last - first) / intervalMin + 1 };
    }
    const [from, to] = [first, last].map((minute) => (isDaily ? minute / MINUTES_PER_DAY : newYorkDay(minute)));
    const sessions = this.#sessions[to + 1 - this.#from] - this.#sessions[from - this.#from];
    if (isDaily) return { sessions, bars: sessions };
    return { sessions, bars: this.#before(last + 1, intervalMin) - this.#before(first, intervalMin) };
  }

  /** Seconds of trading from the end of the last bar to a moment; 0 where the market has been closed since. */
  lagS({ assetClass, intervalMin, last }: Omit<SeriesOfBars, 'first'>, nowMs: number): number {
    const isDaily = intervalMin === MINUTES_PER_DAY;
    if (assetClass === 'crypto') return Math.max(0, Math.floor(nowMs / 1000) - (last + intervalMin) * 60);
    // A daily bar is there when its day is over, extended hours included.
    const end = isDaily ? newYorkMinute(last / MINUTES_PER_DAY, EXTENDED_CLOSE_MIN) : last + intervalMin;
    const now = Math.floor(nowMs / 60_000);
    const minutes = this.#before(now, 1) - this.#before(end, 1);
    const hours = this.#hours[newYorkDay(now) - this.#from];
    const isOpen = hours && now >= Math.max(hours.open, end) && now < hours.close;
    return Math.max(0, minutes) * 60 + (isOpen ? Math.floor(nowMs / 1000) - now * 60 : 0);
  }

  /** Bars of regular hours that start before a UTC minute. */
  #before(minute: number, intervalMin: number): number {
    let sums = this.#bars.get(intervalMin);
    if (!sums) {
      sums = [0];
      for (const hours of this.#hours)
        sums.push(sums.at(-1)! + (hours ? starts(hours.open, hours.close, intervalMin) : 0));
      this.#bars.set(intervalMin, sums);
    }
    const index = newYorkDay(minute) - this.#from;
    const hours = this.#hours[index];
    const part = hours ? starts(hours.open, Math.min(minute, hours.close), intervalMin) : 0;
    return sums[index] + part;
  }
}

/** Bars start on multiples of their interval in UTC. */
function starts(from: number, to: number, intervalMin: number): number {
  return Math.max(0, Math.ceil(to / intervalMin) - Math.ceil(from / intervalMin));
}

/** For bars of these ends, and lags until now. */
export function expectedBarsOf(series: readonly SeriesOfBars[], nowMs: number): ExpectedBars {
  const today = dayOfMs(nowMs);
  const first = series.reduce((day, one) => Math.min(day, Math.floor(one.first / MINUTES_PER_DAY)), today);
  const last = series.reduce((day, one) => Math.max(day, Math.floor(one.last / MINUTES_PER_DAY)), today);
  return new ExpectedBars(first - 2, last + 2);
}
