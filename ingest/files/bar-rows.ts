/**
 * Rows of bars: starts for times that name the end, and rows as columns.
 *
 * Rows become bars of a block from their cells: an event for each row would cost many times as much. A row is taken only
 * where nothing is left to judge: figures that are numbers, a time whose date was read before in the same spelling, and all
 * else as in a row that the mapper made a bar of. Any other row is for `RowMapper`; a property test compares the two.
 */
import { dateOfDaily, startOfEnd } from '../../exchange/grid.ts';
import { type AssetClass, parseInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import { BAR_FIGURES } from '../contract/bar.ts';
import type { BarBlockBuilder, BarTemplate } from '../contract/bar-block.ts';
import type { IntervalSurvey, Series } from './intervals.ts';
import type { Conventions, MappedColumns, MappedRow, RowMapper } from './mapper.ts';
import type { RawRow } from './rows.ts';
import { plainEpochMs } from './time.ts';
import { readFigure } from './values.ts';

/** Sets bars that are stamped by their end to their start. */
export class EndStamps {
  readonly #lastEnd = new Map<unknown, number>();

  /** A date alone has no end. A row without an interval, or with none that is known, is refused by the contract. */
  toStart(row: MappedRow): MappedRow {
    const { symbol, time, event } = row;
    const { interval, asset_class: assetClass } = event;
    if (row.refusal || !time || time.dateOnly || symbol === undefined || typeof interval !== 'string') return row;
    const intervalMin = parseInterval(interval);
    if (intervalMin === null) return row;
    const isDaily = intervalMin === MINUTES_PER_DAY;
    const ms = isDaily
      ? startOfDay(assetClass as AssetClass, time.ms)
      : startOfEnd(assetClass === 'crypto', intervalMin, time.ms / MS_PER_MINUTE, this.#lastOf(symbol, time.ms)) *
        MS_PER_MINUTE;
    event['ts'] = ms;
    return { ...row, time: { ms, dateOnly: false } };
  }

  /** Returns the end of the symbol's bar before, UTC minute. */
  #lastOf(symbol: string, endMs: number): number {
    const last = this.#lastEnd.get(symbol) ?? Number.NaN;
    this.#lastEnd.set(symbol, endMs / MS_PER_MINUTE);
    return last;
  }
}

/** A day that ends at midnight is the day before. */
function startOfDay(assetClass: AssetClass, endMs: number): number {
  if (assetClass === 'crypto') return endMs - MS_PER_DAY;
  return dateOfDaily(assetClass, endMs - MS_PER_MINUTE)! * MS_PER_DAY;
}

const COLON = 58;
const ZERO = 48;
const PRICES = 4;
const LAST_MS_PER_MINUTE = 86_340_000;
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

/** Reads the times of rows; a date is read by the mapper once per spelling. */
class TimeCells {
  readonly #mapper: RowMapper;
  readonly #spellings = new Map<string, Spelling>();
  #spelling: Spelling | undefined;

  constructor(mapper: RowMapper) {
    this.#mapper = mapper;
  }

  /** Epoch milliseconds; NaN if the mapper must read the cells. */
  msOf(cell: unknown, clockCell: unknown): number {
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
    const mapper = this.#mapper;
    const at = (time: string) => {
      const text = `${time.slice(0, clock)}${after}`;
      return apart ? mapper.msOf(before, text) : mapper.msOf(before + text, undefined);
    };
    const first = at('00:00:00');
    return clock === 0 || at('23:59:00') - first === LAST_MS_PER_MINUTE ? first : Number.NaN;
  }
}

/** Takes the times of rows for the survey of intervals, without reading what else they hold. */
export class SurveyRows {
  readonly #survey: IntervalSurvey;
  readonly #mapper: RowMapper;
  readonly #times: TimeCells;
  #columns: MappedColumns | undefined;
  #time = -1;
  #texts: readonly number[] = [];
  #last: readonly unknown[] | undefined;
  #series: Series | undefined;

  constructor(survey: IntervalSurvey, mapper: RowMapper) {
    this.#survey = survey;
    this.#mapper = mapper;
    this.#times = new TimeCells(mapper);
  }

  #setColumns(names: readonly string[]): MappedColumns {
    const columns = this.#mapper.columnsOf(names);
    if (columns === this.#columns) return columns;
    this.#columns = columns;
    this.#time = columns.fields.find(({ field }) => field === 'ts')?.index ?? -1;
    this.#texts = columns.fields.filter(({ field }) => TEMPLATE_FIELDS.includes(field)).map(({ index }) => index);
    this.#last = undefined;
    return columns;
  }

  /** Leaves out rows without a time that can be read. */
  take(row: RawRow): void {
    if (row.broken) return;
    const { cells } = row;
    const columns = this.#setColumns(row.columns);
    const clock = columns.clockIndex < 0 ? undefined : cells[columns.clockIndex];
    let ms = this.#time < 0 ? Number.NaN : this.#times.msOf(cells[this.#time], clock);
    const isSame = this.#last?.every((text, i) => text === cells[this.#texts[i]]);
    if (!isSame || Number.isNaN(ms)) {
      const { symbol, event, time } = this.#mapper.map(row);
      const { asset_class: assetClass, interval } = event;
      const declared = typeof interval === 'string' ? interval : undefined;
      this.#series = symbol === undefined ? undefined : this.#survey.seriesOf(symbol, assetClass, declared);
      this.#last = this.#texts.map((index) => cells[index]);
      ms = time?.ms ?? Number.NaN;
    }
    if (this.#series && !Number.isNaN(ms)) this.#survey.take(this.#series, ms / MS_PER_MINUTE);
  }
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
  readonly #times: TimeCells;

  constructor(options: BarRowsOptions) {
    this.#options = options;
    this.#times = new TimeCells(options.mapper);
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
    const ms = this.#times.msOf(cells[places.time], places.clock < 0 ? undefined : cells[places.clock]);
    if (Number.isNaN(ms)) return false;
    const template = this.#templateOf(row, places.texts);
    if (!template) return false;
    if (this.#options.fillers?.take(...(this.#figures as unknown as FigureList))) return true;
    if (conventions.priceScale !== 1)
      for (let i = 0; i < PRICES; i++) this.#figures[i] = mapper.scaled(this.#figures[i]);
    return builder.put(template, row.number, mapper.member, ms, this.#figures);
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

  #newTemplate(row: RawRow, key: string): BarTemplate | undefined {
    const { mapper, builder } = this.#options;
    const mapped = mapper.map(row);
    if (mapped.refusal) return undefined;
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
