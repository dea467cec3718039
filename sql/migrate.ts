/**
 * Applies the numbered SQL files of `sql/schema`, once and in order: first the baseline, then what releases add to it.
 *
 * Two programs may start at once, and one may die half-way through a file. There is no lock: a program records that it
 * begins a file, then runs the statements. If another attempt has recorded the same file with the same checksum, an
 * existing table counts as created by that attempt, and a refused statement is tried again, since the other program may
 * be changing the same table; otherwise both are errors. So each statement must be able to meet its own result: CREATE,
 * or ALTER and DROP with IF [NOT] EXISTS.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retry } from '../lib/async.ts';
import { projectFile } from '../lib/paths.ts';
import type { Store } from './connect.ts';
import { isCollision, StoreError } from './errors.ts';
import { tsvMillis } from './formats/text.ts';
import { splitStatements } from './lexer.ts';

export interface MigrateOptions {
  /** Where the files are; the project's own by default. */
  directory?: string;
}

type Migration = ReturnType<typeof loadAll>[number];
type Applied = Pick<Migration, 'number' | 'name' | 'checksum'>;

const ALREADY_EXISTS = 57;
/** What was done to the schema, and by which build: derived tables and definitions are recorded here, too. */
export const SCHEMA_CHANGES = 'market.schema_migrations';
const GROUP = 'base';
const REPEATABLE = /^(CREATE\s|(ALTER|DROP)\s[^;]*\bIF\s+(NOT\s+)?EXISTS\b)/i;

/** What was done, in the present. @param attempt which start of a program did it, where another may be doing the same */
export async function recordChanges(
  { writer }: Pick<Store, 'writer'>,
  rows: readonly (readonly [group: string, number: number, name: string, checksum: string])[],
  attempt = '',
  state: 'started' | 'applied' = 'applied',
): Promise<void> {
  const columns = ['group', 'number', 'name', 'checksum', 'attempt', 'state', 'applied_at'];
  const at = tsvMillis(Date.now());
  await writer.insertRows(
    SCHEMA_CHANGES,
    columns,
    rows.map((row) => [...row, attempt, state, at]),
  );
}

function refuse(message: string): never {
  throw new StoreError(message, { kind: 'fatal' });
}

function loadAll(directory = projectFile('sql', 'schema')) {
  const names = readdirSync(directory).filter((file) => file.endsWith('.sql'));
  const numbered = names.map((name) => ({ name, number: Number(/^\d+/.exec(name)?.[0]) }));
  return numbered
    .sort((a, b) => a.number - b.number)
    .map(({ name, number }, index) => {
      if (number !== index + 1) refuse(`migrations must be numbered 1, 2, 3 ...: ${name} is no ${index + 1}`);
      const sql = readFileSync(join(directory, name), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    });
}

async function prepare({ writer }: Store): Promise<void> {
  await writer.command('CREATE DATABASE IF NOT EXISTS market');
  await writer.command('CREATE DATABASE IF NOT EXISTS market_accounts');
  await writer.command(`CREATE TABLE IF NOT EXISTS ${SCHEMA_CHANGES}
(
    group LowCardinality(String) COMMENT 'base: files; tables: derived tables; definitions',
    number UInt32, name String,
    checksum String COMMENT 'SHA-256 of the file',
    attempt String COMMENT 'Which start of a program',
    state LowCardinality(String) COMMENT 'started or applied',
    applied_at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (group, number)
COMMENT 'Which migrations ran'`);
}

async function apply(store: Store, { number, name, checksum, sql }: Migration, attempt: string): Promise<void> {
  const { writer } = store;
  const record = (state: 'started' | 'applied') =>
    recordChanges(store, [[GROUP, number, name, checksum]], attempt, state);
  const isContested = async () => {
    const others = await writer.query(
      `SELECT attempt FROM ${SCHEMA_CHANGES}
       WHERE group = {group:String} AND number = {number:UInt32} AND checksum = {checksum:String} AND attempt != {attempt:String}
       LIMIT 1`,
      { group: GROUP, number, checksum, attempt },
    );
    return others.length > 0;
  };
  /** Runs a statement. Tries again, or takes its result as present, where another attempt is at this very file. */
  const execute = async (statement: string) => {
    let again = false;
    const run = async () => {
      try {
        await writer.command(statement);
      } catch (error) {
        again = isCollision(error) && (await isContested());
        if (!(error instanceof StoreError) || error.code !== ALREADY_EXISTS) throw error;
        if (!again) refuse(`${name} would create what is there already and was not made by it: ${error.message}`);
      }
    };
    await retry(run, { attempts: 6, firstDelayMs: 50, maxDelayMs: 1_000, isTransient: () => again });
  };
  await record('started');
  for (const statement of splitStatements(sql)) {
    if (!REPEATABLE.test(statement)) {
      refuse(`${name}: a migration may CREATE, or ALTER and DROP with IF [NOT] EXISTS, not: ${statement}`);
    }
    await execute(statement);
  }
  await record('applied');
}

const appliedFiles = ({ writer }: Store) =>
  writer.query<Applied>(
    `SELECT DISTINCT number, name, checksum FROM ${SCHEMA_CHANGES} WHERE group = {group:String} AND state = 'applied'`,
    { group: GROUP },
  );

/** Brings the store's tables up to date. Answers how many files it applied. Throws a fatal StoreError that says why not. */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<number> {
  await prepare(store);
  const migrations = loadAll(options.directory);
  const applied = await appliedFiles(store);
  for (const { number, name, checksum } of applied) {
    const migration = migrations[number - 1];
    if (!migration) refuse(`the store is newer than this program: ${GROUP}/${name} was applied but is unknown here`);
    if (migration.checksum !== checksum) {
      refuse(`${GROUP}/${migration.name} was changed after it was applied: put it back, and add a new migration`);
    }
  }
  const isIn = (rows: readonly Applied[], { number }: Migration) => rows.some((row) => row.number === number);
  const attempt = randomUUID();
  let count = 0;
  for (const migration of migrations.filter((file) => !isIn(applied, file))) {
    // Another program may have applied it since: running an old file after what came later would undo a part of that.
    if (isIn(await appliedFiles(store), migration)) continue;
    await apply(store, migration, attempt);
    count++;
  }
  return count;
}
