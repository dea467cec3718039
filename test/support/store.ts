import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveTables, schemaOf } from '../../compute/evaluation/tables/derived.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { parseConfig } from '../../lib/config.ts';
import { storeConfigSchema } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { type MigrateOptions, migrate } from '../../sql/migrate.ts';
import { testClickHouse } from './clickhouse.ts';

export type Backend = Store['kind'];

/** What contracts are tested on in this project of the tests: the engine in process, or a server over HTTP (see clickhouse.ts). */
export const BACKENDS: readonly Backend[] = [process.env['TEST_STORE'] === 'server' ? 'server' : 'embedded'];

export interface TestStore extends Store {
  /** A folder of its own; of the embedded store also where its data are. */
  readonly dataDir: string;
}

export interface TestStoreOptions extends MigrateOptions {
  backend?: Backend;
  /** False: without any table. */
  migrate?: boolean;
  /** Whose tables it has, too. */
  statistics?: readonly Statistic[];
}

const MARK = 'market.made_by_tests';

/** Tests drop the databases of a server: only such as tests have made. */
async function emptyServer({ writer }: Store): Promise<void> {
  const tables = await writer.query<{ name: string }>(
    "SELECT database || '.' || name AS name FROM system.tables WHERE database IN ('market', 'market_accounts')",
  );
  if (tables.length > 0 && !tables.some(({ name }) => name === MARK)) {
    throw new Error('the server of CLICKHOUSE_URL has tables in market: give the tests a server of their own');
  }
  await writer.command('DROP DATABASE IF EXISTS market SYNC');
  await writer.command('DROP DATABASE IF EXISTS market_accounts SYNC');
  await writer.command('CREATE DATABASE market');
  await writer.command(`CREATE TABLE ${MARK} (x UInt8) ENGINE = MergeTree ORDER BY x`);
}

/** Empties what has rows: between the tests of a file, in less time than a store of its own for each takes. */
export async function emptyTables({ writer }: Store): Promise<void> {
  const written = await writer.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = 'market' AND total_rows > 0
     AND name NOT IN ('schema_migrations', 'made_by_tests')`,
  );
  for (const { name } of written) await writer.command(`TRUNCATE TABLE market.${name}`);
}

/**
 * Where this run keeps the embedded store as migrations and these statistics make it, empty of rows: a copy of that is
 * a sixth of the work. Undefined outside of a run of the tests (see run.ts), and for migrations of a test's own.
 */
function templateOf({ migrate: migrated, directory, statistics = [] }: TestStoreOptions): string | undefined {
  const folder = process.env['STORE_TEMPLATES'];
  if (!folder || migrated === false || directory !== undefined) return undefined;
  const schemas = statistics.map(schemaOf).map(({ name, definition, whole }) => [name, definition, whole]);
  return join(folder, createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16));
}

/** Several processes may come at once: the first one that has made it wins, and all of them make the same. */
function keepTemplate(dataDir: string, template: string): void {
  const made = `${template}-${process.pid}`;
  cpSync(dataDir, made, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(made, template);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

/**
 * A migrated store of its own, embedded unless said otherwise; `close()` removes it. One at a time in a process: the
 * engine serves one data directory.
 */
export async function openTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-'));
  const environment = options.backend === 'server' ? (await testClickHouse()).env : {};
  const { store: config } = parseConfig({ store: storeConfigSchema }, { ...environment, DATA_DIR: dataDir });
  const template = options.backend === 'server' ? undefined : templateOf(options);
  const isCopy = template !== undefined && existsSync(template);
  if (isCopy) cpSync(template, dataDir, { recursive: true, verbatimSymlinks: true });
  let store = await openStore(config);
  if (store.kind === 'server') await emptyServer(store);
  if (options.migrate !== false) await migrate(store, options);
  if (options.statistics) await deriveTables(store, options.statistics);
  if (template && !isCopy) {
    await store.close();
    keepTemplate(dataDir, template);
    store = await openStore(config);
  }
  return {
    ...store,
    dataDir,
    async close() {
      if (store.kind === 'server') await emptyServer(store);
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
