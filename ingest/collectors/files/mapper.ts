/** From a row of a file to an event of the contract: columns to fields, cells to values, options on top. */
import { canonicalSymbol, parseSymbol } from '../../../lib/symbol.ts';
import { type Refusal, refuse } from '../../contract/index.ts';
import type { PushedEvent } from '../../landing/index.ts';
import { ImportError } from './errors.ts';
import { findColumn, type ImportKind, type Mapping, mapColumns, TIME_FIELD } from './fields.ts';
import type { ReadOptions } from './options.ts';
import type { RawRow } from './rows.ts';
import { readTime } from './time.ts';
import { readCell } from './values.ts';

export interface MappedRow {
  readonly number: number;
  /** The event as far as the row gives it, by the contract's names. */
  readonly event: Record<string, unknown>;
  /** Canonical, where it is a symbol at all. */
  readonly symbol: string | undefined;
  readonly time: { readonly ms: number; readonly dateOnly: boolean } | undefined;
  readonly refusal: Refusal | undefined;
  /** News of a pair, as far as the row, the registry, the file's rows before it or its spelling tell. */
  readonly crypto: boolean;
  /** The row itself, where it could not be told apart. */
  readonly original: Buffer | string | undefined;
}

/** What is known of a symbol that is registered. */
export type Known = (symbol: string) => { assetClass: string; intervalMin: number } | undefined;

interface Plan {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly fields: readonly (readonly [field: string, index: number])[];
  readonly clockIndex: number;
}

const PLANS_MAX = 200;
const IGNORED_MAX = 1_000;
const CLASSES_MAX = 100_000;
const TIME_FORMATS = 'such as 2025-06-04T13:30:00Z, 2025-06-04 or an epoch number';

export class RowMapper {
  readonly #kind: ImportKind;
  readonly #file: string;
  readonly #textual: boolean;
  readonly #options: ReadOptions;
  readonly #known: Known;
  readonly #plans = new Map<string, Plan>();
  #last: Plan | undefined;
  #onlySymbol: unknown;
  /** Asset classes of news that the file gave so far, by symbol without slash. */
  readonly #classes = new Map<string, unknown>();
  /** Columns that carry nothing the contract knows, as far as they were met. */
  readonly ignored = new Set<string>();

  constructor(kind: ImportKind, file: string, textual: boolean, options: ReadOptions, known: Known) {
    this.#kind = kind;
    this.#file = file;
    this.#textual = textual;
    this.#options = options;
    this.#known = known;
  }

  /** Which of these columns is which field. */
  mappingOf(columns: readonly string[]): Mapping {
    return this.#planOf(columns).mapping;
  }

  #planOf(columns: readonly string[]): Plan {
    if (this.#last?.columns === columns) return this.#last;
    const key = columns.join('\0');
    let plan = this.#plans.get(key);
    if (!plan) {
      // Rows of NDJSON may lack what others have; whether the file has it at all was checked before.
      const entries = Object.entries(this.#options.map).filter(([, name]) => findColumn(columns, name) !== undefined);
      const map = Object.fromEntries(entries);
      const mapping = mapColumns(this.#kind, columns, map, this.#file);
      const fields = [...mapping.columnOf].map(([field, name]) => [field, columns.indexOf(name)] as const);
      plan = { columns, mapping, fields, clockIndex: mapping.clockColumn ? columns.indexOf(mapping.clockColumn) : -1 };
      for (const name of mapping.ignored) if (this.ignored.size < IGNORED_MAX) this.ignored.add(name);
      if (this.#plans.size >= PLANS_MAX) this.#plans.clear();
      this.#plans.set(key, plan);
    }
    this.#last = plan;
    return plan;
  }

  map(row: RawRow): MappedRow {
    const { number, columns, cells, broken } = row;
    if (broken) {
      const { refusal, original } = broken;
      return { number, event: {}, symbol: undefined, time: undefined, crypto: false, refusal, original };
    }
    const plan = this.#planOf(columns);
    const event: Record<string, unknown> = { ...this.#options.overrides };
    for (const [field, index] of plan.fields) {
      const value = readCell(field, cells[index], this.#textual);
      if (field === 'symbol' && 'symbol' in event) this.#checkOneSymbol(value);
      if (value !== undefined && !(field in this.#options.overrides)) event[field] = value;
    }
    for (const [field, value] of Object.entries(this.#options.defaults)) event[field] ??= value;
    const { time, refusal } = this.#time(event, plan.clockIndex < 0 ? undefined : cells[plan.clockIndex]);
    if (time) event[TIME_FIELD[this.#kind]] = this.#kind === 'news' ? Math.floor(time.ms) : time.ms;
    const symbol = this.#symbolOf(event);
    const known = symbol === undefined ? undefined : this.#known(symbol)?.assetClass;
    // News are in no conflict with bars: an id may be of the other class than its symbol's bars, and be deleted.
    const saysItself = this.#kind === 'news' && event['deleted'] === true;
    if (known !== undefined && !saysItself) event['asset_class'] ??= known;
    const crypto = this.#kind === 'news' && this.#isCrypto(event, known);
    return { number, event, symbol, time, refusal, crypto, original: undefined };
  }

  /**
   * By which topic news go. Their class decides their table; a deletion that does not say it should come after its
   * event, and only what goes by one topic keeps its order.
   */
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
    const message = `${this.#file}: holds several symbols (${this.#onlySymbol}, ${value}); --symbol fits a file of one`;
    throw new ImportError('usage', message);
  }

  #symbolOf(event: Record<string, unknown>): string | undefined {
    const text = event['symbol'];
    const symbol = typeof text === 'string' ? parseSymbol(text) : null;
    if (symbol === null) return undefined;
    const isPair = event['asset_class'] === 'crypto' || (event['asset_class'] === undefined && !this.#known(symbol));
    return isPair ? canonicalSymbol(symbol, 'crypto') : symbol;
  }

  #time(event: Record<string, unknown>, clock: unknown): Pick<MappedRow, 'time' | 'refusal'> {
    const field = TIME_FIELD[this.#kind];
    const value = event[field];
    if (value === undefined) return { time: undefined, refusal: undefined };
    const read = readTime(value, clock);
    const bad = (message: string) => ({
      time: undefined,
      refusal: refuse('invalid_timestamp', `${field}: ${message}`),
    });
    if (typeof clock === 'string' && clock.trim() !== '') event[field] = `${String(value)} ${clock.trim()}`;
    const shown = String(event[field]).slice(0, 60);
    if (!read) return bad(`"${shown}" is no time ${TIME_FORMATS}`);
    if (read.kind !== 'local') return { time: { ms: read.ms, dateOnly: read.kind === 'date' }, refusal: undefined };
    const { zone } = this.#options;
    if (!zone) return bad(`"${shown}" has no offset; give the zone of its clock with --tz (--tz UTC if it is UTC)`);
    const utc = zone.toUtc(read.ms);
    if ('ms' in utc) return { time: { ms: utc.ms, dateOnly: false }, refusal: undefined };
    const why = utc.problem === 'skipped' ? 'does not exist' : 'comes twice';
    return bad(`"${shown}" ${why} on the clock of ${zone.name}; write it with its offset`);
  }
}

/** The row as an event to push: its wire JSON, or its original where it is refused already. */
export function toPushed(kind: ImportKind, file: string, row: MappedRow): PushedEvent {
  const topic = kind === 'bars' ? 'bars' : row.crypto ? 'events.sentiment_crypto' : 'events.sentiment';
  const symbol = row.event['symbol'];
  return {
    topic,
    key: typeof symbol === 'string' ? symbol : null,
    value: row.original ?? JSON.stringify(row.event),
    source: file,
    position: `row ${row.number}`,
    ...(row.refusal ? { refused: row.refusal } : {}),
  };
}
