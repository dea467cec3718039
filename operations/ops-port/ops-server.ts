/** The ops port: health and metrics without a token, operations and pushed events with it. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shared } from '../../lib/async.ts';
import { createBoundedServer, type HttpBounds } from '../../lib/http-bounds.ts';
import type { Logger } from '../../lib/logger.ts';
import { exposition, gauge, onScrape } from '../../lib/metrics.ts';
import type { Operations } from '../operation.ts';
import type { PushReply, PushRoute } from './push-route.ts';
import { runOperation } from './run-operation.ts';

export interface OpsServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  /** Null while the program starts or stops. */
  readonly operations: () => Operations | null;
  /** Where events are pushed to; none where the program lands nothing. */
  readonly push?: PushRoute;
  /** Empty where the program is ready; else what it waits for. */
  readonly notReady: () => Promise<string[]> | string[];
  readonly logger: Logger;
  /** How long an operation is silent at most. */
  readonly beatMs?: number;
  readonly sockets?: Partial<HttpBounds>;
}

export interface OpsServer {
  readonly port: number;
  /** Resolves once no operation runs. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const ready = gauge('ready', '1 where /readyz answers 200');

const SOCKETS: HttpBounds = {
  headersTimeoutMs: 10_000,
  /** Files of an import may be large; a body is read only after its sender has shown the token. */
  requestTimeoutMs: 6 * 3_600_000,
  /** Several beats of an operation. */
  silenceTimeoutMs: 60_000,
  keepAliveMs: 5_000,
};

export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  // Anybody who reaches the port may ask: one collection at a time.
  const metricsText = shared(() => exposition.metrics(), 0);
  const running = new Set<Promise<void>>();
  const server = createBoundedServer({ ...SOCKETS, ...options.sockets }, (request, response) => {
    handle(options, { metricsText, running }, request, response).catch((error) => {
      options.logger.error({ err: error }, 'the ops port failed to answer');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const unwatch = onScrape(async () => {
    ready.set((await options.notReady()).length === 0 ? 1 : 0);
  });
  await once(server.listen(options.port, options.host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    idle: () => Promise.allSettled(running).then(() => {}),
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
  { metricsText, running }: { metricsText: () => Promise<string>; running: Set<Promise<void>> },
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
  const pushed = options.push?.(path, request);
  if (pushed) {
    const { status, body, headers } = await pushed;
    return json(response, status, body, headers);
  }
  const name = path.startsWith('/operations/') ? path.slice('/operations/'.length) : '';
  const operations = options.operations();
  if (name && !operations) {
    response.setHeader('retry-after', '5');
    return json(response, 503, { error: 'the program is starting or stopping: try again in a few seconds' });
  }
  const operation = operations && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) return json(response, 404, { error: `no operation at ${path}` });
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST');
    return json(response, 405, { error: 'operations are POSTed' });
  }
  const { logger, beatMs } = options;
  const done = runOperation({ name, operation, logger, beatMs }, request, response);
  running.add(done);
  await done.finally(() => running.delete(done));
}

function authorized(request: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function json(response: ServerResponse, status: number, value: unknown, headers: PushReply['headers'] = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(`${JSON.stringify(value)}\n`);
}
