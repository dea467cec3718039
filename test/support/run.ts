/**
 * A run's servers (see run-servers.ts) and folders: one of migrated, empty stores, which test files copy (see store.ts), and where there is memory for it
 * all temporary files. An insert of one row takes a fifth of the time in memory that it takes on a disk. However the run
 * ends, the processes that it started end with it, and its folders go.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../lib/paths.ts';
import { serveServers } from './run-servers.ts';

const MEMORY = '/dev/shm';
/** What all files of a run that are there at a time take, several times over. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** Each project of a run calls it; the first call serves them all. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_RUN']) return undefined;
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), 'market-stats-run-'));
  if (folder.startsWith(MEMORY)) process.env['TMPDIR'] = folder;
  process.env['STORE_TEMPLATES'] = mkdtempSync(join(folder, 'templates-'));
  // Every process that tests start has it in its environment, and so the clean-up knows them.
  process.env['TEST_RUN'] = folder;
  const cleanUp = spawn(process.execPath, [projectFile('test', 'support', 'clean-up.mjs'), folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  cleanUp.unref();
  await serveServers({
    broker: async () => (await (await import('./kafka.ts')).startKafka())?.brokers,
    engine: async () => JSON.stringify((await (await import('./clickhouse.ts')).startClickHouse()).env),
  });
  return async () => {
    const gone = new Promise((resolve) => cleanUp.once('exit', resolve));
    cleanUp.stdin.end();
    await gone;
  };
}

/** Unless the run names a place for its files. */
function inMemory(): string | null {
  if (process.env['TMPDIR'] || !existsSync(MEMORY) || freemem() < ENOUGH_BYTES) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? null : MEMORY;
}
