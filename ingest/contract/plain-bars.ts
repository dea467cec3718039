/**
 * Plain bars of a file as columns: those that `plainBar` takes, without a revision. A text for each bar would cost several
 * times what else is done with it. Any of them is also the event that it was made of, to the letter.
 */
import type { AssetClass } from '../../exchange/symbol.ts';
import { areGoodFigures, BAR_FIGURES, isGoodStart, plainBar } from './plain-bar.ts';

/** What bars have in common: all but their times and figures. */
export interface BarHead {
  /** Of the event, in its order. */
  readonly fields: readonly string[];
  /** The symbol as the event writes it. */
  readonly spelling: string;
  readonly assetClass: AssetClass;
  readonly interval: string | undefined;
  /** Canonical. */
  readonly symbol: string;
  /** Minutes; `null`: the symbol's own. */
  readonly intervalMin: number | null;
}

export interface PlainBars {
  readonly length: number;
  readonly source: string;
  /** Of an archive with several files. */
  readonly member: string | undefined;
  /** In the order of their first bars. */
  readonly heads: readonly BarHead[];
  /** By bar: the number of its head. */
  readonly head: Uint16Array;
  /** Row number in the file, from 1. */
  readonly row: Int32Array;
  /** Epoch milliseconds of the start. */
  readonly ts: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const HEADS_MAX = 65_536;

export class PlainBarsBuilder {
  readonly #source: string;
  readonly #max: number;
  readonly #known = new Map<string, BarHead>();
  #member: string | undefined;
  #heads: BarHead[] = [];
  #numbers = new Map<BarHead, number>();
  #last = 0;
  #head: Uint16Array;
  #row: Int32Array;
  #ts: Float64Array;
  #figures: Float64Array[];
  length = 0;

  /** `max`: bars that it may take, at most 65,536. */
  constructor(source: string, max: number) {
    this.#source = source;
    this.#max = max;
    this.#head = new Uint16Array(max);
    this.#row = new Int32Array(max);
    this.#ts = new Float64Array(max);
    this.#figures = BAR_FIGURES.map(() => new Float64Array(max));
  }

  /** False where the event is not plain, or of another member than those before it. */
  take(event: Readonly<Record<string, unknown>>, row: number, member: string | undefined): boolean {
    const head = this.headOf(event);
    if (!head) return false;
    const { ts, open, high, low, close, volume } = event as Record<string, number>;
    return this.put(head, row, member, ts, [open, high, low, close, volume]);
  }

  /** The same of a bar that is in numbers already. `figures`: in the order of `BAR_FIGURES`. */
  put(head: BarHead, row: number, member: string | undefined, ts: number, figures: ArrayLike<number>): boolean {
    if (this.length > 0 && member !== this.#member) return false;
    const [open, high, low, close, volume] = [figures[0], figures[1], figures[2], figures[3], figures[4]];
    if (!areGoodFigures(open, high, low, close, volume) || !isGoodStart(ts, head.intervalMin)) return false;
    const at = this.length++;
    this.#member = member;
    this.#head[at] = this.#heads[this.#last] === head ? this.#last : this.#numberOf(head);
    this.#row[at] = row;
    this.#ts[at] = ts;
    this.#figures[0][at] = open;
    this.#figures[1][at] = high;
    this.#figures[2][at] = low;
    this.#figures[3][at] = close;
    // A zero has no sign.
    this.#figures[4][at] = volume + 0;
    return true;
  }

  /** What an event has in common with others, the same object for all of them; `null` where it is no plain bar. */
  headOf(event: Readonly<Record<string, unknown>>): BarHead | null {
    const said: Record<string, unknown> = {};
    for (const field in event) if (event[field] !== undefined) said[field] = event[field];
    const bar = said['revision'] === undefined && typeof said['ts'] === 'number' ? plainBar(said) : null;
    if (!bar) return null;
    const { symbol: spelling, asset_class: assetClass, interval } = said as Record<string, string | undefined>;
    const last = this.#heads[this.#last];
    if (last?.spelling === spelling && last.assetClass === assetClass && last.interval === interval) {
      let at = 0;
      for (const field in said) if (field !== last.fields[at++]) at = Number.POSITIVE_INFINITY;
      if (at === last.fields.length) return last;
    }
    const fields = Object.keys(said);
    const text = `${fields.join()}\0${spelling}\0${assetClass}\0${interval}`;
    let head = this.#known.get(text);
    if (!head) {
      const { symbol, intervalMin } = bar;
      head = { fields, spelling, assetClass, interval, symbol, intervalMin } as BarHead;
      if (this.#known.size >= HEADS_MAX) this.#known.clear();
      this.#known.set(text, head);
    }
    return head;
  }

  #numberOf(head: BarHead): number {
    let number = this.#numbers.get(head);
    if (number === undefined) {
      number = this.#heads.length;
      this.#heads.push(head);
      this.#numbers.set(head, number);
    }
    this.#last = number;
    return number;
  }

  /** The bars so far; it begins another. */
  finish(): PlainBars {
    const { length } = this;
    const [open, high, low, close, volume] = this.#figures.map((column) => column.slice(0, length));
    const bars = {
      ...{ length, source: this.#source, member: this.#member, heads: this.#heads },
      ...{ head: this.#head.slice(0, length), row: this.#row.slice(0, length), ts: this.#ts.slice(0, length) },
      ...{ open, high, low, close, volume },
    };
    this.length = 0;
    this.#heads = [];
    this.#numbers = new Map();
    this.#last = 0;
    return bars;
  }

  get isFull(): boolean {
    return this.length >= this.#max;
  }
}

/** A bar as the event that it was made of, and as landing takes it: its text is made where somebody asks for it. */
export class PlainBarEvent {
  readonly topic = 'bars';
  readonly partition = 0;
  readonly bars: PlainBars;
  /** Its place among them. */
  readonly at: number;
  offset = 0;
  timestampMs = 0;
  importId: string | undefined;

  constructor(bars: PlainBars, at: number) {
    this.bars = bars;
    this.at = at;
  }

  get head(): BarHead {
    return this.bars.heads[this.bars.head[this.at]];
  }

  get key(): string {
    return this.head.spelling;
  }

  get value(): string {
    const { bars, at } = this;
    const { fields, spelling, assetClass, interval } = this.head;
    const values: Record<string, unknown> = { symbol: spelling, asset_class: assetClass, interval, ts: bars.ts[at] };
    for (const name of BAR_FIGURES) values[name] = bars[name][at];
    return JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]])));
  }

  get source(): string {
    return this.bars.source;
  }

  get position(): string {
    return positionOf(this.bars.row[this.at], this.bars.member);
  }
}

/** The bars as the events that they were made of. */
export const plainEvents = (bars: PlainBars): PlainBarEvent[] =>
  Array.from({ length: bars.length }, (_, at) => new PlainBarEvent(bars, at));

/** Where a row stood, in words. */
export function positionOf(row: number, member: string | undefined): string {
  return member === undefined ? `row ${row}` : `row ${row} of ${member}`;
}
