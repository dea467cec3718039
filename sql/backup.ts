/**
 * A copy of what cannot be recomputed: events, registry, ledger, imports, collectors, accounts. What is computed is left
 * out and recreated from them. One folder: `manifest.json`, and for each table files of TSV, gzip, with their hashes; the
 * same from the embedded engine and from a server.
 *
 * Rows may land meanwhile: what says how far things are (ledger, collectors) is read first, so it never says more than
 * the rows do, and what names things (symbols, accounts) last. Each file holds whole keys, one row each, tombstones
 * too, in the order of the keys: read back from the restored store it must have the same hash.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Store } from './connect.ts';
import { identifier, type Params } from './text.ts';

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const DATABASES = ['market', 'market_accounts'];
/** Recreated from the rest, or of this installation's processes alone. */
const LEFT_OUT =
  /^market\.(stat_.*|day_log|computed_.*|symbol_coverage|projection_runs|quarantined_symbols|symbol_generations|collector_owners|schema_migrations|made_by_tests)$/;
const FIRST = ['market.ingest_ledger', 'market.collectors', 'market.collector_progress', 'market.collector_days'];
const LAST = ['market.symbols', 'market_accounts.access_tokens', 'market_accounts.accounts'];
const ROWS_A_FILE = 200_000;
const BYTES_A_FILE = 64 * 1024 * 1024;
const READ_MS = 600_000;

const chunkSchema = z.strictObject({
  file: z.string().regex(/^[\w.]+\/\d+\.tsv\.gz$/),
  rows: z.number().int().nonnegative(),
  /** Of the text, unpacked. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  where: z.string(),
  params: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string())])),
});
const tableSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  files: z.array(chunkSchema),
});
const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  tables: z.array(tableSchema),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What an operator can fix. */
export class BackupError extends Error {}

export interface BackupOptions {
  /** Of the program. */
  readonly version: string;
  readonly nowMs: () => number;
  readonly onProgress?: (table: string, done: number, total: number) => void;
}

interface KeptTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: string;
  /** The column that decides which of a key's rows counts, where the table keeps tombstones. */
  readonly rank: string | null;
  readonly bySymbol: boolean;
  readonly byYear: boolean;
  readonly rowsAFile: number;
}

type Chunk = Pick<z.output<typeof chunkSchema>, 'where' | 'params'>;

/** Writes a copy to a folder that does not exist yet. @throws BackupError */
export async function backupStore(store: Store, path: string, options: BackupOptions): Promise<Manifest> {
  if (existsSync(path)) throw new BackupError(`${path} is there already: name a folder that is not`);
  const partial = `${path}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    const startedAt = new Date(options.nowMs()).toISOString();
    const kept = await keptTables(store);
    const tables: Manifest['tables'] = [];
    for (const [i, table] of kept.entries()) {
      options.onProgress?.(table.name, i, kept.length);
      tables.push(await backupTable(store, table, partial));
    }
    const endedAt = new Date(options.nowMs()).toISOString();
    const manifest: Manifest = { format: FORMAT, version: options.version, startedAt, endedAt, tables };
    // Last, and flushed: a folder without it is no backup.
    writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
    renameSync(partial, path);
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw backupError(error, path);
  }
}

async function backupTable(store: Store, table: KeptTable, folder: string): Promise<Manifest['tables'][number]> {
  const files: Manifest['tables'][number]['files'] = [];
  for (const chunk of await chunksOf(store, table)) {
    const text = await textOf(store, table, chunk);
    const rows = lines(text);
    if (rows === 0) continue;
    const file = `${table.name}/${files.length}.tsv.gz`;
    if (files.length === 0) mkdirSync(join(folder, table.name), { mode: 0o700 });
    await writeFile(join(folder, file), await promisify(gzip)(text, { level: 1 }), { mode: 0o600, flush: true });
    files.push({ file, rows, sha256: sha256(text), ...chunk });
  }
  const rows = files.reduce((sum, one) => sum + one.rows, 0);
  return { name: table.name, columns: [...table.columns], rows, files };
}

/** @throws BackupError where the folder holds no whole backup */
export function readManifest(path: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(path, MANIFEST), 'utf8');
  } catch (error) {
    throw new BackupError(`${path} is no backup: ${(error as Error).message}`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`${path}/${MANIFEST} cannot be read by this program: ${(error as Error).message}`);
  }
}

/**
 * Fills an empty, migrated store. Files are held against their hashes before anything is written, and what was written is
 * read back and compared. @throws BackupError
 */
export async function restoreStore(
  store: Store,
  path: string,
  options: Pick<BackupOptions, 'onProgress'> = {},
): Promise<Manifest> {
  const manifest = readManifest(path);
  const kept = new Map((await keptTables(store)).map((table) => [table.name, table]));
  for (const table of kept.values()) {
    const [{ n }] = await store.writer.query<{ n: number }>(`SELECT count() AS n FROM ${table.name}`);
    if (n > 0) throw new BackupError(`the store is not empty (${table.name} has ${n} rows): restore into an empty one`);
  }
  for (const { name, columns } of manifest.tables) {
    const known = kept.get(name);
    const unknown = columns.filter((column) => !known?.columns.includes(column));
    if (!known || unknown.length > 0) {
      const what = known ? `the columns ${unknown.join(', ')} of ${name}` : `the table ${name}`;
      throw new BackupError(
        `this program does not know ${what}: the backup is of version ${manifest.version}, a newer one`,
      );
    }
  }
  const all = manifest.tables.flatMap((table) => table.files.map((file) => ({ table, file })));
  for (const { file } of all) await contentOf(path, file);
  for (const [i, { table, file }] of all.entries()) {
    options.onProgress?.(table.name, i, 2 * all.length);
    await store.writer.insertText(table.name, table.columns, 'TSV', (await contentOf(path, file)).toString('utf8'));
  }
  for (const [i, { table, file }] of all.entries()) {
    options.onProgress?.(`${table.name}: comparing`, all.length + i, 2 * all.length);
    const text = await textOf(store, { ...kept.get(table.name)!, columns: table.columns }, file);
    if (sha256(text) !== file.sha256) {
      throw new BackupError(
        `${table.name} has not become what ${file.file} holds (${lines(text)} rows of ${file.rows})`,
      );
    }
  }
  return manifest;
}

async function contentOf(path: string, { file, sha256: expected }: { file: string; sha256: string }): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await promisify(gunzip)(await readFile(join(path, file)));
  } catch (error) {
    throw new BackupError(`${file} of the backup cannot be read: ${(error as Error).message}`);
  }
  if (sha256(content) !== expected)
    throw new BackupError(`${file} of the backup is not what was written: its hash differs`);
  return content;
}

async function keptTables({ writer, cluster }: Store): Promise<KeptTable[]> {
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
    .map(({ name, key, engine, columns }): KeptTable => {
      const tombstones = /(\w+), is_deleted\)/.exec(engine);
      const bytes = rowBytes.get(cluster ? `${name}_local` : name) ?? 0;
      return {
        name,
        columns,
        key,
        rank: tombstones ? tombstones[1] : null,
        bySymbol: columns.includes('symbol') && key.startsWith('symbol'),
        byYear: columns.includes('ts'),
        rowsAFile: Math.max(1, Math.min(ROWS_A_FILE, Math.floor(BYTES_A_FILE / Math.max(1, bytes)))),
      };
    })
    .sort((a, b) => place(a.name) - place(b.name));
}

/** Parts of a table, none of which shares a key with another. */
async function chunksOf({ writer }: Store, table: KeptTable): Promise<Chunk[]> {
  if (!table.bySymbol) {
    const [{ n }] = await writer.query<{ n: number }>(`SELECT count() AS n FROM ${table.name}`);
    const parts = Math.ceil(n / table.rowsAFile);
    const hash = `cityHash64(${table.key})`;
    return Array.from({ length: parts }, (_, part) => ({
      where: `${hash} % {parts:UInt32} = {part:UInt32}`,
      params: { parts, part },
    }));
  }
  const year = table.byYear ? 'toInt32(toYear(ts))' : '0';
  const counts = await writer.query<{ symbol: string; year: number; n: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, ${year} AS year, count() AS n FROM ${table.name} GROUP BY symbol, year ORDER BY year, symbol`,
  );
  const chunks: Chunk[] = [];
  let open: { symbols: string[]; year: number; rows: number } | null = null;
  const close = () => {
    if (!open) return;
    const { symbols, year } = open;
    const within = table.byYear ? ' AND toYear(ts) = {year:UInt16}' : '';
    chunks.push({
      where: `symbol IN {symbols:Array(String)}${within}`,
      params: { symbols, ...(table.byYear ? { year } : {}) },
    });
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
  return chunks;
}

/** One row a key, tombstones too, ascending by the key. */
function textOf({ reader }: Store, table: KeptTable, { where, params }: Chunk): Promise<Buffer> {
  const columns = table.columns.map(identifier).join(', ');
  const winners = table.rank === null ? '' : `, ${table.rank} DESC LIMIT 1 BY ${table.key}`;
  const final = table.rank === null ? ' FINAL' : '';
  const sql = `SELECT ${columns} FROM ${table.name}${final} WHERE ${where} ORDER BY ${table.key}${winners}`;
  return reader.tsv(sql, params as Params, { timeoutMs: READ_MS });
}

function lines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) count++;
  return count;
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function backupError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENAMETOOLONG'];
  return code && reasons.includes(code) ? new BackupError(`${path} cannot be written: ${message}`) : error;
}
