/**
 * Rows of a file as bars of a block, from their cells to columns: an event for each row would cost many times as much. A row
 * is taken only where nothing is left to judge: figures that are numbers, a time whose date was read before in the same
 * spelling, and all else as in a row that the mapper made a bar of. Any other row is for `RowMapper`; a property test
 * compares the two.
 */
import { BAR_FIGURES } from '../contract/bar.ts';
import type { BarBlockBuilder, BarTemplate } from '../contract/bar-block.ts';
import type { IntervalGuess } from './interval.ts';
import type { Conventions, MappedColumns, RowMapper } from './mapper.ts';
import type { RawRow } from './rows.ts';
import { FileTime, plainEpochMs } from './time.ts';
import { readFigure } from './values.ts';

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

/** Where the cells of bars are. */
interface Places {
  readonly of: MappedColumns;
  /** In the order of `BAR_FIGURES`. */
  readonly figures: readonly number[];
  readonly time: number;
  /** -1: the clock has no cell of its own. */
  readonly clock: number;
  /** Cells that the template depends on. */
  readonly texts: readonly number[];
}

/** `null` where the columns are not those of bars of a block. */
function placesOf(of: MappedColumns): Places | null {
  const indexOf = (wanted: string) => of.fields.find(({ field }) => field === wanted)?.index ?? -1;
  const [time, ...figures] = ['ts', ...BAR_FIGURES].map(indexOf);
  const others = of.fields.filter(({ field }) => field !== 'ts' && !(BAR_FIGURES as readonly string[]).includes(field));
  if (time < 0 || figures.includes(-1) || others.some(({ field }) => !TEMPLATE_FIELDS.includes(field))) return null;
  return { of, figures, time, clock: of.clockIndex, texts: others.map(({ index }) => index) };
}

interface BarRowsOptions {
  readonly textual: boolean;
  readonly conventions: Conventions;
  readonly mapper: RowMapper;
  readonly intervals: IntervalGuess | undefined;
  readonly builder: BarBlockBuilder;
}

export class BarRows {
  readonly #options: BarRowsOptions;
  readonly #figures = new Float64Array(BAR_FIGURES.length);
  readonly #templates = new Map<string, BarTemplate>();
  #places: Places | null | undefined;
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
    const { mapper, builder, textual, conventions } = this.#options;
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
      const value = textual && typeof cell === 'string' ? readFigure(cell, conventions.spelling) : cell;
      if (typeof value !== 'number') return false;
      this.#figures[i] = value;
    }
    const ms = this.#msOf(cells[places.time], places.clock < 0 ? undefined : cells[places.clock]);
    if (Number.isNaN(ms)) return false;
    const template = this.#templateOf(row, places);
    if (!template) return false;
    if (conventions.priceScale !== 1)
      for (let i = 0; i < PRICES; i++) this.#figures[i] = mapper.scaled(this.#figures[i]);
    return builder.put(template, row.number, mapper.member, ms, this.#figures);
  }

  /** Epoch milliseconds, or NaN. */
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

  #templateOf(row: RawRow, { texts }: Places): BarTemplate | undefined {
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
