/** Logs and counts answers. Slow and limited requests are logged as sums, others at level debug. */
import { type Logger, SummedLog } from '../lib/logger.ts';
import { counter, fromZero, gauge, histogram, onScrape } from '../lib/metrics.ts';
import { type Middleware, routeOf } from './context.ts';

const BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const MAX_SHOWN_URL = 500;

export interface Telemetry {
  readonly middleware: Middleware;
  stop(): void;
}

/** @param slowMs answers that take longer are logged */
export function createTelemetry(options: {
  logger: Logger;
  slowMs: number;
  sizes: { cacheBytes(): number; running(): number; waiting(): number };
}): Telemetry {
  const { logger, slowMs, sizes } = options;
  const answers = counter('api_answers_total', 'Answers by route and status', ['route', 'status']);
  const seconds = histogram(
    'api_answer_seconds',
    'From a request to its answer, by route; cache: hit, miss, or none if the route has no cache or refused',
    BOUNDS_S,
    ['route', 'cache'],
  );
  const cacheBytes = gauge('api_cache_bytes', 'Bytes of finished answers in memory');
  const running = gauge('api_work_running', 'Answers being computed');
  const waiting = gauge('api_work_waiting', 'Answers waiting for their turn');
  const limited = new SummedLog({ logger, message: 'requests over the limits of their accounts were refused (429)' });
  const slow = new SummedLog({ logger, message: `answers took longer than ${slowMs} ms` });
  const routes = new Set<string>();
  const isVerbose = logger.isLevelEnabled('debug');
  const stopScrape = onScrape(() => {
    cacheBytes.set(sizes.cacheBytes());
    running.set(sizes.running());
    waiting.set(sizes.waiting());
  });

  return {
    async middleware(ctx, next) {
      const startedMs = performance.now();
      ctx.state.cache = 'none';
      await next();
      const elapsedMs = performance.now() - startedMs;
      const { requestId, cache, limitedBy, who } = ctx.state;
      const route = routeOf(ctx);
      const accountId = who?.account.id;
      if (!routes.has(route)) {
        routes.add(route);
        fromZero(answers, { route: [route], status: ['500', '503'] });
      }
      answers.inc({ route, status: String(ctx.status) });
      seconds.observe({ route, cache }, elapsedMs / 1000);
      if (limitedBy) limited.add(accountId ?? 'unknown', { requestId, route, window: limitedBy });
      if (!isVerbose && elapsedMs <= slowMs) return;
      const shown = { requestId, route, status: ctx.status, accountId, ms: Math.round(elapsedMs * 100) / 100 };
      if (elapsedMs > slowMs) slow.add(route, { ...shown, url: ctx.url.slice(0, MAX_SHOWN_URL) });
      logger.debug(shown, 'answered');
    },
    stop() {
      stopScrape();
      limited.flush();
      slow.flush();
    },
  };
}
