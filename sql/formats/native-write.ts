/** Rows as a block of the Native format: the engine takes columns as they are, a tenth of the work of text. */
import { getOrMake } from '../../lib/collections.ts';
import { decodeNative, type NativeColumn, type NumericArray, varint } from './native.ts';
import { type Scalar, tsvDate, tsvMillis, tsvRow, tsvSeconds } from './text.ts';

export interface TextRun {
  readonly text: string;
  readonly rows: number;
}

/** A column of a block; its values are of the table's type, so that nothing is left to convert. */
export interface BlockColumn {
  readonly name: string;
  /** ClickHouse's type, such as `Nullable(Float64)`; as a rule the table's own. */
  readonly type: string;
  /** Numbers as the type is in memory (an Enum8 as Int8, a Date32 as Int32), texts, or equal texts in runs. */
  readonly values: NumericArray | readonly Text[] | readonly TextRun[];
  /** Of a Nullable column: 1 where the row is null. Texts tell by themselves. */
  readonly nulls?: Uint8Array;
}

/** A text, or its parts in UTF-8 where many rows share them. */
export type Text = string | readonly Uint8Array[] | null;

/** A block of `rows` rows; blocks joined end to end are one body. */
export function encodeBlock(rows: number, columns: readonly BlockColumn[]): Uint8Array {
  const parts: Uint8Array[] = [varint(columns.length), varint(rows)];
  for (const { name, type, values, nulls } of columns) {
    parts.push(text(name), text(type));
    if (isRuns(values)) {
      const length = values.reduce((sum, run) => sum + run.rows, 0);
      if (length !== rows) throw new RangeError(`column ${name} has ${length} values for ${rows} rows`);
      parts.push(repeated(values));
      continue;
    }
    if (values.length !== rows) throw new RangeError(`column ${name} has ${values.length} values for ${rows} rows`);
    const nullable = type.startsWith('Nullable(');
    if (isTexts(values)) {
      if (nullable) parts.push(Uint8Array.from(values, (value) => (value === null ? 1 : 0)));
      parts.push(texts(values));
    } else {
      if (nullable) parts.push(nulls ?? new Uint8Array(rows));
      parts.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    }
  }
  return Buffer.concat(parts);
}

function isRuns(values: BlockColumn['values']): values is readonly TextRun[] {
  const [first] = values as readonly unknown[];
  return typeof first === 'object' && first !== null && 'rows' in first;
}

function isTexts(values: NumericArray | readonly Text[]): values is readonly Text[] {
  return Array.isArray(values);
}

/** Each text is encoded once: in an order by time the runs are short, and few texts take turns. */
function repeated(runs: readonly TextRun[]): Uint8Array {
  const encoded = new Map<string, Uint8Array>();
  const bytesOf = (run: TextRun) => getOrMake(encoded, run.text, () => text(run.text));
  const bytes = Buffer.allocUnsafe(runs.reduce((sum, run) => sum + run.rows * bytesOf(run).length, 0));
  let at = 0;
  for (const run of runs) {
    const one = bytesOf(run);
    const end = at + run.rows * one.length;
    if (run.rows > 1) bytes.fill(one, at, end);
    else bytes.set(one, at);
    at = end;
  }
  return bytes;
}

/** At most, of the length of a text. */
const LENGTH_BYTES = 5;

/** Side by side in one piece of memory: a piece for each would be copied twice. */
function texts(values: readonly Text[]): Uint8Array {
  const lengths = values.map(byteLength);
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + LENGTH_BYTES, 0));
  let at = 0;
  for (const [i, value] of values.entries()) {
    let rest = lengths[i];
    for (; rest >= 128; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    if (typeof value === 'string') at += bytes.write(value, at);
    else if (value !== null) for (const part of value) at += copied(part, bytes, at);
  }
  return bytes.subarray(0, at);
}

function copied(part: Uint8Array, into: Uint8Array, at: number): number {
  into.set(part, at);
  return part.length;
}

function byteLength(value: Text): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value === null ? 0 : value.reduce((sum, part) => sum + part.length, 0);
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Whole milliseconds as the 64-bit integers of a DateTime64(3). */
export function int64(values: Float64Array): BigInt64Array {
  const halves = new Uint32Array(values.length * 2);
  for (let i = 0; i < values.length; i++) {
    const high = Math.floor(values[i] / 2 ** 32);
    halves[2 * i] = values[i] - high * 2 ** 32;
    halves[2 * i + 1] = high;
  }
  return new BigInt64Array(halves.buffer);
}

/** How enums are in the text of blocks; the rest is ClickHouse's default. */
export const BLOCK_TEXT_SETTINGS = { input_format_tsv_enum_as_number: 1 } as const;

/** Blocks as TSV, where that is cheaper, or all that a server takes (see dev/clickhouse): every value exactly, the columns in their order. */
export function blocksAsTsv(blocks: Uint8Array): string {
  const { length, columns, types, nulls } = decodeNative(Buffer.from(blocks.buffer, blocks.byteOffset, blocks.length));
  const cells = Object.entries(columns).map(([name, values]) => {
    const cell = cellOf(types[name], values);
    const blank = nulls[name];
    return blank ? (row: number) => (blank[row] === 1 ? null : cell(row)) : cell;
  });
  let text = '';
  for (let row = 0; row < length; row++) text += tsvRow(cells.map((cell) => cell(row)));
  return text;
}

function cellOf(type: string, values: NativeColumn): (row: number) => Scalar {
  const inner = type.replace(/^Nullable\((.*)\)$/, '$1');
  if (/^Date(?:32)?$/.test(inner)) return (row) => tsvDate(Number(values[row]));
  if (/^DateTime(?:\(|$)/.test(inner)) return (row) => tsvSeconds(Number(values[row]));
  if (/^DateTime64\(3\b/.test(inner)) return (row) => tsvMillis(Number(values[row]));
  if (inner.startsWith('DateTime64')) throw new TypeError(`${type} has no text here`);
  return (row) => values[row];
}
