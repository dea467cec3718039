/** Processes beside a benchmark: scripts of its own, the embedded service on a filled store, the programs of the server form. */

import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../dev/kafka/kafka.ts';

const START_TIMEOUT_MS = 90_000;
/** `.js` where the benchmarks run built. */
export const extension = extname(fileURLToPath(import.meta.url));

/** @param script below the project's folder, without its extension @param nodeArgs such as `--inspect` */
export function forkScript(script: string, options: ForkOptions = {}, nodeArgs: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(`../${script}${extension}`, import.meta.url)), [], {
    ...options,
    execArgv: [...nodeArgs, ...(extension === '.ts' ? ['--import', 'tsx'] : [])],
    // The embedded engine works on these threads.
    env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...options.env },
  });
}

/** Asks until the answer is a 200; the child is ended where it never comes. */
async function untilAnswered(url: string, headers: Record<string, string>, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(url, { headers }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} was not answered, exit code ${child.exitCode}`);
}

async function startProgram(name: string, env: NodeJS.ProcessEnv, nodeArgs: readonly string[] = []) {
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = forkScript(
    `programs/${name}`,
    {
      env: { LOG_LEVEL: 'error', ...env, PORT: String(port), OPS_PORT: String(opsPort) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
    nodeArgs,
  );
  return { child, url: `http://127.0.0.1:${port}`, opsUrl: `http://127.0.0.1:${opsPort}` };
}

export interface Service {
  readonly url: string;
  /** From the start of the process to the first answer of a statistic. */
  readonly firstAnswerMs: number;
  stop(): Promise<void>;
}

/** The embedded service on a data directory that is filled already. */
export async function startService(
  { dataDir, token, symbol }: { dataDir: string; token: string; symbol: string },
  nodeArgs: readonly string[] = [],
): Promise<Service> {
  const began = performance.now();
  const { child, url } = await startProgram('embedded', { DATA_DIR: dataDir, DEMO: '0' }, nodeArgs);
  await untilAnswered(`${url}/stats/gap/summary?symbol=${symbol}`, { authorization: `Bearer ${token}` }, child);
  return {
    url,
    firstAnswerMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export interface Ready {
  readonly url: string;
  kill(): void;
}

/** A program of the server form; resolves once its `/readyz` answers 200. */
export async function startServerProgram(name: 'ingest' | 'compute' | 'api', env: NodeJS.ProcessEnv): Promise<Ready> {
  const { child, url, opsUrl } = await startProgram(name, env);
  await untilAnswered(`${opsUrl}/readyz`, {}, child);
  return { url, kill: () => void child.kill('SIGKILL') };
}

/** The one of REDIS_URL, or one of its own that keeps nothing. */
export async function startRedis(): Promise<Ready> {
  const given = process.env['REDIS_URL'];
  if (given) return { url: given, kill() {} };
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('error', () => {});
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'error').then(([error]) => Promise.reject(error as Error)),
  ]);
  return { url: `redis://127.0.0.1:${port}`, kill: () => void child.kill('SIGKILL') };
}
