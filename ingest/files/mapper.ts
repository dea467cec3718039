/** From a row of a file to an event of the contract: columns to fields, cells to values, options on top. */
import { canonicalSymbol, isMixedCase, parseSymbol } from '../../exchange/symbol.ts';
import { positionOf } from '../contract/bar-block.ts';
import { identityOf } from '../contract/decode.ts';
import { EVENT_SETS, type Refusal, refuse } from '../contract/events.ts';
import type { PushedEvent } from '../landing/events.ts';
import { ImportError } from './errors.ts';
import { hasField, type ImportKind, type Mapping, mapColumns, TIME_FIELD } from './fields.ts';
import type { ReadOptions } from './options.ts';
import type { RawRow } from './rows.ts';
import { isText, readTime, shortYearFormats, type TimeSpelling, timeText } from './time.ts';
import { hasUnit, isPlainFigure, PRICE_FIELDS, readCell, readFigure, type Spelling, unitBehind } from './values.ts';

export interface MappedRow {
  readonly number: number;
  /** Of an archive with several files. */
  readonly member?: string;
  /** The event as far as the row gives it, by the contract's names. */
  readonly event: Record<string, unknown>;
  /** Canonical, where it is a symbol at all. */
  readonly symbol: string | undefined;
  readonly time: { readonly ms: number; readonly dateOnly: boolean } | undefined;
  readonly refusal: Refusal | undefined;
  /** Local time of the file read as UTC, if the time has no offset. */
  readonly localMs?: number;
  /** News of a pair, as far as the row, the registry, the file's rows before it or its spelling tell. */
  readonly crypto: boolean;
  /** The row itself, where it could not be split into cells. */
  readonly original: Buffer | string | undefined;
}

/** The registry, as data: files are read in a thread. */
export type KnownSymbols = readonly {
  readonly symbol: string;
  readonly assetClass: string;
}[];

export type Known = (symbol: string) => { assetClass: string } | undefined;

/** Under its own name, or as a pair without its slash. */
export function lookUp(symbols: KnownSymbols): Known {
  const bySymbol = new Map(symbols.map((entry) => [entry.symbol, entry]));
  return (symbol) => bySymbol.get(symbol) ?? bySymbol.get(canonicalSymbol(symbol, 'crypto'));
}

/** What the file as a whole says of its rows; plain data. */
export interface Conventions {
  readonly spelling: Spelling;
  readonly times: TimeSpelling;
  readonly priceScale: number;
  /** Where nothing else says it: of a vendor who has one class alone. */
  readonly assetClass: string | undefined;
  /** Of bars that declare none: what the times of the whole file tell. */
  readonly interval: string | undefined;
}

interface MappedField {
  readonly field: string;
  /** Of its cell; -1 if the field is the sum of several. */
  readonly index: number;
  /** Cells whose sum is the field. */
  readonly addends: readonly number[];
  readonly isFigure: boolean;
  /** True if the options give it for all rows. */
  readonly isGiven: boolean;
}

export interface MappedColumns {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly fields: readonly MappedField[];
  /** Cell of the time; -1 if no column has it. */
  readonly timeIndex: number;
  /** Cell of the time of day if it has a column of its own; else -1. */
  readonly clockIndex: number;
  /** An event with every field that rows may give, each undefined: filling one in costs less than making it. */
  readonly blank: Readonly<Record<string, unknown>>;
}

const PLANS_MAX = 200;
const CLASSES_MAX = 100_000;
const NULLS = /^(?:null|nan|none|n\/?a|-)?$/i;
export const ZONE_ADVICE = 'give the zone of its clock, such as --tz America/New_York or --tz UTC';
const TIME_FORMATS = 'such as 2025-06-04T13:30:00Z, 2025-06-04 or an epoch number';

interface MapperOptions {
  readonly file: string;
  readonly options: ReadOptions;
  readonly conventions: Conventions;
  readonly known: Known;
}

export class RowMapper {
  readonly #of: MapperOptions;
  readonly #kind: ImportKind;
  readonly #plans = new Map<string, MappedColumns>();
  readonly #hasClass: boolean;
  readonly #defaults: readonly (readonly [field: string, value: unknown])[];
  #last: MappedColumns | undefined;
  #onlySymbol: unknown;
  /** Asset classes of news that the file gave so far, by symbol without slash. */
  readonly #classes = new Map<string, unknown>();
  /** The file of an archive whose rows come now, where there are several. */
  member: string | undefined;

  constructor(of: MapperOptions) {
    this.#of = of;
    this.#kind = of.options.kind;
    this.#hasClass = hasField(this.#kind, 'asset_class');
    this.#defaults = Object.entries(of.options.defaults);
  }

  columnsOf(columns: readonly string[]): MappedColumns {
    if (this.#last?.columns === columns) return this.#last;
    const key = columns.join('\0');
    let plan = this.#plans.get(key);
    if (!plan) {
      const mapping = mapColumns(this.#of.options, columns);
      const { overrides } = this.#of.options;
      const fields = [...mapping.columnOf].map(([field, name]) => {
        const addends = (mapping.sums.get(field) ?? []).map((column) => columns.indexOf(column));
        const isFigure = addends.length === 0 && isPlainFigure(field);
        return { field, index: columns.indexOf(name), addends, isFigure, isGiven: field in overrides };
      });
      const later = this.#kind === 'bars' ? ['asset_class', 'interval'] : [];
      const names = [...fields.map(({ field }) => field), ...this.#defaults.map(([field]) => field), ...later];
      const blank = {
        ...overrides,
        ...Object.fromEntries(names.flatMap((name) => (name in overrides ? [] : [[name, undefined]]))),
      };
      const clockIndex = mapping.clockColumn ? columns.indexOf(mapping.clockColumn) : -1;
      const timeIndex = fields.find(({ field }) => field === TIME_FIELD[this.#kind])?.index ?? -1;
      plan = { columns, mapping, fields, timeIndex, clockIndex, blank };
      if (this.#plans.size >= PLANS_MAX) this.#plans.clear();
      this.#plans.set(key, plan);
    }
    this.#last = plan;
    return plan;
  }

  map(row: RawRow): MappedRow {
    const { number, columns, cells, broken } = row;
    const { member } = this;
    if (broken) {
      const { refusal, original } = broken;
      return { number, member, event: {}, symbol: undefined, time: undefined, crypto: false, refusal, original };
    }
    const plan = this.columnsOf(columns);
    const event: Record<string, unknown> = { ...plan.blank };
    const { spelling } = this.#of.conventions;
    for (const { field, index, addends, isFigure, isGiven } of plan.fields) {
      const cell = cells[index];
      let value: unknown;
      if (isFigure && typeof cell === 'string') value = readFigure(field, cell, spelling);
      else if (addends.length > 0) value = sumOf(addends.map((at) => readCell(field, cells[at], spelling)));
      else value = readCell(field, cell, spelling);
      if (!isGiven) event[field] = value;
      else if (field === 'symbol') this.#checkOneSymbol(value);
    }
    for (const [field, value] of this.#defaults) event[field] ??= value;
    if (this.#of.conventions.priceScale !== 1)
      for (const field of PRICE_FIELDS) {
        const value = event[field];
        if (typeof value === 'number') event[field] = this.scaled(value);
      }
    const timeField = TIME_FIELD[this.#kind];
    const clock = cells[plan.clockIndex];
    const judged = this.#time(event[timeField], clock);
    const { time, localMs } = judged;
    const refusal = judged.refusal ?? noPrices(event);
    if (time) event[timeField] = this.#kind === 'bars' ? time.ms : Math.floor(time.ms);
    else if (clock !== undefined) event[timeField] = shownTime(event[timeField], clock);
    const symbol = this.#symbolOf(event);
    const known = symbol === undefined ? undefined : this.#of.known(symbol)?.assetClass;
    // News are in no conflict with bars: an id may be of the other class than its symbol's bars, and be deleted.
    const saysItself = this.#kind === 'news' && event['deleted'] === true;
    if (known !== undefined && !saysItself && this.#hasClass) event['asset_class'] ??= known;
    const { assetClass, interval } = this.#of.conventions;
    if (assetClass !== undefined) event['asset_class'] ??= assetClass;
    if (interval !== undefined) event['interval'] ??= interval;
    const crypto = this.#kind === 'news' && this.#isCrypto(event, known);
    if (this.#kind === 'macro') this.#setUnit(event, plan, cells);
    if (!plan.mapping.columnOf.has('id')) setIdentity(this.#kind, event, symbol);
    return { number, member, event, symbol, time, refusal, localMs, crypto, original: undefined };
  }

  /** What follows all figures of the row: files that write `3.2%` have no column for it. */
  #setUnit(event: Record<string, unknown>, { fields }: MappedColumns, cells: readonly unknown[]): void {
    const units = fields
      .filter(({ field }) => hasUnit(field) && event[field] !== undefined)
      .map(({ index }) => unitBehind(cells[index]));
    if (units.length > 0 && units.every((unit) => unit === units[0]) && units[0] !== undefined)
      event['unit'] ??= units[0];
  }

  /** A price by the file's scale. By a power of ten below one is divided: that gives the number of its decimal text. */
  scaled(price: number): number {
    const { priceScale } = this.#of.conventions;
    const divisor = Math.round(1 / priceScale);
    return priceScale < 1 && 1 / divisor === priceScale ? price / divisor : price * priceScale;
  }

  /** Returns the epoch milliseconds of a row's time; NaN if the row is refused for it. */
  msOf({ timeIndex, clockIndex }: MappedColumns, cells: readonly unknown[]): number {
    return this.#time(cells[timeIndex], cells[clockIndex]).time?.ms ?? Number.NaN;
  }

  /** Their class decides the table. A deletion that does not say it goes by its event's topic, to come after it. */
  #isCrypto({ asset_class: said, symbol: text }: Record<string, unknown>, known: string | undefined): boolean {
    const symbol = typeof text === 'string' ? text.trim().toUpperCase() : '';
    const name = symbol.replaceAll('/', '');
    if (said !== undefined && this.#classes.size < CLASSES_MAX) this.#classes.set(name, said);
    const assetClass = said ?? this.#classes.get(name) ?? known ?? (symbol.includes('/') ? 'crypto' : undefined);
    return assetClass === 'crypto';
  }

  /** One symbol for a file of many would write them over each other. */
  #checkOneSymbol(value: unknown): void {
    this.#onlySymbol ??= value;
    if (value === undefined || value === this.#onlySymbol) return;
    const message = `${this.#of.file}: holds several symbols (${this.#onlySymbol}, ${value}); --symbol fits a file of one: leave it away`;
    throw new ImportError('usage', message);
  }

  #symbolOf(event: Record<string, unknown>): string | undefined {
    const text = event['symbol'];
    const symbol = typeof text === 'string' && !isMixedCase(text) ? parseSymbol(text) : null;
    if (symbol === null) return undefined;
    if (this.#kind === 'crypto') return canonicalSymbol(symbol, 'crypto');
    if (!this.#hasClass) return symbol;
    const isPair = event['asset_class'] === 'crypto' || (event['asset_class'] === undefined && !this.#of.known(symbol));
    return isPair ? canonicalSymbol(symbol, 'crypto') : symbol;
  }

  #time(value: unknown, clock: unknown): Pick<MappedRow, 'time' | 'refusal' | 'localMs'> {
    if (value === undefined) return { time: undefined, refusal: undefined };
    const read = readTime(value, clock, this.#of.conventions.times);
    if (read && read.kind !== 'local')
      return { time: { ms: read.ms, dateOnly: read.kind === 'date' }, refusal: undefined };
    const field = TIME_FIELD[this.#kind];
    const shown = String(shownTime(value, clock)).slice(0, 60);
    const bad = (message: string) => ({
      time: undefined,
      refusal: refuse('invalid_timestamp', `${field}: ${message}`),
    });
    if (!read) {
      const [format] = shortYearFormats(shown);
      const cure = format === undefined ? '' : `; if its year has two digits, give --date-format ${format}`;
      return bad(`"${shown}" is no time ${TIME_FORMATS}${cure}`);
    }
    const localMs = read.ms;
    const { zone } = this.#of.options;
    if (!zone) return { ...bad(`"${shown}" has no offset; ${ZONE_ADVICE}`), localMs };
    const utc = zone.toUtc(localMs);
    if ('ms' in utc) return { time: { ms: utc.ms, dateOnly: false }, refusal: undefined, localMs };
    const why = utc.problem === 'skipped' ? 'does not exist' : 'comes twice';
    return { ...bad(`"${shown}" ${why} on the clock of ${zone.name}; write it with its offset`), localMs };
  }
}

/** A time as a refusal shows it, with the cell of its clock. */
const shownTime = (value: unknown, clock: unknown) =>
  clock !== undefined && isText(value) ? timeText(value, clock) : value;

/** The sum of figures; a cell that is none, for the contract to refuse. */
function sumOf(values: readonly unknown[]): unknown {
  const other = values.find((value) => typeof value !== 'number' && value !== undefined);
  if (other !== undefined) return other;
  const figures = values.filter((value) => typeof value === 'number');
  return figures.length === 0 ? undefined : figures.reduce((sum, value) => sum + value, 0);
}

/** Sources write a row of nulls for a day of which they have no bar. */
function noPrices(event: Record<string, unknown>): Refusal | undefined {
  if (typeof event['open'] !== 'string') return undefined;
  if (!PRICE_FIELDS.every((field) => NULLS.test(String(event[field] ?? '').trim()))) return undefined;
  return refuse('invalid_price', `open, high, low and close are "${event['open']}": the source has no bar here`);
}

/** What tells events of a file without ids apart; `null` in a place: the event has none, and the contract refuses it. */
const IDENTITY_OF: Partial<
  Record<ImportKind, (event: Record<string, unknown>, symbol: string | undefined) => unknown[]>
> = {
  earnings: (event, symbol) => [symbol, event['fiscal_period'] ?? event['event_timestamp']],
  crypto: (event, symbol) => [symbol, event['event_timestamp'], event['category'], event['title']],
  macro: (event) => [event['country'], event['name'], event['event_timestamp']],
};

function setIdentity(kind: ImportKind, event: Record<string, unknown>, symbol: string | undefined): void {
  if (event['id'] !== undefined || event['deleted'] === true) return;
  const parts = IDENTITY_OF[kind]?.(event, symbol);
  if (parts?.every((part) => typeof part === 'string' || typeof part === 'number'))
    event['id'] = identityOf(parts as (string | number)[]);
}

/** The row as an event to push: its wire JSON, or its original where it is refused already. */
export function toPushed(kind: ImportKind, file: string, row: MappedRow): PushedEvent {
  const topic = row.crypto ? 'events.sentiment_crypto' : EVENT_SETS[kind];
  const symbol = row.event[kind === 'macro' ? 'id' : 'symbol'];
  return {
    topic,
    key: typeof symbol === 'string' ? symbol : null,
    value: row.original ?? JSON.stringify(row.event),
    source: file,
    position: positionOf(row.number, row.member),
    ...(row.refusal ? { refused: row.refusal } : {}),
  };
}
