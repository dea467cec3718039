/**
 * Rows of bars as columns: an event per row would cost several times as much. A row is taken only if its figures are numbers,
 * its time can be read, and its other cells are those of a row that `RowMapper` made a bar of. `RowMapper` reads all others; a
 * property test compares the two.
 */
import { dateOfDaily, startOfEnd } from '../../exchange/grid.ts';
import { type AssetClass, parseInterval } from '../../exchange/symbol.ts';
import { MINUTES_PER_DAY, MS_PER_DAY, MS_PER_MINUTE } from '../../lib/days.ts';
import { BAR_FIGURES } from '../contract/bar.ts';
import type { BarBlockBuilder, BarTemplate } from '../contract/bar-block.ts';
import type { IntervalSurvey, Series } from './intervals.ts';
import type { Conventions, MappedColumns, MappedRow, RowMapper } from './mapper.ts';
import type { RawRow } from './rows.ts';
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

const PRICES = 4;
const TEXTS_MAX = 10_000;
/** Fields that many bars share. */
const SHARED_FIELDS = ['symbol', 'asset_class', 'interval'];

/** Remembers what rows share, by the cells of their symbol, class and interval. */
class SharedCells<T> {
  readonly #known = new Map<string, T>();
  #columns: MappedColumns | undefined;
  #indexes: readonly number[] = [];
  #cells: readonly unknown[] = [];
  #last: T | undefined;

  /** `make`: answers undefined if the row tells nothing about others. */
  get(columns: MappedColumns, cells: readonly unknown[], make: () => T | undefined): T | undefined {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#indexes = columns.fields.filter(({ field }) => SHARED_FIELDS.includes(field)).map(({ index }) => index);
      this.#last = undefined;
    }
    let isSame = this.#last !== undefined;
    for (let k = 0; isSame && k < this.#indexes.length; k++) isSame = cells[this.#indexes[k]] === this.#cells[k];
    if (isSame) return this.#last;
    this.#cells = this.#indexes.map((index) => cells[index]);
    const key = JSON.stringify([columns.columns, this.#cells]);
    this.#last = this.#known.get(key) ?? make();
    if (this.#known.size >= TEXTS_MAX) this.#known.clear();
    if (this.#last !== undefined) this.#known.set(key, this.#last);
    return this.#last;
  }
}

/** Takes the times of rows for the survey of intervals, without reading what else they hold. */
export class SurveyRows {
  readonly #survey: IntervalSurvey;
  readonly #mapper: RowMapper;
  readonly #series = new SharedCells<{ readonly series: Series | undefined }>();

  constructor(survey: IntervalSurvey, mapper: RowMapper) {
    this.#survey = survey;
    this.#mapper = mapper;
  }

  /** Leaves out rows without a time that can be read. */
  take(row: RawRow): void {
    if (row.broken) return;
    const columns = this.#mapper.columnsOf(row.columns);
    const shared = this.#series.get(columns, row.cells, () => ({ series: this.#seriesOf(row) }));
    const ms = this.#mapper.msOf(columns, row.cells);
    if (shared?.series && !Number.isNaN(ms)) this.#survey.take(shared.series, ms / MS_PER_MINUTE);
  }

  #seriesOf(row: RawRow): Series | undefined {
    const { symbol, event } = this.#mapper.map(row);
    const { asset_class: assetClass, interval } = event;
    const declared = typeof interval === 'string' ? interval : undefined;
    return symbol === undefined ? undefined : this.#survey.seriesOf(symbol, assetClass, declared);
  }
}

/** Returns the cells of the figures; null if the columns are not those of bars of a block. */
function figureCells({ fields }: MappedColumns): number[] | null {
  const known: readonly string[] = ['ts', ...BAR_FIGURES, ...SHARED_FIELDS];
  if (fields.some(({ field, index }) => !known.includes(field) || index < 0)) return null;
  const indexes = BAR_FIGURES.map((name) => fields.find(({ field }) => field === name)?.index ?? -1);
  return indexes.includes(-1) ? null : indexes;
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
  readonly #templates = new SharedCells<BarTemplate>();
  #columns: MappedColumns | undefined;
  #figureCells: readonly number[] | null = null;

  constructor(options: BarRowsOptions) {
    this.#options = options;
  }

  /** Puts the row into the builder; false where it is for the mapper. */
  take(row: RawRow): boolean {
    const { mapper, builder, conventions, fillers } = this.#options;
    if (row.broken) return false;
    const columns = mapper.columnsOf(row.columns);
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#figureCells = figureCells(columns);
    }
    if (!this.#figureCells) return false;
    const { cells } = row;
    for (const [i, index] of this.#figureCells.entries()) {
      const cell = cells[index];
      const value = typeof cell === 'string' ? readFigure(BAR_FIGURES[i], cell, conventions.spelling) : cell;
      if (typeof value !== 'number') return false;
      this.#figures[i] = value;
    }
    const ms = mapper.msOf(columns, cells);
    if (Number.isNaN(ms)) return false;
    const template = this.#templates.get(columns, cells, () => this.#templateOf(row));
    if (!template) return false;
    if (fillers?.take(...(this.#figures as unknown as FigureList))) return true;
    if (conventions.priceScale !== 1)
      for (let i = 0; i < PRICES; i++) this.#figures[i] = mapper.scaled(this.#figures[i]);
    return builder.put(template, row.number, mapper.member, ms, this.#figures);
  }

  #templateOf(row: RawRow): BarTemplate | undefined {
    const { mapper, builder } = this.#options;
    const { refusal, event } = mapper.map(row);
    return refusal ? undefined : (builder.templateOf(event) ?? undefined);
  }
}
