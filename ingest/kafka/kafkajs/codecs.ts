/**
 * Reading what other producers compressed. gzip is kafkajs's own; snappy, lz4 and zstd are read by decoders without
 * native parts. What this project writes is gzip.
 */
import * as zlib from 'node:zlib';
import { decompressSnappy, decompressZstd } from 'hyparquet-compressors';
import kafkajs from 'kafkajs';
import { lz4Frame } from './lz4-frame.ts';

/** The frame that Java's stream writes around blocks of snappy. */
const SNAPPY_STREAM = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const SNAPPY_STREAM_HEADER_BYTES = 16;
/** No record batch is larger than what a topic takes; a length beyond this is damage. */
const MAX_BATCH_BYTES = 256 * 1024 * 1024;

/** A block of snappy says its length first, seven bits a byte. */
function snappyBlock(block: Buffer): Buffer {
  let length = 0;
  let scale = 1;
  for (const byte of block.subarray(0, 5)) {
    length += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) break;
  }
  if (length > MAX_BATCH_BYTES) throw new RangeError(`a snappy block claims ${length} bytes`);
  return Buffer.from(decompressSnappy(block, length));
}

export function snappy(input: Buffer): Buffer {
  if (!input.subarray(0, SNAPPY_STREAM.length).equals(SNAPPY_STREAM)) return snappyBlock(input);
  const blocks: Buffer[] = [];
  for (let at = SNAPPY_STREAM_HEADER_BYTES; at < input.length; ) {
    const size = input.readUInt32BE(at);
    blocks.push(snappyBlock(input.subarray(at + 4, at + 4 + size)));
    at += 4 + size;
  }
  return Buffer.concat(blocks);
}

type Unzstd = (input: Buffer) => Uint8Array;
/** Node's own where it has one (from 22.15 on). */
const unzstd: Unzstd =
  (zlib as unknown as { zstdDecompressSync?: Unzstd }).zstdDecompressSync ?? ((input) => decompressZstd(input));

export function zstd(input: Buffer): Buffer {
  return Buffer.from(unzstd(input));
}

function readOnly(name: string, decompress: (input: Buffer) => Buffer) {
  return () => ({
    compress(): Promise<Buffer> {
      throw new Error(`${name} is read, not written`);
    },
    decompress: async (input: Buffer) => decompress(input),
  });
}

let registered = false;

/** Any other codec ends the consumer with a message that names it. */
export function registerCodecs(): void {
  if (registered) return;
  registered = true;
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = readOnly('snappy', snappy);
  CompressionCodecs[CompressionTypes.LZ4] = readOnly('lz4', lz4Frame);
  CompressionCodecs[CompressionTypes.ZSTD] = readOnly('zstd', zstd);
}
