/**
 * What the pages of a Parquet column claim, looked at before they are decoded. The reader makes room for as many values as
 * a page claims, some of it outside the heap that a thread is allowed, and takes a run in a page for as long as it says: a
 * file of a kilobyte could ask for 16 GB, or end the whole process, as an array that grows beyond what V8 allows does.
 * Headers are read in Thrift's compact protocol, runs in the hybrid of run lengths and packed bits, by the format's
 * description.
 */

/** Of a field in a Thrift struct. */
const STOP = 0;
const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = Array.from(
  { length: 12 },
  (_, i) => i + 1,
);
/** Structs, lists and maps in one another; the format's own are four deep. */
const MOST_NESTED = 16;

/** Fields of a PageHeader, and of what it says of each kind of page. */
const PAGE = { unpackedBytes: 2, packedBytes: 3, data: 5, dictionary: 7, dataV2: 8 } as const;
const DATA = { values: 1, encoding: 2 } as const;
const DATA_V2 = { values: 1, nulls: 2, encoding: 4, definitionBytes: 5, repetitionBytes: 6, isPacked: 7 } as const;
/** Encodings in which values are indexes into the dictionary, after a byte with their width. */
const INDEXES = [2, 8];
/** The encoding of truth values as runs. */
const RUNS = 3;

type Struct = Map<number, number | Struct>;

class Bytes {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get over(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    if (this.over) throw new Error('a page goes beyond its column');
    return this.#bytes[this.at++];
  }

  /** Exact to 2^53; the format's numbers of pages have 32 bits. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new Error('a page holds a number without an end');
  }

  #zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  struct(depth = 0): Struct {
    if (depth > MOST_NESTED) throw new Error(`a page header nests more than ${MOST_NESTED} deep`);
    const fields: Struct = new Map();
    for (let id = 0; ; ) {
      const head = this.byte();
      const type = head & 15;
      if (type === STOP) return fields;
      id = head >> 4 === 0 ? this.#zigzag() : id + (head >> 4);
      const value = this.#value(type, depth);
      if (value !== undefined) fields.set(id, value);
    }
  }

  #value(type: number, depth: number): number | Struct | undefined {
    if (type === STRUCT) return this.struct(depth + 1);
    if (type === I16 || type === I32 || type === I64) return this.#zigzag();
    if (type === BYTE) this.byte();
    else if (type === DOUBLE) this.at += 8;
    else if (type === BINARY) {
      const length = this.varint();
      this.at += length;
    } else if (type === LIST || type === SET) {
      const head = this.byte();
      this.#items(head >> 4 === 15 ? this.varint() : head >> 4, [head & 15], depth);
    } else if (type === MAP) {
      const size = this.varint();
      const kinds = size === 0 ? 0 : this.byte();
      this.#items(size, [kinds >> 4, kinds & 15], depth);
    } else if (type === TRUE || type === FALSE) return type === TRUE ? 1 : 0;
    else throw new Error('a page header is not one');
    return undefined;
  }

  #items(size: number, types: readonly number[], depth: number): void {
    if (depth > MOST_NESTED) throw new Error(`a page header nests more than ${MOST_NESTED} deep`);
    for (let i = 0; i < size; i++) {
      for (const type of types) {
        // A truth value is a byte here.
        if (type === TRUE || type === FALSE) this.byte();
        else this.#value(type, depth + 1);
      }
    }
  }
}

export interface PagesOf {
  /** A column of one row group: its pages, one after another. */
  readonly bytes: Uint8Array;
  /** Values of each column of the group. */
  readonly rows: number;
  /** Values may be missing. */
  readonly optional: boolean;
  /** Of a dictionary, and of a run. */
  readonly mostValues: number;
  /** To be bounded by the caller. */
  unpack(bytes: Uint8Array, unpackedBytes: number): Uint8Array;
}

/** @throws where the pages hold other than `rows` values in all, or claim more than they may */
export function checkPages(column: PagesOf): void {
  const { bytes, rows, mostValues } = column;
  const at = new Bytes(bytes);
  let values = 0;
  // As the reader does, that takes no more pages than it needs.
  while (!at.over && values < rows) {
    const header = at.struct();
    const packed = numberOf(header, PAGE.packedBytes);
    const entries = header.has(PAGE.dictionary) ? numberOf(structOf(header, PAGE.dictionary), DATA.values) : 0;
    if (entries > mostValues) throw new Error(`a dictionary claims ${entries} values; at most ${mostValues} are read`);
    const page = structOf(header, header.has(PAGE.dataV2) ? PAGE.dataV2 : PAGE.data);
    if (page.size > 0) {
      const held = numberOf(page, DATA.values);
      values += held;
      if (values > rows) throw new Error(`a page claims ${held} values where the row group has ${rows} rows`);
      const body = bytes.subarray(at.at, at.at + packed);
      if (header.has(PAGE.dataV2)) checkDataV2(column, header, body);
      else checkData(column, header, body);
    }
    at.at += packed;
  }
  if (values < rows)
    throw new Error(`the pages of a column hold ${values} values where the row group has ${rows} rows`);
}

function checkData({ optional, mostValues, unpack }: PagesOf, header: Struct, body: Uint8Array): void {
  const page = structOf(header, PAGE.data);
  const encoding = numberOf(page, DATA.encoding);
  if (!optional && encoding !== RUNS && !INDEXES.includes(encoding)) return;
  const held = numberOf(page, DATA.values);
  const unpacked = unpack(body, numberOf(header, PAGE.unpackedBytes));
  let begin = 0;
  if (optional) {
    checkRuns(new Bytes(unpacked, LENGTH_BYTES), 1, held, mostValues);
    begin = LENGTH_BYTES + lengthAt(unpacked, 0);
  }
  checkValues(unpacked, begin, encoding, held, mostValues);
}

function checkDataV2({ optional, mostValues, unpack }: PagesOf, header: Struct, body: Uint8Array): void {
  const page = structOf(header, PAGE.dataV2);
  const held = numberOf(page, DATA_V2.values);
  if (numberOf(page, DATA_V2.nulls) > held) throw new Error('a page misses more values than it claims to have');
  const [repetition, definition] = [DATA_V2.repetitionBytes, DATA_V2.definitionBytes].map((id) => numberOf(page, id));
  if (optional) checkRuns(new Bytes(body, repetition), 1, held, mostValues);
  const levels = repetition + definition;
  const unpackedBytes = numberOf(header, PAGE.unpackedBytes) - levels;
  const rest = body.subarray(levels);
  const encoding = numberOf(page, DATA_V2.encoding);
  if (encoding !== RUNS && !INDEXES.includes(encoding)) return;
  const unpacked = page.get(DATA_V2.isPacked) === 0 ? rest : unpack(rest, unpackedBytes);
  checkValues(unpacked, 0, encoding, held - numberOf(page, DATA_V2.nulls), mostValues);
}

const LENGTH_BYTES = 4;
const lengthAt = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);

/** Those that are runs; there may be fewer than `most`, as some may be missing. */
function checkValues(bytes: Uint8Array, begin: number, encoding: number, most: number, mostValues: number): void {
  const at = new Bytes(bytes, begin);
  if (encoding === RUNS) checkRuns(new Bytes(bytes, begin + LENGTH_BYTES), 1, most, mostValues);
  else if (INDEXES.includes(encoding) && !at.over) {
    const width = at.byte();
    if (width > 0) checkRuns(at, width, most, mostValues);
  }
}

/** Up to `values`, or to the end. Packed bits are as long as their bytes; a run is as long as it says. */
function checkRuns(at: Bytes, width: number, values: number, mostValues: number): void {
  for (let seen = 0; seen < values && !at.over; ) {
    const head = at.varint();
    const isPacked = head % 2 === 1;
    const count = isPacked ? ((head - 1) / 2) * 8 : head / 2;
    if (count > mostValues) throw new Error(`a run claims ${count} values; at most ${mostValues} are read`);
    at.at += isPacked ? (count / 8) * width : Math.ceil(width / 8);
    seen += count;
  }
}

function structOf(fields: Struct, id: number): Struct {
  const value = fields.get(id);
  return value instanceof Map ? value : new Map();
}

function numberOf(fields: Struct, id: number): number {
  const value = fields.get(id);
  if (typeof value !== 'number' || !(value >= 0)) throw new Error('a page header is not one');
  return value;
}
