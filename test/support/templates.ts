/**
 * A run's folders: one of migrated, empty stores, which test files copy (see store.ts), and where there is memory for it
 * all temporary files. An insert of one row takes a fifth of the time in memory that it takes on a disk.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'market-stats-run-';
/** What all files of a run that are there at a time take, several times over. */
const ENOUGH_BYTES = 6 * 2 ** 30;

export default function setup(): () => void {
  removeAbandoned();
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), `${PREFIX}${process.pid}-`));
  if (folder.startsWith(MEMORY)) process.env['TMPDIR'] = folder;
  process.env['STORE_TEMPLATES'] = mkdtempSync(join(folder, 'templates-'));
  return () => remove(folder);
}

/** Unless the run names a place for its files. */
function inMemory(): string | null {
  if (process.env['TMPDIR'] || !existsSync(MEMORY) || freemem() < ENOUGH_BYTES) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? null : MEMORY;
}

/** Of runs that were killed. */
function removeAbandoned(): void {
  if (!existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) remove(join(MEMORY, name));
  }
}

/** A test that was killed may have left a file system mounted there: no reason to fail. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    console.warn(`${folder} is left: ${error}`);
  }
}
