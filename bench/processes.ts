/** Processes beside a benchmark: scripts of its own, the embedded service on a filled store, the programs of the server form. */

import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../dev/kafka/kafka.ts';
import { atExit } from './harness.ts';

const START_TIMEOUT_MS = 90_000;
/** Extension of scripts: `.js` if the benchmarks run built. */
export const extension = extname(fileURLToPath(import.meta.url));

/** Starts a script that ends with this process at the latest. @param script its path in the project, without extension */
export function forkScript(script: string, options: ForkOptions = {}): ChildProcess {
  const child = fork(fileURLToPath(new URL(`../${script}${extension}`, import.meta.url)), [], {
    ...options,
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    // The embedded engine works on these threads.
    env: { UV_THREADPOOL_SIZE: '16', ...process.env, ...options.env },
  });
  atExit(() => child.kill('SIGKILL'));
  return child;
}

/** Sends a message and returns the script's reply; rejects if the script ends instead. */
export async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answered = new AbortController();
  const ended = once(child, 'exit', answered).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with code ${code}`);
  });
  child.send(message);
  try {
    return (await Promise.race([once(child, 'message'), ended]))[0] as T;
  } finally {
    answered.abort();
  }
}

/** Repeats a request until it answers 200; ends the child if that does not happen in time. */
export async function untilAnswered(url: string, headers: Record<string, string>, child: ChildProcess): Promise<void> {
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

async function startProgram(name: string, env: NodeJS.ProcessEnv) {
  const [port, opsPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), OPS_PORT: String(opsPort) };
  const options: ForkOptions = {
    env: { LOG_LEVEL: 'error', ...env, ...ports },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  };
  const child = forkScript(`programs/${name}`, options);
  return { child, url: `http://127.0.0.1:${port}`, opsUrl: `http://127.0.0.1:${opsPort}` };
}

/** A data directory that contains a symbol, and a token that may read it. */
export interface Installation {
  readonly dataDir: string;
  readonly token: string;
  readonly symbol: string;
}

export interface Service {
  readonly url: string;
  /** Time from the start of the process to the first answer of a statistic. */
  readonly firstAnswerMs: number;
  get(path: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the embedded service on a filled data directory. */
export async function startService({ dataDir, token, symbol }: Installation): Promise<Service> {
  const began = performance.now();
  const { child, url } = await startProgram('embedded', { DATA_DIR: dataDir, DEMO: '0' });
  await untilAnswered(`${url}/stats/gap/summary?symbol=${symbol}`, { authorization: `Bearer ${token}` }, child);
  return {
    url,
    firstAnswerMs: performance.now() - began,
    get: (path) => get(url, path, token),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Returns the body of an answer with status 200. */
export async function get(url: string, path: string, token: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body}`);
  return body;
}

interface Ready {
  readonly url: string;
  kill(): void;
}

/** Starts a program of the server form; resolves once its `/readyz` answers 200. */
export async function startServerProgram(name: 'ingest' | 'compute' | 'api', env: NodeJS.ProcessEnv): Promise<Ready> {
  const { child, url, opsUrl } = await startProgram(name, env);
  await untilAnswered(`${opsUrl}/readyz`, {}, child);
  return { url, kill: () => void child.kill('SIGKILL') };
}

/** Returns REDIS_URL, or starts a Redis without persistence and returns its URL. */
export async function startRedis(): Promise<string> {
  const configuredUrl = process.env['REDIS_URL'];
  if (configuredUrl) return configuredUrl;
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atExit(() => child.kill('SIGKILL'));
  const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(child.stdout, 'data'), failed]);
  return `redis://127.0.0.1:${port}`;
}

interface PushedBar {
  readonly symbol: string;
  readonly assetClass: 'equity' | 'crypto';
  /** Start, epoch ms. */
  readonly atMs: number;
  readonly price: number;
}

/** Pushes a bar over the ops port of a service on this machine. Resolves once it is durable. */
export async function pushBar(dataDir: string, { symbol, assetClass, atMs, price }: PushedBar): Promise<void> {
  const { port, token } = JSON.parse(readFileSync(join(dataDir, 'ops.json'), 'utf8'));
  const prices = { open: price, high: price, low: price, close: price, volume: 1 };
  const bar = { symbol, asset_class: assetClass, interval: '1m', ts: new Date(atMs).toISOString(), ...prices };
  const reply = await fetch(`http://127.0.0.1:${port}/events/bars`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([bar]),
  });
  const text = await reply.text();
  if (reply.status !== 202) throw new Error(`a push was answered ${reply.status}: ${text}`);
}
