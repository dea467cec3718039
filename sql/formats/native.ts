/** The Native format as columns; what lies aligned in a single block is a view on the answer's memory. */

export type NumericArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;
export type NativeColumn = NumericArray | (string | null)[];

export interface NativeTable {
  readonly length: number;
  /**
   * Enum: its code; Date: days (Uint16), Date32: days (Int32), DateTime: seconds (Uint32), DateTime64: ticks (BigInt64), Bool:
   * Uint8. Nullable floats hold NaN where null, other numbers 0 (see `nulls`), strings null.
   */
  readonly columns: Record<string, NativeColumn>;
  readonly types: Record<string, string>;
  /** Of a Nullable column: 1 where the row is null. */
  readonly nulls: Record<string, Uint8Array>;
}

type NumericConstructor = new (buffer: ArrayBufferLike, offset: number, length: number) => NumericArray;

const NUMERIC: Record<string, NumericConstructor & { BYTES_PER_ELEMENT: number }> = {
  Bool: Uint8Array,
  Enum8: Int8Array,
  Enum16: Int16Array,
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Int64: BigInt64Array,
  UInt64: BigUint64Array,
  Float32: Float32Array,
  Float64: Float64Array,
  Date: Uint16Array,
  Date32: Int32Array,
  DateTime: Uint32Array,
  DateTime64: BigInt64Array,
} as never;

/** A length as the format writes it: seven bits a byte, the lowest first. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

class Cursor {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  take(length: number): number {
    const from = this.at;
    if (from + length > this.bytes.length) throw new RangeError('the Native answer ends in the middle of a column');
    this.at = from + length;
    return from;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.take(1)];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  uint64(): number {
    return Number(this.bytes.readBigUInt64LE(this.take(8)));
  }

  text(length: number): string {
    const from = this.take(length);
    return this.bytes.toString('utf8', from, from + length);
  }
}

function readNumbers(cursor: Cursor, rows: number, type: string): NumericArray {
  const ArrayType = NUMERIC[type];
  const from = cursor.take(rows * ArrayType.BYTES_PER_ELEMENT);
  const { buffer, byteOffset } = cursor.bytes;
  const start = byteOffset + from;
  if (start % ArrayType.BYTES_PER_ELEMENT === 0) return new ArrayType(buffer, start, rows);
  const length = rows * ArrayType.BYTES_PER_ELEMENT;
  return new ArrayType(buffer.slice(start, start + length), 0, rows);
}

/** Equal neighbours (a symbol column, say) are decoded once. */
function readStrings(cursor: Cursor, rows: number, fixedLength: number | null): string[] {
  const { bytes } = cursor;
  const out = new Array<string>(rows);
  let lastFrom = 0;
  let lastLength = -1;
  let last = '';
  for (let row = 0; row < rows; row++) {
    const length = fixedLength ?? cursor.varint();
    const from = cursor.take(length);
    if (length !== lastLength || bytes.compare(bytes, lastFrom, lastFrom + length, from, from + length) !== 0) {
      last = bytes.toString('utf8', from, from + length);
    }
    lastFrom = from;
    lastLength = length;
    out[row] = last;
  }
  return out;
}

/** A dictionary and an index a row. Of a Nullable one the first key stands for null. */
function readDictionary(cursor: Cursor, type: string, name: string): Piece {
  cursor.take(8); // the version of the keys' layout
  const flags = cursor.uint64();
  const keyCount = cursor.uint64();
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1];
  const keys = readColumn(cursor, keyCount, inner ?? type, name).values;
  if (!Array.isArray(keys)) throw new TypeError(`column ${name} is a dictionary of ${type}: cast it to ${type}`);
  if (inner) keys[0] = null;
  const rows = cursor.uint64();
  const indexes = readNumbers(cursor, rows, ['UInt8', 'UInt16', 'UInt32'][flags & 0xff]);
  const values = new Array<string | null>(rows);
  for (let row = 0; row < rows; row++) values[row] = keys[Number(indexes[row])];
  return {
    values,
    nulls: inner ? Uint8Array.from(indexes as Uint8Array, (index) => (index === 0 ? 1 : 0)) : undefined,
  };
}

interface Piece {
  values: NativeColumn;
  nulls?: Uint8Array;
}

function readColumn(cursor: Cursor, rows: number, type: string, name: string): Piece {
  const nullable = /^Nullable\((.*)\)$/.exec(type);
  if (nullable) {
    const from = cursor.take(rows);
    const nulls = new Uint8Array(cursor.bytes.buffer, cursor.bytes.byteOffset + from, rows);
    const { values } = readColumn(cursor, rows, nullable[1], name);
    const blank = Array.isArray(values) ? null : values instanceof Float64Array || values instanceof Float32Array;
    if (blank === null) for (let i = 0; i < rows; i++) if (nulls[i]) (values as (string | null)[])[i] = null;
    if (blank) for (let i = 0; i < rows; i++) if (nulls[i]) (values as Float64Array)[i] = Number.NaN;
    return { values, nulls };
  }
  const dictionary = /^LowCardinality\((.*)\)$/.exec(type);
  if (dictionary) return readDictionary(cursor, dictionary[1], name);
  if (type === 'String') return { values: readStrings(cursor, rows, null) };
  const fixed = /^FixedString\((\d+)\)$/.exec(type);
  if (fixed) return { values: readStrings(cursor, rows, Number(fixed[1])) };
  const base = /^\w+/.exec(type)?.[0] ?? '';
  if (!Object.hasOwn(NUMERIC, base)) {
    throw new TypeError(`column ${name} is ${type}: cast it to a number, a date or a string`);
  }
  return { values: readNumbers(cursor, rows, base) };
}

function join(pieces: Piece[], rows: number): Piece {
  if (pieces.length === 1) return pieces[0];
  const first = pieces[0].values;
  const nulls = pieces[0].nulls ? new Uint8Array(rows) : undefined;
  let at = 0;
  for (const piece of pieces) {
    if (piece.nulls) nulls?.set(piece.nulls, at);
    at += piece.values.length;
  }
  if (Array.isArray(first)) return { values: first.concat(...pieces.slice(1).map((p) => p.values as string[])), nulls };
  const ArrayType = first.constructor as new (length: number) => NumericArray;
  const values = new ArrayType(rows);
  at = 0;
  for (const piece of pieces) {
    (values as Float64Array).set(piece.values as Float64Array, at);
    at += piece.values.length;
  }
  return { values, nulls };
}

/** The blocks of an answer, each by itself: nothing is copied. Throws a TypeError that names a column of another type. */
export function decodeBlocks(bytes: Buffer): NativeTable[] {
  const cursor = new Cursor(bytes);
  const blocks: NativeTable[] = [];
  while (cursor.at < bytes.length) {
    const columnCount = cursor.varint();
    const block: NativeTable = { length: cursor.varint(), columns: {}, types: {}, nulls: {} };
    for (let i = 0; i < columnCount; i++) {
      const name = cursor.text(cursor.varint());
      const type = cursor.text(cursor.varint());
      const { values, nulls } = readColumn(cursor, block.length, type, name);
      block.types[name] = type;
      block.columns[name] = values;
      if (nulls) block.nulls[name] = nulls;
    }
    blocks.push(block);
  }
  return blocks;
}

/** The ranges of bytes that a column's rows occupy, in that order: the nulls before the values. */
function skipColumn(cursor: Cursor, rows: number, type: string, name: string): Buffer[] {
  const nullable = /^Nullable\((.*)\)$/.exec(type);
  const from = cursor.at;
  if (nullable) {
    cursor.take(rows);
    return [cursor.bytes.subarray(from, cursor.at), ...skipColumn(cursor, rows, nullable[1], name)];
  }
  const base = /^\w+/.exec(type)?.[0] ?? '';
  if (type === 'String') for (let row = 0; row < rows; row++) cursor.take(cursor.varint());
  else if (Object.hasOwn(NUMERIC, base)) cursor.take(rows * NUMERIC[base].BYTES_PER_ELEMENT);
  else throw new TypeError(`column ${name}: blocks with a ${type} cannot be joined`);
  return [cursor.bytes.subarray(from, cursor.at)];
}

/**
 * Blocks of the same columns as one: the engine reads the names and types of every block, which for a few rows of
 * dozens of columns is nearly all the work. Of numbers and plain strings, Nullable or not. Throws a TypeError that names
 * the column of another type, a RangeError where the blocks have other columns.
 */
export function joinBlocks(blocks: readonly Uint8Array[]): Uint8Array {
  if (blocks.length === 1) return blocks[0];
  const cursors = blocks.map((block) => new Cursor(Buffer.from(block.buffer, block.byteOffset, block.length)));
  const shapes = cursors.map((cursor) => ({ columns: cursor.varint(), rows: cursor.varint() }));
  const parts: Uint8Array[] = [varint(shapes[0].columns), varint(shapes.reduce((sum, { rows }) => sum + rows, 0))];
  for (let column = 0; column < shapes[0].columns; column++) {
    const headers = cursors.map((cursor) => {
      const from = cursor.at;
      const name = cursor.text(cursor.varint());
      const type = cursor.text(cursor.varint());
      return { name, type, bytes: cursor.bytes.subarray(from, cursor.at) };
    });
    const [{ name, type, bytes }] = headers;
    const other = headers.find((header) => !header.bytes.equals(bytes));
    if (other) throw new RangeError(`a block with ${other.name} ${other.type} in the place of ${name} ${type}`);
    const ranges = cursors.map((cursor, i) => skipColumn(cursor, shapes[i].rows, type, name));
    parts.push(bytes);
    for (let part = 0; part < ranges[0].length; part++) for (const range of ranges) parts.push(range[part]);
  }
  return Buffer.concat(parts);
}

/** Decodes a whole answer. Throws a TypeError that names a column of another type. */
export function decodeNative(bytes: Buffer): NativeTable {
  const blocks = decodeBlocks(bytes);
  const whole: NativeTable = { length: 0, columns: {}, types: blocks[0]?.types ?? {}, nulls: {} };
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  for (const name of Object.keys(whole.types)) {
    const pieces = blocks.map(({ columns, nulls }) => ({ values: columns[name], nulls: nulls[name] }));
    const { values, nulls } = join(pieces, length);
    whole.columns[name] = values;
    if (nulls) whole.nulls[name] = nulls;
  }
  return { ...whole, length };
}
