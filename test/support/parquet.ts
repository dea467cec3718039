/** Parquet files of bars, byte by byte, so that a page can say of itself what is not so. */

type Field = readonly [id: number, type: number, value: Buffer];

const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}
/** Zigzag, of numbers that are not negative. */
const int = (value: number): Buffer => varint(BigInt(value) * 2n);
const binary = (text: string): Buffer => Buffer.concat([varint(Buffer.byteLength(text)), Buffer.from(text)]);
const list = (type: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xf0 | type]), varint(items.length), ...items]);
function struct(fields: readonly Field[]): Buffer {
  let before = 0;
  const parts = fields.map(([id, type, value]) => {
    const head = Buffer.from([((id - before) << 4) | type]);
    before = id;
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

const [INT64, DOUBLE, BYTE_ARRAY] = [2, 5, 6];
const [PLAIN, RLE_DICTIONARY] = [0, 8];
const [UTF8, TIMESTAMP_MILLIS] = [0, 9];

function page(kind: 'data' | 'dictionary', values: number, encoding: number, body: Buffer): Buffer {
  const own = struct([
    [1, I32, int(values)],
    [2, I32, int(encoding)],
    ...(kind === 'data'
      ? ([
          [3, I32, int(3)],
          [4, I32, int(3)],
        ] as const)
      : []),
  ]);
  const header = struct([
    [1, I32, int(kind === 'data' ? 0 : 2)],
    [2, I32, int(body.length)],
    [3, I32, int(body.length)],
    [kind === 'data' ? 5 : 7, STRUCT, own],
  ]);
  return Buffer.concat([header, body]);
}

const doubles = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
const times = (values: readonly number[]): Buffer => Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer);
const texts = (values: readonly string[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(value));
      return Buffer.concat([length, Buffer.from(value)]);
    }),
  );

/** What the column `volume` says of its pages; what is true where it is not said. */
export interface Said {
  readonly pageValues?: number;
  readonly dictionaryValues?: number;
  /** Of the one run in the page. */
  readonly run?: number;
  /** Of an index into the dictionary of one value: 0 has no runs. */
  readonly bitWidth?: 0 | 1;
  /** Data pages, each with all the rows. */
  readonly pages?: number;
}

/** So many bars of SPY, a minute apart, in one row group; each value of `volume` is 100, from a dictionary. */
export function parquetBars(rows: number, said: Said = {}): Buffer {
  const { bitWidth = 1, pageValues = rows, dictionaryValues = 1, run = rows, pages = 1 } = said;
  const each = <T>(of: (row: number) => T) => Array.from({ length: rows }, (_, row) => of(row));
  const plain = (body: Buffer) => page('data', rows, PLAIN, body);
  const from = Date.UTC(2025, 5, 4, 13, 30);
  const runs = bitWidth === 0 ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), varint(run * 2), Buffer.from([0])]);
  const volume = Buffer.concat([
    page('dictionary', dictionaryValues, PLAIN, doubles([100])),
    ...Array.from({ length: pages }, () => page('data', pageValues, RLE_DICTIONARY, runs)),
  ]);
  const price = (value: number) => ({ type: DOUBLE, bytes: plain(doubles(each(() => value))) });
  const text = (value: string) => ({ type: BYTE_ARRAY, converted: UTF8, bytes: plain(texts(each(() => value))) });
  const columns: Record<string, { type: number; converted?: number; bytes: Buffer }> = {
    symbol: text('SPY'),
    asset_class: text('etf'),
    ts: { type: INT64, converted: TIMESTAMP_MILLIS, bytes: plain(times(each((row) => from + row * 60_000))) },
    open: price(1),
    high: price(2),
    low: price(0.5),
    close: price(1.5),
    volume: { type: DOUBLE, bytes: volume },
  };
  const names = Object.keys(columns);
  const root = struct([
    [4, BINARY, binary('bars')],
    [5, I32, int(names.length)],
  ]);
  const schema = names.map((name) => {
    const { type, converted } = columns[name];
    const kind: Field[] = converted === undefined ? [] : [[6, I32, int(converted)]];
    return struct([[1, I32, int(type)], [3, I32, int(0)], [4, BINARY, binary(name)], ...kind]);
  });
  let offset = 4;
  const chunks = names.map((name) => {
    const { type, bytes } = columns[name];
    const encoding = name === 'volume' ? RLE_DICTIONARY : PLAIN;
    const begin: Field[] = name === 'volume' ? [[11, I64, int(offset)]] : [];
    const dictionaryBytes = name === 'volume' ? page('dictionary', dictionaryValues, PLAIN, doubles([100])).length : 0;
    const meta = struct([
      [1, I32, int(type)],
      [2, LIST, list(I32, [int(encoding)])],
      [3, LIST, list(BINARY, [binary(name)])],
      [4, I32, int(0)],
      [5, I64, int(rows)],
      [6, I64, int(bytes.length)],
      [7, I64, int(bytes.length)],
      [9, I64, int(offset + dictionaryBytes)],
      ...begin,
    ]);
    const chunk = struct([
      [2, I64, int(offset)],
      [3, STRUCT, meta],
    ]);
    offset += bytes.length;
    return chunk;
  });
  const group = struct([
    [1, LIST, list(STRUCT, chunks)],
    [2, I64, int(offset - 4)],
    [3, I64, int(rows)],
  ]);
  const footer = struct([
    [1, I32, int(1)],
    [2, LIST, list(STRUCT, [root, ...schema])],
    [3, I64, int(rows)],
    [4, LIST, list(STRUCT, [group])],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const magic = Buffer.from('PAR1');
  return Buffer.concat([magic, ...names.map((name) => columns[name].bytes), footer, length, magic]);
}
