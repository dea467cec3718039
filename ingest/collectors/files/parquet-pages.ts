/**
 * What the pages of a Parquet column say of themselves. The reader makes room for as many values as a page claims before
 * it looks at the page, some of it outside the heap that a thread is allowed: 1 KB of file could claim 16 GB. Only headers
 * are read here, in Thrift's compact protocol, by the format's description.
 */

/** Of a field in a Thrift struct. */
const STOP = 0;
const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = Array.from(
  { length: 12 },
  (_, i) => i + 1,
);
/** Structs, lists and maps in one another; the format's own are four deep. */
const MOST_NESTED = 16;

/** Fields of a PageHeader. */
const PAGE = { compressedBytes: 3, data: 5, dictionary: 7, dataV2: 8 } as const;
/** Field of each of the three kinds of page. */
const NUM_VALUES = 1;

type Struct = Map<number, number | Struct>;

class Headers {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get over(): boolean {
    return this.at >= this.#bytes.length;
  }

  #byte(): number {
    if (this.over) throw new Error('a page header goes beyond its column');
    return this.#bytes[this.at++];
  }

  /** Exact to 2^53; the format's numbers of pages have 32 bits. */
  #varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new Error('a page header holds a number without an end');
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  struct(depth = 0): Struct {
    if (depth > MOST_NESTED) throw new Error(`a page header nests more than ${MOST_NESTED} deep`);
    const fields: Struct = new Map();
    for (let id = 0; ; ) {
      const head = this.#byte();
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
    if (type === BYTE) this.#byte();
    else if (type === DOUBLE) this.at += 8;
    else if (type === BINARY) this.at += this.#varint();
    else if (type === LIST || type === SET) {
      const head = this.#byte();
      this.#items(head >> 4 === 15 ? this.#varint() : head >> 4, [head & 15], depth);
    } else if (type === MAP) {
      const size = this.#varint();
      const kinds = size === 0 ? 0 : this.#byte();
      this.#items(size, [kinds >> 4, kinds & 15], depth);
    } else if (type !== TRUE && type !== FALSE) throw new Error('a page header is not one');
    return undefined;
  }

  #items(size: number, types: readonly number[], depth: number): void {
    if (depth > MOST_NESTED) throw new Error(`a page header nests more than ${MOST_NESTED} deep`);
    for (let i = 0; i < size; i++) {
      for (const type of types) {
        // A truth value is a byte here.
        if (type === TRUE || type === FALSE) this.#byte();
        else this.#value(type, depth + 1);
      }
    }
  }
}

/**
 * @param column bytes of a column of one row group: its pages, one after another
 * @param rows how many values each column of the group has
 * @param mostValues of a dictionary
 * @throws where the pages claim other than `rows` values in all
 */
export function checkPages(column: Uint8Array, rows: number, mostValues: number): void {
  const headers = new Headers(column);
  let values = 0;
  // As the reader does, that takes no more pages than it needs.
  while (!headers.over && values < rows) {
    const page = headers.struct();
    const numberOf = (kind: number): number => {
      const own = page.get(kind);
      return own instanceof Map ? Number(own.get(NUM_VALUES) ?? Number.NaN) : 0;
    };
    const held = numberOf(PAGE.data) + numberOf(PAGE.dataV2);
    const bytes = page.get(PAGE.compressedBytes);
    const entries = numberOf(PAGE.dictionary);
    if (!(held >= 0) || !(entries >= 0) || typeof bytes !== 'number' || bytes < 0) {
      throw new Error('a page header is not one');
    }
    values += held;
    if (values > rows) throw new Error(`a page claims ${held} values where the row group has ${rows} rows`);
    if (entries > mostValues) throw new Error(`a dictionary claims ${entries} values; at most ${mostValues} are read`);
    headers.at += bytes;
  }
  if (values < rows)
    throw new Error(`the pages of a column hold ${values} values where the row group has ${rows} rows`);
}
