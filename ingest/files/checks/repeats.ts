/** Bars of one symbol in one file that have the time of another: of such bars the last one is stored. */
import type { Figures } from '../../../exchange/symbol.ts';
import { BAR_FIGURES } from '../../contract/bar.ts';

export interface Bar extends Figures {
  /** Of the file, from 1. */
  readonly row: number;
  /** Start, epoch ms. */
  readonly ts: number;
}

/** Bars that are remembered by their time: 24 bytes each. */
const REMEMBERED = 100_000;

export class Repeats {
  readonly #symbol: string;
  /** Of the first bars, of one time only the first. */
  readonly #ts: number[] = [];
  readonly #close: number[] = [];
  readonly #row: number[] = [];
  /** By time; `null` while each bar came later than all before it. Of those none is looked up: that would cost more than all other checks. */
  #places: Map<number, number> | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;
  #previous: Bar | undefined;
  #first: string | null = null;
  #differing = 0;
  /** Bars with another close than the first of their time. */
  otherCloses = 0;

  constructor(symbol: string) {
    this.#symbol = symbol;
  }

  take(bar: Bar): void {
    const { ts, close } = bar;
    const place = this.#placeOf(ts);
    if (place === undefined) this.#remember(bar);
    else if (this.#close[place] !== close) this.otherCloses++;
    // A neighbour is known with all its figures, what is further up with its close.
    if (this.#previous?.ts === ts) this.#compare(bar, this.#previous);
    else if (place !== undefined) this.#compare(bar, { row: this.#row[place], close: this.#close[place] });
    this.#previous = bar;
    this.#lastMs = Math.max(this.#lastMs, ts);
  }

  #placeOf(ts: number): number | undefined {
    if (!this.#places) {
      if (ts > this.#lastMs) return undefined;
      this.#places = new Map(this.#ts.map((time, place) => [time, place]));
    }
    return this.#places.get(ts);
  }

  #remember({ ts, close, row }: Bar): void {
    const place = this.#ts.length;
    if (place >= REMEMBERED) return;
    this.#ts.push(ts);
    this.#close.push(close);
    this.#row.push(row);
    this.#places?.set(ts, place);
  }

  #compare(bar: Bar, other: Partial<Bar>): void {
    const field = BAR_FIGURES.find((name) => other[name] !== undefined && other[name] !== bar[name]);
    if (!field) return;
    this.#differing++;
    const at = new Date(bar.ts).toISOString();
    this.#first ??= `row ${bar.row}: ${this.#symbol} has ${field} ${bar[field]} at ${at}, and ${other[field]} in row ${other.row}`;
  }

  warning(): string | null {
    if (this.#first === null) return null;
    const more = this.#differing > 1 ? ` (and ${this.#differing - 1} more like it)` : '';
    return `${this.#first}${more}: of several rows of one time the last is stored`;
  }
}
