/** Counts and times of answers, by route; a line of log each at level debug. */
import type { Logger } from '../lib/logger.ts';
import { counter, gauge, histogram } from '../lib/metrics.ts';
import type { Exchange } from './http/exchange.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

interface Bound {
  inc(): void;
}

export function createTelemetry(logger: Logger, sizes: { cacheBytes(): number; running(): number; waiting(): number }) {
  const answers = counter('api_answers_total', 'Answers by route and status', ['route', 'status']);
  const times = histogram('api_answer_seconds', 'From the request to its answer', SECONDS, ['route']);
  const cache = gauge('api_cache_bytes', 'Bytes of finished answers in memory');
  const running = gauge('api_work_running', 'Answers being made');
  const waiting = gauge('api_work_waiting', 'Answers waiting for their turn');
  const collect = () => {
    cache.set(sizes.cacheBytes());
    running.set(sizes.running());
    waiting.set(sizes.waiting());
  };
  const timer = setInterval(collect, 5_000);
  timer.unref();
  // Looking labels up costs more than counting: routes and statuses are few.
  const counters = new Map<string, Map<number, Bound>>();
  const observers = new Map<string, { observe(value: number): void }>();
  const verbose = logger.isLevelEnabled('debug');

  return {
    answered(exchange: Exchange, status: number): void {
      const { route } = exchange;
      const elapsedMs = performance.now() - exchange.startedMs;
      let byStatus = counters.get(route);
      if (!byStatus) {
        byStatus = new Map();
        counters.set(route, byStatus);
        observers.set(route, times.labels(route));
      }
      let count = byStatus.get(status);
      if (!count) {
        count = answers.labels(route, String(status));
        byStatus.set(status, count);
      }
      count.inc();
      observers.get(route)?.observe(elapsedMs / 1000);
      if (verbose) {
        const { id, accountId } = exchange;
        logger.debug({ requestId: id, route, status, accountId, ms: Math.round(elapsedMs * 100) / 100 }, 'answered');
      }
    },
    stop: () => clearInterval(timer),
  };
}
