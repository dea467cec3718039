/**
 * Finished answers by what was asked: their bytes in every encoding asked for so far, and their headers. An answer is served
 * while no notice of a change has come for what it depends on; after a while without any its version is compared with the
 * store's, should a notice have been lost. Equal queries at one time are computed once.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { oneFlight } from '../lib/async.ts';
import { getOrMake } from '../lib/collections.ts';
import type { Format } from './query/params.ts';
import type { AnswerBody } from './responses/body.ts';

/** Of every response; flat as all lists of headers here: name, value, ... */
export const SECURITY_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** `null`: anything may have changed. */
export type ChangedSymbols = readonly string[] | null;

/** Mutable on purpose: every cached answer holds the counter it depends on. */
export interface Counter {
  count: number;
}

/**
 * Counts of the notices of changes, by symbol. An answer has the count from before it reads the store, so a change reported
 * while it was being computed makes it stale at once.
 */
export class Changes {
  /** Of any symbol: what answers over several symbols depend on. */
  readonly any: Counter = { count: 0 };
  readonly #bySymbol = new Map<string, Counter>();

  /** The counter of one symbol; there are as many as symbols were asked for and exist. */
  of(symbol: string): Counter {
    return getOrMake(this.#bySymbol, symbol, () => ({ count: 0 }));
  }

  heard(symbols: ChangedSymbols): void {
    this.any.count++;
    if (symbols === null) for (const counter of this.#bySymbol.values()) counter.count++;
    else for (const symbol of symbols) this.of(symbol).count++;
  }
}

/** The headers with another content security policy. */
export const withPolicy = (headers: readonly string[], policy: string): readonly string[] =>
  headers.map((text, at) => (headers[at - 1] === 'Content-Security-Policy' ? policy : text));

export type Encoding = 'identity' | 'gzip' | 'br';

export interface Encoded {
  readonly body: Buffer;
  /** Flat list of names and values that stay the same from request to request. */
  readonly headers: readonly string[];
}

export interface Entry {
  /** Under which it is cached; empty where it is not. */
  readonly key: string;
  readonly etag: string;
  readonly encoded: { identity: Encoded; gzip?: Encoded; br?: Encoded };
  readonly compressing: { gzip?: Promise<Encoded>; br?: Promise<Encoded> };
  /** Headers of a 304. */
  readonly unchangedHeaders: readonly string[];
  /** What the answer depends on, and its count before the store was read. */
  readonly counter: Counter;
  countThen: number;
  readonly version: string;
  /** When the version was last compared with the store's, monotonic ms. */
  checkedAtMs: number;
}

export function newEntry(answer: AnswerBody, cacheKey: CacheKey, nowMs: number): Entry {
  const etag = `W/"${hash('sha256', answer.body, 'base64url').slice(0, 27)}"`;
  const common = [
    ...SECURITY_HEADERS,
    'ETag',
    etag,
    'Cache-Control',
    'private',
    'Vary',
    'Accept, Accept-Encoding, Authorization, Cookie',
    ...(answer.source ? ['X-Source', answer.source] : []),
    ...(answer.historyLimited ? ['X-History-Limited', 'true'] : []),
    ...(answer.nextCursor ? ['X-Next-Cursor', answer.nextCursor] : []),
  ];
  const headers = [...common, 'Content-Type', answer.contentType, 'Content-Length', String(answer.body.length)];
  return {
    key: cacheKey.key,
    etag,
    encoded: { identity: { body: answer.body, headers } },
    compressing: {},
    unchangedHeaders: common,
    counter: cacheKey.counter,
    countThen: cacheKey.count,
    version: cacheKey.version,
    checkedAtMs: nowMs,
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Quick rather than small: an answer changes with the data. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

/** The entry's bytes in the encoding, compressed off the event loop when first asked for. */
export function compressed(entry: Entry, encoding: 'gzip' | 'br', done: () => void): Promise<Encoded> {
  entry.compressing[encoding] ??= compress(entry, encoding).then((compressed) => {
    entry.encoded[encoding] = compressed;
    done();
    return compressed;
  });
  return entry.compressing[encoding];
}

async function compress(entry: Entry, encoding: 'gzip' | 'br'): Promise<Encoded> {
  const { body, headers } = entry.encoded.identity;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: body.length };
  const small = await (encoding === 'br' ? brotli(body, { params }) : zip(body, { level: GZIP_LEVEL }));
  const length = headers.indexOf('Content-Length');
  const own = [...headers.slice(0, length), 'Content-Length', String(small.length), 'Content-Encoding', encoding];
  return { body: small, headers: own };
}

function entryBytes(entry: Entry): number {
  const { identity, gzip: zipped, br } = entry.encoded;
  return 1_500 + identity.body.length + (zipped?.body.length ?? 0) + (br?.body.length ?? 0);
}

export interface CacheKey {
  readonly key: string;
  readonly counter: Counter;
  /** The count of the counter when the version was read. */
  readonly count: number;
  readonly version: string;
}

export class AnswersCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flight = oneFlight<Entry>();
  readonly #revalidateAfterMs: number;

  constructor(options: { maxBytes: number; revalidateAfterMs: number }) {
    this.#revalidateAfterMs = options.revalidateAfterMs;
    this.#entries = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: entryBytes });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** The answer, where it can be given without asking the store. */
  current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.counter.count !== entry.countThen) return undefined;
    return performance.now() - entry.checkedAtMs < this.#revalidateAfterMs ? entry : undefined;
  }

  /** The cached answer if the store's version is still its own, else a new one. */
  async get(cacheKey: CacheKey, compute: () => Promise<AnswerBody>): Promise<{ entry: Entry; hit: boolean }> {
    const cached = this.#entries.get(cacheKey.key);
    const nowMs = performance.now();
    if (cached && cached.version === cacheKey.version && cached.counter === cacheKey.counter) {
      cached.countThen = cacheKey.count;
      cached.checkedAtMs = nowMs;
      return { entry: cached, hit: true };
    }
    // Who asks after a change does not get what was begun before it.
    const name = `${cacheKey.key} ${cacheKey.count} ${cacheKey.version}`;
    const entry = await this.#flight(name, async () => {
      const made = newEntry(await compute(), cacheKey, nowMs);
      this.#entries.set(cacheKey.key, made);
      return made;
    });
    return { entry, hit: false };
  }

  grown(entry: Entry): void {
    if (this.#entries.peek(entry.key) === entry) this.#entries.set(entry.key, entry);
  }
}

const REMEMBERED = 500;
/** Longer ones are read each time: no browser or library sends them, and 500 of 16 KB would be stored for nothing. */
const REMEMBERED_LENGTH = 512;

/** Clients send the same few headers again and again. */
function remembering<T>(read: (header: string) => T): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    if (header.length > REMEMBERED_LENGTH) return read(header);
    let value = known.get(header);
    if (value === undefined) {
      value = read(header);
      if (known.size >= REMEMBERED) known.clear();
      known.set(header, value);
    }
    return value;
  };
}

/** Weights of the header's items, by name in lower case. */
function weights(header: string): Map<string, number> {
  const out = new Map<string, number>();
  for (const item of header.toLowerCase().split(',').slice(0, 50)) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name !== '') out.set(name, Number.isFinite(weight) ? weight : 0);
  }
  return out;
}

const RANGES: readonly (readonly [Format, readonly string[]])[] = [
  ['json', ['application/json', 'application/*', '*/*']],
  ['csv', ['text/csv', 'text/*', '*/*']],
  ['arrow', ['application/vnd.apache.arrow.stream', 'application/*', '*/*']],
];

/**
 * The format that is taken best; json wins where several are equal. Null: none of the three is named, so whatever we
 * have will do.
 */
export const acceptedFormat: (accept: string) => Format | null = remembering((accept) => {
  const given = weights(accept);
  let best: Format | null = null;
  let bestWeight = 0;
  for (const [format, ranges] of RANGES) {
    const range = ranges.find((candidate) => given.has(candidate));
    const weight = range === undefined ? 0 : (given.get(range) ?? 0);
    if (weight > bestWeight) {
      best = format;
      bestWeight = weight;
    }
  }
  return best;
});

export const acceptedEncoding: (acceptEncoding: string) => Encoding = remembering((acceptEncoding) => {
  const given = weights(acceptEncoding);
  const weight = (name: string) => given.get(name) ?? given.get('*') ?? 0;
  const br = weight('br');
  const gzip = weight('gzip');
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
});

/** Whether the client has these bytes already: weak comparison, as for any GET. */
export function isUnchanged(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}
