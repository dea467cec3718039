/**
 * A Redis for tests: REDIS_URL, else Docker, else a redis-server on the path, else the binary that a published jar
 * carries (Maven). Under CI=true none of these is a failure; elsewhere the suites skip and say so.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { projectFile } from '../../lib/paths.ts';

export { type Cable, cableTo } from './proxy.ts';

const run = promisify(execFile);

export interface TestRedis {
  readonly host: string;
  readonly port: number;
  /** Keys begin with this, where the server is shared. */
  close(): Promise<void>;
}

const ARTIFACT = 'com.github.codemonstur:embedded-redis:1.4.3';
const BINARIES: Readonly<Record<string, string>> = {
  'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
  'linux-arm64': 'redis-server-6.2.7-linux-arm64',
  'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
  'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
};

/** Null where there is none to be had. */
export async function startRedis(): Promise<TestRedis | null> {
  const given = process.env['REDIS_URL'];
  if (given) {
    const url = new URL(given);
    return { host: url.hostname, port: Number(url.port || 6379), close: async () => {} };
  }
  const started = (await inDocker()) ?? (await fromBinary('redis-server')) ?? (await fromJar());
  if (started) return started;
  const message = 'no Redis: REDIS_URL is not set, and neither Docker, redis-server nor Maven can give one';
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

async function fromJar(): Promise<TestRedis | null> {
  const name = BINARIES[`${process.platform}-${process.arch}`];
  if (!name) return null;
  const folder = projectFile('.cache', 'redis');
  const binary = join(folder, name);
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    try {
      const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
      await run('mvn', ['-q', '-B', plugin, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`], {
        timeout: 180_000,
      });
    } catch {
      return null;
    }
    writeFileSync(binary, unzipped(readFileSync(join(folder, 'embedded-redis-1.4.3.jar')), name));
    chmodSync(binary, 0o755);
  }
  return fromBinary(binary);
}

/** One file of a zip, by the end of its name. */
function unzipped(zip: Buffer, name: string): Buffer {
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    if (zip.toString('utf8', at + 46, at + 46 + nameLength).endsWith(name)) {
      const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const data = zip.subarray(start, start + size);
      return method === 0 ? data : inflateRawSync(data);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`${name} is not in the archive`);
}

async function fromBinary(binary: string): Promise<TestRedis | null> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'market-stats-redis-'));
  const child = spawn(binary, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
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
