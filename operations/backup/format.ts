/**
 * What a backup says of itself. It comes from outside: every field is checked, and none of it becomes a part of a
 * statement. A part of a table is described by values, from which the program builds the condition; the texts of
 * conditions that older releases wrote are recognized, and never run.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { identifier, type Params } from '../../sql/formats/text.ts';

export const FORMAT = 2;
export const MANIFEST = 'manifest.json';
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 4 * 1024 ** 3;
/** Of older releases, which did not say how large a file is unpacked. */
const UNKNOWN_BYTES_MAX = 1024 ** 3;
const ROWS_MAX = 1_000_000_000;
const NAME = /^[a-z_][a-z0-9_]{0,63}$/;
const TABLE = /^[a-z_]{1,64}\.[a-z_][a-z0-9_]{0,63}$/;

export class BackupError extends Error {}

const names = z.array(z.string().regex(NAME)).min(1).max(64);
const symbolsOf = z.array(z.string().max(128)).min(1).max(1_000_000);
const year = z.number().int().min(1900).max(2300);
const parts = z.number().int().min(1).max(1_000_000);
const part = z.number().int().nonnegative().max(1_000_000);

/** Rows of a table that share no key with another part: those of symbols (in a year), or one of so many by a hash. */
const partSchema = z.union([
  z.strictObject({ symbols: symbolsOf, year: year.optional() }),
  z.strictObject({ by: names, parts, part }),
]);
export type Part = z.output<typeof partSchema>;

const common = {
  file: z.string().max(200),
  rows: z.number().int().nonnegative().max(ROWS_MAX),
  /** Of the text, unpacked. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};
const fileSchema = z.strictObject({
  ...common,
  bytes: z.number().int().nonnegative().max(FILE_BYTES_MAX),
  part: partSchema,
});
export type BackupFile = z.output<typeof fileSchema>;

const ofSymbols = z.strictObject({ symbols: symbolsOf, year: year.optional() });
const ofHash = z.strictObject({ parts, part });
const SYMBOLS = 'symbol IN {symbols:Array(String)}';
const SYMBOLS_OF_YEAR = `${SYMBOLS} AND toYear(ts) = {year:UInt16}`;
const HASH = /^cityHash64\(([a-z0-9_, ]+)\) % \{parts:UInt32\} = \{part:UInt32\}$/;

/** As the first format has it: the text of a condition, and its parameters. */
const firstFileSchema = z
  .strictObject({ ...common, where: z.string().max(2_000), params: z.record(z.string(), z.unknown()) })
  .transform(({ where, params, ...rest }, context): BackupFile => {
    const by = HASH.exec(where)?.[1].split(', ');
    const isOfSymbols = where === (params['year'] === undefined ? SYMBOLS : SYMBOLS_OF_YEAR);
    const read = by ? ofHash.safeParse(params) : isOfSymbols ? ofSymbols.safeParse(params) : null;
    const known = read?.success ? partSchema.safeParse({ ...read.data, ...(by ? { by } : {}) }) : null;
    if (known?.success) return { ...rest, bytes: UNKNOWN_BYTES_MAX, part: known.data };
    context.addIssue({ code: 'custom', message: 'where: it is none of the conditions that a backup has' });
    return z.NEVER;
  });

const tableOf = <F extends z.ZodType<BackupFile>>(file: F) =>
  z.strictObject({
    name: z.string().regex(TABLE),
    columns: names,
    rows: z.number().int().nonnegative().max(ROWS_MAX),
    files: z.array(file).max(1_000_000),
  });
const manifestOf = {
  version: z.string().regex(/^[\w.+-]{1,64}$/),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
};
const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  ...manifestOf,
  /** What fed the store: a log, or programs of ours directly; null where it is not known. */
  fedBy: z.enum(['log', 'direct']).nullable(),
  tables: z.array(tableOf(fileSchema)).max(1_000),
});
const firstSchema = z.strictObject({
  format: z.literal(1),
  ...manifestOf,
  tables: z.array(tableOf(firstFileSchema)).max(1_000),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupTable = Manifest['tables'][number];

/** @throws BackupError where the folder holds no whole backup, or one whose manifest is not as this program writes it */
export function readManifest(path: string): Manifest & { readonly id: string } {
  const text = manifestText(path);
  let manifest: Manifest;
  try {
    const given = JSON.parse(text) as { format?: unknown };
    const first = given?.format === 1 ? firstSchema.parse(given) : null;
    manifest = first ? { ...first, format: FORMAT, fedBy: null } : manifestSchema.parse(given);
  } catch (error) {
    const why = error instanceof z.ZodError ? shown(error) : (error as Error).message.slice(0, 200);
    throw new BackupError(`${path}/${MANIFEST} cannot be read by this program: ${why}`);
  }
  const seen = new Set<string>();
  for (const { name, rows, files } of manifest.tables) {
    if (seen.has(name)) throw new BackupError(`${path}/${MANIFEST}: the table ${name} is listed twice`);
    seen.add(name);
    if (files.reduce((sum, file) => sum + file.rows, 0) !== rows)
      throw new BackupError(`${path}/${MANIFEST}: the files of ${name} do not have its ${rows} rows`);
    for (const [i, { file }] of files.entries())
      if (file !== fileName(name, i))
        throw new BackupError(`${path}/${MANIFEST}: file ${i} of ${name} must be ${fileName(name, i)}`);
  }
  return { ...manifest, id: createHash('sha256').update(text).digest('hex') };
}

export const fileName = (table: string, index: number) => `${table}/${index}.tsv.gz`;

function manifestText(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(join(path, MANIFEST), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`${MANIFEST} is not a file`);
    if (stat.size > MANIFEST_BYTES_MAX) throw new Error(`${MANIFEST} is larger than ${MANIFEST_BYTES_MAX} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BackupError(`${path} is not a backup: ${(error as Error).message}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function shown({ issues }: z.ZodError): string {
  const [{ path, message }] = issues;
  return `${path.join('.')}: ${message}`.slice(0, 300);
}

/** The condition of a part: columns are identifiers, everything else is bound. */
export function conditionOf(of: Part): { where: string; params: Params } {
  if ('by' in of) {
    const { by, parts, part } = of;
    const hash = `cityHash64(${by.map(identifier).join(', ')})`;
    return { where: `${hash} % {parts:UInt32} = {part:UInt32}`, params: { parts, part } };
  }
  const { symbols, year } = of;
  if (year === undefined) return { where: SYMBOLS, params: { symbols } };
  return { where: SYMBOLS_OF_YEAR, params: { symbols, year } };
}

// --- its files, read as a stream: never more of one in memory than a few lines' worth, whatever it unpacks to

/** So much is inserted at once. */
const PIECE_BYTES = 32 * 1024 * 1024;
/** An event has at most 1 MiB; escaped in a dead letter's payload it is some times that. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;
const NEWLINE = 10;

/** The text in pieces of whole lines. @throws BackupError where it is more than the manifest says, or another */
export async function* piecesOf(path: string, expected: BackupFile): AsyncGenerator<Buffer> {
  const { file, rows, bytes, sha256 } = expected;
  const refuse = (why: string) => new BackupError(`${file} of the backup ${why}`);
  const hash = createHash('sha256');
  let size = 0;
  let lines = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of unpacked(path, file)) {
    size += chunk.length;
    if (size > bytes) throw refuse(`unpacks to more than the ${bytes} bytes in the manifest`);
    hash.update(chunk);
    lines += linesIn(chunk);
    if (lines > rows) throw refuse(`has more than the ${rows} rows in the manifest`);
    const end = chunk.lastIndexOf(NEWLINE);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (end >= 0 && waitingBytes >= PIECE_BYTES) {
      waiting[waiting.length - 1] = chunk.subarray(0, end + 1);
      yield Buffer.concat(waiting);
      waiting = [chunk.subarray(end + 1)];
      waitingBytes = waiting[0].length;
    } else if (end < 0 && waitingBytes > PIECE_BYTES + LINE_BYTES_MAX) {
      throw refuse(`has a line of more than ${LINE_BYTES_MAX} bytes`);
    }
  }
  if (hash.digest('hex') !== sha256) throw refuse('was changed or damaged: its hash is not that in the manifest');
  if (lines !== rows) throw refuse(`has ${lines} of its ${rows} rows`);
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

async function* unpacked(path: string, file: string): AsyncGenerator<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    if (!(await lstat(join(path, dirname(file)))).isDirectory()) throw new Error('its folder is not a directory');
    const handle = await open(join(path, file), flags);
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      throw new Error('it is not a file');
    }
    const packed = handle.createReadStream();
    const unpacking = createGunzip();
    packed.on('error', (error) => unpacking.destroy(error));
    try {
      yield* packed.pipe(unpacking) as AsyncIterable<Buffer>;
    } finally {
      packed.destroy();
    }
  } catch (error) {
    throw new BackupError(`${file} of the backup cannot be read: ${(error as Error).message}`);
  }
}

export function linesIn(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
