/** What a process has in memory of its store, each bounded in bytes: answers and projector share it where they share the process. */
import type { Reader } from '../../sql/reader.ts';
import { BarCache } from './bar-cache.ts';
import { RecordCache } from './record-cache.ts';

export interface Caches {
  readonly bars: BarCache;
  readonly records: RecordCache;
}

const MIB = 2 ** 20;

export function createCaches(reader: Reader, { barBytes = 256 * MIB, recordBytes = 256 * MIB } = {}): Caches {
  return { bars: new BarCache(reader, barBytes), records: new RecordCache(recordBytes) };
}
