/** A Koa application behind the rate limits alone: for tests of the limits. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { State } from '../../api/context.ts';
import { errors } from '../../api/middlewares.ts';
import { accountOf } from '../../api/plans.ts';
import { createRateLimits } from '../../api/rate-limits.ts';
import { silentLogger } from '../../lib/logger.ts';

export interface Limited {
  readonly id: string;
  readonly perMinute: number;
  readonly perDay: number;
}

export type LimitedApp = Awaited<ReturnType<typeof startLimitedApp>>;

/** Starts the application; each request names its account and limits. */
export async function startLimitedApp(options: Omit<Parameters<typeof createRateLimits>[0], 'logger'>) {
  const limits = createRateLimits({ logger: silentLogger, ...options });
  const app = new Koa<State>();
  app.use(errors(silentLogger));
  app.use((ctx, next) => {
    const { id, ...overrides } = ctx.query as unknown as Limited;
    const [perMinute, perDay] = [Number(overrides.perMinute), Number(overrides.perDay)];
    const account = accountOf(id, id, 'pro_api', { perMinute, perDay });
    ctx.state.who = { account, tokenId: 'tok_1', session: null };
    return next();
  });
  app.use(async (ctx, next) => {
    if (ctx.path !== '/usage') return next();
    ctx.body = await limits.show(ctx);
  });
  app.use((ctx, next) => limits.minute(ctx.path === '/free' ? 'free' : 'charged')(ctx, next));
  app.use((ctx, next) => limits.day(ctx.path === '/free' ? 'free' : 'charged')(ctx, next));
  app.use((ctx) => {
    ctx.body = 'passed';
  });
  const server = createServer(app.callback());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const request = (path: string, account: Limited) =>
    fetch(
      `http://127.0.0.1:${port}${path}?${new URLSearchParams({ ...account } as unknown as Record<string, string>)}`,
    );

  return {
    /** Sends a request: whether it passed, the window that refused it, and the headers of limits. */
    async take(account: Limited, path = '/') {
      const response = await request(path, account);
      const header = (name: string) => response.headers.get(name);
      const text = await response.text();
      return {
        limitedBy: response.status === 429 ? (JSON.parse(text).detail.window as 'minute' | 'day') : null,
        remaining: Number(header('X-RateLimit-Remaining')),
        resetMs: Number(header('X-RateLimit-Reset')) * 1000,
        remainingDay: Number(header('X-RateLimit-Remaining-Day')),
        retryAfterS: Number(header('Retry-After')),
        isFallback: header('X-RateLimit-Fallback') === 'local',
      };
    },
    async usage(account: Limited) {
      const response = await request('/usage', account);
      const body = (await response.json()) as Record<'minute' | 'day', { used: number; resetMs: number }>;
      return { ...body, isFallback: response.headers.get('X-RateLimit-Fallback') === 'local' };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await limits.close();
    },
  };
}
