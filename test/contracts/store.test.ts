import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBarsView, dropBarsView } from '../../sql/bars-view.ts';
import { StoreError } from '../../sql/errors.ts';
import { ALL_TABLES } from '../../sql/tables/all.ts';
import { type BarRow, barsTable } from '../../sql/tables/bars.ts';
import { computedDaysTable } from '../../sql/tables/compute.ts';
import { tsvMillis } from '../../sql/text.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

const MINUTE = 28_400_000;

function bar(change: Partial<BarRow> = {}): BarRow {
  return {
    symbol: 'AAPL',
    minute: MINUTE,
    open: 1,
    high: 2,
    low: 0.5,
    close: 1.5,
    volume: 100,
    version: 1,
    source: 'test',
    topic: 'bars',
    partition: 0,
    offset: 0,
    ingestedAtMs: 1_700_000_000_123,
    deleted: false,
    ...change,
  };
}

describe.each(BACKENDS)('the %s store', (backend) => {
  let store: TestStore;
  const land = (...rows: BarRow[]) =>
    store.writer.insertRows('market.bars', barsTable.columns, rows.map(barsTable.toRow));

  beforeAll(async () => {
    store = await openTestStore({ backend });
    await store.writer.command(
      'CREATE TABLE market.scratch (a UInt64, f Float64, s String) ENGINE = MergeTree ORDER BY a',
    );
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ['market.scratch', 'market.bars', 'market.day_log']) {
      await store.writer.command(`TRUNCATE TABLE ${table}`);
    }
  });

  describe('tables', () => {
    it.each(ALL_TABLES)('$name has exactly the declared columns, in order', async (table) => {
      const [database, name] = table.name.split('.');
      const columns = await store.writer.query<{ name: string }>(
        `SELECT name FROM system.columns
         WHERE database = {database:String} AND table = {name:String} AND default_kind NOT IN ('MATERIALIZED', 'ALIAS')
         ORDER BY position`,
        { database, name },
      );
      expect(table.columns).toEqual(columns.map((column) => column.name));
    });

    it('takes a bar whose values all come back', async () => {
      await land(bar());
      const [row] = await store.reader.query('SELECT * FROM market.bars FINAL');
      expect(row).toEqual({
        symbol: 'AAPL',
        ts: '2023-12-31 05:20:00',
        open: 1,
        high: 2,
        low: 0.5,
        close: 1.5,
        volume: 100,
        version: 1,
        source: 'test',
        topic: 'bars',
        partition: 0,
        offset: 0,
        ingested_at: '2023-11-14 22:13:20.123',
        is_deleted: 0,
      });
    });

    it('takes a fingerprint of 64 bits and a date', async () => {
      const day = { kind: 'bars', symbol: 'A', day: 19_722, rows: 3, computedAtMs: 0 } as const;
      const row = computedDaysTable.toRow({ ...day, fingerprint: 18_446_744_073_709_551_615n });
      await store.writer.insertRows('market.computed_days', computedDaysTable.columns, [row]);
      const sql = 'SELECT toString(fingerprint) AS f, day, rows FROM market.computed_days FINAL';
      expect(await store.reader.query(sql)).toEqual([{ f: '18446744073709551615', day: '2023-12-31', rows: 3 }]);
    });
  });

  describe('versions of a bar', () => {
    const current = () => store.reader.query<{ close: number }>('SELECT close FROM market.bars FINAL');

    it.each([
      ['the higher version wins', { version: 2 }, { version: 1, partition: 9, offset: 9 }],
      ['of equal versions the higher partition wins', { partition: 2 }, { partition: 1, offset: 9 }],
      ['of equal versions and partitions the later offset wins', { offset: 2 }, { offset: 1 }],
      ['a version in ms beats a revision', { version: 1_700_000_000_000 }, { version: 65_535 }],
      ['offsets beyond 32 bits keep their order', { offset: 2 ** 40 + 1 }, { offset: 2 ** 40 }],
    ])('%s, whatever arrives first', async (_, winner, loser) => {
      await land(bar({ ...winner, close: 1.9 }));
      await land(bar({ ...loser, close: 1.1 }));
      expect(await current()).toEqual([{ close: 1.9 }]);
      await store.writer.command('TRUNCATE TABLE market.bars');
      await land(bar({ ...loser, close: 1.1 }));
      await land(bar({ ...winner, close: 1.9 }));
      expect(await current()).toEqual([{ close: 1.9 }]);
    });

    it('a deleted bar is gone, and a later version brings it back', async () => {
      await land(bar(), bar({ version: 2, deleted: true }));
      expect(await current()).toEqual([]);
      await land(bar({ version: 3, close: 1.7 }));
      expect(await current()).toEqual([{ close: 1.7 }]);
    });
  });

  describe('the log of days', () => {
    const days = () =>
      store.reader.query<{ day: string; rows: number; fingerprint: string }>(
        `SELECT day, sum(rows) AS rows, toString(sum(fingerprint)) AS fingerprint
         FROM market.day_log WHERE kind = 'bars' AND symbol = 'AAPL' GROUP BY day ORDER BY day`,
      );

    it('counts every row ever landed by its UTC date', async () => {
      await land(bar(), bar({ minute: MINUTE + 1440 }), bar({ minute: MINUTE + 1 }), bar({ symbol: 'MSFT' }));
      expect((await days()).map(({ day, rows }) => [day, rows])).toEqual([
        ['2023-12-31', 2],
        ['2024-01-01', 1],
      ]);
    });

    it.each([
      ['a correction', { version: 2, close: 1.6 }],
      ['a deletion', { version: 2, deleted: true }],
      ['a re-delivery', {}],
      ['the same values with another offset', { offset: 1 }],
    ])('%s changes the fingerprint of its day alone', async (_, change) => {
      await land(bar(), bar({ minute: MINUTE + 1440 }));
      const [first, second] = await days();
      await land(bar(change));
      const [changed, same] = await days();
      expect(changed.fingerprint).not.toBe(first.fingerprint);
      expect(same).toEqual(second);
    });

    it('does not depend on how rows are batched', async () => {
      const rows = Array.from({ length: 50 }, (_, i) => bar({ minute: MINUTE + i, close: 1 + i / 100 }));
      await land(...rows);
      const whole = await days();
      await store.writer.command('TRUNCATE TABLE market.day_log');
      for (const row of [...rows].reverse()) await land(row);
      expect(await days()).toEqual(whole);
    });
  });

  describe('settings', () => {
    const writerSetting = async (name: string) =>
      (await store.writer.query<{ v: string }>('SELECT toString(getSetting({name:String})) AS v', { name }))[0].v;
    const readerSetting = async (name: string) =>
      (await store.reader.query<{ v: string }>('SELECT toString(getSetting({name:String})) AS v', { name }))[0].v;

    it('an insert that has returned can be read: asynchronous inserts are off', async () => {
      expect(await writerSetting('async_insert')).toBe('false');
      for (let i = 1; i <= 20; i++) {
        await store.writer.insertRows('market.scratch', ['a'], [[i]]);
        expect(await store.reader.query('SELECT count() AS n FROM market.scratch')).toEqual([{ n: i }]);
      }
    });

    it('the token of one insert does not reach the next', async () => {
      await store.writer.insertRows('market.scratch', ['a'], [[1]], { dedupToken: 'first' });
      expect(await writerSetting('insert_deduplication_token')).toBe('');
    });

    it('a token keeps a repeated batch out where the table keeps tokens, and lets another one in', async () => {
      await store.writer.command(
        'CREATE TABLE market.tokens (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 100',
      );
      for (const dedupToken of ['x', 'x', "y'\\\n", "y'\\\n", 'x']) {
        await store.writer.insertRows('market.tokens', ['a'], [[1]], { dedupToken });
      }
      expect(await store.reader.query('SELECT count() AS n FROM market.tokens')).toEqual([{ n: 2 }]);
    });

    it('the bounds of one statement do not reach the next', async () => {
      const before = await readerSetting('max_result_rows');
      const numbers = () => store.reader.query('SELECT number FROM numbers(20)', {}, { maxRows: 10, timeoutMs: 5000 });
      for (let i = 0; i < 6; i++) await expect(numbers()).rejects.toMatchObject({ code: 396, kind: 'fatal' });
      for (let i = 0; i < 6; i++) {
        expect(await readerSetting('max_result_rows')).toBe(before);
        expect(await store.reader.query('SELECT number FROM numbers(20)')).toHaveLength(20);
      }
    });

    it('settings hold after a statement that failed', async () => {
      await expect(store.writer.command('SELECT nope')).rejects.toBeInstanceOf(StoreError);
      await expect(store.reader.query('SELECT nope')).rejects.toBeInstanceOf(StoreError);
      expect(await writerSetting('async_insert')).toBe('false');
      expect(await writerSetting('input_format_skip_unknown_fields')).toBe('false');
      for (let i = 0; i < 6; i++) expect(await readerSetting('readonly')).toBe('2');
    });

    it('nothing of an answer that broke off stands in the next', async () => {
      for (let i = 0; i < 6; i++) {
        const broken = store.reader.nativeBytes('SELECT throwIf(number = 400000) FROM numbers(1000000)');
        await expect(broken).rejects.toMatchObject({ code: 395 });
      }
      for (let i = 0; i < 6; i++) {
        expect((await store.reader.nativeBytes('SELECT toUInt8(7) AS x')).toString('latin1')).toBe(
          '\x01\x01\x01x\x05UInt8\x07',
        );
      }
    });

    it('a slow statement is stopped at its time limit', async () => {
      const slow = store.reader.query('SELECT sleepEachRow(0.1) FROM numbers(30)', {}, { timeoutMs: 300 });
      await expect(slow).rejects.toMatchObject({ code: 159, kind: 'transient' });
    });

    it('an aborted caller gets its reason, and the next statement is served', async () => {
      const controller = new AbortController();
      const slow = store.reader.query('SELECT sleep(1)', {}, { signal: controller.signal });
      controller.abort(new Error('gone'));
      await expect(slow).rejects.toThrow('gone');
      expect(await store.reader.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  describe('parameters', () => {
    it('come through as they are, whatever their characters', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary' }),
          fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
          async (text, list) => {
            const [row] = await store.reader.query('SELECT {text:String} AS text, {list:Array(String)} AS list', {
              text,
              list,
            });
            expect(row).toEqual({ text, list });
          },
        ),
        { numRuns: 200, verbose: 1 },
      );
    });

    it('of statements that run side by side do not mix', async () => {
      const ask = (n: number) => store.reader.query<{ n: number }>('SELECT {n:UInt32} AS n', { n });
      const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
      expect(answers.map(([{ n }]) => n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    });

    it('a forgotten one is refused, also where an earlier statement had one of its name', async () => {
      await store.reader.query('SELECT {n:UInt32}', { n: 1 });
      for (let i = 0; i < 6; i++) await expect(store.reader.query('SELECT {n:UInt32}')).rejects.toThrow(TypeError);
    });

    it('null, numbers and truth have their types', async () => {
      const sql = 'SELECT {a:Nullable(String)} AS a, {b:Float64} AS b, {c:Bool} AS c, {d:UInt64} AS d';
      const params = { a: null, b: 0.1, c: true, d: 9_007_199_254_740_991n };
      expect(await store.reader.query(sql, params)).toEqual([{ a: null, b: 0.1, c: true, d: 9_007_199_254_740_991 }]);
    });
  });

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
            const { columns } = await store.reader.native('SELECT f FROM market.scratch ORDER BY a');
            const read = columns['f'] as Float64Array;
            expect(Buffer.from(read.buffer, read.byteOffset, read.byteLength).equals(expected)).toBe(true);
            const json = await store.reader.query<{ f: number }>('SELECT f FROM market.scratch ORDER BY a');
            json.forEach(({ f }, i) => {
              expect(f === values[i]).toBe(true);
            });
          }
        }),
        { numRuns: 40, verbose: 1 },
      );
    });

    it('every text reads back, also with tabs, quotes, backslashes and line ends', async () => {
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
          const { columns } = await store.reader.native('SELECT s FROM market.scratch ORDER BY a');
          expect(columns['s']).toEqual(texts);
        }),
        { numRuns: 60, verbose: 1 },
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
      const { columns } = await store.reader.native('SELECT a FROM market.scratch');
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
      expect((await store.reader.native(sql)).columns['f']).toEqual(Float64Array.from(values));
    });
  });

  describe('a body that is not right is poison and lands nothing', () => {
    it.each([
      ['JSONEachRow', '{"a":1,"unknown":2}'],
      ['JSONEachRow', '{"a":"x"}'],
      ['JSONEachRow', '{"a":1}\n{"a":2'],
      ['JSONCompactEachRow', '[1,1,"x",4]'],
      ['JSONCompactEachRow', '[1]'],
      ['TSV', '1'],
      ['TSV', '1\t2\tx\ty\n'],
      ['TSV', 'x\t2\tx\n'],
      ['TSV', '\\N\t2\tx\n'],
      ['TSV', '1\t2\tx\n2\t2\n'],
    ] as const)('%s %s', async (format, body) => {
      await expect(store.writer.insertText('market.scratch', ['a', 'f', 's'], format, body)).rejects.toMatchObject({
        name: 'StoreError',
        kind: 'poison',
      });
      expect(await store.reader.query('SELECT count() AS n FROM market.scratch')).toEqual([{ n: 0 }]);
    });

    // The embedded engine would run what follows an empty line as a statement.
    it.each([
      ['{"a":1}\n\nDROP TABLE market.scratch\n'],
      ['\n\nDROP TABLE market.scratch\n'],
      ['{"a":1,"s":"x\n\nDROP TABLE market.scratch"}'],
    ])('an empty line does not smuggle in a statement: %j', async (body) => {
      await store.writer.insertText('market.scratch', ['a', 's'], 'JSONEachRow', body).catch((error) => {
        expect(error).toMatchObject({ kind: 'poison' });
      });
      expect(await store.reader.query('EXISTS TABLE market.scratch')).toEqual([{ result: 1 }]);
    });

    it('an unknown column is fatal: the program and its tables differ', async () => {
      await expect(store.writer.insertRows('market.scratch', ['nope'], [[1]])).rejects.toMatchObject({ kind: 'fatal' });
    });

    it('takes hostile texts as texts', async () => {
      const texts = [
        '; DROP TABLE market.scratch',
        "'); DROP TABLE x; --",
        '\n\nDROP TABLE market.scratch\n',
        '\\N',
        ';',
        '',
      ];
      await store.writer.insertRows(
        'market.scratch',
        ['a', 's'],
        texts.map((text, i) => [i, text]),
      );
      const rows = await store.reader.query<{ s: string }>('SELECT s FROM market.scratch ORDER BY a');
      expect(rows.map(({ s }) => s)).toEqual(texts);
    });

    it('an empty body is nothing to do', async () => {
      await store.writer.insertRows('market.scratch', ['a'], []);
      expect(await store.reader.query('SELECT count() AS n FROM market.scratch')).toEqual([{ n: 0 }]);
    });
  });

  describe('columns in Native format', () => {
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
      // The one odd byte in front puts the columns behind it off their alignment.
      const sql = `SELECT toUInt8(1) AS odd, CAST(${expression(type)} AS ${type}) AS v,
          CAST(if(number % 3 = 0, NULL, ${expression(type)}) AS ${optional}) AS o FROM numbers(150001)`;
      const table = await store.reader.native(sql);
      const rows = await store.reader.query<{ v: unknown; o: unknown }>(sql);
      expect(table.length).toBe(150_001);
      const { v, o } = table.columns;
      const wrong = rows.findIndex(
        (row, i) =>
          json(v[i]) !== row.v ||
          (table.nulls['o'][i] === 1 ? null : json(o[i])) !== row.o ||
          (i % 3 === 0) !== (row.o === null),
      );
      expect(wrong).toBe(-1);
    });

    it('has its columns where there is no row', async () => {
      const { length, columns, nulls } = await store.reader.native(
        'SELECT symbol, ts, open, toNullable(open) AS o FROM market.bars WHERE symbol = {symbol:String}',
        { symbol: 'NONE' },
      );
      expect(length).toBe(0);
      expect(columns).toEqual({ symbol: [], ts: new Uint32Array(), open: new Float64Array(), o: new Float64Array() });
      expect(nulls).toEqual({ o: new Uint8Array() });
    });

    it('a null float is NaN', async () => {
      const { columns } = await store.reader.native('SELECT CAST(NULL AS Nullable(Float64)) AS x');
      expect(columns['x']).toEqual(Float64Array.of(Number.NaN));
    });

    it('names a column of a type it does not read', async () => {
      await expect(store.reader.native('SELECT [1] AS list')).rejects.toThrow(/column list is Array\(UInt8\)/);
    });
  });

  describe('the reader', () => {
    it.each([
      'INSERT INTO market.scratch (a) VALUES (1)',
      'CREATE TABLE market.x (a Int8) ENGINE = Memory',
      'DROP TABLE market.scratch',
      'TRUNCATE TABLE market.scratch',
      'ALTER TABLE market.scratch DELETE WHERE 1',
    ])('cannot run %s', async (sql) => {
      await expect(store.reader.native(sql)).rejects.toBeInstanceOf(StoreError);
      expect(await store.reader.query('EXISTS TABLE market.scratch')).toEqual([{ result: 1 }]);
    });

    it('answers the bytes of the Native format', async () => {
      const bytes = await store.reader.nativeBytes('SELECT toUInt8(7) AS x');
      expect(bytes.toString('latin1')).toBe('\x01\x01\x01x\x05UInt8\x07');
    });
  });

  describe("a symbol's view", () => {
    it('shows the current bars of its symbol alone', async () => {
      await createBarsView(store.writer, 'AAPL', 'bars_aapl');
      await createBarsView(store.writer, 'AAPL', 'bars_aapl');
      await land(bar(), bar({ version: 2, close: 1.75 }), bar({ symbol: 'MSFT' }));
      expect(await store.reader.query('SELECT * FROM market.bars_aapl')).toEqual([
        {
          symbol: 'AAPL',
          ts: '2023-12-31 05:20:00',
          open: 1,
          high: 2,
          low: 0.5,
          close: 1.75,
          volume: 100,
          version: 2,
          source: 'test',
          ingested_at: '2023-11-14 22:13:20.123',
        },
      ]);
      await dropBarsView(store.writer, 'bars_aapl');
      await dropBarsView(store.writer, 'bars_aapl');
      expect(await store.reader.query('EXISTS VIEW market.bars_aapl')).toEqual([{ result: 0 }]);
    });

    it.each(["A' OR 1 = 1 --", 'A\\', 'A`B', "A'; DROP TABLE market.bars; --"])(
      'quotes the symbol %s',
      async (symbol) => {
        await land(bar({ symbol }), bar({ symbol: 'MSFT' }));
        await createBarsView(store.writer, symbol, 'bars_`odd\\name');
        expect(await store.reader.query('SELECT symbol FROM market.`bars_\\`odd\\\\name`')).toEqual([{ symbol }]);
        await dropBarsView(store.writer, 'bars_`odd\\name');
      },
    );
  });
});
