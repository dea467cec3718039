/**
 * Reading what other producers compressed. gzip is kafkajs's own; snappy, lz4 and zstd are read by decoders without
 * native parts. What this project writes is gzip.
 */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { decompressSnappy } from 'hyparquet-compressors';
import kafkajs from 'kafkajs';
import { maxBatchBytes, OversizeError } from './bounds.ts';
import { lz4Frame } from './lz4-frame.ts';
import { zstdInScript } from './zstd-frame.ts';

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
