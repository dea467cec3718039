/** A finished answer as it is kept: its bytes in every encoding asked for so far, and its headers. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SECURITY_HEADERS } from '../http/headers.ts';
import type { AnswerBody } from '../responses/body.ts';
import type { Counter } from './changes.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

export interface Encoded {
  readonly body: Buffer;
  /** Flat list of names and values that stay the same from request to request. */
  readonly headers: readonly string[];
}

export interface Entry {
  /** Under which it is kept; empty where it is not. */
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

export function newEntry(
  answer: AnswerBody,
  dependsOn: { key: string; counter: Counter; count: number; version: string },
  nowMs: number,
): Entry {
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
    key: dependsOn.key,
    etag,
    encoded: { identity: { body: answer.body, headers } },
    compressing: {},
    unchangedHeaders: common,
    counter: dependsOn.counter,
    countThen: dependsOn.count,
    version: dependsOn.version,
    checkedAtMs: nowMs,
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Quick rather than small: an answer changes with the data. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

/** The entry's bytes in the encoding, compressed off the event loop when first asked for. */
export async function compressed(entry: Entry, encoding: 'gzip' | 'br', done: () => void): Promise<Encoded> {
  let making = entry.compressing[encoding];
  if (!making) {
    making = compress(entry, encoding).then((compressed) => {
      entry.encoded[encoding] = compressed;
      done();
      return compressed;
    });
    entry.compressing[encoding] = making;
  }
  return making;
}

async function compress(entry: Entry, encoding: 'gzip' | 'br'): Promise<Encoded> {
  const { body, headers } = entry.encoded.identity;
  const small =
    encoding === 'br'
      ? await brotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        })
      : await zip(body, { level: GZIP_LEVEL });
  const length = headers.indexOf('Content-Length');
  const own = [...headers.slice(0, length), 'Content-Length', String(small.length), 'Content-Encoding', encoding];
  return { body: small, headers: own };
}

export function entryBytes(entry: Entry): number {
  const { identity, gzip: zipped, br } = entry.encoded;
  return 1_500 + identity.body.length + (zipped?.body.length ?? 0) + (br?.body.length ?? 0);
}
