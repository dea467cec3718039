/** What the store's small tables say of symbols, with one statement: four of them, each by itself, cost half as much again. */
import type { AssetClass } from '../../../lib/symbol.ts';
import type { Generation } from '../../../sql/generations.ts';
import type { Reader } from '../../../sql/reader.ts';
import { QUICK_PLAN } from '../../../sql/settings.ts';
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
  readonly computed_ms: string;
  readonly generation: number;
  /** Rows landed that its version stands for. */
  readonly rows: number;
  readonly definitions: string;
  readonly splits: string;
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
  Generation & { readonly part: number; readonly rows: number; readonly dailies: number };

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
  inputs: 'toString(inputs)',
  computed_ms: 'toString(toUnixTimestamp64Milli(computed_at))',
  definitions: 'definitions',
  splits: 'splits',
};

/** Columns of all parts are named by the first. */
function part(number: number, columns: typeof NOTHING, from: string): string {
  const listed = COLUMNS.map((name) => (number === 0 ? `${columns[name]} AS ${name}` : columns[name]));
  return `SELECT ${number} AS part, CAST(symbol, 'String') AS symbol, ${listed.join(', ')} FROM ${from}`;
}

/** @param names null: of all symbols */
export async function readSymbolRows(reader: Reader, names: readonly string[] | null): Promise<SymbolRows> {
  const where = names ? 'WHERE symbol IN {symbols:Array(String)}' : '';
  const registry = {
    ...NOTHING,
    asset_class: "CAST(asset_class, 'String')",
    interval_min: 'interval_min',
    adjusted: 'toInt32(adjusted_through)',
  };
  const generations = { ...NOTHING, generation: 'max(generation)', epoch: 'max(epoch)' };
  const log = {
    ...NOTHING,
    rows: 'toFloat64(sum(rows))',
    dailies: "toFloat64(sumIf(rows, kind = 'bars_daily'))",
  };
  const parts = [
    part(0, COVERAGE, `market.symbol_coverage AS c FINAL ${where}`),
    part(1, registry, `market.symbols FINAL ${where}`),
    part(2, generations, `market.symbol_generations ${where} GROUP BY symbol`),
    part(3, log, `market.day_log ${where} GROUP BY symbol`),
  ];
  const rows = await reader.query<Row>(
    `${parts.join('\nUNION ALL\n')}\nSETTINGS ${QUICK_PLAN}`,
    names ? { symbols: names } : {},
  );
  const of = (number: number) => rows.filter(({ part }) => part === number);
  return {
    coverage: of(0).sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    registry: new Map(of(1).map((row) => [row.symbol, row])),
    generations: new Map(of(2).map((row) => [row.symbol, row])),
    landed: new Map(of(3).map((row) => [row.symbol, row.rows])),
    dailies: new Map(of(3).map((row) => [row.symbol, row.dailies])),
  };
}
