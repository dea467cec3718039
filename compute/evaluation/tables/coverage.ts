/**
 * The order of computed rows: 64 bits, compared from the left.
 *
 *     definition (8) | rows landed for the series (56)
 *
 * The count of rows only grows: `day_log` outlasts the rows. The coverage of a series and the marks of its days belong to no
 * one definition and have 0 there.
 */

import { type AssetClass, partsOfSeries, seriesName } from '../../../exchange/symbol.ts';
import { grouped } from '../../../lib/collections.ts';
import { StoreError } from '../../../sql/errors.ts';
import type { Params } from '../../../sql/formats/text.ts';
import type { Reader } from '../../../sql/reader.ts';
import { QUICK_PLAN } from '../../../sql/session.ts';
import type { SymbolMeta } from '../../market/bars.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { SESSIONS, SESSIONS_DEFINITION } from './schema.ts';

const LANDED_BITS = 56n;
const MAX_DEFINITION = 2 ** 8 - 1;

/** @throws RangeError if a number does not fit */
export function rowVersion(definition: number, landed: number | bigint): bigint {
  const rows = BigInt(landed);
  if (definition > MAX_DEFINITION) throw new RangeError(`definition ${definition} is more than ${MAX_DEFINITION}`);
  if (rows >> LANDED_BITS !== 0n) throw new RangeError(`${rows} rows landed are more than a version can count`);
  return (BigInt(definition) << LANDED_BITS) + rows;
}

/** SQL: the definition in the column `version`. */
export const DEFINITION_SQL = `toUInt32(bitShiftRight(version, ${LANDED_BITS}))`;

/** SQL: the column `version` exceeds that of a definition and a count of rows landed. */
export const NEWER_SQL = `version > bitShiftLeft(toUInt64({definition:UInt32}), ${LANDED_BITS}) + {landed:UInt64}`;

/** SQL: the rows landed, from the column `version` of `c`. */
const LANDED_SQL = `bitAnd(c.version, bitShiftLeft(toUInt64(1), ${LANDED_BITS}) - 1)`;

/**
 * Definition numbers: a build computes each statistic by one, and a store never goes back to a lower one. So a build
 * records its numbers before it writes, and one that finds a higher number than its own is refused, as with migrations.
 */

export type Definitions = ReadonlyMap<string, number>;

export function definitionsOf(statistics: readonly Statistic[]): Definitions {
  return new Map([[SESSIONS, SESSIONS_DEFINITION], ...statistics.map((s) => [s.name, s.definitionNumber] as const)]);
}

export function refuseNewer(own: Definitions, found: Definitions, where: string): void {
  const newer = [...found].filter(([name, number]) => number > (own.get(name) ?? number));
  if (newer.length === 0) return;
  const list = newer.map(([name, number]) => `${name} has definition ${number}, here ${own.get(name)}`).join('; ');
  throw new StoreError(
    `${where} is newer than this program (${list}): start the newer program; records do not go back to an older definition`,
    { kind: 'fatal' },
  );
}

/** SQL on `symbol_coverage` (as `c`): what the records of a series were computed from, against what they would be now. */

/** `last_day`, in days, of a symbol whose bars and news were all taken back, or never were: nobody knows it. */
export const NOTHING_STORED = 0;

/** Holds if `c` has the registered class of its series (`d`; empty: known from news alone). */
export const COMPUTED_AS_REGISTERED = "(d.asset_class = '' OR c.asset_class = d.asset_class)";

/** Statistics whose records are of another definition than the program's, by `definitionParams`. */
export const OTHER_DEFINITIONS = `if(c.definitions = {definitions:String}, emptyArrayString(),
  arrayFilter((name, number) -> NOT has(splitByChar(',', c.definitions), concat(name, '=', toString(number))),
    {names:Array(String)}, {numbers:Array(UInt32)}))`;

export function definitionParams(definitions: Definitions): Params {
  return {
    definitions: definitionsText(definitions),
    names: [...definitions.keys()],
    numbers: [...definitions.values()],
  };
}

/** As the coverage has them: `gap=1,orb=2`. */
export function definitionsText(definitions: Definitions): string {
  return [...definitions].map(([name, number]) => `${name}=${number}`).join(',');
}

export function parseDefinitions(text: string): Definitions {
  const pairs = text === '' ? [] : text.split(',').map((one) => one.split('='));
  return new Map(pairs.map(([name, number]) => [name, Number(number)]));
}

/** What the store's small tables say of symbols, with one statement: four of them, each by itself, cost half as much again. */

export interface CoverageRow {
  readonly series: string;
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly has_bars: boolean;
  readonly first_min: number;
  readonly last_min: number;
  readonly sessions: number;
  readonly last_day: number;
  /** 64 bits, as are `inputs`. */
  readonly version: string;
  readonly inputs: string;
  readonly computed_ms: string;
  /** Rows landed that its version stands for. */
  readonly rows: number;
  readonly definitions: string;
  readonly splits: string;
}

/** A registered series. */
interface RegistryRow {
  readonly series: string;
  readonly symbol: string;
  readonly interval_min: number;
  /** Days since the epoch up to which the vendor has adjusted the bars. */
  readonly adjusted: number;
}

/** Which series of a symbol answers where none is named. */
export interface BaseRow {
  readonly symbol: string;
  readonly interval: string;
  /** Interval of the one before; empty: there was none. */
  readonly previous: string;
  /** Days since the epoch. */
  readonly since: number;
}

export interface SymbolRows {
  readonly coverage: readonly CoverageRow[];
  /** By symbol. */
  readonly classes: ReadonlyMap<string, AssetClass>;
  /** By symbol, the shortest interval first. */
  readonly registry: ReadonlyMap<string, readonly RegistryRow[]>;
  readonly bases: ReadonlyMap<string, BaseRow>;
  /** Rows landed for a series, those of news and splits among them. */
  readonly landed: ReadonlyMap<string, number>;
}

type Row = Omit<CoverageRow, 'rows'> & RegistryRow & BaseRow & { readonly part: SymbolTable; readonly rows: number };

/** Names of the series of a symbol: those registered, else what is known of it from news alone. */
export function seriesOfSymbol(symbol: string, registry: SymbolRows['registry']): readonly string[] {
  return registry.get(symbol)?.map(({ series }) => series) ?? [seriesName({ symbol, intervalMin: 0 })];
}

/** The series that answers where none is named: the base, or before anything was decided the longest interval. */
export function baseOf(symbol: string, { registry, bases }: Pick<SymbolRows, 'registry' | 'bases'>): string {
  const own = registry.get(symbol);
  if (!own) return seriesName({ symbol, intervalMin: 0 });
  const base = `${symbol} ${bases.get(symbol)?.interval}`;
  return (own.find(({ series }) => series === base) ?? own.at(-1)!).series;
}

/** A symbol as a list of all names it. */
export interface ListedSymbol extends SymbolMeta {
  readonly hasBars: boolean;
}

/**
 * The symbols of which something is stored, ascending, each with its base series: without their days, which are a thousand
 * times as many rows.
 *
 * `open`: those of which only their days tell (see `SymbolDirectory`)
 */
export async function readListed(
  reader: Reader,
): Promise<{ listed: readonly ListedSymbol[]; open: readonly string[] }> {
  const tables = await readSymbolRows(reader, null, ['coverage', 'classes', 'registry', 'bases']);
  // A symbol that was dropped has coverage of a series that is registered no more.
  const current = tables.coverage.filter((row) => seriesOfSymbol(row.symbol, tables.registry).includes(row.series));
  const coverage = new Map(current.map((row) => [row.series, row]));
  const names = new Set([...current.map(({ symbol }) => symbol), ...tables.registry.keys()]);
  const listed: ListedSymbol[] = [];
  const open: string[] = [];
  for (const symbol of [...names].sort()) {
    const series = baseOf(symbol, tables);
    const row = coverage.get(series);
    const isRegistered = tables.registry.has(symbol);
    if (row === undefined || (!row.has_bars && (row.last_day === NOTHING_STORED || isRegistered))) open.push(symbol);
    else {
      const intervalMin = partsOfSeries(series).intervalMin || 1;
      const assetClass = (row.has_bars && tables.classes.get(symbol)) || row.asset_class;
      listed.push({ symbol, assetClass, intervalMin, hasBars: row.has_bars });
    }
  }
  return { listed, open };
}

/** In the order of the columns; what a part of the statement leaves out. */
const NOTHING = {
  series: "''",
  symbol: "''",
  asset_class: "''",
  interval: "''",
  interval_min: '0',
  adjusted: '0',
  previous: "''",
  since: '0',
  rows: 'toFloat64(0)',
  has_bars: 'false',
  first_min: '0',
  last_min: '0',
  sessions: '0',
  last_day: '0',
  version: "''",
  inputs: "''",
  computed_ms: "''",
  definitions: "''",
  splits: "''",
};
const COLUMNS = Object.keys(NOTHING) as (keyof typeof NOTHING)[];
const text = (name: string) => `CAST(${name}, 'String')`;

const COVERAGE: typeof NOTHING = {
  ...NOTHING,
  series: text('c.series'),
  symbol: text('c.symbol'),
  asset_class: text('asset_class'),
  rows: `toFloat64(${LANDED_SQL})`,
  has_bars: 'has_bars',
  first_min: 'intDiv(toUInt32(ifNull(first_bar, 0)), 60)',
  last_min: 'intDiv(toUInt32(ifNull(last_bar, 0)), 60)',
  sessions: 'sessions',
  last_day: 'toInt32(last_day)',
  version: 'toString(c.version)',
  inputs: 'toString(c.inputs)',
  computed_ms: 'toString(toUnixTimestamp64Milli(computed_at))',
  definitions: 'definitions',
  splits: 'splits',
};

const SYMBOL = text('symbol');
const IN = 'symbol IN {symbols:Array(String)}';

/** Of each its columns, the table, and the condition that a row is of the symbols; `GROUP BY` where rows add up. */
const TABLES = {
  coverage: [COVERAGE, 'market.symbol_coverage AS c FINAL', IN, ''],
  classes: [{ ...NOTHING, symbol: SYMBOL, asset_class: text('asset_class') }, 'market.symbols FINAL', IN, ''],
  registry: [
    {
      ...NOTHING,
      series: "concat(r.symbol, ' ', r.interval)",
      symbol: text('r.symbol'),
      interval_min: 'interval_min',
      adjusted: 'toInt32(adjusted_through)',
    },
    'market.series AS r FINAL',
    IN,
    '',
  ],
  bases: [
    {
      ...NOTHING,
      symbol: SYMBOL,
      interval: text('interval'),
      previous: text('previous'),
      since: 'toInt32(since)',
    },
    'market.series_bases FINAL',
    IN,
    '',
  ],
  landed: [
    {
      ...NOTHING,
      series: "concat(l.symbol, ' ', l.interval)",
      symbol: text('l.symbol'),
      interval: text('l.interval'),
      rows: 'toFloat64(sum(l.rows))',
    },
    'market.day_log AS l',
    IN,
    'GROUP BY symbol, interval',
  ],
} as const satisfies Record<string, readonly [columns: typeof NOTHING, table: string, of: string, group: string]>;

type SymbolTable = keyof typeof TABLES;
const ALL_TABLES = Object.keys(TABLES) as SymbolTable[];

/**
 * @param names symbols; null: all
 * @param tables what is left out is empty
 */
export async function readSymbolRows(
  reader: Reader,
  names: readonly string[] | null,
  tables: readonly SymbolTable[] = ALL_TABLES,
): Promise<SymbolRows> {
  const parts = tables.map((table, i) => {
    const [columns, from, of, group] = TABLES[table];
    // Columns of all parts are named by the first.
    const listed = COLUMNS.map((name) => (i === 0 ? `${columns[name]} AS ${name}` : columns[name]));
    return `SELECT '${table}' AS part, ${listed.join(', ')} FROM ${from} ${names ? `WHERE ${of}` : ''} ${group}`;
  });
  const rows = await reader.query<Row>(
    `${parts.join('\nUNION ALL\n')}\nSETTINGS ${QUICK_PLAN}`,
    names ? { symbols: names } : {},
  );
  const of = (table: SymbolTable) => rows.filter(({ part }) => part === table);
  const registry = grouped(
    of('registry').sort((a, b) => a.interval_min - b.interval_min),
    ({ symbol }) => symbol,
  );
  return {
    coverage: of('coverage').sort((a, b) => (a.series < b.series ? -1 : 1)),
    classes: new Map(of('classes').map((row) => [row.symbol, row.asset_class])),
    registry,
    bases: new Map(of('bases').map((row) => [row.symbol, row])),
    landed: landedOf(of('landed'), registry),
  };
}

/** Rows without an interval are of every series of their symbol. */
function landedOf(rows: readonly Row[], registry: SymbolRows['registry']): Map<string, number> {
  const landed = new Map<string, number>();
  for (const [symbol, own] of grouped(rows, (row) => row.symbol)) {
    for (const series of seriesOfSymbol(symbol, registry)) {
      const counted = own.filter((row) => row.interval === '' || row.series === series);
      if (counted.length > 0)
        landed.set(
          series,
          counted.reduce((sum, row) => sum + row.rows, 0),
        );
    }
  }
  return landed;
}
