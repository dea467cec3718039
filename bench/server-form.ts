/** The programs of the server form and a Redis, as processes beside a benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './service.ts';

export interface Ready {
  /** Of the API; undefined of the others. */
  readonly url: string | undefined;
  kill(): void;
}

const extension = extname(fileURLToPath(import.meta.url));
const START_TIMEOUT_MS = 90_000;
const POLL_MS = 100;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function untilTrue(is: () => Promise<boolean>, child: ChildProcess, what: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await is())) {
    if (child.exitCode !== null) throw new Error(`${what} ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error(`${what} is not ready`);
    await sleep(POLL_MS);
  }
}

/** Resolves once its `/readyz` answers 200. */
export async function startProgram(
  name: 'ingest' | 'compute' | 'api',
  env: Readonly<Record<string, string>>,
): Promise<Ready> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const main = fileURLToPath(new URL(`../programs/${name}${extension}`, import.meta.url));
  const child = spawn(process.execPath, [...(extension === '.ts' ? ['--import', 'tsx'] : []), main], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env, PORT: String(port), OPS_PORT: String(opsPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await untilTrue(ready, child, name);
  return { url: name === 'api' ? `http://127.0.0.1:${port}` : undefined, kill: () => void child.kill('SIGKILL') };
}

/** The one of REDIS_URL, or one of its own that keeps nothing. */
export async function startRedis(): Promise<{ url: string; kill(): void }> {
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
