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

/** What the column `volume` of a group says of its pages; what is true where it is not said. */
export interface Said {
  /** Of this group, where it has others. */
  readonly rows?: number;
  readonly pageValues?: number;
  readonly dictionaryValues?: number;
  /** Of the one run in the page. */
  readonly run?: number;
}

/** Bars of SPY, a minute apart, in row groups; each value of `volume` is 100, from a dictionary of its group. */
export function parquetBars(rows: number, ...groups: readonly Said[]): Buffer {
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let offset = 4;
  let written = 0;
  const groupsWritten = (groups.length === 0 ? [{}] : groups).map((said: Said) => {
    const own = said.rows ?? rows;
    const columns = columnsOf(own, written, said);
    written += own;
    const chunks = columns.map(({ name, type, bytes, dictionaryBytes }) => {
      const begin: Field[] = dictionaryBytes === 0 ? [] : [[11, I64, int(offset)]];
      const meta = struct([
        [1, I32, int(type)],
        [2, LIST, list(I32, [int(dictionaryBytes === 0 ? PLAIN : RLE_DICTIONARY)])],
        [3, LIST, list(BINARY, [binary(name)])],
        [4, I32, int(0)],
        [5, I64, int(own)],
        [6, I64, int(bytes.length)],
        [7, I64, int(bytes.length)],
        [9, I64, int(offset + dictionaryBytes)],
        ...begin,
      ]);
      const chunk = struct([
        [2, I64, int(offset)],
        [3, STRUCT, meta],
      ]);
      parts.push(bytes);
      offset += bytes.length;
      return chunk;
    });
    const size = columns.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return struct([
      [1, LIST, list(STRUCT, chunks)],
      [2, I64, int(size)],
      [3, I64, int(own)],
    ]);
  });
  const columns = columnsOf(1, 0, {});
  const root = struct([
    [4, BINARY, binary('bars')],
    [5, I32, int(columns.length)],
  ]);
  const schema = columns.map(({ name, type, converted }) => {
    const kind: Field[] = converted === undefined ? [] : [[6, I32, int(converted)]];
    return struct([[1, I32, int(type)], [3, I32, int(0)], [4, BINARY, binary(name)], ...kind]);
  });
  const footer = struct([
    [1, I32, int(1)],
    [2, LIST, list(STRUCT, [root, ...schema])],
    [3, I64, int(written)],
    [4, LIST, list(STRUCT, groupsWritten)],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, Buffer.from('PAR1')]);
}

interface Column {
  readonly name: string;
  readonly type: number;
  readonly converted?: number;
  /** Its pages. */
  readonly bytes: Buffer;
  readonly dictionaryBytes: number;
}

const FROM_MS = Date.UTC(2025, 5, 4, 13, 30);

function columnsOf(rows: number, firstRow: number, said: Said): Column[] {
  const { pageValues = rows, dictionaryValues = 1, run = rows } = said;
  const each = <T>(of: (row: number) => T) => Array.from({ length: rows }, (_, row) => of(row));
  const plain = (name: string, type: number, body: Buffer, converted?: number): Column => {
    return { name, type, converted, bytes: page('data', rows, PLAIN, body), dictionaryBytes: 0 };
  };
  const price = (name: string, value: number) => plain(name, DOUBLE, doubles(each(() => value)));
  const text = (name: string, value: string) => plain(name, BYTE_ARRAY, texts(each(() => value)), UTF8);
  const stamps = times(each((row) => FROM_MS + (firstRow + row) * 60_000));
  const runs = Buffer.concat([Buffer.from([1]), varint(run * 2), Buffer.from([0])]);
  const dictionary = page('dictionary', dictionaryValues, PLAIN, doubles([100]));
  const data = page('data', pageValues, RLE_DICTIONARY, runs);
  return [
    text('symbol', 'SPY'),
    text('asset_class', 'etf'),
    plain('ts', INT64, stamps, TIMESTAMP_MILLIS),
    price('open', 1),
    price('high', 2),
    price('low', 0.5),
    price('close', 1.5),
    { name: 'volume', type: DOUBLE, bytes: Buffer.concat([dictionary, data]), dictionaryBytes: dictionary.length },
  ];
}
