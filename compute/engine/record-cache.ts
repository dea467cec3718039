/**
 * Records in memory bounded in bytes, one for all of a process: units of records that answers are made of, never changed,
 * and those that the projector changes. What is in it is named by the state that it follows, so a change simply misses.
 */
import { LRUCache } from 'lru-cache';
import type { RecordTable } from '../market/records/table.ts';

export class RecordCache {
  readonly #entries: LRUCache<string, object>;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({ maxSize: maxBytes });
  }

  /** What one module has in it, under keys of its own. */
  part<T extends object>(name: string): CachePart<T> {
    const entries = this.#entries as unknown as LRUCache<string, T>;
    const keyOf = (key: string) => `${name} ${key}`;
    return {
      has: (key) => entries.has(keyOf(key)),
      get: (key) => entries.get(keyOf(key)),
      set: (key, value, bytes) => void entries.set(keyOf(key), value, { size: bytes }),
      take(key) {
        const value = entries.get(keyOf(key));
        entries.delete(keyOf(key));
        return value;
      },
    };
  }

  clear(): void {
    this.#entries.clear();
  }
}

export interface CachePart<T> {
  has(key: string): boolean;
  get(key: string): T | undefined;
  set(key: string, value: T, bytes: number): void;
  /** Out of memory: whoever has it changes it. */
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
