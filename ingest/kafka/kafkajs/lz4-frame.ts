/**
 * The LZ4 frame format, decoded: the frame's blocks are laid one after another into one output, so that blocks which
 * refer to earlier ones need no care. Checksums are not looked at: the log's batches have their own.
 */
import { maxBatchBytes, OversizeError } from './bounds.ts';

const MAGIC = 0x184d2204;
const LINKED_OVERHEAD = 4;
const FLAG = { contentSize: 0x08, dictionary: 0x01, blockChecksum: 0x10 } as const;
const UNCOMPRESSED = 0x80000000;

export function lz4Frame(input: Buffer): Buffer {
  if (input.length < 7 || input.readUInt32LE(0) !== MAGIC) throw new RangeError('not an LZ4 frame');
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
