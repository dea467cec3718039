import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { decompressSnappy, decompressZstd } from 'hyparquet-compressors';
import kafkajs from 'kafkajs';

/** How large a record batch may be once it is unpacked: in memory, and for all clients of a process. */
const MIB = 1024 * 1024;

export const DEFAULT_MAX_BATCH_BYTES = 64 * MIB;

let bytes = DEFAULT_MAX_BATCH_BYTES;

export const maxBatchBytes = (): number => bytes;

/** Of all clients, as the package has one decoder for all. */
export function boundBatches(most: number): void {
  bytes = most;
}

/** What is unpacked is larger than it may be. */
export class OversizeError extends RangeError {
  constructor() {
    super(`more than ${bytes} bytes when it is unpacked`);
    this.name = 'OversizeError';
  }
}

/**
 * Reading what other producers compressed. gzip is kafkajs's own; snappy, lz4 and zstd are read by decoders without
 * native parts. What this project writes is gzip.
 */
/** The frame that Java's stream writes around blocks of snappy. */
const SNAPPY_STREAM = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const SNAPPY_STREAM_HEADER_BYTES = 16;
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

export function snappy(input: Buffer): Buffer {
  if (!input.subarray(0, SNAPPY_STREAM.length).equals(SNAPPY_STREAM)) return snappyBlock(input, maxBatchBytes());
  const blocks: Buffer[] = [];
  let left = maxBatchBytes();
  for (let at = SNAPPY_STREAM_HEADER_BYTES; at < input.length; ) {
    const size = input.readUInt32BE(at);
    const block = snappyBlock(input.subarray(at + 4, at + 4 + size), left);
    blocks.push(block);
    left -= block.length;
    at += 4 + size;
  }
  return Buffer.concat(blocks);
}

/** What Node throws where its bound is reached. */
function ofNode(error: unknown): unknown {
  return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new OversizeError() : error;
}

type Unzstd = (input: Buffer, options: { maxOutputLength: number }) => Buffer;
/** From Node 22.15 on. */
const unzstd = (zlib as unknown as { zstdDecompressSync?: Unzstd }).zstdDecompressSync;

export function zstd(input: Buffer): Buffer {
  if (!unzstd) return zstdInScript(input);
  try {
    return unzstd(input, { maxOutputLength: maxBatchBytes() });
  } catch (error) {
    throw ofNode(error);
  }
}

const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.unzip);

export async function gunzip(input: Buffer): Promise<Buffer> {
  try {
    return await unzip(input, { maxOutputLength: maxBatchBytes() });
  } catch (error) {
    throw ofNode(error);
  }
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

/** Written by the package itself, read within bounds. */
function boundGzip(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  const own = CompressionCodecs[CompressionTypes.GZIP]();
  CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress: (encoder: unknown) => own.compress(encoder),
    decompress: gunzip,
  });
}

/** Any other codec ends the consumer with a message that names it. */
export function registerCodecs(): void {
  if (registered) return;
  registered = true;
  boundGzip();
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = readOnly('snappy', snappy);
  CompressionCodecs[CompressionTypes.LZ4] = readOnly('lz4', lz4Frame);
  CompressionCodecs[CompressionTypes.ZSTD] = readOnly('zstd', zstd);
}

/**
 * zstd where Node has none of its own (before 22.15): by a decoder that knows no bound, so that how much the frames
 * can become is looked up in their headers first.
 */
export function zstdInScript(input: Buffer): Buffer {
  checkFrames(input, maxBatchBytes());
  return Buffer.from(decompressZstd(input));
}

const ZSTD_MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a5;
const BLOCK_MAX_BYTES = 128 * 1024;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const RAW = 0;
const RUN = 1;

/** @throws OversizeError where the frames claim, or could hold, more than `maxBytes` */
function checkFrames(input: Buffer, maxBytes: number): void {
  let most = 0;
  for (let at = 0; at < input.length; ) {
    if (input.readUInt32LE(at) >>> 4 === SKIPPABLE) {
      at += 8 + input.readUInt32LE(at + 4);
      continue;
    }
    const frame = lookThrough(input, at);
    most += frame.mostBytes;
    if (frame.windowBytes > maxBytes || most > maxBytes) throw new OversizeError();
    at = frame.end;
  }
}

function lookThrough(input: Buffer, at: number): { end: number; windowBytes: number; mostBytes: number } {
  if (input.readUInt32LE(at) !== ZSTD_MAGIC) throw new RangeError('not a zstd frame');
  const descriptor = input.readUInt8(at + 4);
  const isSingle = (descriptor >> 5) & 1;
  const sizeFlag = descriptor >> 6;
  let end = at + 5;
  let windowBytes = 0;
  if (!isSingle) {
    const window = input.readUInt8(end++);
    windowBytes = 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  end += DICTIONARY_BYTES[descriptor & 3];
  const sizeBytes = sizeFlag === 0 ? isSingle : 1 << sizeFlag;
  const claimed = sizeBytes === 8 ? Number(input.readBigUInt64LE(end)) : sizeBytes && input.readUIntLE(end, sizeBytes);
  end += sizeBytes;
  let inBlocks = 0;
  for (let isLast = false; !isLast; ) {
    const header = input.readUIntLE(end, 3);
    isLast = (header & 1) === 1;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    end += 3 + (type === RUN ? 1 : size);
    inBlocks += type === RAW || type === RUN ? size : BLOCK_MAX_BYTES;
  }
  const hasChecksum = (descriptor >> 2) & 1;
  return { end: end + 4 * hasChecksum, windowBytes, mostBytes: sizeBytes > 0 ? claimed : inBlocks };
}

/**
 * The LZ4 frame format, decoded: the frame's blocks are laid one after another into one output, so that blocks which
 * refer to earlier ones need no care. Checksums are not looked at: the log's batches have their own.
 */
const LZ4_MAGIC = 0x184d2204;
const LINKED_OVERHEAD = 4;
const FLAG = { contentSize: 0x08, dictionary: 0x01, blockChecksum: 0x10 } as const;
const UNCOMPRESSED = 0x80000000;

export function lz4Frame(input: Buffer): Buffer {
  if (input.length < 7 || input.readUInt32LE(0) !== LZ4_MAGIC) throw new RangeError('not an LZ4 frame');
  const flags = input[4];
  // Without a dictionary of its own: Kafka has no way to hand one over.
  if (flags & FLAG.dictionary) throw new RangeError('an LZ4 frame with a dictionary cannot be read');
  const maxBlockBytes = 1 << (8 + 2 * ((input[5] >> 4) & 7));
  let at = 6 + (flags & FLAG.contentSize ? 8 : 0) + 1;
  const output = new Output();
  for (;;) {
    const size = input.readUInt32LE(at);
    at += 4;
    if (size === 0) return output.bytes();
    const length = (size & ~UNCOMPRESSED) >>> 0;
    const block = input.subarray(at, at + length);
    if (block.length < length) throw new RangeError('the LZ4 frame ends in mid-block');
    output.reserve(maxBlockBytes);
    if (size & UNCOMPRESSED) output.append(block);
    else decodeBlock(block, output);
    at += length + (flags & FLAG.blockChecksum ? LINKED_OVERHEAD : 0);
  }
}

class Output {
  #bytes = Buffer.allocUnsafe(65_536);
  #length = 0;

  /** Makes room for so many more. */
  reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  #bound(more: number): void {
    if (this.#length + more > maxBatchBytes()) throw new OversizeError();
  }

  append(part: Buffer): void {
    this.#bound(part.length);
    this.reserve(part.length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  /** Copies what was put out before; it may overlap with what is being put out. */
  repeat(distance: number, length: number): void {
    if (distance === 0 || distance > this.#length) throw new RangeError('an LZ4 match is outside its frame');
    this.#bound(length);
    this.reserve(length);
    if (distance >= length) {
      this.#bytes.copyWithin(this.#length, this.#length - distance, this.#length - distance + length);
      this.#length += length;
      return;
    }
    for (const end = this.#length + length; this.#length < end; this.#length++) {
      this.#bytes[this.#length] = this.#bytes[this.#length - distance];
    }
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

const MIN_MATCH = 4;

function decodeBlock(block: Buffer, output: Output): void {
  let at = 0;
  const extended = (nibble: number): number => {
    let length = nibble;
    if (nibble === 15) {
      let byte: number;
      do {
        byte = block[at++];
        length += byte;
      } while (byte === 255);
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = extended(token >> 4);
    output.append(block.subarray(at, at + literals));
    at += literals;
    if (at >= block.length) return;
    const distance = block.readUInt16LE(at);
    at += 2;
    output.repeat(distance, extended(token & 15) + MIN_MATCH);
  }
}
