/**
 * What a run starts once, when the first test file needs it, and keeps for the others: a broker, and an engine over HTTP
 * for each file that runs at a time (the names of its databases are the product's). They are children of the run, which
 * files ask by a port on loopback; its clean-up ends them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PORT = 'TEST_SERVERS_PORT';

type Name = 'broker' | 'engine';

/** Called in the process of the run; each start is called when it is asked for, and says how the server is reached. */
export async function serveServers(starts: Readonly<Record<Name, () => Promise<string | undefined>>>): Promise<void> {
  const started = new Map<string, Promise<string | undefined>>();
  const server = createServer(async ({ url = '' }, response) => {
    // A file may be busy for longer than a connection stays open.
    response.shouldKeepAlive = false;
    if (!started.has(url)) started.set(url, starts[url.split('/')[1] as Name]());
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
export async function ofRun(name: Name): Promise<string | undefined> {
  const port = process.env[PORT];
  if (!port) return undefined;
  const path = name === 'engine' ? `${name}/${process.env['VITEST_POOL_ID']}` : name;
  const response = await fetch(`http://127.0.0.1:${port}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the run could not start its ${name}: ${text}`);
  return text || undefined;
}
