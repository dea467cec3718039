/** What a client may take up of an HTTP server before it is known: connections of an address, requests on one, time. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { counter } from './metrics.ts';

export interface SocketBounds {
  /** Connections of one address at a time; 0: any number, as where all clients come through a proxy. */
  readonly perAddress: number;
  /** From a connection's first byte to the end of the headers. */
  readonly headersTimeoutMs: number;
  /** From a request's first byte to the end of its body. */
  readonly requestTimeoutMs: number;
  /** Without a byte in either direction, a request being answered or its answer not being read. */
  readonly silenceTimeoutMs: number;
  /** Between an answer and the next request. */
  readonly keepAliveMs: number;
}

/** Requests of one connection that wait for their answers; clients that pipeline at all send a handful. */
export const MAX_PIPELINED = 16;
/** Headers of one request; Node would drop those beyond its bound silently, `Authorization` among them. */
export const MAX_HEADERS = 100;
/** Requests of one address that are no HTTP, too large or never completed, in a minute. */
export const MAX_MALFORMED = 300;
const MINUTE_MS = 60_000;
const CHECKING_MS = 2_000;

const refusals = counter('http_connections_refused_total', 'Connections refused or cut off, by reason', ['reason']);

interface Address {
  sockets: number;
  malformed: number;
  /** Start of the minute that `malformed` is counted in. */
  sinceMs: number;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export class SocketFence {
  readonly #bounds: SocketBounds;
  readonly #nowMs: () => number;
  readonly #addresses = new Map<string, Address>();
  readonly #waiting = new WeakMap<Socket, number>();

  constructor(bounds: SocketBounds, nowMs: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#nowMs = nowMs;
  }

  get addresses(): number {
    return this.#addresses.size;
  }

  get options(): ServerOptions {
    const { headersTimeoutMs, requestTimeoutMs, keepAliveMs } = this.#bounds;
    return {
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      // Node looks every 30 s unless told: connections that send nothing would stay that much longer.
      connectionsCheckingInterval: Math.min(CHECKING_MS, headersTimeoutMs),
    };
  }

  /** To be called before the server listens. */
  guard(server: Server): void {
    server.timeout = this.#bounds.silenceTimeoutMs;
    // Counted here, so that they are refused: their size bounds what Node reads.
    server.maxHeadersCount = 0;
    server.on('connection', (socket) => this.#connected(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.#malformed(error, socket));
  }

  /** The listener, spared what is too much on one connection. */
  within(listener: Listener): Listener {
    return (req, res) => {
      const { socket } = req;
      const waiting = (this.#waiting.get(socket) ?? 0) + 1;
      this.#waiting.set(socket, waiting);
      res.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1));
      if (req.rawHeaders.length > 2 * MAX_HEADERS) {
        return refuse(res, 431, 'headers_too_large', `More than ${MAX_HEADERS} headers: leave some out`);
      }
      if (waiting <= MAX_PIPELINED) return listener(req, res);
      refuse(res, 503, 'pipelining', `More than ${MAX_PIPELINED} requests wait on this connection`);
    };
  }

  #connected(socket: Socket): void {
    const { perAddress } = this.#bounds;
    if (perAddress === 0) return;
    const name = addressOf(socket.remoteAddress);
    const address = this.#addresses.get(name) ?? { sockets: 0, malformed: 0, sinceMs: this.#nowMs() };
    this.#addresses.set(name, address);
    address.sockets++;
    socket.once('close', () => {
      address.sockets--;
      this.#tidy(name, address);
    });
    if (address.sockets > perAddress) {
      refusals.inc({ reason: 'per_address' });
      end(socket, 503, `More than ${perAddress} connections of one address`);
    } else if (this.#malformedOf(address) > MAX_MALFORMED) {
      refusals.inc({ reason: 'malformed' });
      end(socket, 429, `More than ${MAX_MALFORMED} malformed requests in a minute`);
    }
  }

  /** What is no HTTP, or too much of it, gets an answer before the connection ends. */
  #malformed(error: NodeJS.ErrnoException, socket: Socket): void {
    const name = addressOf(socket.remoteAddress);
    const address = this.#addresses.get(name);
    if (address) {
      this.#malformedOf(address);
      address.malformed++;
    }
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    refusals.inc({ reason: SOCKET_ERRORS[status] });
    end(socket, status);
  }

  #malformedOf(address: Address): number {
    if (this.#nowMs() - address.sinceMs >= MINUTE_MS) {
      address.malformed = 0;
      address.sinceMs = this.#nowMs();
    }
    return address.malformed;
  }

  /** An address without connections is forgotten, at the end of its minute where it sent what is malformed. */
  #tidy(name: string, address: Address): void {
    if (address.sockets > 0) return;
    if (this.#malformedOf(address) === 0) this.#addresses.delete(name);
    else setTimeout(() => this.#tidy(name, address), MINUTE_MS).unref();
  }
}

/** Codes of what is refused before there is a request, by status. */
export const SOCKET_ERRORS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  408: 'request_timeout',
  429: 'too_many_malformed_requests',
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
    ...(status === 503 ? { 'Retry-After': '1' } : status === 429 ? { 'Retry-After': '60' } : {}),
    Connection: 'close',
  };
  return { headers, body };
}

function refuse(res: ServerResponse, status: number, reason: string, message: string): void {
  refusals.inc({ reason });
  const { headers, body } = refusal(status, message);
  res.writeHead(status, headers).end(body);
}

/** Says why and closes both directions: a client that never closes its own would keep the connection otherwise. */
function end(socket: Socket, status: number, message?: string): void {
  const { headers, body } = refusal(status, message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

/** Of IPv6 the network of 64 bits, which is one client's; IPv4 as it is, mapped or not. */
export function addressOf(remote: string | undefined): string {
  if (remote === undefined) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remote)?.[1];
  if (mapped !== undefined || !isIPv6(remote)) return mapped ?? remote;
  const [head, tail] = remote.split('%')[0].split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  const all = [...groups, ...after].slice(0, 4);
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
