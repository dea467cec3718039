/** ZIP archives: which files they hold, and the bytes of one. Read with `yauzl`, which checks sizes as it unpacks. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type FileBounds, shownBytes } from './bounds.ts';
import { ImportError } from './errors.ts';

export interface Member {
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
  const why = error instanceof Error ? error.message : String(error);
  return new ImportError('damaged', `${path}: the ZIP archive cannot be read: ${why}; fetch it again`, {
    cause: error,
  });
}

/** Folders, and what macOS adds. */
const isNoData = ({ fileName, uncompressedSize }: Entry) =>
  fileName.endsWith('/') || uncompressedSize === 0 || /(^|\/)(__MACOSX\/|\.)/.test(fileName);

/** The files with data, in the archive's order. Throws an ImportError for a workbook, or one beyond the bounds. */
export function readMembers(path: string, bounds: FileBounds, headBytes: number): Promise<Member[]> {
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
export async function* memberBytes(
  path: string,
  name: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
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
