/**
 * zstd where Node has none of its own (before 22.15): by a decoder that knows no bound, so that how much the frames
 * can become is looked up in their headers first.
 */
import { decompressZstd } from 'hyparquet-compressors';
import { maxBatchBytes, OversizeError } from './bounds.ts';

export function zstdInScript(input: Buffer): Buffer {
  checkFrames(input, maxBatchBytes());
  return Buffer.from(decompressZstd(input));
}

const MAGIC = 0xfd2fb528;
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
  if (input.readUInt32LE(at) !== MAGIC) throw new RangeError('not a zstd frame');
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
