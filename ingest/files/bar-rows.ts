/**
 * Rows of bars: the interval that nobody names, starts for times that name the end, and rows as columns.
 *
 * The interval is the largest base interval on which the steps between bars lie, judged per symbol by its first bars, which
 * wait until they are enough or the file ends.
 *
 * Rows become bars of a block from their cells: an event for each row would cost many times as much. A row is taken only
 * where nothing is left to judge: figures that are numbers, a time whose date was read before in the same spelling, and all
 * else as in a row that the mapper made a bar of. Any other row is for `RowMapper`; a property test compares the two.
 */
import { BASE_INTERVALS_MIN, formatInterval, parseInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY } from '../../lib/days.ts';
import { BAR_FIGURES } from '../contract/bar.ts';
import type { BarBlockBuilder, BarTemplate } from '../contract/bar-block.ts';
import { refuse } from '../contract/events.ts';
import type { Conventions, MappedColumns, MappedRow, RowMapper } from './mapper.ts';
import type { RawRow } from './rows.ts';
import { FileTime, plainEpochMs } from './time.ts';
import { readFigure } from './values.ts';

const SAMPLE_BARS = 256;
/** Rows that may wait in all, of however many symbols. */
const WAITING_ROWS_MAX = 65_536;
/** With fewer bars than this, steps that fit the symbol's registered interval say nothing against it. */
const FEW_BARS = 32;
/** From so many bars on a regular grid is the interval, also where it is no base interval. */
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
      // It has an interval of its own, and yet keeps its place: the first bar of a symbol is the one that registers it.
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

const COLON = 58;
const ZERO = 48;
const PRICES = 4;
const LAST_MINUTE_MS = 86_340_000;
const SPELLINGS_MAX = 10_000;
const TEMPLATE_FIELDS = ['symbol', 'asset_class', 'interval'];

const CLOCK_TIME = /^([^:]*?)(\d{2}:\d{2}(?::\d{2})?)(?![\d:])(.*)$/;

/** Times that differ in their clock alone. */
interface Spelling {
  readonly before: string;
  /** Characters of `HH:MM` or `HH:MM:SS`; 0: a date alone. */
  readonly clock: number;
  readonly after: string;
  /** Epoch milliseconds at 00:00; NaN where the mapper must read each of them. */
  readonly ms: number;
}

/** Cells of a bar's fields; `null` where the columns are not those of bars of a block. */
function placesOf(of: MappedColumns) {
  const indexOf = (wanted: string) => of.fields.find(({ field }) => field === wanted)?.index ?? -1;
  const [time, ...figures] = ['ts', ...BAR_FIGURES].map(indexOf);
  const others = of.fields.filter(({ field }) => field !== 'ts' && !(BAR_FIGURES as readonly string[]).includes(field));
  if (time < 0 || figures.includes(-1) || others.some(({ field }) => !TEMPLATE_FIELDS.includes(field))) return null;
  /** `clock` -1: it has no cell of its own; `texts`: those that the template depends on. */
  return { figures, time, clock: of.clockIndex, texts: others.map(({ index }) => index) };
}

type FigureList = [open: number, high: number, low: number, close: number, volume: number];

/** A bar that a vendor made up for a time without trades. */
export const isFiller = (open: number, high: number, low: number, close: number, volume: number): boolean =>
  volume === 0 && open === high && open === low && open === close;

/** Counts the fillers that `--drop-fillers` leaves out. */
export class Fillers {
  dropped = 0;

  /** True if the bar is a filler. */
  take(...figures: FigureList): boolean {
    const isOne = isFiller(...figures);
    if (isOne) this.dropped++;
    return isOne;
  }

  takeEvent({ open, high, low, close, volume }: Record<string, unknown>): boolean {
    return this.take(...([open, high, low, close, volume] as FigureList));
  }
}

interface BarRowsOptions {
  readonly conventions: Conventions;
  readonly mapper: RowMapper;
  readonly intervals: IntervalGuess | undefined;
  readonly builder: BarBlockBuilder;
  /** Set if fillers are dropped. */
  readonly fillers: Fillers | undefined;
}

export class BarRows {
  readonly #options: BarRowsOptions;
  readonly #figures = new Float64Array(BAR_FIGURES.length);
  readonly #templates = new Map<string, BarTemplate>();
  #places: ReturnType<typeof placesOf> | undefined;
  #columns: MappedColumns | undefined;
  #template: BarTemplate | undefined;
  #texts: readonly unknown[] = [];
  readonly #spellings = new Map<string, Spelling>();
  #spelling: Spelling | undefined;

  constructor(options: BarRowsOptions) {
    this.#options = options;
  }

  /** Puts the row into the builder; false where it is for the mapper. */
  take(row: RawRow): boolean {
    const { mapper, builder, conventions } = this.#options;
    if (row.broken) return false;
    const columns = mapper.columnsOf(row.columns);
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#places = placesOf(columns);
      this.#template = undefined;
    }
    const places = this.#places;
    if (!places) return false;
    const { cells } = row;
    for (let i = 0; i < places.figures.length; i++) {
      const cell = cells[places.figures[i]];
      const value = typeof cell === 'string' ? readFigure(BAR_FIGURES[i], cell, conventions.spelling) : cell;
      if (typeof value !== 'number') return false;
      this.#figures[i] = value;
    }
    const ms = this.#msOf(cells[places.time], places.clock < 0 ? undefined : cells[places.clock]);
    if (Number.isNaN(ms)) return false;
    const template = this.#templateOf(row, places.texts);
    if (!template) return false;
    if (this.#options.fillers?.take(...(this.#figures as unknown as FigureList))) return true;
    if (conventions.priceScale !== 1)
      for (let i = 0; i < PRICES; i++) this.#figures[i] = mapper.scaled(this.#figures[i]);
    return builder.put(template, row.number, mapper.member, ms, this.#figures);
  }

  #msOf(cell: unknown, clockCell: unknown): number {
    if (cell instanceof FileTime) return cell.kind === 'instant' ? cell.ms : Number.NaN;
    if (typeof cell !== 'string' || (clockCell !== undefined && typeof clockCell !== 'string')) return Number.NaN;
    const apart = clockCell !== undefined;
    const text = clockCell ?? cell;
    const known = this.#spelling;
    if (known && (apart ? cell === known.before : cell.startsWith(known.before))) {
      const from = apart ? 0 : known.before.length;
      if (text.length === from + known.clock + known.after.length && text.endsWith(known.after))
        return known.ms + clockMs(text, from, known.clock);
    }
    const epochMs = apart ? null : plainEpochMs(text);
    if (epochMs !== null) return epochMs;
    const match = CLOCK_TIME.exec(text);
    if (match ? apart && match[1] !== '' : apart || text.includes(':')) return Number.NaN;
    const [, start, clock, after] = match ?? [text, text, '', ''];
    const before = apart ? cell : start;
    const key = `${before}\0${clock.length}\0${after}`;
    let spelling = this.#spellings.get(key);
    if (!spelling) {
      spelling = { before, clock: clock.length, after, ms: this.#dayOf(before, clock.length, after, apart) };
      if (this.#spellings.size >= SPELLINGS_MAX) this.#spellings.clear();
      this.#spellings.set(key, spelling);
    }
    this.#spelling = spelling;
    return spelling.ms + clockMs(text, start.length, clock.length);
  }

  /** Between two clock times that are as far apart in UTC no clock is set: all others of that day lie between them. */
  #dayOf(before: string, clock: number, after: string, apart: boolean): number {
    const { mapper } = this.#options;
    const at = (time: string) => {
      const text = `${time.slice(0, clock)}${after}`;
      return apart ? mapper.msOf(before, text) : mapper.msOf(before + text, undefined);
    };
    const first = at('00:00:00');
    return clock === 0 || at('23:59:00') - first === LAST_MINUTE_MS ? first : Number.NaN;
  }

  #templateOf(row: RawRow, texts: readonly number[]): BarTemplate | undefined {
    const { cells } = row;
    let isSame = this.#template !== undefined;
    for (let k = 0; isSame && k < texts.length; k++) isSame = cells[texts[k]] === this.#texts[k];
    if (isSame) return this.#template;
    const own = texts.map((index) => cells[index]);
    const key = `${row.columns.join('\0')}\n${own.join('\0')}`;
    const template = own.every((text) => typeof text === 'string')
      ? (this.#templates.get(key) ?? this.#newTemplate(row, key))
      : undefined;
    if (!template) return undefined;
    this.#template = template;
    this.#texts = own;
    return template;
  }

  /** As the mapper has it, once nothing can change it any more. */
  #newTemplate(row: RawRow, key: string): BarTemplate | undefined {
    const { mapper, intervals, builder } = this.#options;
    const mapped = mapper.map(row);
    if (mapped.refusal || (intervals && !intervals.isDecided(mapped.symbol))) return undefined;
    intervals?.take(mapped);
    const template = builder.templateOf(mapped.event);
    if (!template) return undefined;
    if (this.#templates.size >= SPELLINGS_MAX) this.#templates.clear();
    this.#templates.set(key, template);
    return template;
  }
}

/** `HH:MM`, `HH:MM:SS` or nothing as milliseconds; NaN where it is no time of day. */
function clockMs(text: string, at: number, length: number): number {
  if (length === 0) return 0;
  const hour = twoDigits(text, at);
  const minute = text.charCodeAt(at + 2) === COLON ? twoDigits(text, at + 3) : Number.NaN;
  const second = length === 5 ? 0 : text.charCodeAt(at + 5) === COLON ? twoDigits(text, at + 6) : Number.NaN;
  return hour <= 23 && minute <= 59 && second <= 59 ? (hour * 3600 + minute * 60 + second) * 1000 : Number.NaN;
}

function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
