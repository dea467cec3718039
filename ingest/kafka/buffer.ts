/** What was fetched and is not landed yet: sealed off in batches of bounded size, in the order of arrival. */
import { type Fetched, type LogRecord, type Position, partitionKey } from './port.ts';

export interface BatchBounds {
  readonly batchRecords: number;
  readonly batchBytes: number;
  /** Beyond either nothing more is fetched, until half of it is gone. */
  readonly bufferRecords: number;
  readonly bufferBytes: number;
  /** How long a first record waits for company, at least and, where the store is slow, at most. */
  readonly lingerMs: number;
  readonly longestLingerMs: number;
}

export const DEFAULT_BATCH_BOUNDS: BatchBounds = {
  batchRecords: 32_768,
  batchBytes: 16 * 1024 * 1024,
  bufferRecords: 98_304,
  bufferBytes: 64 * 1024 * 1024,
  lingerMs: 50,
  longestLingerMs: 200,
};

export interface Batch {
  readonly generation: number;
  readonly records: readonly LogRecord[];
  /** Where it ends in each of its partitions. */
  readonly ends: readonly Position[];
}

/** A record's own bytes and about what its objects take. */
const RECORD_OVERHEAD_BYTES = 200;
const bytesOf = ({ key, value }: LogRecord) => (key?.length ?? 0) + (value?.length ?? 0) + RECORD_OVERHEAD_BYTES;

export class FetchBuffer {
  readonly #bounds: BatchBounds;
  #parts: Fetched[] = [];
  /** How much of the first part was taken. */
  #taken = 0;
  #records = 0;
  #bytes = 0;
  #sinceMs = 0;

  constructor(bounds: BatchBounds) {
    this.#bounds = bounds;
  }

  get records(): number {
    return this.#records;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get isFull(): boolean {
    return this.#records >= this.#bounds.bufferRecords || this.#bytes >= this.#bounds.bufferBytes;
  }

  get hasRoom(): boolean {
    return this.#records <= this.#bounds.bufferRecords / 2 && this.#bytes <= this.#bounds.bufferBytes / 2;
  }

  push(fetched: Fetched, nowMs: number): void {
    if (this.isEmpty) this.#sinceMs = nowMs;
    this.#parts.push(fetched);
    this.#records += fetched.records.length;
    for (const record of fetched.records) this.#bytes += bytesOf(record);
  }

  clear(): void {
    this.#parts = [];
    this.#taken = 0;
    this.#records = 0;
    this.#bytes = 0;
  }

  /** How long to wait for a batch; `null`: for nothing. `landingMs` of the last: a slow store gets larger ones. */
  readyInMs(nowMs: number, landingMs = 0): number | null {
    if (this.isEmpty) return null;
    if (this.#records >= this.#bounds.batchRecords || this.#bytes >= this.#bounds.batchBytes) return 0;
    const { lingerMs, longestLingerMs } = this.#bounds;
    const linger = Math.max(lingerMs, Math.min(longestLingerMs, 2 * landingMs));
    return Math.max(0, this.#sinceMs + linger - nowMs);
  }

  /** The next batch, of one generation. */
  take(nowMs: number): Batch {
    const { batchRecords, batchBytes } = this.#bounds;
    const { generation } = this.#parts[0];
    const records: LogRecord[] = [];
    const ends = new Map<string, Position>();
    let bytes = 0;
    let used = 0;
    for (const part of this.#parts) {
      if (part.generation !== generation || records.length >= batchRecords || bytes >= batchBytes) break;
      let at = this.#taken;
      while (at < part.records.length && records.length < batchRecords && bytes < batchBytes) {
        const record = part.records[at++];
        records.push(record);
        bytes += bytesOf(record);
      }
      const whole = at === part.records.length;
      const offset = whole ? part.nextOffset : part.records[at].offset;
      ends.set(partitionKey(part), { topic: part.topic, partition: part.partition, offset });
      this.#taken = whole ? 0 : at;
      if (!whole) break;
      used++;
    }
    this.#parts.splice(0, used);
    this.#records -= records.length;
    this.#bytes -= bytes;
    this.#sinceMs = nowMs;
    return { generation, records, ends: [...ends.values()] };
  }
}
