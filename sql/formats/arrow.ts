/** Columns in Arrow's stream format: how whole series are read and how blocks of rows are inserted. */
import {
  type Data,
  type DataType,
  DateDay,
  type Dictionary,
  Field,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  List,
  makeData,
  RecordBatch,
  RecordBatchReader,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  Type,
  tableToIPC,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';

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
type ColumnValues = NumericArray | (string | null)[];

export interface ColumnTable {
  readonly length: number;
  /**
   * Values by column name. An Enum is its code, a Date or Date32 days (Int32), a DateTime seconds (Uint32), a DateTime64
   * ticks (BigInt64), a Bool 0 or 1 (Uint8). A null is NaN in a column of floats, null in one of texts, and undefined in
   * any other (see `nulls`).
   */
  readonly columns: Record<string, ColumnValues>;
  /** By the name of each column that holds a null: 1 if the row is null. */
  readonly nulls: Record<string, Uint8Array>;
}

/** Settings of a statement that answers in ArrowStream: `apache-arrow` cannot decompress. */
export const ARROW_SETTINGS = {
  output_format_arrow_compression_method: 'none',
  output_format_arrow_low_cardinality_as_dictionary: 1,
} as const;

/** Decodes the record batches of an answer. Numbers are views on the answer's memory. Throws a TypeError that names a column of another type. */
export function readBlocks(bytes: Uint8Array): ColumnTable[] {
  return Array.from(RecordBatchReader.from(bytes), (batch) => {
    const block: ColumnTable = { length: batch.numRows, columns: {}, nulls: {} };
    for (const [i, { name }] of batch.schema.fields.entries()) {
      const data = batch.data.children[i];
      const values = valuesOf(data, name);
      block.columns[name] = values;
      if (data.nullCount === 0) continue;
      const nulls = bits(data.nullBitmap, data.length, 1);
      block.nulls[name] = nulls;
      const blank = Array.isArray(values) ? null : Number.NaN;
      if (blank !== null && !(values instanceof Float64Array || values instanceof Float32Array)) continue;
      for (let row = 0; row < nulls.length; row++) if (nulls[row]) (values as unknown[])[row] = blank;
    }
    return block;
  });
}

/** Decodes a whole answer. Throws a TypeError that names a column of another type. */
export function readColumns(bytes: Uint8Array): ColumnTable {
  const blocks = readBlocks(bytes);
  if (blocks.length === 1) return blocks[0];
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const whole: ColumnTable = { length, columns: {}, nulls: {} };
  for (const name of Object.keys(blocks[0]?.columns ?? {})) {
    whole.columns[name] = joined(blocks.map(({ columns }) => columns[name]));
    if (blocks.every(({ nulls }) => !nulls[name])) continue;
    whole.nulls[name] = joined(blocks.map(({ nulls, length: rows }) => nulls[name] ?? new Uint8Array(rows)));
  }
  return whole;
}

function joined<Values extends ColumnValues>(pieces: readonly Values[]): Values {
  if (Array.isArray(pieces[0])) return pieces.flat() as unknown as Values;
  const ArrayType = pieces[0].constructor as new (length: number) => Float64Array;
  const whole = new ArrayType(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece as unknown as Float64Array, at);
    at += piece.length;
  }
  return whole as unknown as Values;
}

function valuesOf(data: Data, name: string): ColumnValues {
  switch (data.typeId) {
    case Type.Int:
    case Type.Float:
    case Type.Date:
    case Type.Timestamp:
      return data.values.subarray(0, data.length);
    case Type.Bool:
      return bits(data.values, data.length);
    case Type.Utf8:
      return texts(data, (row) => data.valueOffsets[row]);
    case Type.FixedSizeBinary:
      return texts(data, (row) => row * data.stride);
    case Type.Dictionary: {
      const words = (data as Data<Dictionary>).dictionary!.data.flatMap((part) => valuesOf(part, name) as string[]);
      return Array.from(data.values as Int32Array, (code) => words[code]);
    }
    default:
      throw new TypeError(`column ${name} is ${data.type}: select numbers, dates or texts`);
  }
}

/** Decodes equal neighbours once: most texts name the series, session or variant of their row. */
function texts({ values, length }: Data, offset: (row: number) => number): string[] {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const decoded = new Array<string>(length);
  let from = 0;
  let before = 0;
  for (let row = 0; row < length; row++) {
    const to = offset(row + 1);
    const isSame = row > 0 && bytes.compare(bytes, from, to, before, from) === 0;
    decoded[row] = isSame ? decoded[row - 1] : bytes.toString('utf8', from, to);
    before = from;
    from = to;
  }
  return decoded;
}

/** Unpacks a bitmap, a byte per bit. @param flip 1 to return the complement */
function bits(bitmap: Uint8Array, length: number, flip: 0 | 1 = 0): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = ((bitmap[i >> 3] >> (i & 7)) & 1) ^ flip;
  return bytes;
}

export interface TextRun {
  readonly text: string;
  readonly rows: number;
}

/** A column of a block. */
export interface BlockColumn {
  readonly name: string;
  /** The table's ClickHouse type, such as `Nullable(Float64)`. */
  readonly type: string;
  /** Numbers as the type is in memory (see `ColumnTable`), texts, or equal texts in runs. */
  readonly values: NumericArray | readonly (string | null)[] | readonly TextRun[];
  /** Of a Nullable column of numbers: 1 if the row is null. */
  readonly nulls?: Uint8Array;
  /** Of a column of arrays, the end of each row's values: `values` and `nulls` hold those of all rows side by side. */
  readonly ends?: Int32Array;
}

const ARROW_TYPES: Record<string, () => DataType> = {
  Bool: () => new Uint8(),
  Date: () => new DateDay(),
  Date32: () => new DateDay(),
  DateTime: () => new Uint32(),
  DateTime64: () => new TimestampMillisecond('UTC'),
  Enum8: () => new Int8(),
  Float32: () => new Float32(),
  Float64: () => new Float64(),
  Int8: () => new Int8(),
  Int16: () => new Int16(),
  Int32: () => new Int32(),
  Int64: () => new Int64(),
  String: () => new Utf8(),
  UInt8: () => new Uint8(),
  UInt16: () => new Uint16(),
  UInt32: () => new Uint32(),
  UInt64: () => new Uint64(),
};

/** Encodes rows as a stream of one record batch. Throws a RangeError for a column of another length and for an unknown code of an enum, which the engine would store. */
export function encodeBlock(rows: number, columns: readonly BlockColumn[]): Uint8Array {
  const children = columns.map((column) => dataOf(column, rows));
  const fields = columns.map(({ name, type }, i) => new Field(name, children[i].type, type.startsWith('Nullable(')));
  const schema = new Schema(fields);
  const data = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'stream');
}

function dataOf({ ends, ...column }: BlockColumn, rows: number): Data {
  if (!ends) return plainData(column, rows);
  if (ends.length !== rows) throw new RangeError(`column ${column.name} has ${ends.length} values for ${rows} rows`);
  const type = column.type.replace(/^Array\((.*)\)$/s, '$1');
  const child = plainData({ ...column, type }, ends.at(-1) ?? 0);
  const item = new Field('item', child.type, type.startsWith('Nullable('));
  return makeData({ type: new List(item), length: rows, nullCount: 0, valueOffsets: Int32Array.of(0, ...ends), child });
}

function plainData({ name, type, values, nulls }: BlockColumn, rows: number): Data {
  const base = /^(?:Nullable\()?(\w+)/.exec(type)?.[1] ?? '';
  const makeType = ARROW_TYPES[base];
  if (!makeType) throw new TypeError(`column ${name} is ${type}, which has no Arrow type here`);
  const checkLength = (length: number) => {
    if (length !== rows) throw new RangeError(`column ${name} has ${length} values for ${rows} rows`);
  };
  if (base === 'String') {
    const texts = values as readonly (string | null | TextRun)[];
    const runs = texts.map(runOf);
    checkLength(runs.reduce((sum, run) => sum + run.rows, 0));
    const isNull = texts.includes(null) ? Uint8Array.from(texts, (text) => Number(text === null)) : undefined;
    return makeData({ type: new Utf8(), length: rows, ...bitmapOf(isNull), ...packed(runs, rows) });
  }
  checkLength(values.length);
  const numbers = values as NumericArray;
  if (base === 'Enum8') checkCodes(name, type, numbers as Int8Array, nulls);
  return makeData({ type: makeType() as Float64, length: rows, ...bitmapOf(nulls), data: numbers as Float64Array });
}

function runOf(text: string | null | TextRun): TextRun {
  return typeof text === 'object' && text !== null ? text : { text: text ?? '', rows: 1 };
}

function checkCodes(name: string, type: string, codes: Int8Array, nulls?: Uint8Array): void {
  const known = new Set(Array.from(type.matchAll(/= *(-?\d+)/g), ([, code]) => Number(code)));
  const row = codes.findIndex((code, i) => nulls?.[i] !== 1 && !known.has(code));
  if (row >= 0) throw new RangeError(`column ${name} has ${codes[row]} in row ${row}, which is no code of ${type}`);
}

function bitmapOf(nulls: Uint8Array | undefined) {
  if (!nulls?.includes(1)) return { nullCount: 0 };
  const nullBitmap = new Uint8Array((nulls.length + 7) >> 3);
  let nullCount = 0;
  for (let byte = 0, row = 0; byte < nullBitmap.length; byte++) {
    let isValid = 0;
    for (let bit = 0; bit < 8 && row < nulls.length; bit++, row++) {
      isValid |= (nulls[row] ^ 1) << bit;
      nullCount += nulls[row];
    }
    nullBitmap[byte] = isValid;
  }
  return { nullBitmap, nullCount };
}

function packed(runs: readonly TextRun[], rows: number) {
  const lengths = runs.map(({ text }) => Buffer.byteLength(text));
  const data = Buffer.allocUnsafe(runs.reduce((sum, run, i) => sum + run.rows * lengths[i], 0));
  const valueOffsets = new Int32Array(rows + 1);
  let at = 0;
  let row = 0;
  for (const [i, run] of runs.entries()) {
    if (run.rows === 1) data.write(run.text, at);
    else data.fill(run.text, at, at + run.rows * lengths[i]);
    for (let n = 0; n < run.rows; n++) valueOffsets[++row] = at += lengths[i];
  }
  return { data, valueOffsets };
}

/** The marker and the length that precede a message. */
const PREFIX_BYTES = 8;

/** Joins streams of the same columns to one, as parts that follow each other: a reader stops at the first end of a stream. */
export function joinBlocks(blocks: readonly Uint8Array[]): Uint8Array[] {
  if (blocks.length === 0) return [];
  const streams = blocks.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length));
  const schemas = streams.map((stream) => stream.subarray(0, PREFIX_BYTES + stream.readInt32LE(4)));
  if (schemas.some((schema) => !schema.equals(schemas[0]))) throw new RangeError('blocks of different columns');
  const batches = streams.map((stream, i) => stream.subarray(schemas[i].length, -PREFIX_BYTES));
  return [schemas[0], ...batches, streams[0].subarray(-PREFIX_BYTES)];
}

/** Converts whole milliseconds to the 64-bit integers of a DateTime64(3). */
export function int64(values: Float64Array): BigInt64Array {
  const halves = new Uint32Array(values.length * 2);
  for (let i = 0; i < values.length; i++) {
    const high = Math.floor(values[i] / 2 ** 32);
    halves[2 * i] = values[i] - high * 2 ** 32;
    halves[2 * i + 1] = high;
  }
  return new BigInt64Array(halves.buffer);
}
