/**
 * Counts and times of answers, by route and by whether they were in the cache; a line of log each at level debug. What is
 * slow and what is over its limit is reported in sums. The metrics library computes labels again at every count, so counts
 * are kept here and handed over when somebody asks for them.
 */
import { type Logger, SummedLog } from '../lib/logger.ts';
import { bulkHistogram, counter, fromZero, gauge, onScrape } from '../lib/metrics.ts';
import type { CacheState, ResponseWriter } from './http/response-writer.ts';

/** Upper bounds in milliseconds; what is slower counts in `+Inf` alone. */
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000];
const MAX_SHOWN_URL = 500;
const CACHE_STATES = ['none', 'hit', 'miss'] as const;

/** What happened on a route since the last handing over. */
class Tally {
  readonly byStatus = new Map<number, number>();
  /** By state of the cache. */
  readonly times = CACHE_STATES.map((cache) => ({
    cache,
    counts: new Float64Array(BOUNDS_MS.length + 1),
    sumMs: 0,
    any: false,
  }));

  add(status: number, cache: CacheState, elapsedMs: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    let bound = 0;
    while (bound < BOUNDS_MS.length && elapsedMs > BOUNDS_MS[bound]) bound++;
    const times = this.times[cache === 'hit' ? 1 : cache === 'miss' ? 2 : 0];
    times.counts[bound]++;
    times.sumMs += elapsedMs;
    times.any = true;
  }

  clear(): void {
    this.byStatus.clear();
    for (const times of this.times) {
      times.counts.fill(0);
      times.sumMs = 0;
      times.any = false;
    }
  }
}

export interface Telemetry {
  answered(response: ResponseWriter, status: number): void;
  /** Hands over what is left and stops. */
  stop(): void;
}

export interface TelemetryOptions {
  readonly logger: Logger;
  /** Responses that take longer are logged. */
  readonly slowMs: number;
  readonly sizes: { cacheBytes(): number; running(): number; waiting(): number };
}

export function createTelemetry({ logger, slowMs, sizes }: TelemetryOptions): Telemetry {
  const answers = counter('api_answers_total', 'Answers by route and status', ['route', 'status']);
  const seconds = bulkHistogram(
    'api_answer_seconds',
    'From a request to its answer, by route; cache: hit, miss, or none where the route has no cache or refused',
    BOUNDS_MS.map((ms) => ms / 1000),
    ['route', 'cache'],
  );
  const cache = gauge('api_cache_bytes', 'Bytes of finished answers in memory');
  const running = gauge('api_work_running', 'Answers being computed');
  const waiting = gauge('api_work_waiting', 'Answers waiting for their turn');
  const limited = new SummedLog({ logger, message: 'requests over the limits of their accounts were refused (429)' });
  const slow = new SummedLog({ logger, message: `answers took longer than ${slowMs} ms` });
  const tallies = new Map<string, Tally>();
  const verbose = logger.isLevelEnabled('debug');

  function handOver(): void {
    cache.set(sizes.cacheBytes());
    running.set(sizes.running());
    waiting.set(sizes.waiting());
    for (const [route, tally] of tallies) {
      if (tally.byStatus.size === 0) continue;
      for (const [status, count] of tally.byStatus) answers.inc({ route, status: String(status) }, count);
      for (const { cache, counts, sumMs, any } of tally.times) {
        if (any) seconds.add({ labels: { route, cache }, counts, sum: sumMs / 1000 });
      }
      tally.clear();
    }
  }

  const unwatch = onScrape(handOver);
  return {
    answered(response, status) {
      const { route } = response;
      const elapsedMs = performance.now() - response.startedMs;
      let tally = tallies.get(route);
      if (!tally) {
        tally = new Tally();
        tallies.set(route, tally);
        fromZero(answers, { route: [route], status: ['500', '503'] });
      }
      tally.add(status, response.cache, elapsedMs);
      if (elapsedMs > slowMs) {
        const url = response.req.url?.slice(0, MAX_SHOWN_URL);
        slow.note(route, { ...shown(response, status, elapsedMs), url });
      }
      if (status === 429) {
        const { accountId } = response;
        limited.note(accountId ?? 'unknown', { requestId: response.id, route, window: response.rateLimit?.limited });
      }
      if (verbose) logger.debug(shown(response, status, elapsedMs), 'answered');
    },
    stop() {
      unwatch();
      handOver();
      limited.flush();
      slow.flush();
    },
  };
}

const shown = ({ id, route, accountId }: ResponseWriter, status: number, elapsedMs: number) => {
  return { requestId: id, route, status, accountId, ms: Math.round(elapsedMs * 100) / 100 };
};
