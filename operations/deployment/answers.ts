/** What answers requests: records and bars in bounded memory, worker threads for what is made on demand. */
import { availableParallelism } from 'node:os';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { type Caches, createCaches } from '../../compute/evaluation/stored-records.ts';
import { type ComputePool, createPool } from '../../compute/evaluation/threads.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../sql/connect.ts';

const BAR_CACHE_BYTES = 512 * 2 ** 20;
const ON_DEMAND_DEADLINE_MS = 10_000;
const FOLLOW_EVERY_MS = 400;

export function openAnswers(options: {
  store: Store;
  statistics: readonly Statistic[];
  clock: Clock;
  maxBarsPerRequest: number;
}): {
  answers: StoreAnswers;
  pool: ComputePool;
  /** For whoever else is in this process. */
  caches: Caches;
} {
  const { store, statistics, clock, maxBarsPerRequest } = options;
  const pool = createPool({ threads: Math.max(1, availableParallelism() - 1) });
  const caches = createCaches(store.reader, { barBytes: BAR_CACHE_BYTES });
  const answers = new StoreAnswers({
    store,
    statistics,
    pool,
    nowMs: () => clock.nowMs(),
    maxBarsPerRequest,
    caches,
    deadlineMs: ON_DEMAND_DEADLINE_MS,
    followEveryMs: FOLLOW_EVERY_MS,
  });
  return { answers, pool, caches };
}
