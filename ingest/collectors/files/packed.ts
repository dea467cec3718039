/** Batches on their way between threads: as columns, which are copied many times faster than objects. */
import type { Refusal } from '../../contract/index.ts';
import { type PlainBars, plainEvents } from '../../contract/plain-bars.ts';
import type { PushedEvent } from '../../landing/index.ts';
import type { FileBatch, ReadBatch } from './read.ts';
import { type BarColumns, numbered } from './understood.ts';

type Topic = PushedEvent['topic'];

export type PackedBatch = PackedEvents | { readonly plain: PlainBars; readonly share: number };

interface PackedEvents {
  /** What most events share; that of an event is given by its number. */
  readonly topics: readonly Topic[];
  readonly keys: readonly (string | null)[];
  readonly source: string | undefined;
  readonly topic: Uint8Array;
  readonly key: Uint16Array;
  readonly values: readonly (string | Uint8Array | null)[];
  readonly positions: readonly (string | undefined)[];
  readonly refused: readonly (readonly [index: number, refusal: Refusal])[];
  readonly bars: BarColumns;
  readonly share: number;
}

export function pack(batch: ReadBatch): { packed: PackedBatch; transfer: ArrayBuffer[] } {
  if ('plain' in batch) return { packed: batch, transfer: buffersOf(batch.plain) };
  const { events, bars, share } = batch;
  const [topics, topic] = numbered(
    events.map((event) => event.topic),
    new Uint8Array(events.length),
  );
  const [keys, key] = numbered(
    events.map((event) => event.key as string | null),
    new Uint16Array(events.length),
  );
  const packed: PackedBatch = {
    topics,
    keys,
    source: events[0]?.source,
    topic,
    key,
    values: events.map(({ value }) => value),
    positions: events.map(({ position }) => position),
    refused: events.flatMap(({ refused }, i) => (refused ? [[i, refused] as const] : [])),
    bars,
    share,
  };
  return { packed, transfer: buffersOf(bars) };
}

const buffersOf = (columns: object) =>
  Object.values(columns).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []));

export function unpack(packed: PackedBatch): FileBatch {
  return 'plain' in packed ? unpackPlain(packed.plain, packed.share) : unpackEvents(packed);
}

/** Events are made where somebody wants them. */
function unpackPlain(plain: PlainBars, share: number): FileBatch {
  let events: PushedEvent[] | undefined;
  return {
    ...{ plain, share, bars: { ...plain, symbols: plain.heads.map(({ symbol }) => symbol), symbol: plain.head } },
    get events() {
      events ??= plainEvents(plain);
      return events;
    },
  };
}

function unpackEvents(packed: PackedEvents): FileBatch {
  const { topics, keys, source, topic, key, values, positions, refused, bars, share } = packed;
  const refusals = new Map(refused);
  const events = values.map((value, i): PushedEvent => {
    const event = {
      topic: topics[topic[i]],
      key: keys[key[i]],
      // What was a Buffer comes as the bare bytes.
      value: value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
      source,
      position: positions[i],
    };
    const refusal = refusals.get(i);
    return refusal ? { ...event, refused: refusal } : event;
  });
  return { events, bars, share };
}
