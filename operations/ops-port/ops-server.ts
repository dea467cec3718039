/**
 * The ops port: health and metrics for everybody who reaches it, operations and pushed events for whoever has the
 * token. An operation answers newline-delimited JSON: `{"progress":...}`, `{"notice":...}` and empty lines, then one `{"result":...}` or
 * `{"error":...}`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { shared } from '../../lib/async.ts';
import { exposition, gauge, onScrape } from '../../lib/metrics.ts';
import { type SocketBounds, SocketFence } from '../../lib/socket-fence.ts';
import { EXIT, isOperatorError, type Operation, OperationError, type Operations } from '../operation.ts';
import { type PushRoute, sendPushReply } from './push-route.ts';

export interface OpsServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  readonly operations: Operations;
  /** Where events are pushed to; none where the program lands nothing. */
  readonly push?: PushRoute;
  /** Empty where the program is ready; else what it waits for. */
  readonly notReady: () => Promise<string[]> | string[];
  readonly logger: Logger;
  /** How long an operation is silent at most. */
  readonly beatMs?: number;
  /** Bounds other than the port's own, for tests. */
  readonly sockets?: Partial<SocketBounds>;
}

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

const ready = gauge('ready', '1 where /readyz answers 200');

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const BEAT_MS = 15_000;
const SOCKETS: SocketBounds = {
  perAddress: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  /** Several beats of an operation. */
  silenceTimeoutMs: 60_000,
  keepAliveMs: 5_000,
};

export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  // Anybody who reaches the port may ask: one collection at a time.
  const metricsText = shared(() => exposition.metrics(), 0);
  const fence = new SocketFence({ ...SOCKETS, ...options.sockets });
  const server: Server = createServer(
    fence.options,
    fence.within((request, response) => {
      handle(options, metricsText, request, response).catch((error) => {
        options.logger.error({ err: error }, 'the ops port failed to answer');
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    }),
  );
  fence.guard(server);
  const unwatch = onScrape(async () => {
    ready.set((await options.notReady()).length === 0 ? 1 : 0);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        unwatch();
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function handle(
  options: OpsServerOptions,
  metricsText: () => Promise<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? '/').split('?', 1);
  if (request.method === 'GET' && path === '/healthz') return json(response, 200, { status: 'ok' });
  if (request.method === 'GET' && path === '/readyz') {
    const waiting = await options.notReady();
    return json(response, waiting.length === 0 ? 200 : 503, { ready: waiting.length === 0, waiting_for: waiting });
  }
  if (request.method === 'GET' && path === '/metrics') {
    const text = await metricsText();
    response.writeHead(200, { 'content-type': exposition.contentType });
    response.end(text);
    return;
  }
  if (!authorized(request, options.token)) {
    response.setHeader('www-authenticate', 'Bearer');
    return json(response, 401, { error: 'the ops port wants its bearer token' });
  }
  const pushed = options.push?.answer(path, request);
  if (pushed) return sendPushReply(response, await pushed);
  const name = path.startsWith('/operations/') ? path.slice('/operations/'.length) : '';
  const operation = Object.hasOwn(options.operations, name) ? options.operations[name] : undefined;
  if (!operation) return json(response, 404, { error: `no operation at ${path}` });
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return json(response, 405, { error: 'operations are POSTed' });
  }
  await perform(options, operation, request, response);
}

async function perform(
  { logger, beatMs = BEAT_MS }: OpsServerOptions,
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let args: Record<string, unknown>;
  try {
    args = JSON.parse((await body(request)) || '{}');
  } catch {
    return json(response, 400, { error: 'the body must be a JSON object' });
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const line = (value: unknown) => response.write(`${JSON.stringify(value)}\n`);
  // An empty line now and then: clients and what is between take a long silence for the end.
  const beat = setInterval(() => response.write('\n'), beatMs);
  try {
    const result = await operation(args, {
      progress: (progress) => line({ progress }),
      notice: (notice) => line({ notice }),
    });
    line({ result });
  } catch (error) {
    const known = error instanceof OperationError;
    if (!isOperatorError(error)) logger.error({ err: error }, 'an operation failed');
    const message = error instanceof Error ? error.message : String(error);
    line({ error: { message, exit: known ? error.exitCode : EXIT.notDone } });
  } finally {
    clearInterval(beat);
  }
  response.end();
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function authorized(request: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(value)}\n`);
}
