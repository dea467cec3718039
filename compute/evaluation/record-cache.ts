/**
 * Records in memory bounded in bytes, one for all of a process: units of records that answers are made of, never changed,
 * and those that the projector changes. What is in it is named by the state that it follows, so a change simply misses.
 */
import { LRUCache } from 'lru-cache';
import type { RecordTable } from '../market/records/table.ts';

export class RecordCache {
  readonly #entries: LRUCache<string, object>;
  readonly #loading = new Map<string, Promise<unknown>>();

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

  /** From memory, or from whoever is at it already. */
  #load<T extends object | null>(key: string, load: () => Promise<T>, bytesOf: (value: NonNullable<T>) => number) {
    const cached = this.#entries.get(key);
    if (cached) return Promise.resolve(cached as T);
    const known = this.#loading.get(key);
    if (known) return known as Promise<T>;
    const loading = load()
      .then((value) => {
        if (value) this.#entries.set(key, value, { size: bytesOf(value) });
        return value;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
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
