/**
 * A ClickHouse over HTTP for tests: CLICKHOUSE_URL, else the real server in Docker, else the embedded engine behind
 * the same interface (dev/clickhouse). Files that run one after another share one, which each finds empty; with
 * CLICKHOUSE_URL all do: run them one after another there.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startClickHouseProcess } from '../../dev/clickhouse/process.ts';
import { ofRun } from './run-servers.ts';

export interface TestClickHouse {
  /** CLICKHOUSE_URL and the users, as the programs read them. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const IMAGE = 'clickhouse/clickhouse-server:26.3.17.4';
const WRITER = { CLICKHOUSE_USER: 'writer', CLICKHOUSE_PASSWORD: 'writes' };
const READER = { CLICKHOUSE_READER_USER: 'reader', CLICKHOUSE_READER_PASSWORD: 'reads' };

let started: Promise<TestClickHouse> | undefined;

/** The file's server. */
export function testClickHouse(): Promise<TestClickHouse> {
  started ??= given() ?? engineOfRun();
  return started;
}

async function engineOfRun(): Promise<TestClickHouse> {
  const found = await ofRun('engine');
  if (!found) return startClickHouse();
  const env = JSON.parse(found) as Record<string, string>;
  for (const database of ['market', 'market_accounts']) {
    await ask(env['CLICKHOUSE_URL'], `DROP DATABASE IF EXISTS ${database} SYNC`);
  }
  return { env, close: async () => {} };
}

async function ask(url: string, sql: string): Promise<void> {
  const headers = { 'X-ClickHouse-User': WRITER.CLICKHOUSE_USER, 'X-ClickHouse-Key': WRITER.CLICKHOUSE_PASSWORD };
  const response = await fetch(url, { method: 'POST', headers, body: sql });
  if (!response.ok) throw new Error(await response.text());
}

function given(): Promise<TestClickHouse> | undefined {
  if (!process.env['CLICKHOUSE_URL']) return undefined;
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (/^CLICKHOUSE_/.test(name) && value ? [[name, value]] : [])),
  );
  return Promise.resolve({ env, close: async () => {} });
}

/** A server of the caller's own, which ends with `close()`. */
export async function startClickHouse(): Promise<TestClickHouse> {
  return (await inDocker()) ?? embedded();
}

async function inDocker(): Promise<TestClickHouse | null> {
  try {
    await promisify(execFile)('docker', ['info'], { timeout: 10_000 });
  } catch {
    return null;
  }
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ ...WRITER, CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: '1' })
    .withExposedPorts(8123)
    .withWaitStrategy(Wait.forHttp('/ping', 8123).forStatusCode(200))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(8123)}`;
  await ask(url, `CREATE USER ${READER.CLICKHOUSE_READER_USER} IDENTIFIED BY '${READER.CLICKHOUSE_READER_PASSWORD}'`);
  await ask(url, `GRANT SELECT, SHOW ON *.* TO ${READER.CLICKHOUSE_READER_USER}`);
  return {
    env: { CLICKHOUSE_URL: url, ...WRITER, ...READER },
    async close() {
      await container.stop();
    },
  };
}

async function embedded(): Promise<TestClickHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'market-stats-server-'));
  const env = { ...WRITER, ...READER, TEST_RUN: process.env['TEST_RUN'] ?? '' };
  const server = await startClickHouseProcess({ dataDir, env });
  process.once('exit', () => {
    try {
      process.kill(server.pid, 'SIGKILL');
    } catch {}
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    env: { CLICKHOUSE_URL: server.url, ...WRITER, ...READER },
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
