import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tsvMillis } from '../../sql/formats/text.ts';
import { runs } from '../support/property-seed.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

describe.each(BACKENDS)('values in the %s store', (backend) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ backend });
    await store.writer.command(
      'CREATE TABLE market.scratch (a UInt64, f Float64, s String) ENGINE = MergeTree ORDER BY a',
    );
  });
  afterAll(() => store.close());
  beforeEach(() => store.writer.command('TRUNCATE TABLE market.scratch'));

  describe('values', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

    it('every double reads back bit by bit, by TSV and by JSON', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(doubles, { minLength: 1, maxLength: 200 }), async (values) => {
          const expected = Buffer.from(Float64Array.from(values).buffer);
          const rows = values.map((value, i) => [i, value]);
          // JSON has no text for the sign of zero.
          const body = rows
            .map((row) => JSON.stringify(row).replace(/,0\]$/, Object.is(row[1], -0) ? ',-0.0]' : ',0]'))
            .join('\n');
          for (const insert of [
            () => store.writer.insertRows('market.scratch', ['a', 'f'], rows),
            () => store.writer.insertText('market.scratch', ['a', 'f'], 'JSONCompactEachRow', body),
          ]) {
            await store.writer.command('TRUNCATE TABLE market.scratch');
            await insert();
            const { columns } = await store.reader.columns('SELECT f FROM market.scratch ORDER BY a');
            const read = columns['f'] as Float64Array;
            expect(Buffer.from(read.buffer, read.byteOffset, read.byteLength).equals(expected)).toBe(true);
            const json = await store.reader.query<{ f: number }>('SELECT f FROM market.scratch ORDER BY a');
            json.forEach(({ f }, i) => {
              expect(f === values[i]).toBe(true);
            });
          }
        }),
        { numRuns: runs(15), verbose: 1 },
      );
    });

    it('every text reads back, also with tabs, quotes, backslashes and line ends', { timeout: 20_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 }), async (texts) => {
          await store.writer.command('TRUNCATE TABLE market.scratch');
          await store.writer.insertRows(
            'market.scratch',
            ['a', 's'],
            texts.map((text, i) => [i, text]),
          );
          const rows = await store.reader.query<{ s: string }>('SELECT s FROM market.scratch ORDER BY a');
          expect(rows.map(({ s }) => s)).toEqual(texts);
          const { columns } = await store.reader.columns('SELECT s FROM market.scratch ORDER BY a');
          expect(columns['s']).toEqual(texts);
        }),
        { numRuns: runs(20), verbose: 1 },
      );
    });

    it.each([0, 1, 999, 86_400_000, 999_999_999_999, 1_700_000_000_123, 4_102_444_799_999, -1, -86_400_001])(
      'the instant %d ms reads back',
      async (ms) => {
        const sql = "SELECT toUnixTimestamp64Milli(parseDateTime64BestEffort({text:String}, 3, 'UTC')) AS ms";
        expect(await store.reader.query(sql, { text: new Date(ms).toISOString() })).toEqual([{ ms }]);
        await store.writer.insertRows('market.dead_letters', ['id', 'received_at'], [[`t${ms}`, tsvMillis(ms)]]);
        const read = 'SELECT toUnixTimestamp64Milli(received_at) AS ms FROM market.dead_letters WHERE id = {id:String}';
        expect(await store.reader.query(read, { id: `t${ms}` })).toEqual([{ ms }]);
      },
    );

    it('a 64-bit integer beyond 2^53 is refused rather than rounded, and exact as text', async () => {
      await store.writer.insertRows('market.scratch', ['a'], [[18_446_744_073_709_551_615n]]);
      await expect(store.reader.query('SELECT a FROM market.scratch')).rejects.toThrow(/select it with toString\(a\)/);
      expect(await store.reader.query('SELECT toString(a) AS a FROM market.scratch')).toEqual([
        { a: '18446744073709551615' },
      ]);
      const { columns } = await store.reader.columns('SELECT a FROM market.scratch');
      expect(columns['a']).toEqual(new BigUint64Array([18_446_744_073_709_551_615n]));
    });

    it('NaN and infinities are null in rows and themselves in columns', async () => {
      const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      await store.writer.insertRows(
        'market.scratch',
        ['a', 'f'],
        values.map((value, i) => [i, value]),
      );
      const sql = 'SELECT f FROM market.scratch ORDER BY a';
      expect(await store.reader.query(sql)).toEqual([{ f: null }, { f: null }, { f: null }]);
      expect((await store.reader.columns(sql)).columns['f']).toEqual(Float64Array.from(values));
    });
  });

  describe('columns', () => {
    const TYPES: [type: string, json: (value: unknown) => unknown][] = [
      ...['Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Float32', 'Float64'].map(
        (type) => [type, (value: unknown) => value] as [string, (value: unknown) => unknown],
      ),
      ['Int64', (value) => Number(value)],
      ['UInt64', (value) => Number(value)],
      ['String', (value) => value],
      ['FixedString(3)', (value) => value],
      ['LowCardinality(String)', (value) => value],
      ['Bool', (value) => value === 1],
      ['Date', (value) => new Date((value as number) * 86_400_000).toISOString().slice(0, 10)],
      ['Date32', (value) => new Date((value as number) * 86_400_000).toISOString().slice(0, 10)],
      ["DateTime('UTC')", (value) => new Date((value as number) * 1000).toISOString().slice(0, 19).replace('T', ' ')],
      ["DateTime64(3, 'UTC')", (value) => new Date(Number(value)).toISOString().slice(0, 23).replace('T', ' ')],
    ];
    const expression = (type: string) =>
      /String/.test(type) ? "leftPad(toString(number % 700), 3, '0')" : type === 'Bool' ? 'number % 2' : 'number % 100';

    it.each(TYPES)('%s decodes to what JSON says, also across blocks and where null', async (type, json) => {
      const nullable = /^LowCardinality\((.*)\)$/.exec(type);
      const optional = nullable ? `LowCardinality(Nullable(${nullable[1]}))` : `Nullable(${type})`;
      const sql = `SELECT CAST(${expression(type)} AS ${type}) AS v,
          CAST(if(number % 3 = 0, NULL, ${expression(type)}) AS ${optional}) AS o FROM numbers(150001)`;
      const table = await store.reader.columns(sql);
      const rows = await store.reader.query<{ v: unknown; o: unknown }>(sql);
      expect(table.length).toBe(150_001);
      const { v, o } = table.columns;
      const wrong = rows.findIndex(
        (row, i) =>
          json(v[i]) !== row.v ||
          (table.nulls['o']?.[i] === 1 ? null : json(o[i])) !== row.o ||
          (i % 3 === 0) !== (row.o === null),
      );
      expect(wrong).toBe(-1);
    });

    it('are empty if no row is found', async () => {
      const none = await store.reader.columns('SELECT open, source FROM market.bars WHERE symbol = {symbol:String}', {
        symbol: 'NONE',
      });
      expect(none).toEqual({ length: 0, columns: { open: new Float64Array(), source: [] }, nulls: {} });
    });

    it('a null float is NaN', async () => {
      const { columns } = await store.reader.columns('SELECT CAST(NULL AS Nullable(Float64)) AS x');
      expect(columns['x']).toEqual(Float64Array.of(Number.NaN));
    });

    it('names a column of a type it does not read', async () => {
      await expect(store.reader.columns('SELECT [1] AS list')).rejects.toThrow('column list is List<Uint8>');
    });
  });
});
