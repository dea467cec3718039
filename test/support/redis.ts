/**
 * A Redis for tests: REDIS_URL, else Docker, else a redis-server on the path (`npm run test:setup`). Under CI=true none
 * of these is a failure; elsewhere the suites skip and say so.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../dev/kafka/kafka.ts';

export { type Cable, cableTo } from './proxy.ts';

const run = promisify(execFile);

export interface TestRedis {
  readonly host: string;
  readonly port: number;
  /** Keys begin with this, where the server is shared. */
  close(): Promise<void>;
}

/** Null where there is none to be had. */
export async function startRedis(): Promise<TestRedis | null> {
  const given = process.env['REDIS_URL'];
  if (given) {
    const url = new URL(given);
    return { host: url.hostname, port: Number(url.port || 6379), close: async () => {} };
  }
  const started = (await inDocker()) ?? (await local());
  if (started) return started;
  const message = 'no Redis: REDIS_URL is not set, and there is neither Docker nor redis-server on the path';
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(`${message}; the suites that need it are skipped`);
  return null;
}

async function inDocker(): Promise<TestRedis | null> {
  try {
    await run('docker', ['info'], { timeout: 10_000 });
  } catch {
    return null;
  }
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer('redis:7.4.2-alpine').withExposedPorts(6379).start();
  return {
    host: container.getHost(),
    port: container.getMappedPort(6379),
    close: async () => {
      await container.stop();
    },
  };
}

async function local(): Promise<TestRedis | null> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-redis-'));
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const failed = new Promise<false>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(false));
  });
  const up = await Promise.race([failed, accepts(port)]);
  const close = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!up) {
    await close();
    return null;
  }
  return { host: '127.0.0.1', port, close };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

async function accepts(port: number): Promise<true> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
    }).catch(() => false);
    if (open) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
