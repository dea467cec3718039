/**
 * Bars of a file as columns, those without a revision and a source: a text for each bar would cost several times what else
 * is done with it. Any of them is also an event of the same bar, with its stored start and figures.
 */
import { startOfBar } from '../../exchange/grid.ts';
import type { AssetClass, Figures } from '../../exchange/symbol.ts';
import { areFigures, BAR_FIGURES, readBar, type Wire } from './bar.ts';
import { isInTime, isRefusal } from './events.ts';

/** What bars of a block have in common: all but their times and figures. */
export interface BarTemplate {
  readonly fields: readonly string[];
  /** The symbol as the event writes it. */
  readonly spelling: string;
  readonly assetClass: AssetClass;
  readonly interval: string;
  /** Canonical. */
  readonly symbol: string;
  /** Minutes. */
  readonly intervalMin: number;
}
export interface BarBlock extends Figures<Float64Array> {
  readonly length: number;
  readonly source: string;
  /** Of an archive with several files. */
  readonly member: string | undefined;
  readonly templates: readonly BarTemplate[];
  /** By bar: the number of its template. */
  readonly template: Uint16Array;
  /** Row number in the file, from 1. */
  readonly row: Int32Array;
  /** Epoch milliseconds of the start. */
  readonly ts: Float64Array;
}

const TEMPLATES_MAX = 65_536;
const HIGH = BAR_FIGURES.indexOf('high');
const LOW = BAR_FIGURES.indexOf('low');

export class BarBlockBuilder {
  readonly #source: string;
  readonly #max: number;
  readonly #known = new Map<string, BarTemplate>();
  #member: string | undefined;
  #templates: BarTemplate[] = [];
  #numbers = new Map<BarTemplate, number>();
  #last = 0;
  #template: Uint16Array;
  #row: Int32Array;
  #ts: Float64Array;
  #figures: Float64Array[];
  length = 0;

  /** `max`: bars that it may take, at most 65,536. */
  constructor(source: string, max: number) {
    this.#source = source;
    this.#max = max;
    this.#template = new Uint16Array(max);
    this.#row = new Int32Array(max);
    this.#ts = new Float64Array(max);
    this.#figures = BAR_FIGURES.map(() => new Float64Array(max));
  }

  /** False where the event is no bar of a block, or of another member than those before it. */
  take(event: Wire, row: number, member: string | undefined): boolean {
    const template = this.templateOf(event);
    if (!template) return false;
    const { ts, open, high, low, close, volume } = event as Record<string, number>;
    return this.put(template, row, member, ts, [open, high, low, close, volume]);
  }

  /** The same of a bar that is in numbers already. `figures`: in the order of `BAR_FIGURES`. */
  put(template: BarTemplate, row: number, member: string | undefined, ts: number, figures: ArrayLike<number>): boolean {
    if (this.length > 0 && member !== this.#member) return false;
    const [open, high, low, close, volume] = [figures[0], figures[1], figures[2], figures[3], figures[4]];
    if (!areFigures(open, high, low, close, volume)) return false;
    if (!isInTime(ts)) return false;
    const start = startOfBar(template.assetClass, template.intervalMin, ts);
    if (start === null) return false;
    const at = this.length++;
    this.#member = member;
    this.#template[at] = this.#templates[this.#last] === template ? this.#last : this.#numberOf(template);
    this.#row[at] = row;
    this.#ts[at] = start;
    for (let i = 0; i < this.#figures.length; i++) this.#figures[i][at] = figures[i];
    this.#figures[HIGH][at] = Math.max(high, open, close);
    this.#figures[LOW][at] = Math.min(low, open, close);
    // A zero has no sign.
    this.#figures[4][at] = volume + 0;
    return true;
  }

  /** What an event has in common with others, the same object for all of them; `null` where it is no bar of a block. */
  templateOf(event: Wire): BarTemplate | null {
    if (typeof event['ts'] !== 'number') return null;
    const said = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
    const bar = readBar(said);
    const isOwn = ['revision', 'source', 'deleted'].some((field) => field in said);
    if (isRefusal(bar) || isOwn || bar.assetClass === null) return null;
    const { symbol: spelling, interval } = said as Record<string, string>;
    const { symbol, assetClass, intervalMin } = bar;
    const fields = Object.keys(said);
    const key = `${fields.join()}\0${spelling}\0${assetClass}\0${interval}`;
    const known = this.#known.get(key);
    if (known) return known;
    const template = { fields, spelling, assetClass, interval, symbol, intervalMin };
    if (this.#known.size >= TEMPLATES_MAX) this.#known.clear();
    this.#known.set(key, template);
    return template;
  }

  #numberOf(template: BarTemplate): number {
    let number = this.#numbers.get(template);
    if (number === undefined) {
      number = this.#templates.length;
      this.#templates.push(template);
      this.#numbers.set(template, number);
    }
    this.#last = number;
    return number;
  }

  /** The bars so far; it begins another. */
  finish(): BarBlock {
    const { length } = this;
    const [open, high, low, close, volume] = this.#figures.map((column) => column.slice(0, length));
    const bars = {
      length,
      source: this.#source,
      member: this.#member,
      templates: this.#templates,
      template: this.#template.slice(0, length),
      row: this.#row.slice(0, length),
      ts: this.#ts.slice(0, length),
      open,
      high,
      low,
      close,
      volume,
    };
    this.length = 0;
    this.#templates = [];
    this.#numbers = new Map();
    this.#last = 0;
    return bars;
  }

  get isFull(): boolean {
    return this.length >= this.#max;
  }
}

/** A bar as the event that it was made of, and as landing takes it: its text is made where somebody asks for it. */
export class BlockBar {
  readonly topic = 'bars';
  readonly partition = 0;
  readonly bars: BarBlock;
  readonly at: number;
  offset = 0;
  rank: bigint | undefined;
  timestampMs = 0;
  importId: string | undefined;
  isCollected: boolean | undefined;

  constructor(bars: BarBlock, at: number) {
    this.bars = bars;
    this.at = at;
  }

  get template(): BarTemplate {
    return this.bars.templates[this.bars.template[this.at]];
  }

  get assetClass(): AssetClass {
    return this.template.assetClass;
  }

  get symbol(): string {
    return this.template.symbol;
  }

  get intervalMin(): number {
    return this.template.intervalMin;
  }

  get ms(): number {
    return this.bars.ts[this.at];
  }

  get key(): string {
    return this.template.spelling;
  }

  get value(): string {
    const { bars, at } = this;
    const { fields, spelling, assetClass, interval } = this.template;
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
export const blockEvents = (bars: BarBlock): BlockBar[] =>
  Array.from({ length: bars.length }, (_, at) => new BlockBar(bars, at));

export function positionOf(row: number, member: string | undefined): string {
  return member === undefined ? `row ${row}` : `row ${row} of ${member}`;
}
