/** Reads gzip by Node, snappy and zstd by `hyparquet-compressors`, within a bound. Writes gzip. */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { decompressSnappy, decompressZstd } from 'hyparquet-compressors';
import kafkajs from 'kafkajs';

const DEFAULT_MAX_BATCH_BYTES = 64 * 1024 * 1024;
let mostBytes = DEFAULT_MAX_BATCH_BYTES;

export const maxBatchBytes = (): number => mostBytes;

/** How large a record batch may be once it is decompressed: for all clients, as the package has one decoder for all. */
export function boundBatches(most = DEFAULT_MAX_BATCH_BYTES): void {
  mostBytes = most;
}

export class OversizeError extends RangeError {
  constructor() {
    super(`more than ${mostBytes} bytes when it is unpacked`);
    this.name = 'OversizeError';
  }
}

/** Any other codec, such as LZ4, ends the consumer with a message that names it. */
export function registerCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  const { compress } = CompressionCodecs[CompressionTypes.GZIP]();
  CompressionCodecs[CompressionTypes.GZIP] = () => ({ compress, decompress: gunzip });
  const readers = { Snappy: snappy, ZSTD: zstd };
  for (const [name, read] of Object.entries(readers)) {
    const readOnly = () => {
      throw new Error(`${name} is read, not written`);
    };
    CompressionCodecs[CompressionTypes[name as keyof typeof readers]] = () => ({
      compress: readOnly,
      decompress: async (input: Buffer) => read(input),
    });
  }
}

/** What Node throws where its bound is reached. */
function ofNode(error: unknown): unknown {
  return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new OversizeError() : error;
}

const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.unzip);

async function gunzip(input: Buffer): Promise<Buffer> {
  return unzip(input, { maxOutputLength: mostBytes }).catch((error) => {
    throw ofNode(error);
  });
}

/** The frame that Java's stream writes around blocks of snappy. */
const SNAPPY_STREAM = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const SNAPPY_STREAM_HEADER_BYTES = 16;

function snappy(input: Buffer): Buffer {
  if (!input.subarray(0, SNAPPY_STREAM.length).equals(SNAPPY_STREAM)) return snappyBlock(input, mostBytes);
  const blocks: Buffer[] = [];
  let left = mostBytes;
  for (let at = SNAPPY_STREAM_HEADER_BYTES; at < input.length; ) {
    const size = input.readUInt32BE(at);
    const block = snappyBlock(input.subarray(at + 4, at + 4 + size), left);
    blocks.push(block);
    left -= block.length;
    at += 4 + size;
  }
  return Buffer.concat(blocks);
}

/** A block of snappy says its length first, seven bits a byte. */
function snappyBlock(block: Buffer, maxBytes: number): Buffer {
  let length = 0;
  let scale = 1;
  for (const byte of block.subarray(0, 5)) {
    length += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) break;
  }
  if (length > maxBytes) throw new OversizeError();
  return Buffer.from(decompressSnappy(block, length));
}

type Unzstd = (input: Buffer, options: { maxOutputLength: number }) => Buffer;
const unzstd = (zlib as unknown as { zstdDecompressSync?: Unzstd }).zstdDecompressSync;

function zstd(input: Buffer): Buffer {
  if (!unzstd) {
    checkZstd(input);
    return Buffer.from(decompressZstd(input));
  }
  try {
    return unzstd(input, { maxOutputLength: mostBytes });
  } catch (error) {
    throw ofNode(error);
  }
}

const ZSTD = { magic: 0xfd2fb528, skippable: 0x184d2a5, dictionaryBytes: [0, 1, 2, 4], blockMaxBytes: 128 * 1024 };

/** The decoder in script knows no bound. @throws OversizeError where frames claim, or could hold, more than they may */
function checkZstd(input: Buffer): void {
  let most = 0;
  for (let at = 0; at < input.length; ) {
    const magic = input.readUInt32LE(at);
    if (magic >>> 4 === ZSTD.skippable) {
      at += 8 + input.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== ZSTD.magic) throw new RangeError('not a zstd frame');
    const descriptor = input.readUInt8(at + 4);
    const isSingle = (descriptor >> 5) & 1;
    const sizeFlag = descriptor >> 6;
    at += 5;
    const window = isSingle ? null : input.readUInt8(at++);
    if (window !== null && 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8) > mostBytes) throw new OversizeError();
    at += ZSTD.dictionaryBytes[descriptor & 3];
    const sizeBytes = sizeFlag === 0 ? isSingle : 1 << sizeFlag;
    const claimed = sizeBytes === 8 ? Number(input.readBigUInt64LE(at)) : sizeBytes && input.readUIntLE(at, sizeBytes);
    at += sizeBytes;
    let inBlocks = 0;
    for (let isLast = false; !isLast; ) {
      const header = input.readUIntLE(at, 3);
      isLast = (header & 1) === 1;
      const [type, size] = [(header >> 1) & 3, header >> 3];
      // Raw, or one byte again and again, or compressed.
      at += 3 + (type === 1 ? 1 : size);
      inBlocks += type < 2 ? size : ZSTD.blockMaxBytes;
    }
    const hasChecksum = (descriptor >> 2) & 1;
    at += 4 * hasChecksum;
    most += sizeBytes > 0 ? claimed : inBlocks;
    if (most > mostBytes) throw new OversizeError();
  }
}
