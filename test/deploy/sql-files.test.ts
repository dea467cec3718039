import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { forCluster } from '../../sql/cluster.ts';
import { splitStatements } from '../../sql/lexer.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const FILES = ['sql', 'compute', 'dev', 'deploy']
  .flatMap((folder) =>
    readdirSync(projectFile(folder), { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
      join(parentPath, name),
    ),
  )
  .filter((path) => path.endsWith('.sql'));

describe('every SQL file', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore({ migrate: false });
  });
  afterAll(() => store.close());

  const parsed = (sql: string) => store.reader.query('SELECT formatQuery({sql:String}) AS text', { sql });

  it('is found', () => {
    expect(FILES.length).toBeGreaterThan(8);
  });

  it.each(FILES.map((path) => relative(projectFile(), path)))(
    '%s is read by the engine, also as a cluster runs it',
    async (file) => {
      const statements = splitStatements(readFileSync(projectFile(file), 'utf8'));
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        await parsed(statement);
        for (const spread of forCluster(statement, 'market')) await parsed(spread);
      }
    },
  );

  it('would be refused with a mistake in it', async () => {
    await expect(parsed('CREATE TABEL market.x (a UInt8) ENGINE = Memory')).rejects.toMatchObject({ code: 62 });
  });
});
