/** Records of the symbols that change often, in bounded memory, as of the state of their inputs they belong to. */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import type { Series } from './series.ts';
import type { SymbolState } from './state.ts';
import {
  loadRecords,
  nothingStored,
  recordsInMemory,
  recordsInStore,
  type StoredRecords,
  tablesBytes,
  type UnitTables,
} from './stored-records.ts';

export type SymbolTables = Map<string, UnitTables>;

interface Held {
  readonly landed: number;
  readonly tables: SymbolTables;
}

export class HeldRecords {
  readonly #reader: Reader;
  readonly #series: readonly Series[];
  readonly #held: LRUCache<string, Held>;
  readonly #changedBefore = new LRUCache<string, true>({ max: 100_000 });

  constructor(reader: Reader, series: readonly Series[], maxBytes: number) {
    this.#reader = reader;
    this.#series = series;
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ tables }) => tablesBytes(tables) });
  }

  has(symbol: string): boolean {
    return this.#held.has(symbol);
  }

  /** All records of the symbol by series and unit, where they are in memory as of this state. */
  of(symbol: string, landed: number): ReadonlyMap<string, UnitTables> | undefined {
    const held = this.#held.get(symbol);
    return held?.landed === landed ? held.tables : undefined;
  }

  /**
   * Takes the records out of memory for a change of them; `keep` puts them back once all of it is written and settled.
   * A symbol that changes a second time is held in memory: asking the store for its records costs more than them.
   *
   * @param afresh as the store has them, whatever is in memory
   */
  async take(state: SymbolState, afresh: boolean): Promise<{ stored: StoredRecords; keep: () => void }> {
    const { symbol, settled, landed } = state;
    const tables = await this.#tables(state, afresh);
    this.#held.delete(symbol);
    if (!afresh && settled) this.#changedBefore.set(symbol, true);
    if (!tables) return { stored: recordsInStore(this.#reader, symbol), keep() {} };
    return { stored: recordsInMemory(tables), keep: () => this.#held.set(symbol, { landed, tables }) };
  }

  async #tables({ symbol, settled }: SymbolState, afresh: boolean): Promise<SymbolTables | null> {
    if (afresh) return null;
    const held = this.#held.get(symbol);
    if (held && held.landed === settled?.landed) return held.tables;
    if (!settled) return (await nothingStored(this.#reader, symbol, this.#series)) ? new Map() : null;
    return this.#changedBefore.has(symbol) ? loadRecords(this.#reader, symbol, this.#series) : null;
  }

  clear(): void {
    this.#held.clear();
  }
}
