/** The ops port: health and metrics without a token, operations and pushed events with it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { shared } from '../../lib/async.ts';
import { createBoundedServer, type HttpBounds } from '../../lib/http-bounds.ts';
import type { Logger } from '../../lib/logger.ts';
import { exposition, gauge, onScrape } from '../../lib/metrics.ts';
import type { Operations } from '../operation.ts';
import { runOperation } from './run-operation.ts';

export interface OpsServerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  /** Null while the program starts or stops. */
  readonly operations: () => Operations | null;
  /** Takes pushed events; none if the program lands nothing. */
  readonly push?: Middleware;
  /** Returns what the program waits for; empty if it is ready. */
  readonly notReady: () => Promise<string[]> | string[];
  readonly logger: Logger;
  /** An operation is silent so long at most. */
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
  const { token, push, notReady, logger, beatMs } = options;
  const running = new Set<Promise<void>>();
  // Anybody who reaches the port may ask: one collection at a time.
  const metricsText = shared(() => exposition.metrics(), 0);
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const waiting = await notReady();
    ctx.status = waiting.length === 0 ? 200 : 503;
    ctx.body = { ready: waiting.length === 0, waiting_for: waiting };
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = exposition.contentType;
    ctx.body = await metricsText();
  });
  if (push) router.post('/events/:set', requireToken(token), push);
  router.post('/operations/:name', requireToken(token), async (ctx) => {
    const operations =
      options.operations() ?? ctx.throw(503, 'the program is starting or stopping: try again in a few seconds');
    const { name = '' } = ctx.params;
    if (!Object.hasOwn(operations, name)) ctx.throw(404, `no operation ${name}`);
    const { done } = await runOperation({ name, operation: operations[name], logger, beatMs }, ctx);
    running.add(done);
    void done.then(() => running.delete(done));
  });
  const app = new Koa();
  app.use(errors(logger)).use(router.routes()).use(router.allowedMethods());
  app.on('error', (err) => logger.debug({ err }, 'a caller of the ops port went away'));

  const server = createBoundedServer({ ...SOCKETS, ...options.sockets }, app.callback());
  const unwatch = onScrape(async () => {
    ready.set((await notReady()).length === 0 ? 1 : 0);
  });
  await once(server.listen(options.port, options.host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    idle: () => Promise.all(running).then(() => {}),
    close: () =>
      new Promise((resolve) => {
        unwatch();
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function errors(logger: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status = 500, message } = error as Error & { status?: number };
      if (status === 500) logger.error({ err: error, path: ctx.path }, 'the ops port failed to answer');
      ctx.status = status;
      if (status === 503) ctx.set('Retry-After', '5');
      ctx.body = { error: message };
    }
  };
}

function requireToken(token: string): Middleware {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return (ctx, next) => {
    if (timingSafeEqual(hash(ctx.get('Authorization')), hash(`Bearer ${token}`))) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    ctx.throw(401, 'the ops port wants its bearer token');
  };
}
