/**
 * Migrations: numbered SQL files, applied once, in order, per group (`base`, and one group a room).
 *
 * Two programs may start at once, and one may die half-way through a file. There is no lock: a starter first notes
 * that it begins a file, then runs the statements. One that meets a table which is there already takes it as made
 * when another attempt has noted the same file with the same checksum before, and refuses otherwise. So each
 * statement must be one that can meet its own result: CREATE, or ALTER and DROP with IF [NOT] EXISTS.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFile } from '../lib/paths.ts';
import { forCluster } from './cluster.ts';
import type { Store } from './connect.ts';
import { StoreError } from './errors.ts';
import { splitStatements } from './statements.ts';

/** A path, or SQL that was made from declared columns. */
export type MigrationSource = string | { readonly name: string; readonly sql: string };

export interface MigrationGroup {
  readonly name: string;
  readonly files: readonly MigrationSource[];
}

export interface MigrateOptions {
  /** Groups of their own, after the base: one a statistic room. */
  rooms?: readonly MigrationGroup[];
  /** Where the base group's files are. */
  directory?: string;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

interface Noted {
  number: number;
  name: string;
  checksum: string;
  attempt: string;
  state: 'started' | 'applied';
}

const ALREADY_EXISTS = 57;
const NOTES = 'market.schema_migrations';
const NOTE_COLUMNS = ['group', 'number', 'name', 'checksum', 'attempt', 'state', 'applied_at'];
const REPEATABLE = /^(CREATE\s|(ALTER|DROP)\s[^;]*\bIF\s+(NOT\s+)?EXISTS\b)/i;

function refuse(message: string): never {
  throw new StoreError(message, { kind: 'fatal' });
}

/** `002_names.sql` is number 2; a file without a number is the first of its group. */
function load(source: MigrationSource): Migration {
  const name = typeof source === 'string' ? basename(source) : source.name;
  const sql = typeof source === 'string' ? readFileSync(source, 'utf8') : source.sql;
  const number = Number(/^(\d+)/.exec(name)?.[1] ?? 1);
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
  return { number, name, sql, checksum };
}

function loadGroup(group: MigrationGroup): Migration[] {
  const migrations = group.files.map(load).sort((a, b) => a.number - b.number);
  migrations.forEach(({ name, number }, index) => {
    if (number !== index + 1)
      refuse(`migrations of ${group.name} must be numbered 1, 2, 3 ...: ${name} is no ${index + 1}`);
  });
  return migrations;
}

function baseGroup(directory = projectFile('sql', 'migrations')): MigrationGroup {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'));
  return { name: 'base', files: files.map((file) => join(directory, file)) };
}

async function prepare({ writer }: Store): Promise<void> {
  await writer.ddl('CREATE DATABASE IF NOT EXISTS market');
  await writer.ddl('CREATE DATABASE IF NOT EXISTS market_accounts');
  await writer.ddl(`CREATE TABLE IF NOT EXISTS ${NOTES}
(
    group LowCardinality(String) COMMENT 'base, or the name of a room',
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

async function apply(store: Store, group: string, migration: Migration, attempt: string): Promise<void> {
  const { writer } = store;
  const note = (state: Noted['state']) => {
    const at = new Date().toISOString().replace('T', ' ').replace('Z', '');
    return writer.insertRows(NOTES, NOTE_COLUMNS, [
      [group, migration.number, migration.name, migration.checksum, attempt, state, at],
    ]);
  };
  /** Runs a statement, or takes its result as made by another attempt at this very file. */
  const create = async (statement: string) => {
    try {
      await writer.command(statement);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== ALREADY_EXISTS) throw error;
      const others = await writer.query<Noted>(
        `SELECT attempt FROM ${NOTES}
         WHERE group = {group:String} AND number = {number:UInt32} AND checksum = {checksum:String} AND attempt != {attempt:String}
         LIMIT 1`,
        { group, number: migration.number, checksum: migration.checksum, attempt },
      );
      if (others.length > 0) return;
      refuse(`${migration.name} would create what is there already and was not made by it: ${error.message}`);
    }
  };
  await note('started');
  for (const statement of splitStatements(migration.sql)) {
    if (!REPEATABLE.test(statement)) {
      refuse(`${migration.name}: a migration may CREATE, or ALTER and DROP with IF [NOT] EXISTS, not: ${statement}`);
    }
    for (const part of store.cluster ? forCluster(statement, store.cluster) : [statement]) {
      await create(part);
    }
  }
  await note('applied');
}

async function migrateGroup(store: Store, group: MigrationGroup, attempt: string): Promise<number> {
  const migrations = loadGroup(group);
  const applied = await store.writer.query<Noted>(
    `SELECT DISTINCT number, name, checksum FROM ${NOTES} WHERE group = {group:String} AND state = 'applied'`,
    { group: group.name },
  );
  for (const { number, name, checksum } of applied) {
    const migration = migrations[number - 1];
    if (!migration)
      refuse(`the store is newer than this program: ${group.name}/${name} was applied but is unknown here`);
    if (migration.checksum !== checksum) {
      refuse(`${group.name}/${migration.name} was changed after it was applied: put it back, and add a new migration`);
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  const open = migrations.filter(({ number }) => !done.has(number));
  for (const migration of open) await apply(store, group.name, migration, attempt);
  return open.length;
}

/** Brings the store's tables up to date. Answers how many files it applied. Throws a fatal StoreError that says why not. */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<number> {
  await prepare(store);
  const attempt = randomUUID();
  let count = 0;
  for (const group of [baseGroup(options.directory), ...(options.rooms ?? [])]) {
    count += await migrateGroup(store, group, attempt);
  }
  return count;
}
