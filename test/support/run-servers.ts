/**
 * What a run starts once, when the first test file needs it, and keeps for the others: a broker, and an engine over HTTP
 * for each file that runs at a time (the names of its databases are the product's). They are children of the run, which
 * files ask by a port on loopback; its clean-up ends them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PORT = 'TEST_SERVERS_PORT';

const STARTS: Readonly<Record<string, () => Promise<string | undefined>>> = {
  broker: async () => {
    const { startKafka } = await import('./kafka.ts');
    return (await startKafka())?.brokers;
  },
  engine: async () => {
    const { startClickHouse } = await import('./clickhouse.ts');
    return JSON.stringify((await startClickHouse()).env);
  },
};

/** Called in the process of the run; what is asked for is started then. */
export async function serveServers(): Promise<void> {
  const started = new Map<string, Promise<string | undefined>>();
  const server = createServer(async ({ url = '' }, response) => {
    if (!started.has(url)) started.set(url, STARTS[url.split('/')[1]]());
    try {
      response.end((await started.get(url)) ?? '');
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  process.env[PORT] = String((server.address() as AddressInfo).port);
}

/** How it is reached; undefined where it cannot be started, and outside of a run. */
export async function ofRun(name: 'broker' | 'engine'): Promise<string | undefined> {
  const port = process.env[PORT];
  if (!port) return undefined;
  const path = name === 'engine' ? `${name}/${process.env['VITEST_POOL_ID']}` : name;
  const response = await fetch(`http://127.0.0.1:${port}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the run could not start its ${name}: ${text}`);
  return text || undefined;
}
