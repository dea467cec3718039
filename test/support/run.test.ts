/** A run of tests that is broken off leaves no process, no folder, and no build that others wait for. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { folderOfFile } from './of-file.ts';
import { taken } from './programs.ts';
import { until } from './until.ts';

const own = folderOfFile();

/** Sets a run up, starts a process in a session of its own that would stay for an hour, and tells both. */
const RUN = `
const { spawn } = await import('node:child_process');
const { default: setup } = await import('./test/support/run.ts');
await setup();
const child = spawn('sleep', ['3600'], { detached: true, stdio: 'ignore' });
console.log(JSON.stringify({ folder: process.env.TEST_RUN, pid: child.pid }));
setInterval(() => {}, 1000);
`;

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.runIf(process.platform === 'linux').each(['SIGINT', 'SIGKILL'] as const)(
  '%s ends what a run started',
  { timeout: 20_000 },
  async (signal) => {
    const { TEST_RUN: _, ...env } = process.env;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', RUN];
    const run = spawn(process.execPath, args, { cwd: projectFile(), env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(run.stdout), 'line');
    const { folder, pid } = JSON.parse(line) as { folder: string; pid: number };
    expect([existsSync(folder), isThere(pid)]).toEqual([true, true]);
    run.kill(signal);
    await until(() => !isThere(pid) && !existsSync(folder));
  },
);

it('the lock of a build that was killed is free, that of one that runs is not', () => {
  const lock = join(own, 'lock');
  writeFileSync(lock, String(spawnSync(process.execPath, ['-e', '']).pid));
  expect([taken(lock), taken(lock), taken(lock)]).toEqual([false, true, false]);
});
