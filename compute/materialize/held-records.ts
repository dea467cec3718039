/** Records of the symbols that change often, in bounded memory, as of the state of their inputs they belong to. */
import { LRUCache } from 'lru-cache';
import type { Reader } from '../../sql/reader.ts';
import type { Series } from '../engine/series.ts';
import { type SymbolState, settledKey } from '../engine/state.ts';
import { noRecords, RecordsInMemory, recordsInStore, type StoredRecords } from './stored-records.ts';

interface Held {
  readonly key: string;
  readonly records: RecordsInMemory;
}

export class HeldRecords {
  readonly #reader: Reader;
  readonly #series: readonly Series[];
  readonly #held: LRUCache<string, Held>;

  constructor(reader: Reader, series: readonly Series[], maxBytes: number) {
    this.#reader = reader;
    this.#series = series;
    this.#held = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ records }) => records.bytes });
  }

  has(symbol: string): boolean {
    return this.#held.has(symbol);
  }

  /**
   * Takes the records out of memory for a change of them; `keep` puts them back once all of it is written and settled.
   *
   * @param whole whole series are made again, or compared with the store whatever is in memory: they are not held
   * @param isEmpty no table has a row of the symbol
   */
  take(state: SymbolState, whole: boolean, isEmpty: boolean): { stored: StoredRecords; keep: () => void } {
    const { symbol, settled } = state;
    const held = this.#held.get(symbol);
    this.#held.delete(symbol);
    if (whole || !settled) return { stored: isEmpty ? noRecords() : recordsInStore(this.#reader, state), keep() {} };
    const isCurrent = held !== undefined && held.key === settled.key;
    const records = isCurrent ? held.records : new RecordsInMemory(this.#reader, state, this.#series);
    return { stored: records, keep: () => this.#held.set(symbol, { key: settledKey(state), records }) };
  }

  clear(): void {
    this.#held.clear();
  }
}
