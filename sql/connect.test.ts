import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectFile, projectRoot } from '../lib/paths.ts';
import { openStore } from './connect.ts';
import { prepareDirectory } from './embedded.ts';
import { migrate } from './migrate.ts';

const HOLDER = `
import { openStore } from ${JSON.stringify(projectFile('sql', 'connect.ts'))};
const store = await openStore({ dataDir: process.argv[1], server: null });
await store.writer.command('CREATE DATABASE IF NOT EXISTS held');
console.log('open');
setInterval(() => {}, 1000);
`;

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connect-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that has the directory open. */
async function holder(dataDir: string): Promise<ChildProcess> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', HOLDER, dataDir];
  const child = spawn(process.execPath, args, { cwd: projectRoot(), stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => resolve());
    child.on('exit', (code) => reject(new Error(`the holder ended with ${code}`)));
  });
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
  });
}

const open = (dataDir: string) => openStore({ dataDir, server: null });

it('removes what a crash left of its own inserts, and nothing else', async () => {
  const scratch = join(folder, 'clickhouse-scratch');
  for (const path of [join(folder, 'scratch'), join(scratch, 'market-stats-abc123'), join(scratch, 'notes')]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'file'), 'mine');
  }
  await (await open(folder)).close();
  expect(existsSync(join(scratch, 'market-stats-abc123'))).toBe(false);
  expect(readFileSync(join(scratch, 'notes', 'file'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'scratch', 'file'), 'utf8')).toBe('mine');
});

it('lets nobody else read what lies in the directory', () => {
  const parent = join(folder, 'private');
  const path = join(parent, 'clickhouse');
  const mode = (file: string) => statSync(file).mode & 0o777;
  prepareDirectory(path);
  expect([mode(parent), mode(path)]).toEqual([0o700, 0o700]);
  // As an earlier release left it; the directory above may be anybody's (`DATA_DIR=/tmp`) and stays as it is.
  for (const file of [parent, path]) chmodSync(file, 0o755);
  prepareDirectory(path);
  expect([mode(parent), mode(path)]).toEqual([0o755, 0o700]);
});

it('comes back from where no folder can be made', () => {
  expect(() => prepareDirectory('/proc/market-stats/clickhouse')).toThrow(/cannot be used/);
});

describe('an embedded store', () => {
  it('makes its directory and keeps its data across restarts', { timeout: 30_000 }, async () => {
    const dataDir = join(folder, 'a', 'b');
    const first = await open(dataDir);
    await migrate(first);
    await first.writer.insertRows('market.bars', ['symbol'], [['AAPL']]);
    await first.close();
    const second = await open(dataDir);
    expect(await second.reader.query('SELECT symbol FROM market.bars')).toEqual([{ symbol: 'AAPL' }]);
    await second.close();
    await second.close();
  });

  it('names the process that has the directory open', async () => {
    const child = await holder(folder);
    const message = new RegExp(`${folder} cannot be used: process ${child.pid} has it open; stop that one first`);
    await expect(open(folder)).rejects.toThrow(message);
    await expect(open(folder)).rejects.toMatchObject({ name: 'StoreError', kind: 'fatal' });
  });

  it('opens where a process that had it open was killed', async () => {
    const child = await holder(folder);
    const gone = ended(child);
    child.kill('SIGKILL');
    await gone;
    const store = await open(folder);
    expect(await store.reader.query("SELECT name FROM system.databases WHERE name = 'held'")).toHaveLength(1);
    await store.close();
  });

  it('says so where the engine itself refuses', async () => {
    mkdirSync(join(folder, 'clickhouse', 'status'), { recursive: true });
    const attempt = `
      import { openStore } from ${JSON.stringify(projectFile('sql', 'connect.ts'))};
      await openStore({ dataDir: process.argv[1], server: null }).catch((error) => console.log(error.message));
      process.exit();`;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', attempt, folder];
    const { stdout } = spawnSync(process.execPath, args, { cwd: projectRoot(), encoding: 'utf8' });
    expect(stdout).toMatch(/cannot be used: the engine could not open it; its own message is on stderr/);
  });

  it('refuses a second directory in one process, and takes it after the first is closed', async () => {
    const first = await open(join(folder, 'one'));
    await expect(open(join(folder, 'two'))).rejects.toThrow(/this process has .*one.* open already/);
    await first.close();
    const second = await open(join(folder, 'two'));
    await second.close();
  });

  it('says so where the path leads through a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(open(join(folder, 'file', 'data'))).rejects.toThrow(/a part of the path is a file; set DATA_DIR/);
    await expect(open(join(folder, 'file'))).rejects.toThrow(/cannot be used: .*file; set DATA_DIR/);
  });

  it('says so where it may not write', async () => {
    chmodSync(folder, 0o500);
    // A privileged user may write anywhere: the attempt is made as another one.
    const privileged = process.geteuid?.() === 0;
    if (privileged) process.seteuid?.(65_534);
    try {
      await expect(open(join(folder, 'data'))).rejects.toThrow(/no permission to write there; change its owner/);
    } finally {
      if (privileged) process.seteuid?.(0);
    }
  });

  it('refuses statements after it was closed', async () => {
    const store = await open(folder);
    await store.close();
    await expect(store.reader.query('SELECT 1')).rejects.toMatchObject({ name: 'StoreError', kind: 'fatal' });
  });

  it('lets a running statement end before it closes', async () => {
    const store = await open(folder);
    const slow = store.reader.query('SELECT sleep(0.5) AS x');
    await store.close();
    expect(await slow).toEqual([{ x: 0 }]);
  });
});

describe('a server that is unavailable', () => {
  it('is a transient failure of the statement', async () => {
    const server = {
      url: 'http://127.0.0.1:9',
      user: 'default',
      password: undefined,
      readerUser: 'default',
      readerPassword: undefined,
      timeoutMs: 60_000,
    };
    const store = await openStore({ dataDir: folder, server });
    await expect(store.reader.query('SELECT 1')).rejects.toMatchObject({ name: 'StoreError', kind: 'transient' });
    await expect(store.writer.command('SELECT 1')).rejects.toMatchObject({ name: 'StoreError', kind: 'transient' });
    await store.close();
  });
});
