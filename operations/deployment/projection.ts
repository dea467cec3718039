/** The projection of a deployment: computed in this process, or by compute workers elsewhere. */

import type { Caches } from '../../compute/evaluation/bar-cache.ts';
import { findBehind } from '../../compute/evaluation/behind.ts';
import type { ComputePool } from '../../compute/evaluation/threads.ts';
import { Projector, type ProjectorOptions } from '../../compute/materialize/projector.ts';
import { ProjectionRuns } from '../../compute/materialize/runs.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import { listQuarantined, type ProjectionServiceOptions } from '../../compute/materialize/work.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { type RetryPolicy, retryTransient } from '../../ingest/landing/insert.ts';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { dayOfMs } from '../../lib/days.ts';
import type { Store } from '../../sql/connect.ts';
import type { Reader } from '../../sql/reader.ts';
import { BehindError, type Progress } from '../operation.ts';

export interface ProjectionParts extends Pick<ProjectionServiceOptions, 'onUpdated' | 'onFatal' | 'owner' | 'logger'> {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly clock: Clock;
  readonly caches?: Caches;
  /** In place of the pool. */
  readonly run?: ProjectorOptions['run'];
  /** Other processes compute over the same store. */
  readonly isShared: boolean;
}

export function openProjection({ store, statistics, pool, clock, caches, run, isShared, ...rest }: ProjectionParts) {
  const runs = isShared ? new ProjectionRuns({ store }) : undefined;
  const projector = new Projector({
    store: runs?.guarded() ?? store,
    statistics,
    run: run ?? pool.projection,
    clock,
    caches,
    onUnregistered: (symbol) =>
      rest.logger.warn(
        { symbol },
        'its bars are left out: the symbol is not registered; use `symbols set`, or `symbols drop`',
      ),
  });
  const summaries = new Summaries({ store, statistics, run: pool.summaries, clock });
  const projection = new ProjectionService({ ...rest, store, projector, summaries, runs });
  return { projector, summaries, projection };
}

export interface Projection extends Pick<ProjectionService, 'wake' | 'rebuild' | 'behindDays' | 'pausedFor'> {
  settled(symbols?: Iterable<string>, onProgress?: (progress: Progress) => void): Promise<void>;
}

export interface SharedProjectionOptions {
  readonly reader: Reader;
  /** Computes rebuilds, and nothing else. */
  readonly local: ProjectionService;
  readonly definitions: ReadonlyMap<string, number>;
  /** Symbols whose summaries do not follow their records. */
  readonly unsummarized: () => Promise<string[]>;
  readonly notify: (symbols: Iterable<string>) => void;
  readonly workers: () => Promise<number>;
  readonly patienceMs?: number;
  readonly retry: RetryPolicy;
  readonly timers?: Timers;
  readonly clock?: Clock;
}

const PATIENCE_MS = 90_000;
const POLL_MS = 200;

/** The projection of servers: `compute` processes work, this one notifies them and waits for the store. */
export class SharedProjection implements Projection {
  readonly #options: SharedProjectionOptions;

  constructor(options: SharedProjectionOptions) {
    this.#options = options;
  }

  wake(symbols: Iterable<string>): void {
    this.#options.notify(symbols);
  }

  behindDays(): Promise<number> {
    return this.#options.local.behindDays();
  }

  /** Workers of other processes cannot be paused: two runs that meet are found by what runs record of themselves. */
  pausedFor<T>(change: () => Promise<T>): Promise<T> {
    return change();
  }

  async rebuild(...args: Parameters<ProjectionService['rebuild']>): ReturnType<ProjectionService['rebuild']> {
    const done = await this.#options.local.rebuild(...args);
    await this.#options.local.settled([args[0]]);
    return done;
  }

  /** Waits until records and summaries of the symbols are current. @throws {BehindError} */
  async settled(symbols: Iterable<string> = [], onProgress?: (progress: Progress) => void): Promise<void> {
    const { workers } = this.#options;
    const { patienceMs = PATIENCE_MS, timers = systemTimers } = this.#options;
    const wanted = new Set(symbols);
    let most = 0;
    let least = Number.POSITIVE_INFINITY;
    let sinceMs = timers.monotonicMs();
    while (wanted.size > 0) {
      const { left, names, what } = await this.#left(wanted);
      if (left === 0) return;
      most = Math.max(most, left);
      await this.#refuseFailing(names);
      onProgress?.({ label: 'computing', done: most - left, total: most });
      const nowMs = timers.monotonicMs();
      if (left < least) {
        least = left;
        sinceMs = nowMs;
      } else if (nowMs - sinceMs > patienceMs / 18) {
        const running = await workers().catch(() => null);
        if (!running || nowMs - sinceMs > patienceMs) {
          const why = `${what} of ${names.size} symbols are not computed yet: ${whyNot(running)}`;
          throw new BehindError(`everything has landed, but ${why}`);
        }
      }
      await timers.sleep(POLL_MS);
    }
  }

  async #left(wanted: ReadonlySet<string>) {
    const { reader, definitions, unsummarized, retry, clock = systemClock } = this.#options;
    const today = dayOfMs(clock.nowMs());
    const all = await retryTransient(() => findBehind(reader, definitions, null, today), retry);
    const behind = all.filter(({ symbol }) => wanted.has(symbol));
    const days = behind.reduce((sum, one) => sum + one.days, 0);
    if (days > 0) return { left: days, names: new Set(behind.map(({ symbol }) => symbol)), what: `${days} days` };
    const names = (await retryTransient(unsummarized, retry)).filter((symbol) => wanted.has(symbol));
    return { left: names.length, names: new Set(names), what: 'summaries' };
  }

  /** While others of the symbols can still be computed it is not too late. */
  async #refuseFailing(names: ReadonlySet<string>): Promise<void> {
    const listed = await retryTransient(() => listQuarantined(this.#options.reader), this.#options.retry);
    const failing = listed.filter(({ symbol, isCurrent }) => isCurrent && names.has(symbol));
    if (failing.length < names.size) return;
    const [{ symbol, message }] = failing;
    throw new BehindError(`everything has landed, but computing ${symbol} fails: ${message}; see \`status\``);
  }
}

/** @param running workers; null: the log does not say */
function whyNot(running: number | null): string {
  if (running === null) return 'the log does not answer; they follow once `compute` reaches it';
  return running === 0 ? 'no compute worker runs; start `npm run compute`' : 'look at the logs of compute';
}
