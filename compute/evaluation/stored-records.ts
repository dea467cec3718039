/** What is kept in the store: a statistic's records per session window and variant. */

import { LRUCache } from 'lru-cache';
import { oneFlight } from '../../lib/async.ts';
import { getOrMake, grouped } from '../../lib/collections.ts';
import { type ColumnTable, readBlocks } from '../../sql/formats/arrow.ts';
import type { Params } from '../../sql/formats/text.ts';
import type { Reader } from '../../sql/reader.ts';
import { QUICK_PLAN } from '../../sql/session.ts';
import type { SymbolMeta } from '../market/bars.ts';
import type { Field } from '../market/fields.ts';
import { type Column, columnFields, isText, type RecordTable, takeRows } from '../market/records.ts';
import { type SessionSpec, STORED_SESSIONS, storedSession } from '../market/sessions.ts';
import type { AnyValues, ParamSet } from '../statistics/params.ts';
import { ALL_DATES, type KernelParams, type Statistic } from '../statistics/statistic.ts';
import { DEFINITION_SQL } from './tables/coverage.ts';
import { type RecordsTable, recordsFrom } from './tables/schema.ts';

/** A series of a symbol under one session window and one variant's values; plain data, so that a thread can be given it. */
export interface Unit {
  /** Name of the statistic, or SESSIONS. */
  readonly series: string;
  /** `default`, `extended`, `exchange`; news has no session and says `all`. */
  readonly session: string;
  readonly spec: SessionSpec;
  /** Label of the variant, such as `orb_minutes=5`; empty where all is at its default. */
  readonly variant: string;
  readonly values: AnyValues;
}

export const paramsOf = ({ spec, values }: Unit): KernelParams => ({ session: spec, values });

type Materialised = Pick<Statistic, 'name' | 'params' | 'materialised' | 'storedSessions'>;

/** By class and interval: every look at stored records asks for them. */
const unitsKnown = new WeakMap<Materialised, Map<string, readonly Unit[]>>();

export function unitsOf(statistic: Materialised, meta: SymbolMeta): readonly Unit[] {
  const known = getOrMake(unitsKnown, statistic, () => new Map());
  return getOrMake(known, `${meta.assetClass} ${meta.intervalMin}`, () => {
    const { name: series, params } = statistic;
    const variants = statistic.materialised(meta).map((values) => recordValues(params, values, meta.intervalMin));
    const sessions = Object.entries(statistic.storedSessions ?? STORED_SESSIONS);
    return sessions.flatMap(([session, spec]) =>
      variants.map((values) => ({ series, session, spec, values, variant: variantLabel(params, values) })),
    );
  });
}

export function recordValues(params: ParamSet, values: AnyValues, intervalMin: number): AnyValues {
  const out: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    if (param.affects !== 'records') continue;
    out[name] = name in values ? values[name] : param.fit ? param.fit(intervalMin) : param.fallback;
  }
  return out;
}

/** `orb_minutes=5`: what differs from the plain defaults or is echoed; stable, also as a column of the tables. */
export function variantLabel(params: ParamSet, values: AnyValues): string {
  return Object.entries(params)
    .filter(([name, param]) => param.affects === 'records' && (param.echoed || values[name] !== param.fallback))
    .map(([name]) => `${name}=${values[name]}`)
    .join(',');
}

/** The window that its records are of, where this one is asked for. */
export function sessionOf({ storedSessions }: Pick<Statistic, 'storedSessions'>, session: SessionSpec): SessionSpec {
  return storedSessions ? Object.values(storedSessions)[0] : session;
}

/** The unit that holds the records of this window and these values, or null: then they are made on demand. */
export function unitFor(statistic: Statistic, meta: SymbolMeta, session: SessionSpec, values: AnyValues): Unit | null {
  const stored = statistic.storedSessions ? Object.keys(statistic.storedSessions)[0] : storedSession(session);
  if (stored === null) return null;
  const label = variantLabel(statistic.params, recordValues(statistic.params, values, meta.intervalMin));
  return unitsOf(statistic, meta).find((unit) => unit.session === stored && unit.variant === label) ?? null;
}

/** Which rows of a series: of one unit, or of all; between two dates (days, inclusive), or all. */
interface RowsWanted {
  readonly session?: string;
  readonly variant?: string;
  /** Of several units: those of these windows and variants. */
  readonly sessions?: readonly string[];
  readonly variants?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  /** Only rows of this definition. */
  readonly definition?: number;
}

/** Rows by unit (`session|variant`), each ascending by date and key. */
export type Units = Map<string, RecordTable>;

interface CurrentUnits {
  readonly units: Units;
  /** Some rows have a higher definition: a process of a newer build writes them. */
  readonly hasNewer: boolean;
}

export const unitKey = (session: string, variant: string) => `${session}|${variant}`;

export function partsOfUnit(key: string): [session: string, variant: string] {
  const at = key.indexOf('|');
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Current rows of a series by unit; of one definition or of all. */
export async function readRecordsOf(
  reader: Reader,
  table: RecordsTable,
  series: string,
  wanted: RowsWanted,
): Promise<CurrentUnits> {
  return (await readUnitsOf(reader, table, [series], wanted)).get(series)!;
}

export async function readUnitsOf(
  reader: Reader,
  table: RecordsTable,
  series: readonly string[],
  wanted: RowsWanted,
): Promise<ReadonlyMap<string, CurrentUnits>> {
  return unitsOfRows(table, series, wanted, await readRows(reader, table, series, wanted));
}

/** From the bytes that `readRows` gave, asked the same. */
export function unitsOfRows(
  table: RecordsTable,
  series: readonly string[],
  { session, variant }: Pick<RowsWanted, 'session' | 'variant'>,
  bytes: Buffer,
): ReadonlyMap<string, CurrentUnits> {
  const bySeries = new Map<string, RowRange[]>(series.map((name) => [name, []]));
  for (const range of rowRangesOf(readBlocks(bytes), { series: series[0], session, variant })) {
    bySeries.get(range.series)!.push(range);
  }
  const current = (ranges: readonly RowRange[]): CurrentUnits => ({
    units: tablesOf(
      table,
      ranges.filter(({ age }) => age === 0),
    ),
    hasNewer: ranges.some(({ age }) => age > 0),
  });
  return new Map([...bySeries].map(([name, ranges]) => [name, current(ranges)]));
}

/** Rows of several series in Arrow format, for `unitsOfRows`. */
export function readRows(
  reader: Reader,
  table: RecordsTable,
  series: readonly string[],
  wanted: RowsWanted,
): Promise<Buffer> {
  const { session, variant, sessions, variants, from, to, definition } = wanted;
  const age = `if(${DEFINITION_SQL} = {definition:UInt32}, 0, if(${DEFINITION_SQL} > {definition:UInt32}, 1, -1))`;
  const one = series.length === 1;
  const dates = { from: from && Math.max(ALL_DATES.from, from), to: to && Math.min(ALL_DATES.to, to) };
  const params = {
    ...(one ? { one: series[0] } : { series }),
    session,
    variant,
    sessions,
    variants,
    definition,
    ...dates,
  };
  // Each column and each condition costs the engine some hundredths of a millisecond, however few the rows.
  const columns = [
    ...(one ? [] : ['series']),
    ...(session === undefined ? ['session'] : []),
    ...(variant === undefined ? ['variant'] : []),
    ...(definition === undefined ? [] : [`CAST(${age}, 'Int8') AS age`]),
    ...columnFields(table.fields).map(({ name }) => `\`${name}\``),
  ];
  const conditions = [
    one ? 'series = {one:String}' : 'series IN {series:Array(String)}',
    ...(session === undefined ? [] : ['session = {session:String}']),
    ...(variant === undefined ? [] : ['variant = {variant:String}']),
    ...(sessions === undefined ? [] : ['session IN {sessions:Array(String)}']),
    ...(variants === undefined ? [] : ['variant IN {variants:Array(String)}']),
    ...(from === undefined ? [] : ['`date` >= toDate32({from:Int32})']),
    ...(to === undefined ? [] : ['`date` <= toDate32({to:Int32})']),
  ];
  // Columns as they are stored, in the order they are read: turning and sorting them here costs a third.
  return reader.arrow(
    `SELECT ${columns.join(', ')}
     FROM ${recordsFrom(table)} WHERE ${conditions.join(' AND ')} SETTINGS max_threads = 1, ${QUICK_PLAN}`,
    Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Params,
  );
}

function tablesOf(table: RecordsTable, ranges: readonly RowRange[]): Units {
  const fields = columnFields(table.fields);
  const byUnit = grouped(ranges, ({ unit }) => unit);
  return new Map([...byUnit].map(([unit, some]) => [unit, ascending(table, unitTable(fields, some))]));
}

/** Rows `[from, to)` of a block: of one unit, all of the same age. */
interface RowRange {
  readonly series: string;
  readonly unit: string;
  /** Positive: newer than the wanted ones; negative: older. */
  readonly age: number;
  readonly block: ColumnTable;
  readonly from: number;
  readonly to: number;
}

/** @param asked what the blocks leave out, being the same in all rows */
function rowRangesOf(
  blocks: readonly ColumnTable[],
  asked: { readonly series: string; readonly session?: string; readonly variant?: string },
): RowRange[] {
  const ranges: RowRange[] = [];
  for (const block of blocks) {
    const column = <T>(name: string) => block.columns[name] as T | undefined;
    const series = column<string[]>('series');
    const sessions = column<string[]>('session');
    const variants = column<string[]>('variant');
    const ages = column<Int8Array>('age');
    const isAlike = (a: number, b: number) =>
      (!series || series[a] === series[b]) &&
      (!sessions || sessions[a] === sessions[b]) &&
      (!variants || variants[a] === variants[b]) &&
      (!ages || ages[a] === ages[b]);
    for (let from = 0, to = 1; from < block.length; from = to, to++) {
      while (to < block.length && isAlike(to, from)) to++;
      const unit = unitKey(sessions?.[from] ?? asked.session ?? '', variants?.[from] ?? asked.variant ?? '');
      ranges.push({ series: series?.[from] ?? asked.series, unit, age: ages?.[from] ?? 0, block, from, to });
    }
  }
  return ranges;
}

function unitTable(fields: readonly Field[], ranges: readonly RowRange[]): RecordTable {
  const length = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const columns: Record<string, Column> = {};
  for (const field of fields) {
    const { name } = field;
    if (isText(field)) {
      columns[name] = ranges.flatMap(({ block, from, to }) => (block.columns[name] as string[]).slice(from, to));
      continue;
    }
    const column = new Float64Array(length);
    let at = 0;
    for (const range of ranges) {
      copyNumbers(column, at, range, name);
      at += range.to - range.from;
    }
    columns[name] = column;
  }
  return { length, columns };
}

/** Any stored number as the double that stands for it, null as NaN. */
function copyNumbers(column: Float64Array, at: number, { block, from, to }: RowRange, name: string): void {
  const values = block.columns[name];
  const nulls = block.nulls[name];
  if (values instanceof Float64Array) {
    column.set(values.subarray(from, to), at);
    return;
  }
  if (values instanceof BigInt64Array) {
    const low = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
    const high = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    for (let row = from; row < to; row++) column[at + row - from] = high[2 * row + 1] * 2 ** 32 + low[2 * row];
  } else {
    const whole = values as Int32Array;
    for (let row = from; row < to; row++) column[at + row - from] = whole[row];
  }
  if (nulls) for (let row = from; row < to; row++) if (nulls[row] === 1) column[at + row - from] = Number.NaN;
}

/** As they are read the rows are in order but for those that were written later. */
function ascending(table: RecordsTable, records: RecordTable): RecordTable {
  const columns = ['date', ...table.key].map((name) => records.columns[name]);
  const compare = (a: number, b: number): number => {
    for (const column of columns) {
      const x = column[a]!;
      const y = column[b]!;
      if (x !== y)
        return typeof x === 'string' ? Buffer.compare(Buffer.from(x), Buffer.from(y as string)) : x - (y as number);
    }
    return 0;
  };
  for (let row = 1; row < records.length; row++) {
    if (compare(row - 1, row) <= 0) continue;
    return takeRows(records, Uint32Array.from({ length: records.length }, (_, i) => i).sort(compare));
  }
  return records;
}

/**
 * Records in memory bounded in bytes, one for all of a process: units of records that answers are made of, never changed,
 * and those that the projector changes. What is in it is named by the state that it follows, so a change simply misses.
 */

export class RecordCache {
  readonly #entries: LRUCache<string, object>;
  readonly #flight = oneFlight<object | null>();

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: maxBytes });
  }

  /** What one module has in it, under keys of its own. */
  part<T extends object>(name: string): CachePart<T> {
    const entries = this.#entries as unknown as LRUCache<string, T>;
    const keyOf = (key: string) => `${name} ${key}`;
    return {
      has: (key) => entries.has(keyOf(key)),
      load: (key, load, bytesOf) => this.#load(keyOf(key), load, bytesOf),
      set: (key, value, bytes) => void entries.set(keyOf(key), value, { size: bytes }),
      take(key) {
        const value = entries.get(keyOf(key));
        entries.delete(keyOf(key));
        return value;
      },
    };
  }

  /** From memory, or from the request that is reading it already. */
  #load<T extends object | null>(key: string, load: () => Promise<T>, bytesOf: (value: NonNullable<T>) => number) {
    const cached = this.#entries.get(key);
    if (cached) return Promise.resolve(cached as T);
    return this.#flight(key, async () => {
      const value = await load();
      if (value) this.#entries.set(key, value, { size: bytesOf(value) });
      return value;
    }) as Promise<T>;
  }

  clear(): void {
    this.#entries.clear();
  }
}

export interface CachePart<T> {
  has(key: string): boolean;
  /** Loaded once for all who ask meanwhile; null is not cached. */
  load<V extends T | null>(key: string, load: () => Promise<V>, bytesOf: (value: T) => number): Promise<V>;
  set(key: string, value: T, bytes: number): void;
  /** Out of memory: the caller changes it. */
  take(key: string): T | undefined;
}

export function tableBytes(table: RecordTable): number {
  let bytes = 256;
  for (const column of Object.values(table.columns)) {
    if (column instanceof Float64Array) bytes += column.byteLength;
    else for (const text of column) bytes += 24 + (text?.length ?? 0) * 2;
  }
  return bytes;
}
