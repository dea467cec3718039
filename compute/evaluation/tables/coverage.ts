/**
 * The order of computed rows: 64 bits, compared from the left.
 *
 *     generation (12) | definition (8) | rows landed for the symbol (44)
 *
 * The generation is raised when a symbol is dropped or registered otherwise, so that whatever is computed afterwards
 * wins over everything computed before, however many rows had landed then. What covers all statistics of a symbol (its
 * coverage, the marks of its days) has no definition: zero is there.
 */

import type { AssetClass } from '../../../exchange/symbol.ts';
import { StoreError } from '../../../sql/errors.ts';
import type { Params } from '../../../sql/formats/text.ts';
import type { Reader } from '../../../sql/reader.ts';
import { QUICK_PLAN } from '../../../sql/session.ts';
import { BITS_BELOW_GENERATION, GENERATIONS_SQL, type Generation } from '../../../sql/symbols.ts';
import type { SymbolMeta } from '../../market/bars.ts';
import type { Statistic } from '../../statistics/statistic.ts';
import { SESSIONS, SESSIONS_DEFINITION } from './schema.ts';

const DEFINITION_BITS = 8n;
const LANDED_BITS = BITS_BELOW_GENERATION - DEFINITION_BITS;
const MAX_DEFINITION = 2 ** 8 - 1;
const MAX_GENERATION = 2 ** 12 - 1;

/** @throws RangeError where a number does not fit */
export function rowVersion(generation: number, definition: number, landed: number | bigint): bigint {
  const rows = BigInt(landed);
  if (generation > MAX_GENERATION) throw new RangeError(`generation ${generation} is more than ${MAX_GENERATION}`);
  if (definition > MAX_DEFINITION) throw new RangeError(`definition ${definition} is more than ${MAX_DEFINITION}`);
  if (rows >> LANDED_BITS !== 0n) throw new RangeError(`${rows} rows landed are more than a version can count`);
  return (BigInt(versionPrefix(generation, definition)) << LANDED_BITS) + rows;
}

/** What all versions of one generation and one definition begin with. */
export function versionPrefix(generation: number, definition: number): number {
  return generation * 2 ** Number(DEFINITION_BITS) + definition;
}

/** SQL: the prefix of the column `version`. */
export const PREFIX_SQL = `toUInt32(bitShiftRight(version, ${LANDED_BITS}))`;

/** SQL: the column `version` is beyond that of a prefix and of rows landed. */
export const NEWER_SQL = `version > bitShiftLeft(toUInt64({prefix:UInt32}), ${LANDED_BITS}) + {landed:UInt64}`;

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

/** SQL on `symbol_coverage` (as `c`): what the records of a symbol were computed from, against what they would be now. */

/** `last_day`, in days, of a symbol whose bars and news were all taken back, or never were: nobody knows it. */
export const NOTHING_STORED = 0;

/** Holds where `c` is of the generation (`g`), class and interval (`s`: the registry; none: no bars) of its symbol. */
export const COMPUTED_AS_REGISTERED = `(c.generation = g.generation AND c.interval_min = s.interval_min
  AND (s.interval_min = 0 OR c.asset_class = s.asset_class))`;

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
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval_min: number;
  readonly has_bars: boolean;
  readonly first_min: number;
  readonly last_min: number;
  readonly sessions: number;
  readonly last_day: number;
  /** 64 bits, as are `inputs`. */
  readonly version: string;
  readonly inputs: string;
  readonly computed_ms: string;
  readonly generation: number;
  /** Rows landed that its version stands for. */
  readonly rows: number;
  readonly definitions: string;
  readonly splits: string;
}

interface RegistryRow {
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval_min: number;
  /** Days since the epoch up to which the vendor has adjusted the bars. */
  readonly adjusted: number;
}

export interface SymbolRows {
  readonly coverage: readonly CoverageRow[];
  readonly registry: ReadonlyMap<string, RegistryRow>;
  readonly generations: ReadonlyMap<string, Generation>;
  readonly landed: ReadonlyMap<string, number>;
  /** Of these, daily bars beside those of a shorter interval. */
  readonly dailies: ReadonlyMap<string, number>;
}

type Row = Omit<CoverageRow, 'rows'> &
  RegistryRow &
  Generation & { readonly part: SymbolTable; readonly rows: number; readonly dailies: number };

/** A symbol as a list of all names it. */
export interface ListedSymbol extends SymbolMeta {
  readonly hasBars: boolean;
}

/**
 * The symbols of which something is stored, ascending: without their days, which are a thousand times as many rows.
 *
 * `open`: those of which only their days tell (see `SymbolDirectory`)
 */
export async function readListed(
  reader: Reader,
): Promise<{ listed: readonly ListedSymbol[]; open: readonly string[] }> {
  const { length, columns } = await reader.native(
    `SELECT CAST(if(c.symbol = '', s.symbol, c.symbol), 'String') AS name, s.interval_min AS interval, c.has_bars AS bars,
       CAST(if(c.has_bars AND s.interval_min > 0, s.asset_class, c.asset_class), 'String') AS class,
       c.generation < g.epoch OR NOT c.has_bars AND (c.last_day = {nothing:Int32} OR s.interval_min > 0) AS open
     FROM (SELECT symbol, asset_class, has_bars, toInt32(last_day) AS last_day, generation FROM market.symbol_coverage FINAL) AS c
     FULL JOIN (SELECT symbol, asset_class, interval_min FROM market.symbols FINAL) AS s ON s.symbol = c.symbol
     LEFT JOIN ${GENERATIONS_SQL} AS g ON g.symbol = c.symbol
     ORDER BY name`,
    { nothing: NOTHING_STORED },
  );
  const column = <T>(name: string) => columns[name] as T;
  const [names, classes] = [column<string[]>('name'), column<AssetClass[]>('class')];
  const [intervals, bars] = [column<Uint16Array>('interval'), column<Uint8Array>('bars')];
  const isOpen = column<Uint8Array>('open');
  const listed: ListedSymbol[] = [];
  const open: string[] = [];
  for (let i = 0; i < length; i++) {
    if (isOpen[i] === 1) open.push(names[i]);
    else
      listed.push({ symbol: names[i], assetClass: classes[i], intervalMin: intervals[i] || 1, hasBars: bars[i] === 1 });
  }
  return { listed, open };
}

/** In the order of the columns; what a part of the statement leaves out. */
const NOTHING = {
  asset_class: "''",
  interval_min: '0',
  adjusted: '0',
  generation: '0',
  epoch: '0',
  rows: 'toFloat64(0)',
  dailies: 'toFloat64(0)',
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

const COVERAGE: typeof NOTHING = {
  ...NOTHING,
  asset_class: "CAST(asset_class, 'String')",
  interval_min: 'interval_min',
  generation: 'generation',
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

const WHERE = 'WHERE symbol IN {symbols:Array(String)}';

/** From where each is read, and its columns. */
const TABLES = {
  coverage: [COVERAGE, (where: string) => `market.symbol_coverage AS c FINAL ${where}`],
  registry: [
    {
      ...NOTHING,
      asset_class: "CAST(asset_class, 'String')",
      interval_min: 'interval_min',
      adjusted: 'toInt32(adjusted_through)',
    },
    (where: string) => `market.symbols FINAL ${where}`,
  ],
  generations: [
    { ...NOTHING, generation: 'max(generation)', epoch: 'max(epoch)' },
    (where: string) => `market.symbol_generations ${where} GROUP BY symbol`,
  ],
  landed: [
    { ...NOTHING, rows: 'toFloat64(sum(l.rows))', dailies: "toFloat64(sumIf(l.rows, kind = 'bars_daily'))" },
    (where: string) => `market.day_log AS l ${where} GROUP BY symbol`,
  ],
} as const satisfies Record<string, readonly [typeof NOTHING, (where: string) => string]>;

type SymbolTable = keyof typeof TABLES;
const ALL_TABLES = Object.keys(TABLES) as SymbolTable[];

/**
 * @param names null: of all symbols
 * @param tables what is left out is empty
 */
export async function readSymbolRows(
  reader: Reader,
  names: readonly string[] | null,
  tables: readonly SymbolTable[] = ALL_TABLES,
): Promise<SymbolRows> {
  const parts = tables.map((table, i) => {
    const [columns, from] = TABLES[table];
    // Columns of all parts are named by the first.
    const listed = COLUMNS.map((name) => (i === 0 ? `${columns[name]} AS ${name}` : columns[name]));
    return `SELECT '${table}' AS part, CAST(symbol, 'String') AS symbol, ${listed.join(', ')} FROM ${from(names ? WHERE : '')}`;
  });
  const rows = await reader.query<Row>(
    `${parts.join('\nUNION ALL\n')}\nSETTINGS ${QUICK_PLAN}`,
    names ? { symbols: names } : {},
  );
  const of = (table: SymbolTable) => rows.filter(({ part }) => part === table);
  return {
    coverage: of('coverage').sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    registry: new Map(of('registry').map((row) => [row.symbol, row])),
    generations: new Map(of('generations').map((row) => [row.symbol, row])),
    landed: new Map(of('landed').map((row) => [row.symbol, row.rows])),
    dailies: new Map(of('landed').map((row) => [row.symbol, row.dailies])),
  };
}
