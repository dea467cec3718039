import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../sql/errors.ts';
import { type MigrateOptions, migrate } from '../../sql/migrate.ts';
import { BACKENDS, openTestStore, type TestStore } from '../support/store.ts';

const TABLE = (name: string) => `CREATE TABLE market.${name} (a UInt8) ENGINE = MergeTree ORDER BY a;`;

describe.each(BACKENDS)('migrations on the %s store', (backend) => {
  let store: TestStore;
  let directory: string;
  beforeEach(async () => {
    store = await openTestStore({ backend, migrate: false });
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const write = (files: Record<string, string>) => {
    for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  };
  const run = (options: MigrateOptions = {}) => migrate(store, { directory, ...options });
  const tables = async () =>
    (
      await store.writer.query<{ name: string }>(
        "SELECT name FROM system.tables WHERE database = 'market' AND name NOT IN ('schema_migrations', 'made_by_tests') ORDER BY name",
      )
    ).map(({ name }) => name);

  it("apply the project's own files, and nothing the second time", { timeout: 15_000 }, async () => {
    expect(await migrate(store)).toBeGreaterThan(2);
    expect(await migrate(store)).toBe(0);
    expect(await tables()).toContain('bars');
  });

  it('apply in the order of their numbers, only what is new', async () => {
    write({ '002_b.sql': 'ALTER TABLE market.a ADD COLUMN IF NOT EXISTS b UInt8;', '001_a.sql': TABLE('a') });
    expect(await run()).toBe(2);
    write({ '003_c.sql': 'ALTER TABLE market.a ADD COLUMN IF NOT EXISTS c UInt8 AFTER b; -- more\n' });
    expect(await run()).toBe(1);
    expect(await store.writer.query('DESCRIBE market.a')).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  it('refuse a file that was changed after it was applied, and apply nothing else', async () => {
    write({ '001_a.sql': TABLE('a') });
    await run();
    write({ '001_a.sql': TABLE('other'), '002_b.sql': TABLE('b') });
    await expect(run()).rejects.toThrow(/001_a\.sql was changed after it was applied: put it back/);
    expect(await tables()).toEqual(['a']);
  });

  it('take a file whose line ends alone differ as the same', async () => {
    write({ '001_a.sql': `${TABLE('a')}\n-- end\n` });
    await run();
    write({ '001_a.sql': `${TABLE('a')}\r\n-- end\r\n` });
    expect(await run()).toBe(0);
  });

  it('refuse a store that is newer than the program', async () => {
    write({ '001_a.sql': TABLE('a'), '002_b.sql': TABLE('b') });
    await run();
    rmSync(join(directory, '002_b.sql'));
    await expect(run()).rejects.toThrow(/the store is newer than this program: base\/002_b\.sql/);
  });

  it.each([
    ['a gap', { '001_a.sql': '', '003_c.sql': '' }],
    ['a number twice', { '001_a.sql': '', '001_b.sql': '' }],
  ])('refuse %s in the numbers', async (_, files) => {
    write(files);
    await expect(run()).rejects.toThrow(/must be numbered 1, 2, 3/);
  });

  it.each([
    'INSERT INTO market.a VALUES (1)',
    'DROP TABLE market.a',
    'ALTER TABLE market.a ADD COLUMN b UInt8',
    'SELECT 1',
  ])('refuse the statement %s: it could not be run twice', async (statement) => {
    write({ '001_a.sql': `${TABLE('a')} ${statement};` });
    await expect(run()).rejects.toThrow(/a migration may CREATE, or ALTER and DROP with IF/);
  });

  it('refuse a table that somebody else made', async () => {
    await store.writer.command('CREATE DATABASE IF NOT EXISTS market');
    await store.writer.command(TABLE('a'));
    write({ '001_a.sql': TABLE('a') });
    await expect(run()).rejects.toThrow(/001_a\.sql would create what is there already and was not made by it/);
  });

  it('continue where an earlier start broke off in the middle of a file', async () => {
    write({ '001_a.sql': `${TABLE('a')} CREATE TABLE market.b (a Nothing_) ENGINE = MergeTree ORDER BY a;` });
    await expect(run()).rejects.toMatchObject({ name: 'StoreError', kind: 'fatal' });
    expect(await tables()).toEqual(['a']);
    // The same file succeeds once what was in its way is gone: here a database that the second table needs.
    write({ '001_a.sql': `${TABLE('a')} CREATE TABLE market.b AS needed.t ENGINE = MergeTree ORDER BY a;` });
    await expect(run()).rejects.toThrow();
    await store.writer.command('DROP TABLE market.a');
    await expect(run()).rejects.toThrow(/needed/);
    await store.writer.command('CREATE DATABASE needed');
    await store.writer.command('CREATE TABLE needed.t (a UInt8) ENGINE = Memory');
    expect(await run()).toBe(1);
    expect(await tables()).toEqual(['a', 'b']);
    await store.writer.command('DROP DATABASE needed');
  });

  it('are safe where several programs start at once', { timeout: 45_000 }, async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(store)));
    expect(await migrate(store)).toBe(0);
    const [{ n }] = await store.writer.query<{ n: number }>(
      "SELECT count() AS n FROM system.tables WHERE database = 'market'",
    );
    expect(n).toBeGreaterThan(10);
  });

  describe('that meet another program at the same table', () => {
    const RENAMED = 517;
    const files = { '001_a.sql': TABLE('a'), '002_b.sql': 'ALTER TABLE market.a ADD COLUMN IF NOT EXISTS b UInt8;' };
    /** The store, which refuses the first `times` changes of a table; `meanwhile` runs before the first refusal. */
    const refusing = (times: number, meanwhile: () => Promise<unknown> = async () => {}): TestStore => {
      let left = times;
      const writer: typeof store.writer = Object.create(store.writer, {
        command: {
          value: async (sql: string) => {
            if (!/^ALTER/.test(sql) || left === 0) return store.writer.command(sql);
            if (left-- === times) await meanwhile();
            throw new StoreError('Cannot alter table because it was renamed.', { kind: 'fatal', code: RENAMED });
          },
        },
      });
      return { ...store, writer };
    };

    it('are tried again', async () => {
      write(files);
      expect(await migrate(refusing(2, run), { directory })).toBe(2);
      expect(await store.writer.query('DESCRIBE market.a')).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    });

    it('fail where no other program has begun the file', async () => {
      write(files);
      await expect(migrate(refusing(1), { directory })).rejects.toMatchObject({ code: RENAMED });
    });

    it('fail where the store continues refusing', async () => {
      write(files);
      await expect(migrate(refusing(100, run), { directory })).rejects.toMatchObject({ code: RENAMED });
    });

    it('leave out a file that the other one has applied in the meantime', async () => {
      write({ ...files, '003_c.sql': TABLE('c') });
      expect(await migrate(refusing(1, run), { directory })).toBe(2);
    });
  });

  it('split files at semicolons outside strings, names and comments', async () => {
    write({
      '001_a.sql': `/* one; two */ CREATE TABLE market.a (a UInt8 COMMENT 'it''s; \\'quoted\\'; "x"') -- ; no
        ENGINE = MergeTree ORDER BY a COMMENT 'a -- b /* c */';;
        CREATE TABLE market.\`odd;name\` (a UInt8) ENGINE = MergeTree ORDER BY a`,
    });
    await run();
    expect(await tables()).toEqual(['a', 'odd;name']);
    expect(await store.writer.query('DESCRIBE market.a')).toMatchObject([{ comment: `it's; 'quoted'; "x"` }]);
  });
});
