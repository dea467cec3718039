/** Opens a file for import: what it is shows in its first bytes, never in its name. ZIP archives are read with `yauzl`, which checks sizes as it unpacks. */

import { type FileHandle, open as openFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createGunzip, gunzipSync, constants as zlibConstants } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { messageOf } from '../../lib/text.ts';
import { FILE_BOUNDS, type FileBounds, ImportError, shownBytes } from './errors.ts';

type FileFormat = 'csv' | 'ndjson' | 'json' | 'parquet';

export interface SourceFile {
  readonly path: string;
  /** Base name: the source of its rows. */
  readonly name: string;
  readonly bytes: number;
  readonly compression: 'none' | 'gzip' | 'zip';
  readonly format: FileFormat;
  /** Of an archive: its files, in its order; else empty. */
  readonly members: readonly string[];
  readonly bounds: FileBounds;
}

/** What is read as one table: a file, or a member of an archive. */
export interface Part {
  readonly source: SourceFile;
  readonly member?: string;
  readonly label: string;
}

export function partsOf(source: SourceFile): Part[] {
  if (source.members.length === 0) return [{ source, label: source.path }];
  return source.members.map((member) => ({ source, member, label: `${source.path}: ${member}` }));
}

const HEAD_BYTES = 65_536;
const CHUNK_BYTES = 262_144;

const READ_FAULTS: Record<string, string> = {
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
};

async function readHead(path: string): Promise<Buffer> {
  try {
    const file = await openFile(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function unreadable(path: string, error: NodeJS.ErrnoException): ImportError {
  const { code = '', message } = error;
  if (code === 'ENOENT') return new ImportError('not_found', `${path}: no such file`, { cause: error });
  return new ImportError('unreadable', `${path}: ${READ_FAULTS[code] ?? message}`, { cause: error });
}

/** The start of what a gzip file holds, however early it breaks off. */
function gunzipHead(head: Buffer, path: string): Buffer {
  try {
    return gunzipSync(head, { finishFlush: zlibConstants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new ImportError('damaged', `${path}: the gzip data is broken; fetch the file again`, { cause: error });
  }
}

const starts = (head: Buffer, ...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);

const FOREIGN: readonly [name: string, bytes: readonly number[], advice: string][] = [
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04], 'unpack it'],
  ['a gzip file in an archive', [0x1f, 0x8b], 'unpack the archive'],
  ['a Zstandard file', [0x28, 0xb5, 0x2f, 0xfd], 'unpack it with `zstd -d`'],
  ['a bzip2 file', [0x42, 0x5a, 0x68], 'unpack it with `bunzip2`'],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unpack it with `unxz`'],
  ['an Arrow file', [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], 'write it as Parquet'],
  ['UTF-16 text', [0xff, 0xfe], 'convert it to UTF-8'],
  ['UTF-16 text', [0xfe, 0xff], 'convert it to UTF-8'],
];

function formatOf(head: Buffer, path: string): FileFormat {
  if (head.toString('latin1', 0, 4) === 'PAR1') return 'parquet';
  for (const [name, bytes, advice] of FOREIGN) {
    if (starts(head, ...bytes)) throw new ImportError('unknown_format', `${path}: ${name}; ${advice}`);
  }
  const text = withoutBom(head).toString('latin1').trimStart();
  if (text === '') throw new ImportError('empty', `${path}: the file is empty`);
  if (head.includes(0)) {
    throw new ImportError('unknown_format', `${path}: neither CSV, JSON nor Parquet (plain, gzip or zip)`);
  }
  if (!text.includes('\n') && /\r./.test(text)) {
    throw new ImportError('unknown_format', `${path}: lines end as on old Macs; convert it with tr '\\r' '\\n'`);
  }
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  return isDocument(text) ? 'json' : 'ndjson';
}

/** A JSON document, pretty or with its rows nested; else one object a line, however broken its first line is. */
function isDocument(text: string): boolean {
  const end = text.indexOf('\n');
  const line = (end < 0 ? text : text.slice(0, end)).trimEnd();
  if (end < 0 && line.length >= HEAD_BYTES / 2) return true;
  try {
    const value: unknown = JSON.parse(line);
    return Object.values(value as object).some((one) => typeof one === 'object' && one !== null);
  } catch {
    return /[[{,:]$/.test(line);
  }
}

function withoutBom(head: Buffer): Buffer {
  return starts(head, 0xef, 0xbb, 0xbf) ? head.subarray(3) : head;
}

/** Looks at the file. Throws an ImportError that says what to do where it is none that can be imported. */
export async function openSource(path: string, bounds: FileBounds = FILE_BOUNDS): Promise<SourceFile> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  if (info.isDirectory()) throw new ImportError('not_a_file', `${path}: it is a directory; name the files in it`);
  if (!info.isFile()) throw new ImportError('not_a_file', `${path}: not a regular file; write it to one first`);
  if (info.size === 0) throw new ImportError('empty', `${path}: the file is empty`);
  const head = await readHead(path);
  const common = { path, name: basename(path), bytes: info.size, bounds };
  if (starts(head, 0x50, 0x4b, 0x03, 0x04)) return openArchive(common);
  const gzip = starts(head, 0x1f, 0x8b);
  const format = formatOf(gzip ? gunzipHead(head, path) : head, path);
  return { ...common, compression: gzip ? 'gzip' : 'none', format, members: [] };
}

async function openArchive(common: Pick<SourceFile, 'path' | 'name' | 'bytes' | 'bounds'>): Promise<SourceFile> {
  const { path, bounds } = common;
  const found = await readMembers(path, bounds, HEAD_BYTES);
  if (found.length === 0) throw new ImportError('empty', `${path}: the archive holds no file with data`);
  const formats = found.map(({ name, head }) => formatOf(head, `${path}: ${name}`));
  const other = formats.findIndex((format) => format !== formats[0] || format === 'parquet');
  if (other >= 0) {
    const message = `${path}: ${found[other].name} is ${formats[other]}; unpack the archive and import its files`;
    throw new ImportError('unknown_format', message);
  }
  return { ...common, compression: 'zip', format: formats[0], members: found.map(({ name }) => name) };
}

/** The bytes of a part, unpacked, up to where it breaks off. `onBytes` gets how much of the file itself was read. */
export async function* readBytes(part: Part, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const { source, member } = part;
  if (member !== undefined) {
    yield* bounded(memberBytes(source.path, member, onBytes), part);
    return;
  }
  const file = await openFile(source.path, 'r');
  try {
    if (source.compression === 'gzip') yield* bounded(unpacked(file, source, onBytes), part);
    else yield* chunks(file, onBytes);
  } finally {
    await file.close();
  }
}

async function* bounded(bytes: AsyncIterable<Buffer>, { source, label }: Part): AsyncGenerator<Buffer> {
  const { unpackedBytes } = source.bounds;
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > unpackedBytes) {
      throw new ImportError('too_large', `${label}: unpacks to more than ${shownBytes(unpackedBytes)}; split it`);
    }
    yield chunk;
  }
}

async function* chunks(file: FileHandle, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    onBytes?.(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

async function* unpacked(file: FileHandle, source: SourceFile, onBytes?: (bytes: number) => void) {
  const gunzip = createGunzip();
  let ready: Buffer[] = [];
  let failure: NodeJS.ErrnoException | undefined;
  // Read as it comes: an iterator over the stream would drop what is still waiting when the error strikes.
  gunzip.on('data', (chunk: Buffer) => ready.push(chunk));
  const ended = new Promise<void>((resolve) => {
    gunzip.once('end', resolve);
    gunzip.once('error', (error: NodeJS.ErrnoException) => {
      failure = error;
      resolve();
    });
  });
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  try {
    for await (const chunk of chunks(file, onBytes)) {
      await Promise.race([ended, new Promise<void>((resolve) => gunzip.write(chunk, () => resolve()))]);
      yield* take();
      if (failure) break;
    }
    if (!failure) gunzip.end();
    await ended;
    yield* take();
  } finally {
    gunzip.destroy();
  }
  if (!failure) return;
  const truncated = failure.code === 'Z_BUF_ERROR';
  const what = truncated ? 'the gzip data ends in the middle' : 'the gzip data is broken from there on';
  const message = `${source.path}: ${what}; fetch the file again and repeat the import`;
  throw new ImportError(truncated ? 'truncated' : 'damaged', message, { cause: failure });
}

interface Member {
  readonly name: string;
  /** Its first bytes, unpacked. */
  readonly head: Buffer;
}

async function withArchive<T>(path: string, use: (archive: ZipFile) => Promise<T>): Promise<T> {
  let archive: ZipFile | undefined;
  try {
    archive = await openPromise(path, { autoClose: false });
    return await use(archive);
  } catch (error) {
    throw broken(path, error);
  } finally {
    archive?.close();
  }
}

function broken(path: string, error: unknown): ImportError {
  if (error instanceof ImportError) return error;
  const why = messageOf(error);
  return new ImportError('damaged', `${path}: the ZIP archive cannot be read: ${why}; fetch it again`, {
    cause: error,
  });
}

/** Folders, and what macOS adds. */
const isNoData = ({ fileName, uncompressedSize }: Entry) =>
  fileName.endsWith('/') || uncompressedSize === 0 || /(^|\/)(__MACOSX\/|\.)/.test(fileName);

/** The files with data, in the archive's order. Throws an ImportError for a workbook, or one beyond the bounds. */
function readMembers(path: string, bounds: FileBounds, headBytes: number): Promise<Member[]> {
  return withArchive(path, async (archive) => {
    const members: Member[] = [];
    const names = new Set<string>();
    let bytes = 0;
    for await (const entry of archive.eachEntry()) {
      const { fileName } = entry;
      if (fileName === 'xl/workbook.xml') {
        throw new ImportError('unknown_format', `${path}: an Excel workbook; save its sheet as CSV (UTF-8)`);
      }
      if (isNoData(entry)) continue;
      if (entry.isEncrypted()) throw new ImportError('unknown_format', `${path}: ${fileName} is encrypted; unpack it`);
      if (names.has(fileName)) throw new ImportError('damaged', `${path}: holds ${fileName} twice; unpack it`);
      names.add(fileName);
      bytes += entry.uncompressedSize;
      if (names.size > bounds.members || bytes > bounds.unpackedBytes) {
        const most = `${bounds.members} files and ${shownBytes(bounds.unpackedBytes)}`;
        throw new ImportError('too_large', `${path}: an archive of more than ${most}; unpack it`);
      }
      members.push({ name: fileName, head: await headOf(archive, entry, headBytes) });
    }
    return members;
  });
}

async function headOf(archive: ZipFile, entry: Entry, bytes: number): Promise<Buffer> {
  const stream = await archive.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** The bytes of one of its files. `onBytes` is called with its share of the archive's own bytes. */
async function* memberBytes(path: string, name: string, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  let archive: ZipFile | undefined;
  try {
    archive = await openPromise(path, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== name) continue;
      const ratio = entry.compressedSize / entry.uncompressedSize;
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        onBytes?.(chunk.length * ratio);
        yield chunk;
      }
      return;
    }
  } catch (error) {
    throw broken(path, error);
  } finally {
    archive?.close();
  }
}
