/** What the store's small tables say of symbols, with one statement: four of them, each by itself, cost half as much again. */
import type { AssetClass } from '../../../exchange/symbol.ts';
import type { Reader } from '../../../sql/reader.ts';
import { QUICK_PLAN } from '../../../sql/settings.ts';
import type { Generation } from '../../../sql/symbols/generations.ts';
import { COVERAGE_STATE } from './coverage.ts';
import { LANDED_SQL } from './versions.ts';

/** What the records of a symbol were computed from. */
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
  /** By COVERAGE_STATE; 64 bits. */
  readonly state: string;
  readonly computed_ms: string;
  readonly generation: number;
  /** Rows landed that its version stands for. */
  readonly rows: number;
  readonly definitions: string;
  readonly splits: string;
  /** They know of the cutover from daily to shorter bars. */
  readonly cutover: boolean;
}

export interface RegistryRow {
  readonly symbol: string;
  readonly asset_class: AssetClass;
  readonly interval_min: number;
  /** Days since the epoch up to which the vendor has adjusted the bars. */
  readonly adjusted: number;
}

export interface SymbolRows {
  /** Ascending by symbol. */
  readonly coverage: readonly CoverageRow[];
  readonly registry: ReadonlyMap<string, RegistryRow>;
  readonly generations: ReadonlyMap<string, Generation>;
  /** Rows ever landed. */
  readonly landed: ReadonlyMap<string, number>;
  /** Of these, daily bars beside those of a shorter interval. */
  readonly dailies: ReadonlyMap<string, number>;
}

type Row = Omit<CoverageRow, 'rows'> &
  RegistryRow &
  Generation & { readonly part: SymbolTable; readonly rows: number; readonly dailies: number };

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
  state: "''",
  computed_ms: "''",
  definitions: "''",
  splits: "''",
  cutover: 'false',
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
  state: `toString(${COVERAGE_STATE})`,
  computed_ms: 'toString(toUnixTimestamp64Milli(computed_at))',
  definitions: 'definitions',
  splits: 'splits',
  cutover: 'c.cutover',
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

export type SymbolTable = keyof typeof TABLES;
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
