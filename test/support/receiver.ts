/** A receiver of webhooks on loopback, with statuses of the test's choice. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** @param statusOf of each request, null: it is never answered */
export async function startReceiver(
  statusOf: (request: Received, earlier: number) => number | null = () => 200,
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { path: request.url ?? '', headers: request.headers, body };
    const status = statusOf(one, received.filter(({ path }) => path === one.path).length);
    received.push(one);
    if (status === null) return;
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end('answer');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
