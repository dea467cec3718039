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
import type { AnswerBody } from './responses/body.ts';

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
  /** Counts changes of any symbol: answers over several symbols depend on it. */
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
/** An entry takes so much beside its bodies, and its bodies so many times the computed one: compressed ones are much smaller. */
const ENTRY_BYTES = 1_500;
const BODIES = 1.5;

export interface CacheKey {
  readonly key: string;
  /** The answer depends on this counter; `count` is its count when the version was read. */
  readonly counter: Counter;
  readonly count: number;
  readonly version: string;
}

/** A finished answer, as every request for it is sent it. */
export class Finished {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly #compressed = new Map<'br' | 'gzip', Promise<Buffer>>();

  constructor({ body, contentType, source, historyLimited, nextCursor }: AnswerBody) {
    this.body = body;
    this.headers = {
      'Content-Type': contentType,
      'Cache-Control': 'private',
      Vary: 'Origin, Accept, Accept-Encoding, Authorization, Cookie',
      ETag: `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
      ...(source ? { 'X-Source': source } : {}),
      ...(historyLimited ? { 'X-History-Limited': 'true' } : {}),
      ...(nextCursor ? { 'X-Next-Cursor': nextCursor } : {}),
    };
  }

  /** Returns the body in an encoding, compressed off the event loop when it is first requested. */
  compressed(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return getOrMake(this.#compressed, encoding, () =>
      encoding === 'br' ? brotli(this.body, { params: BROTLI_PARAMS }) : zip(this.body, { level: GZIP_LEVEL }),
    );
  }
}

interface Entry {
  readonly answer: Finished;
  readonly version: string;
  readonly counter: Counter;
  countThen: number;
  /** The time when the version was last compared with the store's, monotonic ms. */
  checkedAtMs: number;
}

export class AnswersCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flight = oneFlight<Finished>();
  readonly #revalidateAfterMs: number;

  constructor(options: { maxBytes: number; revalidateAfterMs: number }) {
    this.#revalidateAfterMs = options.revalidateAfterMs;
    const sizeCalculation = ({ answer }: Entry) => ENTRY_BYTES + Math.ceil(BODIES * answer.body.length);
    this.#entries = new LRUCache({ maxSize: options.maxBytes, sizeCalculation });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Returns the answer if it can be given without asking the store. */
  current(key: string): Finished | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.counter.count !== entry.countThen) return undefined;
    return performance.now() - entry.checkedAtMs < this.#revalidateAfterMs ? entry.answer : undefined;
  }

  /** Returns the cached answer if the store's version is still its own, else a new one. */
  async get(
    cacheKey: CacheKey,
    compute: () => Promise<AnswerBody>,
  ): Promise<{ answer: Finished; state: 'hit' | 'miss' }> {
    const { key, counter, count: countThen, version } = cacheKey;
    const cached = this.#entries.get(key);
    const checkedAtMs = performance.now();
    if (cached && cached.version === version && cached.counter === counter) {
      Object.assign(cached, { countThen, checkedAtMs });
      return { answer: cached.answer, state: 'hit' };
    }
    // A request after a change does not join a computation that began before it.
    const answer = await this.#flight(`${key} ${countThen} ${version}`, async () => {
      const answer = new Finished(await compute());
      this.#entries.set(key, { answer, version, counter, countThen, checkedAtMs });
      return answer;
    });
    return { answer, state: 'miss' };
  }
}
