/** A run of tests that is broken off leaves no process and no folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { projectFile } from '../../lib/paths.ts';
import { until } from './until.ts';

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
