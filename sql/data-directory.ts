/** The embedded engine's data directory: what makes it unusable, reported so that an operator can fix it. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from './errors.ts';

export function unusable(path: string, why: string, cause?: unknown): StoreError {
  return new StoreError(`the data directory ${path} cannot be used: ${why}`, { kind: 'fatal', cause });
}

const REASONS: Record<string, string> = {
  EACCES: 'no permission to write there; change its owner, or set DATA_DIR',
  EPERM: 'no permission to write there; change its owner, or set DATA_DIR',
  EROFS: 'its file system is read-only; set DATA_DIR',
  ENOTDIR: 'a part of the path is a file; set DATA_DIR',
  ENOSPC: 'the disk is full; make room',
};

/**
 * Makes the engine's directory and holds it against what would go wrong. Throws a fatal StoreError that says what to
 * do; `named` is what the operator knows the directory as.
 */
export function prepareDirectory(path: string, named = path): void {
  try {
    makeDirectory(resolve(path));
    closeToOthers(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw unusable(named, REASONS[code] ?? message, error);
  }
  const owner = lockOwner(path);
  if (owner) throw unusable(named, inUseBy(owner));
}

/**
 * One folder after the other: Node's own way of making several at once says ENOENT where the file system is read-only
 * and never comes back below /proc.
 */
function makeDirectory(path: string): void {
  if (!existsSync(path)) {
    makeDirectory(dirname(path));
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' });
}

/** Bars, accounts and hashes of tokens lie there. A directory of another owner stays as its owner has it. */
function closeToOthers(path: string): void {
  const { mode, uid } = statSync(path);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
}

/** The process that the engine's lock file names. It stays behind after a kill, so this alone means nothing. */
function namedOwner(path: string): number | undefined {
  try {
    const text = readFileSync(join(path, 'status'), 'utf8');
    return Number(/^PID: (\d+)/m.exec(text)?.[1]) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The process that has the directory open, as far as the system tells (Linux). Asked before the engine is, whose own
 * refusal says nothing but on stderr.
 */
function lockOwner(path: string): number | undefined {
  const owner = namedOwner(path);
  if (!owner) return undefined;
  try {
    const { ino } = statSync(join(path, 'status'));
    const held = new RegExp(`FLOCK .* ${owner} \\w+:\\w+:${ino} `).test(readFileSync('/proc/locks', 'utf8'));
    return held && owner !== process.pid ? owner : undefined;
  } catch {
    return undefined;
  }
}

const inUseBy = (owner: number) => `process ${owner} has it open; stop that one first, or set another DATA_DIR`;

/** Why the engine would not start: the likeliest reason, as it does not tell. */
export function whyNotOpened(path: string): string {
  if (statfsSync(path).bavail === 0) return REASONS['ENOSPC'];
  const owner = namedOwner(path);
  if (owner && owner !== process.pid) return inUseBy(owner);
  return 'the engine could not open it; its own message is on stderr';
}
