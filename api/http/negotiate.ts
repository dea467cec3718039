/** What a client takes: format by `Accept`, encoding by `Accept-Encoding`, unchanged bodies by `If-None-Match`. */
import type { Encoding } from '../cache/entry.ts';
import type { Format } from '../query/common.ts';

const REMEMBERED = 500;
/** Longer ones are read each time: no browser or library sends them, and 500 of 16 KB would be kept for nothing. */
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
