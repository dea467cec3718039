import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../sql/errors.ts';
import { runs } from '../support/property-seed.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

describe.each(BACKENDS)('the %s store', (backend) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ backend });
    await store.writer.command(
      'CREATE TABLE market.scratch (a UInt64, f Float64, s String) ENGINE = MergeTree ORDER BY a',
    );
  });
  afterAll(() => store.close());
  beforeEach(() => store.writer.command('TRUNCATE TABLE market.scratch'));

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

    it('nothing of an answer that broke off is in the next', async () => {
      for (let i = 0; i < 6; i++) {
        const broken = store.reader.arrow('SELECT throwIf(number = 400000) FROM numbers(1000000)');
        await expect(broken).rejects.toMatchObject({ code: 395 });
      }
      for (let i = 0; i < 6; i++) {
        expect((await store.reader.columns('SELECT toUInt8(7) AS x')).columns).toEqual({ x: Uint8Array.of(7) });
      }
    });

    it('an answer whose text is longer than its bound is refused, and the next statement is served', async () => {
      // 100 values of 100 bytes, each zero byte six characters of JSON.
      const zeros = () => store.reader.query("SELECT repeat('\\0', 100) FROM numbers(100)", {}, { maxBytes: 20_000 });
      for (let i = 0; i < 6; i++) await expect(zeros()).rejects.toMatchObject({ code: 396, kind: 'fatal' });
      for (let i = 0; i < 6; i++) expect(await store.reader.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
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
    it('come through as they are, whatever their characters', { timeout: 30_000 }, async () => {
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
        { numRuns: runs(60), verbose: 1 },
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
    ] as const)('%s %s', { timeout: 30_000 }, async (format, body) => {
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

  describe('the reader', () => {
    it('of what every request waits for does not stand behind long statements', { timeout: 15_000 }, async () => {
      let running = 6;
      const long = Array.from({ length: running }, () =>
        store.reader.query('SELECT sleepEachRow(0.5) AS slept FROM numbers(4)').finally(() => {
          running--;
        }),
      );
      expect(await store.priorityReader.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(running).toBe(6);
      await Promise.all(long);
    });

    it.each([
      'INSERT INTO market.scratch (a) VALUES (1)',
      'CREATE TABLE market.x (a Int8) ENGINE = Memory',
      'DROP TABLE market.scratch',
      'TRUNCATE TABLE market.scratch',
      'ALTER TABLE market.scratch DELETE WHERE 1',
    ])('cannot run %s', async (sql) => {
      await expect(store.reader.columns(sql)).rejects.toBeInstanceOf(StoreError);
      expect(await store.reader.query('EXISTS TABLE market.scratch')).toEqual([{ result: 1 }]);
    });
  });
});
