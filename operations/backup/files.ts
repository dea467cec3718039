/** The files of a backup, read as a stream: never more of one in memory than a few lines' worth, whatever it unpacks to. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { BackupError, type BackupFile } from './format.ts';

/** So much is inserted at once. */
const PIECE_BYTES = 32 * 1024 * 1024;
/** An event has at most 1 MiB; escaped in a dead letter's payload it is some times that. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The text of a file in pieces of whole lines. Ends with an error as soon as there is more than the manifest says, and
 * where the whole is not what was written.
 *
 * @throws BackupError
 */
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
    if (size > bytes) throw refuse(`unpacks to more than the ${bytes} bytes that it may have`);
    hash.update(chunk);
    lines += linesIn(chunk);
    if (lines > rows) throw refuse(`has more than the ${rows} rows that its manifest says`);
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
  if (hash.digest('hex') !== sha256) throw refuse('is not what was written: its hash differs');
  if (lines !== rows) throw refuse(`has ${lines} of its ${rows} rows`);
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}

async function* unpacked(path: string, file: string): AsyncGenerator<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    if (!(await lstat(join(path, dirname(file)))).isDirectory()) throw new Error('its folder is no folder');
    const handle = await open(join(path, file), flags);
    if (!(await handle.stat()).isFile()) {
      await handle.close();
      throw new Error('it is no file');
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
