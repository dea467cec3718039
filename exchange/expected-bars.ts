/** How many sessions, bars and minutes of trading the calendar expects, over years, for many symbols. */
import { dayOfMs, MINUTES_PER_DAY } from '../lib/days.ts';
import { regularHours } from './calendar.ts';
import { GRID } from './grid.ts';
import { EXCHANGE_OPEN_MIN, EXTENDED_CLOSE_MIN, newYorkDay, newYorkMinute } from './new-york.ts';
import type { AssetClass } from './symbol.ts';

/** On which grid the bars of a series lie. */
export interface SeriesGrid {
  /** Bits of `GRID`: those on which all its bars lie. */
  readonly grids: number;
  /** True if some of its bars start at 09:30 New York. */
  readonly startsAtOpen: boolean;
}

/** The grid of bars up to half an hour, which is one of all. */
const ONE_GRID: SeriesGrid = { grids: GRID.all, startsAtOpen: true };

export interface SeriesOfBars {
  readonly assetClass: AssetClass;
  readonly intervalMin: number;
  /** Start of the first and last bar, UTC minutes. */
  readonly first: number;
  readonly last: number;
  /** Of bars longer than half an hour. */
  readonly grid?: SeriesGrid;
}

/** Regular hours of one date, UTC minutes. */
type Hours = NonNullable<ReturnType<typeof regularHours>>;

/** Counts between two dates of New York, both included; it asks the calendar once for each. */
export class ExpectedBars {
  readonly #from: number;
  readonly #hours: (Hours | null)[] = [];
  /** Sessions before each day. */
  readonly #sessions: number[] = [0];
  /** Bars of regular hours before each day, by interval and grid; interval 1: minutes of trading. */
  readonly #bars = new Map<string, number[]>();

  constructor(from: number, to: number) {
    this.#from = from;
    for (let day = from; day <= to; day++) {
      const hours = regularHours(day);
      this.#hours.push(hours);
      this.#sessions.push(this.#sessions.at(-1)! + (hours ? 1 : 0));
    }
  }

  /** From the day of the first bar to that of the last; bars are those that start in regular hours. */
  of({ assetClass, intervalMin, first, last, grid }: SeriesOfBars): { sessions: number; bars: number } {
    const isDaily = intervalMin === MINUTES_PER_DAY;
    if (assetClass === 'crypto') {
      const sessions = Math.floor(last / MINUTES_PER_DAY) - Math.floor(first / MINUTES_PER_DAY) + 1;
      return { sessions, bars: (last - first) / intervalMin + 1 };
    }
    const [from, to] = [first, last].map((minute) => (isDaily ? minute / MINUTES_PER_DAY : newYorkDay(minute)));
    const sessions = this.#sessions[to + 1 - this.#from] - this.#sessions[from - this.#from];
    if (isDaily) return { sessions, bars: sessions };
    return { sessions, bars: this.#before(last + 1, intervalMin, grid) - this.#before(first, intervalMin, grid) };
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
  #before(minute: number, intervalMin: number, grid = ONE_GRID): number {
    const startsOf = (hours: Hours | null, day: number, to = Number.POSITIVE_INFINITY) =>
      hours ? starts({ open: hours.open, close: Math.min(to, hours.close) }, day, intervalMin, grid) : 0;
    const key = `${intervalMin} ${grid.grids} ${grid.startsAtOpen}`;
    let sums = this.#bars.get(key);
    if (!sums) {
      sums = [0];
      for (const [i, hours] of this.#hours.entries()) sums.push(sums[i] + startsOf(hours, this.#from + i));
      this.#bars.set(key, sums);
    }
    const day = newYorkDay(minute);
    const index = day - this.#from;
    return sums[index] + startsOf(this.#hours[index], day, minute);
  }
}

/** Counts the starts of bars on a grid within the hours of a date, days since 1970. */
function starts(hours: Hours, day: number, intervalMin: number, { grids, startsAtOpen }: SeriesGrid): number {
  const [midnight, open] = [newYorkMinute(day, 0), newYorkMinute(day, EXCHANGE_OPEN_MIN)];
  const zero = grids & GRID.utc ? 0 : grids & GRID.newYork ? midnight : open;
  const before = (minute: number) => Math.ceil((minute - zero) / intervalMin);
  const onGrid = Math.max(0, before(hours.close) - before(hours.open));
  const isOffGrid = (open - zero) % intervalMin !== 0;
  return onGrid + (startsAtOpen && isOffGrid && hours.open <= open && open < hours.close ? 1 : 0);
}

/** Returns the counts for bars of these ends, and for lags until now. */
export function expectedBarsOf(series: readonly SeriesOfBars[], nowMs: number): ExpectedBars {
  const today = dayOfMs(nowMs);
  const first = series.reduce((day, one) => Math.min(day, Math.floor(one.first / MINUTES_PER_DAY)), today);
  const last = series.reduce((day, one) => Math.max(day, Math.floor(one.last / MINUTES_PER_DAY)), today);
  return new ExpectedBars(first - 2, last + 2);
}
