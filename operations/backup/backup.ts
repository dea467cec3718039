/**
 * A copy of what cannot be recomputed: events, registry, ledger, imports, collectors, accounts. What is computed is left
 * out and recreated from them. One folder: `manifest.json`, and for each table files of TSV, gzip, with their hashes; the
 * same from the embedded engine and from a server.
 *
 * Rows may land meanwhile: what says how far things are (ledger, collectors, replayed dead letters, classified news) is
 * read first, so it never says more than the rows do, and what names things (symbols, accounts) last. Each file holds
 * whole keys, one row each, tombstones too, in the order of the keys: read back from the restored store it must have the
 * same hash.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { barsViewName } from '../../exchange/symbol.ts';
import type { Store } from '../../sql/connect.ts';
import { identifier } from '../../sql/formats/text.ts';
import { SCHEMA_CHANGES } from '../../sql/migrate.ts';
import {
  BackupError,
  type BackupFile,
  type BackupTable,
  conditionOf,
  FORMAT,
  fileName,
  linesIn,
  MANIFEST,
  type Manifest,
  type Part,
  piecesOf,
  readManifest,
} from './format.ts';

/** In a folder that is not whole yet: what tells it from one of somebody else. */
const UNFINISHED = 'unfinished.backup';
const DATABASES = ['market', 'market_accounts'];
/** Recreated from the rest, or of this installation's processes alone. */
const LEFT_OUT =
  /^market\.(stat_.*|day_log|computed_.*|symbol_coverage|projection_runs|quarantined_symbols|symbol_generations|collector_owners|schema_migrations|made_by_tests)$/;
const FIRST = [
  'market.ingest_ledger',
  'market.collectors',
  'market.collector_progress',
  'market.collector_days',
  'market.dead_letters',
  'market.news_labels',
];
const LAST = ['market.symbols', 'market_accounts.access_tokens', 'market_accounts.accounts'];
const ROWS_A_FILE = 200_000;
const BYTES_A_FILE = 64 * 1024 * 1024;
const READ_MS = 600_000;

export interface BackupOptions {
  readonly version: string;
  readonly nowMs: () => number;
  /** What feeds the store, where that is known. */
  readonly fedBy?: Manifest['fedBy'];
  readonly onProgress?: (table: string, done: number, total: number) => void;
}

/** Writes a copy to a folder that does not exist yet. @throws BackupError */
export async function backupStore(store: Store, path: string, options: BackupOptions): Promise<Manifest> {
  if (existsSync(path)) throw new BackupError(`${path} exists already: name a folder that does not exist`);
  const partial = `${path}.partial`;
  removeOwn(partial);
  try {
    mkdirSync(dirname(partial), { recursive: true, mode: 0o700 });
    mkdirSync(partial, { mode: 0o700 });
  } catch (error) {
    throw backupError(error, path);
  }
  try {
    writeFileSync(join(partial, UNFINISHED), '', { mode: 0o600 });
    const startedAt = new Date(options.nowMs()).toISOString();
    const kept = await keptTables(store);
    const tables: Manifest['tables'] = [];
    for (const [i, table] of kept.entries()) {
      options.onProgress?.(table.name, i, kept.length);
      tables.push(await backupTable(store, table, partial));
    }
    const endedAt = new Date(options.nowMs()).toISOString();
    const { version, fedBy = null } = options;
    const manifest: Manifest = { format: FORMAT, version, startedAt, endedAt, fedBy, tables };
    // Last, and flushed: a folder without it is no backup.
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
    rmSync(join(partial, UNFINISHED));
    renameSync(partial, path);
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw backupError(error, path);
  }
}

/** Removes what a backup to the same path has left that broke off; anything else is refused. */
function removeOwn(partial: string): void {
  const stat = lstatSync(partial, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory() || !(existsSync(join(partial, UNFINISHED)) || existsSync(join(partial, MANIFEST))))
    throw new BackupError(`${partial} exists and was not left by a backup: move it, or name another folder`);
  rmSync(partial, { recursive: true });
}

async function backupTable(store: Store, table: KeptTable, folder: string): Promise<BackupTable> {
  const files: BackupFile[] = [];
  for (const part of await partsOf(store, table)) {
    const text = await textOf(store, table, part);
    const rows = linesIn(text);
    if (rows === 0) continue;
    const file = fileName(table.name, files.length);
    if (files.length === 0) mkdirSync(join(folder, table.name), { mode: 0o700 });
    await writeFile(join(folder, file), await promisify(gzip)(text, { level: 1 }), { mode: 0o600, flush: true });
    files.push({ file, rows, bytes: text.length, sha256: sha256(text), part });
  }
  const rows = files.reduce((sum, one) => sum + one.rows, 0);
  return { name: table.name, columns: [...table.columns], rows, files };
}

export interface RestoreOptions extends Pick<BackupOptions, 'onProgress'> {
  /** Tables that are changed after a restore by purpose: they need not be as they were where it is repeated. */
  readonly changing?: readonly string[];
  /** Done with the rows before the restore counts as done. */
  readonly onRestored?: () => Promise<void>;
}

/**
 * Fills an empty, migrated store. Files are held against their hashes before anything is written, and what was written is
 * read back and compared. Repeated with the same backup it completes a restore that broke off, and finds that a whole one
 * has nothing to do. @throws BackupError
 */
export async function restoreStore(store: Store, path: string, options: RestoreOptions = {}): Promise<Manifest> {
  const manifest = readManifest(path);
  const kept = new Map((await keptTables(store)).map((table) => [table.name, table]));
  for (const table of manifest.tables) checkTable(table, kept.get(table.name), manifest.version);
  const before = await stateOf(store, manifest.id, [...kept.keys()]);
  const all = manifest.tables.flatMap((table) => table.files.map((file) => ({ table, file })));
  const report = (label: string, done: number) => options.onProgress?.(label, done, 3 * all.length);
  for (const [i, { table, file }] of all.entries()) {
    report(`${table.name}: checking`, i);
    for await (const piece of piecesOf(path, file)) if (table.name === 'market.symbols') checkSymbols(table, piece);
  }
  const isStored = async ({ table, file }: (typeof all)[number]) =>
    sha256(await textOf(store, { ...kept.get(table.name)!, columns: table.columns }, file.part)) === file.sha256;
  if (before === 'restored') {
    const others = all.filter(({ table }) => !options.changing?.includes(table.name));
    for (const one of others) {
      if (await isStored(one)) continue;
      throw new BackupError(
        `the store is not empty: this backup was restored into it, and ${one.table.name} has changed since`,
      );
    }
    await options.onRestored?.();
    return manifest;
  }
  await recordRestore(store, manifest.id, 'started');
  for (const [i, one] of all.entries()) {
    const { table, file } = one;
    report(table.name, all.length + i);
    if (before === 'broken off' && (await isStored(one))) continue;
    for await (const piece of piecesOf(path, file))
      await store.writer.insertText(table.name, table.columns, 'TSV', piece.toString('utf8'));
  }
  for (const [i, one] of all.entries()) {
    const { table, file } = one;
    report(`${table.name}: comparing`, 2 * all.length + i);
    if (!(await isStored(one)))
      throw new BackupError(
        `${table.name} does not equal ${file.file} (${file.rows} rows) after it was written: run restore again`,
      );
  }
  await options.onRestored?.();
  await recordRestore(store, manifest.id, 'applied');
  return manifest;
}

/** What the manifest says of a table is what this store has, and keeps so. */
function checkTable({ name, columns, files }: BackupTable, known: KeptTable | undefined, version: string): void {
  const unknown = columns.filter((column) => !known?.columns.includes(column));
  if (!known || unknown.length > 0) {
    const what = known ? `the columns ${unknown.join(', ')} of ${name}` : `the table ${name}`;
    throw new BackupError(`this program does not know ${what}: the backup is of version ${version}, a newer one`);
  }
  if (new Set(columns).size < columns.length)
    throw new BackupError(`${name}: a column is listed twice in the manifest`);
  for (const { file, part } of files) {
    const fits =
      'by' in part
        ? part.part < part.parts && part.by.every((column) => known.columns.includes(column))
        : known.bySymbol && (part.year === undefined || known.byYear);
    if (!fits) throw new BackupError(`${file}: it is not a part of the table ${name}`);
  }
}

/** The name of a view is a part of statements: it follows from the symbol, or there is none. */
function checkSymbols({ columns }: BackupTable, text: Buffer): void {
  const at = [columns.indexOf('symbol'), columns.indexOf('view_name')];
  for (const line of text.toString('utf8').split('\n')) {
    if (line === '') continue;
    const [symbol, view] = at.map((index) => line.split('\t')[index] ?? '');
    if (view !== '' && view !== barsViewName(symbol))
      throw new BackupError(
        `market.symbols of the backup: the view of ${symbol} does not have the name that this program gives it`,
      );
  }
}

type Before = 'empty' | 'broken off' | 'restored';
const GROUP = 'restore';

/** @throws BackupError where the store holds anything else than (a part of) this backup */
async function stateOf({ writer }: Store, id: string, tables: readonly string[]): Promise<Before> {
  let filled: { name: string; n: number } | undefined;
  for (const name of tables) {
    const [{ n }] = await writer.query<{ n: number }>(`SELECT count() AS n FROM ${name}`);
    if (n > 0) filled ??= { name, n };
  }
  if (!filled) return 'empty';
  const [last] = await writer.query<{ name: string; state: string }>(
    `SELECT name, CAST(state, 'String') AS state FROM ${SCHEMA_CHANGES} WHERE group = {group:String}
     ORDER BY number DESC, state = 'applied' DESC LIMIT 1`,
    { group: GROUP },
  );
  if (last?.name === id) return last.state === 'applied' ? 'restored' : 'broken off';
  const other = last?.state === 'started' ? ', where the restore of another backup broke off' : '';
  throw new BackupError(
    `the store is not empty (${filled.name} has ${filled.n} rows${other}): restore into an empty one`,
  );
}

async function recordRestore({ writer }: Store, id: string, state: 'started' | 'applied'): Promise<void> {
  await writer.command(
    `INSERT INTO ${SCHEMA_CHANGES} (group, number, name, checksum, attempt, state, applied_at)
     SELECT {group:String}, (SELECT count() FROM ${SCHEMA_CHANGES} WHERE group = {group:String}), {id:String}, '', '', {state:String}, now64(3)`,
    { group: GROUP, id, state },
  );
}

type KeptTable = Awaited<ReturnType<typeof keptTables>>[number];

async function keptTables({ writer, cluster }: Store) {
  const found = await writer.query<{ name: string; key: string; engine: string; columns: string[] }>(
    `SELECT concat(t.database, '.', t.name) AS name, s.sorting_key AS key, s.engine_full AS engine, c.columns AS columns
     FROM system.tables AS t
     INNER JOIN system.tables AS s ON s.database = t.database AND s.name = concat(t.name, {local:String})
     INNER JOIN
     (
       SELECT database, table, arrayMap(p -> p.2, arraySort(groupArray((position, name)))) AS columns FROM system.columns
       WHERE default_kind NOT IN ('MATERIALIZED', 'ALIAS') GROUP BY database, table
     ) AS c ON c.database = t.database AND c.table = t.name
     WHERE t.database IN {databases:Array(String)} AND t.engine LIKE {engine:String} ORDER BY name`,
    { databases: DATABASES, local: cluster ? '_local' : '', engine: cluster ? 'Distributed' : '%MergeTree' },
  );
  const sizes = await writer.query<{ name: string; bytes: number; rows: number }>(
    `SELECT concat(database, '.', table) AS name, toFloat64(sum(data_uncompressed_bytes)) AS bytes, toFloat64(sum(rows)) AS rows
     FROM system.parts WHERE active GROUP BY database, table`,
  );
  const rowBytes = new Map(sizes.map(({ name, bytes, rows }) => [name, rows > 0 ? bytes / rows : 0]));
  const place = (name: string) => (FIRST.includes(name) ? 0 : LAST.includes(name) ? 2 + LAST.indexOf(name) : 1);
  return found
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map(({ name, key, engine, columns }) => {
      const tombstones = /(\w+), is_deleted\)/.exec(engine);
      const bytes = rowBytes.get(cluster ? `${name}_local` : name) ?? 0;
      return {
        name,
        columns,
        key,
        /** The column that decides which of a key's rows counts, where the table keeps tombstones. */
        rank: tombstones ? tombstones[1] : null,
        bySymbol: columns.includes('symbol') && key.startsWith('symbol'),
        byYear: columns.includes('ts'),
        rowsAFile: Math.max(1, Math.min(ROWS_A_FILE, Math.floor(BYTES_A_FILE / Math.max(1, bytes)))),
      };
    })
    .sort((a, b) => place(a.name) - place(b.name));
}

/** Parts of a table, none of which shares a key with another. */
async function partsOf({ writer }: Store, table: KeptTable): Promise<Part[]> {
  if (!table.bySymbol) {
    const [{ n }] = await writer.query<{ n: number }>(`SELECT count() AS n FROM ${table.name}`);
    const parts = Math.ceil(n / table.rowsAFile);
    const by = table.key.split(', ');
    return Array.from({ length: parts }, (_, part) => ({ by, parts, part }));
  }
  const year = table.byYear ? 'toInt32(toYear(ts))' : '0';
  const counts = await writer.query<{ symbol: string; year: number; n: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, ${year} AS year, count() AS n FROM ${table.name} GROUP BY symbol, year ORDER BY year, symbol`,
  );
  const parts: Part[] = [];
  let open: { symbols: string[]; year: number; rows: number } | null = null;
  const close = () => {
    if (!open) return;
    const { symbols, year } = open;
    parts.push({ symbols, ...(table.byYear ? { year } : {}) });
  };
  for (const { symbol, year, n } of counts) {
    if (!open || open.year !== year || open.rows + n > table.rowsAFile) {
      close();
      open = { symbols: [], year, rows: 0 };
    }
    open.symbols.push(symbol);
    open.rows += n;
  }
  close();
  return parts;
}

/** One row a key, tombstones too, ascending by the key. */
function textOf({ reader }: Store, table: KeptTable, part: Part): Promise<Buffer> {
  const { where, params } = conditionOf(part);
  const columns = table.columns.map(identifier).join(', ');
  const winners = table.rank === null ? '' : `, ${table.rank} DESC LIMIT 1 BY ${table.key}`;
  const final = table.rank === null ? ' FINAL' : '';
  const sql = `SELECT ${columns} FROM ${table.name}${final} WHERE ${where} ORDER BY ${table.key}${winners}`;
  return reader.tsv(sql, params, { timeoutMs: READ_MS });
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function backupError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENAMETOOLONG'];
  return code && reasons.includes(code) ? new BackupError(`${path} cannot be written: ${message}`) : error;
}
