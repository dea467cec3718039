/** Bars of a symbol around some dates, from memory where they are there, as many as a request may read. */
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import type { Reader } from '../../sql/reader.ts';
import type { BarCache } from '../evaluation/bar-cache.ts';
import { countBars, dayOf, dayStart } from '../evaluation/load-bars.ts';
import { isEmptyRange } from '../evaluation/range.ts';
import { allocateBars, type BarColumns, lowerBound, sliceBars } from '../market/bars.ts';
import type { DateRange } from '../statistics/statistic.ts';
import { Overloaded, type SymbolInfo, TooMuchWork } from './answers.ts';
import type { BarsUsed } from './bars-used.ts';
import { barsState } from './live-tail.ts';

export interface BarsBound {
  /** By the request so far, over all its symbols. */
  readonly barsUsed: BarsUsed;
  /** The records are stored, and about to be computed again: the same request will be served then. */
  readonly isStored: boolean;
}

export interface LoadedBars {
  readonly bars: BarColumns;
  /** UTC dates that they are all bars of, and those of the first and last stored bar. */
  readonly loaded: DateRange;
  readonly stored: DateRange;
}

const NO_BARS: LoadedBars = { bars: allocateBars(0), loaded: { from: 0, to: 0 }, stored: { from: 0, to: 0 } };

/** Sessions a week has at least, for turning sessions into days; where that is too few the kernel says so. */
const SESSIONS_A_WEEK = 5;

export class BoundedBars {
  readonly cache: BarCache;
  readonly #reader: Reader;
  readonly #maxBarsPerRequest: number;

  constructor(reader: Reader, cache: BarCache, maxBarsPerRequest: number) {
    this.#reader = reader;
    this.cache = cache;
    this.#maxBarsPerRequest = maxBarsPerRequest;
  }

  /**
   * The bars of the wanted dates with so many sessions around them.
   *
   * @throws TooMuchWork, Overloaded beyond the bound
   */
  async load(
    symbol: SymbolInfo,
    wanted: DateRange,
    { back, ahead }: { readonly back: number; readonly ahead: number },
    bound: BarsBound,
  ): Promise<LoadedBars> {
    const { firstBar, lastBar } = symbol;
    if (firstBar === null || lastBar === null || isEmptyRange(wanted)) return NO_BARS;
    const stored = { from: dayOf(firstBar), to: dayOf(lastBar) };
    // A session may be dated one day from its bars; a week holds weekends and a holiday or two.
    const loaded = {
      from: Math.max(stored.from, wanted.from - 2 - calendarDays(back)),
      to: Math.min(stored.to, wanted.to + 2 + calendarDays(ahead)),
    };
    if (isEmptyRange(loaded)) return { ...NO_BARS, loaded, stored };

    const state = barsState(symbol);
    if (!this.cache.covers(state, loaded)) await this.admit(symbol, loaded, bound);
    const all = await this.cache.load(state, loaded);
    // What lies before the first one does not serve; what has landed since the symbol was looked up belongs to the next answer.
    const bars = sliceBars(all, lowerBound(all.minute, firstBar), lowerBound(all.minute, lastBar + 1));
    this.#note(symbol, bars.length, bound);
    return { bars, loaded, stored };
  }

  /** Before bars of these dates are read. @throws TooMuchWork, Overloaded where they are too many */
  async admit(symbol: SymbolInfo, { from, to }: DateRange, bound: BarsBound): Promise<void> {
    // At most so many bars fit; only where that is too many they are counted.
    const others = bound.barsUsed.besides(symbol.symbol);
    const atMost = ((to - from + 1) * MINUTES_PER_DAY) / symbol.intervalMin;
    if (others + atMost <= this.#maxBarsPerRequest) return;
    const bars = await countBars(this.#reader, symbol.symbol, dayStart(from), dayStart(to + 1));
    if (others + bars > this.#maxBarsPerRequest) throw this.#tooMuch(symbol, bars, bound);
  }

  /** Symbols are read side by side: what they use together is known when each has been read. */
  #note(symbol: SymbolInfo, bars: number, bound: BarsBound): void {
    const { barsUsed } = bound;
    barsUsed.note(symbol.symbol, bars);
    const others = barsUsed.besides(symbol.symbol);
    if (others > 0 && barsUsed.total > this.#maxBarsPerRequest) throw this.#tooMuch(symbol, bars, bound);
  }

  #tooMuch({ symbol }: SymbolInfo, bars: number, { barsUsed, isStored }: BarsBound): Error {
    if (isStored) {
      return new Overloaded(
        `the records of ${symbol} are being computed again: ask again later, or for a shorter range`,
      );
    }
    const others = barsUsed.besides(symbol);
    const needs = others === 0 ? `${bars} bars` : `${others + bars} bars or more of its symbols together`;
    const less = others === 0 ? 'a shorter range' : 'fewer symbols or a shorter range';
    return new TooMuchWork(
      'time_window',
      `this combination of parameters is computed on demand and needs ${needs}, more than the ${this.#maxBarsPerRequest} allowed: ask for ${less}`,
    );
  }
}

function calendarDays(sessions: number): number {
  return sessions === 0 ? 0 : Math.ceil((sessions / SESSIONS_A_WEEK) * 7) + 4;
}
