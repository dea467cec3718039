/**
 * Finished answers by their query: the bytes, their headers and compressed forms. An answer is served while no notice of a
 * change has come for what it depends on; after a while without any its version is compared with the store's, in case a
 * notice was lost. Equal queries at one time are computed once.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { oneFlight } from '../lib/async.ts';
import { getOrMake } from '../lib/collections.ts';
import { type AnswerBody, CONTENT_TYPES } from './responses/body.ts';

/** `null`: anything may have changed. */
export type ChangedSymbols = readonly string[] | null;

/** Mutable: every cached answer holds the counter that it depends on. */
export interface Counter {
  count: number;
}

/**
 * Counts notices of changes by symbol. An answer notes the count before it reads the store, so a change during its
 * computation makes it stale at once.
 */
export class Changes {
  /** Of any symbol: answers over several symbols depend on it. */
  readonly any: Counter = { count: 0 };
  readonly #bySymbol = new Map<string, Counter>();

  /** Returns the counter of one symbol. */
  of(symbol: string): Counter {
    return getOrMake(this.#bySymbol, symbol, () => ({ count: 0 }));
  }

  heard(symbols: ChangedSymbols): void {
    this.any.count++;
    if (symbols === null) for (const counter of this.#bySymbol.values()) counter.count++;
    else for (const symbol of symbols) this.of(symbol).count++;
  }
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Quick rather than small: an answer changes with the data. */
const BROTLI_PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 4 };
const GZIP_LEVEL = 5;
/** What an entry takes beside its bodies. */
const ENTRY_BYTES = 1_500;

export interface CacheKey {
  readonly key: string;
  /** What the answer depends on, and its count when the version was read. */
  readonly counter: Counter;
  readonly count: number;
  readonly version: string;
}

export class Entry {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  readonly counter: Counter;
  countThen: number;
  /** When the version was last compared with the store's, monotonic ms. */
  checkedAtMs: number;
  bytes: number;
  readonly #compressed = new Map<'br' | 'gzip', Promise<Buffer>>();
  readonly #onGrown: (entry: Entry) => void;

  constructor(answer: AnswerBody, { counter, count, version }: CacheKey, nowMs: number, onGrown = (_: Entry) => {}) {
    const { body, contentType, source, historyLimited, nextCursor } = answer;
    this.body = body;
    this.headers = {
      'Content-Type': contentType,
      'Cache-Control': 'private',
      ETag: `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
      ...(source ? { 'X-Source': source } : {}),
      ...(historyLimited ? { 'X-History-Limited': 'true' } : {}),
      ...(nextCursor ? { 'X-Next-Cursor': nextCursor } : {}),
    };
    this.version = version;
    this.counter = counter;
    this.countThen = count;
    this.checkedAtMs = nowMs;
    this.bytes = ENTRY_BYTES + body.length;
    this.#onGrown = onGrown;
  }

  static ofJson(value: unknown): Entry {
    const body = Buffer.from(JSON.stringify(value));
    const answer = { body, contentType: CONTENT_TYPES.json, source: null, historyLimited: false, nextCursor: null };
    return new Entry(answer, { key: '', counter: { count: 0 }, count: 0, version: '' }, 0);
  }

  /** Returns the body in an encoding, compressed off the event loop when it is first requested. */
  compressed(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return getOrMake(this.#compressed, encoding, async () => {
      const { body } = this;
      const small = await (encoding === 'br'
        ? brotli(body, { params: BROTLI_PARAMS })
        : zip(body, { level: GZIP_LEVEL }));
      this.bytes += small.length;
      this.#onGrown(this);
      return small;
    });
  }
}

export class AnswersCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flight = oneFlight<Entry>();
  readonly #revalidateAfterMs: number;

  constructor(options: { maxBytes: number; revalidateAfterMs: number }) {
    this.#revalidateAfterMs = options.revalidateAfterMs;
    this.#entries = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ bytes }) => bytes });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Returns the answer if it can be given without asking the store. */
  current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.counter.count !== entry.countThen) return undefined;
    return performance.now() - entry.checkedAtMs < this.#revalidateAfterMs ? entry : undefined;
  }

  /** Returns the cached answer if the store's version is still its own, else a new one. */
  async get(cacheKey: CacheKey, compute: () => Promise<AnswerBody>): Promise<{ entry: Entry; state: 'hit' | 'miss' }> {
    const { key, counter, count, version } = cacheKey;
    const cached = this.#entries.get(key);
    const nowMs = performance.now();
    if (cached && cached.version === version && cached.counter === counter) {
      cached.countThen = count;
      cached.checkedAtMs = nowMs;
      return { entry: cached, state: 'hit' };
    }
    // A request after a change does not join a computation that began before it.
    const entry = await this.#flight(`${key} ${count} ${version}`, async () => {
      const onGrown = (grown: Entry) => {
        // A second `set` of the same object would keep its old size.
        if (this.#entries.peek(key) === grown && this.#entries.delete(key)) this.#entries.set(key, grown);
      };
      const made = new Entry(await compute(), cacheKey, nowMs, onGrown);
      this.#entries.set(key, made);
      return made;
    });
    return { entry, state: 'miss' };
  }
}
