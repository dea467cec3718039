/** Listens, and stops in a way that lets answers in progress finish. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBoundedServer, type HttpBounds } from '../lib/http-bounds.ts';
import type { Api } from './app.ts';
import { HTTP_BOUNDS } from './config.ts';

export interface ServerOptions extends Partial<HttpBounds> {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

export interface RunningServer {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  /** Takes no new connections, lets requests in progress finish, and cuts what is left after the time. */
  close(drainTimeoutMs?: number): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS = 20_000;
const DRAIN_TIMEOUT_MS = 20_000;

export async function listen({ app }: Pick<Api, 'app'>, options: ServerOptions): Promise<RunningServer> {
  const { host, port: wanted, ...bounds } = options;
  const server = createBoundedServer({ ...HTTP_BOUNDS, ...bounds }, app.callback(), {
    maxHeaderSize: MAX_HEADER_BYTES,
    noDelay: true,
  });
  server.maxConnections = MAX_CONNECTIONS;
  await once(server.listen(wanted, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async close(drainTimeoutMs = DRAIN_TIMEOUT_MS) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A connection may have fallen idle between its answer and now.
      const idle = setInterval(() => server.closeIdleConnections(), 250);
      const timer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
      await closed;
      clearTimeout(timer);
      clearInterval(idle);
    },
  };
}
