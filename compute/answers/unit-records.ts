/**
 * Records as columns, from memory where they are there: as stored, and with what has landed since. What several symbols
 * need of one unit is read with one statement.
 */
import type { Reader } from '../../sql/reader.ts';
import { Together } from '../evaluation/load-bars.ts';
import { type CachePart, type RecordCache, readPrefixedOf, tableBytes, unitKey } from '../evaluation/stored-records.ts';
import { PREFIX_SQL, versionPrefix } from '../evaluation/tables/coverage.ts';
import type { RecordsTable } from '../evaluation/tables/schema.ts';
import { type RecordTable, TableBuilder } from '../market/records.ts';
import { DAY_FIELDS } from '../market/session-figures.ts';
import type { SymbolInfo } from './answers.ts';
import type { UnitRecords } from './live-tail.ts';

/** The records of one unit of a table, of one definition. */
export interface RecordsOfUnit {
  readonly table: RecordsTable;
  readonly session: string;
  readonly variant: string;
  readonly definition: number;
}

interface Wanted extends Omit<RecordsOfUnit, 'definition'> {
  readonly symbol: string;
  readonly prefix: number;
}

/** Symbols whose records of one unit are read with one statement at most. */
const MOST_SYMBOLS = 64;
const NONE: ReadonlySet<string> = new Set();
export const NO_DAYS: RecordTable = new TableBuilder(DAY_FIELDS, 0).finish(0);

const bytesOf = ({ records, days }: UnitRecords) => tableBytes(records) + tableBytes(days);

export class RecordsOfUnits {
  readonly #reader: Reader;
  readonly #cached: CachePart<UnitRecords>;
  readonly #reads = new Together<Wanted, RecordTable | null>((wanted) => this.#read(wanted), MOST_SYMBOLS);

  constructor(reader: Reader, cache: RecordCache) {
    this.#reader = reader;
    this.#cached = cache.part('unit');
  }

  /** As stored. Null where another process has begun to write newer ones: what is left of these is not all of them. */
  async stored(symbol: SymbolInfo, unit: RecordsOfUnit): Promise<RecordTable | null> {
    const { table, session, variant } = unit;
    const wanted = { symbol: symbol.symbol, table, session, variant, prefix: prefixOf(symbol, unit) };
    const load = async () => {
      const records = await this.#reads.get(textOf(symbol, unit), wanted);
      return records && { records, days: NO_DAYS };
    };
    const found = await this.#cached.load(keyOf(symbol, unit), load, bytesOf);
    return found?.records ?? null;
  }

  /** In memory, as stored. */
  holds(symbol: SymbolInfo, unit: RecordsOfUnit): boolean {
    return this.#cached.has(keyOf(symbol, unit));
  }

  /** @param key names the state, too */
  computed(key: string, compute: () => Promise<UnitRecords>): Promise<UnitRecords> {
    return this.#cached.load(key, compute, bytesOf);
  }

  /** Of several symbols the same unit. */
  async #read(wanted: readonly Wanted[]): Promise<(RecordTable | null)[]> {
    const [{ table, session, variant }] = wanted;
    const symbols = wanted.map(({ symbol }) => symbol);
    const found = await readPrefixedOf(this.#reader, table, symbols, wanted[0]);
    const unit = unitKey(session, variant);
    const recordsOf = (symbol: string) => found.get(symbol)!.units.get(unit);
    const none = symbols.filter((symbol) => !found.get(symbol)!.hasNewer && !recordsOf(symbol));
    // Nothing at all may also mean that newer rows have removed what was there.
    const removed = none.length > 0 ? await withNewerRemovals(this.#reader, none, wanted[0]) : NONE;
    return symbols.map((symbol) => {
      if (found.get(symbol)!.hasNewer || removed.has(symbol)) return null;
      return recordsOf(symbol) ?? new TableBuilder(table.fields, 0).finish(0);
    });
  }
}

const prefixOf = ({ generation = 0 }: SymbolInfo, { definition }: RecordsOfUnit) =>
  versionPrefix(generation, definition);

/** The same for all symbols of one generation. */
const textOf = (symbol: SymbolInfo, unit: RecordsOfUnit) =>
  `${unit.table.name}|${unit.session}|${unit.variant}|${prefixOf(symbol, unit)}`;

const keyOf = (symbol: SymbolInfo, unit: RecordsOfUnit) =>
  `${textOf(symbol, unit)}|${symbol.symbol}|${symbol.settledVersion ?? symbol.version}`;

/** Those of which rows of the unit, removed ones too, are newer than the wanted ones. */
async function withNewerRemovals(
  reader: Reader,
  symbols: readonly string[],
  { table, session, variant, prefix }: Omit<Wanted, 'symbol'>,
): Promise<ReadonlySet<string>> {
  const rows = await reader.query<{ symbol: string }>(
    `SELECT DISTINCT symbol FROM ${table.name} WHERE symbol IN {symbols:Array(String)} AND session = {session:String}
       AND variant = {variant:String} AND ${PREFIX_SQL} > {prefix:UInt32}`,
    { symbols, session, variant, prefix },
  );
  return new Set(rows.map(({ symbol }) => symbol));
}
