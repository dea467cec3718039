/**
 * How the CLI finds a running embedded service: `DATA_DIR/ops.json` with port, token and process id, readable by the
 * owner alone. A file whose process is gone counts as absent.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OpsFile {
  readonly port: number;
  readonly host: string;
  readonly token: string;
  readonly pid: number;
}

const pathOf = (dataDir: string) => join(dataDir, 'ops.json');

export function readOpsFile(dataDir: string): OpsFile | null {
  let file: OpsFile;
  try {
    file = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
  } catch {
    return null;
  }
  return isAlive(file.pid) ? file : null;
}

export function writeOpsFile(dataDir: string, file: OpsFile): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = pathOf(dataDir);
  // Written aside and moved into place: a reader sees a whole file or none.
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  renameSync(aside, path);
}

/** Removes the file if it is this process's own. */
export function removeOpsFile(dataDir: string): void {
  if (readOpsFile(dataDir)?.pid === process.pid) rmSync(pathOf(dataDir), { force: true });
}

export const newOpsToken = () => randomBytes(32).toString('base64url');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
