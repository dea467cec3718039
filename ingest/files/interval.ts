/**
 * The interval of a file's bars where nobody names it: the largest base interval on which the steps between them
 * lie. Judged per symbol by its first bars, which wait until they are enough or the file ends.
 */

import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { refuse } from '../contract/events.ts';
import type { MappedRow } from './mapper.ts';

/** Bars of a symbol that are looked at. */
const SAMPLE_BARS = 256;
/** Rows that may wait in all, of however many symbols. */
const WAITING_ROWS_MAX = 65_536;
/** With fewer bars than this, steps that fit the symbol's registered interval say nothing against it. */
const FEW_BARS = 32;
/** From so many bars on a regular grid is taken at its word, also where it is no base interval. */
const REGULAR_BARS = 8;
const WEEK_MIN = 7 * MINUTES_PER_DAY;

export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/**
 * The interval's text of bars that start at these minutes, none dated without a clock; `undefined` where they do not
 * say, or too little against the registered one. A text that is no base interval makes the contract refuse the bars.
 */
export function intervalOfBars(startMinutes: readonly number[], registeredMin: number | undefined): string | undefined {
  const minutes = [...new Set(startMinutes)].sort((a, b) => a - b);
  if (minutes.length < 2) return undefined;
  const steps = minutes.slice(1).map((minute, i) => minute - minutes[i]);
  const smallest = Math.min(...steps);
  const common = steps.reduce(gcd);
  const fitting = BASE_INTERVALS_MIN.filter((minute) => common % minute === 0).at(-1)!;
  const enough = minutes.length >= REGULAR_BARS;
  // Weekly and monthly bars step by whole days, and are no days.
  if (enough && smallest >= WEEK_MIN) return formatInterval(smallest);
  if (enough && smallest === common && common < MINUTES_PER_DAY) return formatInterval(common);
  // Daily bars, and nothing else, all begin at midnight; they stand beside shorter ones.
  if (enough && minutes.every((minute) => minute % MINUTES_PER_DAY === 0)) return formatInterval(fitting);
  const few = minutes.length < FEW_BARS;
  if (few && registeredMin !== undefined && fitting % registeredMin === 0) return undefined;
  return formatInterval(fitting);
}

interface Waiting {
  rows: MappedRow[];
  dated: boolean;
  minutes: number[];
}

export class IntervalGuess {
  readonly #registeredOf: (symbol: string) => number | undefined;
  readonly #decided = new Map<string, string | undefined>();
  readonly #waiting = new Map<string, Waiting>();
  #waitingRows = 0;

  constructor(registeredOf: (symbol: string) => number | undefined) {
    this.#registeredOf = registeredOf;
  }

  /** Takes a row, answers those that can continue, in their order for each symbol. */
  take(row: MappedRow): MappedRow[] {
    const { symbol, time } = row;
    if (row.refusal || !time || typeof symbol !== 'string') return [row];
    if (this.#decided.has(symbol)) return [this.#set(row, this.#decided.get(symbol))];
    let waiting = this.#waiting.get(symbol);
    if (row.event['interval'] !== undefined) {
      // It tells its own interval, and yet keeps its place: the first bar of a symbol is the one that registers it.
      if (!waiting) return [row];
      waiting.rows.push(row);
      this.#waitingRows++;
      return this.#waitingRows >= WAITING_ROWS_MAX ? this.end() : [];
    }
    if (!waiting) {
      waiting = { rows: [], dated: true, minutes: [] };
      this.#waiting.set(symbol, waiting);
    }
    waiting.rows.push(row);
    waiting.dated &&= time.dateOnly;
    const minute = time.ms / 60_000;
    if (Number.isInteger(minute)) waiting.minutes.push(minute);
    this.#waitingRows++;
    if (waiting.rows.length >= SAMPLE_BARS) return this.#decide(symbol, waiting);
    return this.#waitingRows >= WAITING_ROWS_MAX ? this.end() : [];
  }

  /** Whether rows of this symbol wait no more. */
  isDecided(symbol: string | undefined): boolean {
    return symbol !== undefined && this.#decided.has(symbol);
  }

  /** What still waits: no more will come. */
  end(): MappedRow[] {
    return [...this.#waiting].flatMap(([symbol, waiting]) => this.#decide(symbol, waiting));
  }

  #decide(symbol: string, { rows, dated, minutes }: Waiting): MappedRow[] {
    const guess = intervalOfBars(minutes, this.#registeredOf(symbol));
    const weekly = guess !== undefined && rows.length >= REGULAR_BARS && guess !== '1d';
    const interval = dated && !weekly ? '1d' : guess;
    this.#decided.set(symbol, interval);
    this.#waiting.delete(symbol);
    this.#waitingRows -= rows.length;
    return rows.map((row) => this.#set(row, interval));
  }

  #set(row: MappedRow, interval: string | undefined): MappedRow {
    if (interval !== undefined) row.event['interval'] ??= interval;
    return row;
  }
}

/** Bars that are stamped by their end, set to their start: the end less the interval, but not before the last bar's end. */
export class EndStamps {
  readonly #registeredOf: (symbol: string) => number | undefined;
  readonly #lastEnd = new Map<unknown, number>();

  constructor(registeredOf: (symbol: string) => number | undefined) {
    this.#registeredOf = registeredOf;
  }

  /** A date alone has no end. Where nothing says the interval the row is refused. */
  toStart(row: MappedRow): MappedRow {
    const { symbol, time, event } = row;
    if (row.refusal || !time || time.dateOnly || symbol === undefined) return row;
    const said = event['interval'];
    const interval = typeof said === 'string' ? parseInterval(said) : (this.#registeredOf(symbol) ?? null);
    if (interval === null) {
      return {
        ...row,
        refusal: refuse('invalid_interval', 'stamped by its end, and of no known length; give --interval'),
      };
    }
    const last = this.#lastEnd.get(symbol) ?? Number.NEGATIVE_INFINITY;
    const earliest = time.ms - interval * 60_000;
    const ms = last < time.ms ? Math.max(earliest, last) : earliest;
    this.#lastEnd.set(symbol, time.ms);
    event['ts'] = ms;
    return { ...row, time: { ms, dateOnly: false } };
  }
}
