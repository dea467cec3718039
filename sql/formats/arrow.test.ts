import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, openTestStore, type TestStore } from '../../test/support/store.ts';
import { type BlockColumn, encodeBlock, int64, joinBlocks, readColumns } from './arrow.ts';

const COLUMNS: BlockColumn[] = [
  {
    name: 'symbol',
    type: 'String',
    values: [
      { text: 'AAPL', rows: 1 },
      { text: 'ünï', rows: 2 },
    ],
  },
  { name: 'price', type: 'Float64', values: Float64Array.of(0.1, -0, 1e300) },
  { name: 'maybe', type: 'Nullable(Float64)', values: Float64Array.of(1, 2, 3), nulls: Uint8Array.of(0, 1, 0) },
  { name: 'day', type: 'Date32', values: Int32Array.of(-25_567, 0, 20_000) },
  { name: 'at', type: "DateTime64(3, 'UTC')", values: int64(Float64Array.of(-1, 0, 1_700_000_000_123)) },
  { name: 'side', type: "Enum8('up' = 0, 'down' = 1)", values: Int8Array.of(0, 1, 0) },
  { name: 'open', type: 'Bool', values: Uint8Array.of(1, 0, 1) },
  { name: 'title', type: 'String', values: ['', 'tab\there', 'ünï\n\n∑'] },
  { name: 'note', type: 'Nullable(String)', values: [null, '', 'x'.repeat(300)] },
];

describe('a block', () => {
  it('refuses a column of another length', () => {
    expect(() => encodeBlock(2, [{ name: 'x', type: 'Float64', values: Float64Array.of(1) }])).toThrow(
      'column x has 1',
    );
    expect(() => encodeBlock(2, [{ name: 'x', type: 'String', values: [{ text: 'a', rows: 3 }] }])).toThrow(
      'column x has 3',
    );
  });

  it('refuses a code that the enum does not have, unless it is null', () => {
    const column = { name: 'side', type: "Nullable(Enum8('up' = -1, 'down' = 1))", values: Int8Array.of(-1, 1, 0) };
    expect(() => encodeBlock(3, [column])).toThrow('column side has 0 in row 2');
    const { nulls } = readColumns(encodeBlock(3, [{ ...column, nulls: Uint8Array.of(0, 0, 1) }]));
    expect(nulls).toEqual({ side: Uint8Array.of(0, 0, 1) });
  });
});

describe('blocks joined to one', () => {
  const symbols = ['AAPL', 'ünï', 'ünï'];
  const columns = (from: number, to: number): BlockColumn[] =>
    COLUMNS.map((column) => ({
      ...column,
      values: column.name === 'symbol' ? symbols.slice(from, to) : column.values.slice(from, to),
      nulls: column.nulls?.slice(from, to),
    }));

  const read = (blocks: readonly Uint8Array[]) => readColumns(Buffer.concat(joinBlocks(blocks)));

  it('are the block of all their rows', () => {
    const parts = [encodeBlock(1, columns(0, 1)), encodeBlock(0, columns(1, 1)), encodeBlock(2, columns(1, 3))];
    expect(read(parts)).toEqual(readColumns(encodeBlock(3, COLUMNS)));
    expect(read(Array.from({ length: 200 }, () => encodeBlock(3, COLUMNS))).length).toBe(600);
  });

  it('must have the same columns', () => {
    const named = (name: string, type: string) => encodeBlock(1, [{ name, type, values: Int8Array.of(1) }]);
    expect(() => joinBlocks([named('a', 'Int8'), named('b', 'Int8')])).toThrow('blocks of different columns');
    expect(() => joinBlocks([named('a', 'Int8'), named('a', 'Bool')])).toThrow('blocks of different columns');
  });
});

describe.each(BACKENDS)('blocks sent to the %s store', (backend) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ backend });
    const columns = COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ');
    await store.writer.command(`CREATE TABLE market.blocks (${columns}) ENGINE = MergeTree ORDER BY day`);
  });
  afterAll(() => store.close());

  it('are taken as they are, several in one body', async () => {
    const block = encodeBlock(3, COLUMNS);
    const names = COLUMNS.map(({ name }) => name);
    await store.writer.insertBlocks('market.blocks', names, [block, block]);
    const rows = await store.reader.query(
      'SELECT symbol, 1 / price AS inverse, maybe, day, at, side, open, title, length(note) AS note FROM market.blocks ORDER BY day, note',
    );
    const first = {
      symbol: 'AAPL',
      inverse: 10,
      maybe: 1,
      day: '1900-01-01',
      at: '1969-12-31 23:59:59.999',
      side: 'up',
      open: true,
      title: '',
      note: null,
    };
    expect(rows).toHaveLength(6);
    expect(rows.slice(0, 2)).toEqual([first, first]);
    expect(rows[2]).toMatchObject({ inverse: null, maybe: null, day: '1970-01-01', title: 'tab\there', note: 0 });
    expect(rows[4]).toMatchObject({ inverse: 1e-300, maybe: 3, title: 'ünï\n\n∑', note: 300, open: true });
  });

  it('hold arrays of every type', async () => {
    const ends = Int32Array.of(2, 2, 3);
    const arrays = COLUMNS.filter(({ name }) => name !== 'symbol' && !name.startsWith('note')).map((column) => ({
      ...column,
      name: `r.${column.name}`,
      type: `Array(${column.type})`,
      ends,
    }));
    const texts: BlockColumn = { name: 'r.text', type: 'Array(String)', values: ["it's", 'a\\b\t', 'c'], ends };
    const day: BlockColumn = { name: 'key', type: 'Int32', values: Int32Array.of(1, 2, 3) };
    const columns: BlockColumn[] = [day, ...arrays, texts];
    await store.writer.command(
      `CREATE TABLE market.nested (${columns.map(({ name, type }) => `\`${name}\` ${type}`).join(', ')}) ENGINE = MergeTree ORDER BY key`,
    );
    const names = columns.map(({ name }) => name);
    const block = encodeBlock(3, columns);
    await store.writer.insertBlocks('market.nested', names, [block]);
    await store.writer.insertBlocks('market.nested', names, Array<Uint8Array>(60).fill(block));
    const rows = await store.reader.query('SELECT DISTINCT * FROM market.nested ORDER BY key');
    expect(rows).toEqual([
      {
        key: 1,
        'r.price': [0.1, -0],
        'r.maybe': [1, null],
        'r.day': ['1900-01-01', '1970-01-01'],
        'r.at': ['1969-12-31 23:59:59.999', '1970-01-01 00:00:00.000'],
        'r.side': ['up', 'down'],
        'r.open': [true, false],
        'r.title': ['', 'tab\there'],
        'r.text': ["it's", 'a\\b\t'],
      },
      expect.objectContaining({ key: 2, 'r.price': [], 'r.text': [] }),
      expect.objectContaining({
        key: 3,
        'r.price': [1e300],
        'r.at': ['2023-11-14 22:13:20.123'],
        'r.title': ['ünï\n\n∑'],
      }),
    ]);
  });
});
