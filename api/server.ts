/** Listens and stops: bounds on what a connection may send, and a drain that lets answers in progress finish. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Api } from './app.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly maxHeaderBytes?: number;
  readonly requestTimeoutMs?: number;
  readonly keepAliveMs?: number;
}

export interface RunningServer {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  /** Takes no new connections, lets requests in progress finish, and cuts what is left after the time. */
  close(drainTimeoutMs?: number): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const MAX_CONNECTIONS = 20_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than load balancers keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 75_000;
const DRAIN_TIMEOUT_MS = 20_000;

export async function listen(api: Pick<Api, 'handle' | 'drain'>, options: ServerOptions): Promise<RunningServer> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, maxHeaderBytes = MAX_HEADER_BYTES } = options;
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, 10_000),
      keepAliveTimeout: options.keepAliveMs ?? KEEP_ALIVE_MS,
      noDelay: true,
    },
    (req, res) => api.handle(req, res),
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    server,
    port,
    url: `http://${host}:${port}`,
    async close(drainTimeoutMs = DRAIN_TIMEOUT_MS) {
      api.drain();
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

/** What is no HTTP, or too much of it, gets an answer before the connection ends. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const name = { 431: 'headers_too_large', 408: 'request_timeout', 400: 'bad_request' }[status];
  const body = JSON.stringify({ detail: { error: name, message: STATUS_CODES[status] } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
