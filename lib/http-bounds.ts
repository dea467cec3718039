/** Limits of one connection of an HTTP server: requests, headers, time. */
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { counter } from './metrics.ts';

export interface HttpBounds {
  /** Time from a connection's first byte to the end of the headers. */
  readonly headersTimeoutMs: number;
  /** Time from a request's first byte to the end of its body. */
  readonly requestTimeoutMs: number;
  /** Time without a byte in either direction while a request is answered or its answer is read. */
  readonly silenceTimeoutMs: number;
  /** Time between an answer and the next request. */
  readonly keepAliveMs: number;
}

/** Most unanswered requests per connection; clients that pipeline at all send a handful. */
export const MAX_PIPELINED = 16;
/** Most headers per request; Node silently drops headers beyond its own limit, `Authorization` among them. */
const MAX_HEADERS = 100;
const CHECKING_MS = 2_000;

const refusals = counter('http_connections_refused_total', 'Requests refused before they were read, by reason', [
  'reason',
]);

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export function createBoundedServer(bounds: HttpBounds, listener: Listener, options: ServerOptions = {}): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveMs, silenceTimeoutMs } = bounds;
  const server = createServer(
    {
      ...options,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      // Node checks every 30 s by default, so silent connections would stay that much longer.
      connectionsCheckingInterval: Math.min(CHECKING_MS, headersTimeoutMs),
    },
    bounded(listener),
  );
  server.timeout = silenceTimeoutMs;
  // The listener counts headers and refuses the request; the size of the headers bounds what Node reads.
  server.maxHeadersCount = 0;
  server.on('clientError', answerMalformed);
  return server;
}

/** Refuses requests with too many headers and requests beyond `MAX_PIPELINED` on one connection. */
function bounded(listener: Listener): Listener {
  const waitingOn = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const waiting = (waitingOn.get(socket) ?? 0) + 1;
    waitingOn.set(socket, waiting);
    res.once('close', () => waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1));
    if (req.rawHeaders.length > 2 * MAX_HEADERS) {
      return refuse(res, 431, 'headers_too_large', `More than ${MAX_HEADERS} headers: leave some out`);
    }
    if (waiting <= MAX_PIPELINED) return listener(req, res);
    refuse(res, 503, 'pipelining', `More than ${MAX_PIPELINED} requests wait on this connection`);
  };
}

/** Answers invalid or oversized HTTP before it closes the connection. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  refusals.inc({ reason: SOCKET_ERRORS[status] });
  end(socket, status);
}

/** Error codes of refusals before a request exists, by status. */
export const SOCKET_ERRORS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  408: 'request_timeout',
  431: 'headers_too_large',
  503: 'unavailable',
};

function refusal(status: number, message = STATUS_CODES[status] ?? '') {
  const body = JSON.stringify({ detail: { error: SOCKET_ERRORS[status], message } });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
    Connection: 'close',
  };
  return { headers, body };
}

function refuse(res: ServerResponse, status: number, reason: string, message: string): void {
  refusals.inc({ reason });
  const { headers, body } = refusal(status, message);
  res.writeHead(status, headers).end(body);
}

/** Sends the refusal and closes both directions, because a client might never close its own. */
function end(socket: Socket, status: number): void {
  const { headers, body } = refusal(status);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
