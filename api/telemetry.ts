/**
 * Counts and times of answers, by route; a line of log each at level debug. The metrics library works out labels anew
 * at every count, so counts are kept here and handed over once a second.
 */
import type { Logger } from '../lib/logger.ts';
import { counter, gauge } from '../lib/metrics.ts';
import type { Exchange } from './http/exchange.ts';

/** Upper bounds in milliseconds; what is slower counts in `+Inf` alone. */
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000];
const HAND_OVER_MS = 1_000;

/** What happened on a route since the last handing over. */
class Tally {
  readonly byStatus = new Map<number, number>();
  readonly byBound = new Float64Array(BOUNDS_MS.length + 1);
  sumMs = 0;

  add(status: number, elapsedMs: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    let bound = 0;
    while (bound < BOUNDS_MS.length && elapsedMs > BOUNDS_MS[bound]) bound++;
    this.byBound[bound]++;
    this.sumMs += elapsedMs;
  }

  clear(): void {
    this.byStatus.clear();
    this.byBound.fill(0);
    this.sumMs = 0;
  }
}

export interface Telemetry {
  answered(exchange: Exchange, status: number): void;
  /** Hands over what is left and stops. */
  stop(): void;
}

export function createTelemetry(
  logger: Logger,
  sizes: { cacheBytes(): number; running(): number; waiting(): number },
): Telemetry {
  const answers = counter('api_answers_total', 'Answers by route and status', ['route', 'status']);
  // The three series of a histogram.
  const buckets = counter('api_answer_seconds_bucket', 'Answers given within le seconds', ['route', 'le']);
  const sums = counter('api_answer_seconds_sum', 'Seconds from requests to their answers', ['route']);
  const counts = counter('api_answer_seconds_count', 'Answers', ['route']);
  const cache = gauge('api_cache_bytes', 'Bytes of finished answers in memory');
  const running = gauge('api_work_running', 'Answers being made');
  const waiting = gauge('api_work_waiting', 'Answers waiting for their turn');
  const tallies = new Map<string, Tally>();
  const verbose = logger.isLevelEnabled('debug');

  function handOver(): void {
    cache.set(sizes.cacheBytes());
    running.set(sizes.running());
    waiting.set(sizes.waiting());
    for (const [route, tally] of tallies) {
      if (tally.byStatus.size === 0) continue;
      for (const [status, count] of tally.byStatus) answers.inc({ route, status: String(status) }, count);
      let within = 0;
      tally.byBound.forEach((count, i) => {
        within += count;
        const le = i < BOUNDS_MS.length ? String(BOUNDS_MS[i] / 1000) : '+Inf';
        buckets.inc({ route, le }, within);
      });
      sums.inc({ route }, tally.sumMs / 1000);
      counts.inc({ route }, within);
      tally.clear();
    }
  }

  const timer = setInterval(handOver, HAND_OVER_MS);
  timer.unref();
  return {
    answered(exchange, status) {
      const { route } = exchange;
      const elapsedMs = performance.now() - exchange.startedMs;
      let tally = tallies.get(route);
      if (!tally) {
        tally = new Tally();
        tallies.set(route, tally);
      }
      tally.add(status, elapsedMs);
      if (verbose) {
        const { id, accountId } = exchange;
        logger.debug({ requestId: id, route, status, accountId, ms: Math.round(elapsedMs * 100) / 100 }, 'answered');
      }
    },
    stop() {
      clearInterval(timer);
      handOver();
    },
  };
}
