/** The projection of a deployment: computed in this process, or by compute workers elsewhere. */

import type { Caches } from '../../compute/evaluation/bar-cache.ts';
import { findBehind } from '../../compute/evaluation/behind.ts';
import type { ComputePool } from '../../compute/evaluation/threads.ts';
import { Projector, type ProjectorOptions } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import type { ProjectionServiceOptions } from '../../compute/materialize/work.ts';
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
  /** Runs jobs in place of the pool. */
  readonly run?: ProjectorOptions['run'];
}

export function openProjection({ store, statistics, pool, clock, caches, run, ...rest }: ProjectionParts) {
  const projector = new Projector({
    store,
    statistics,
    run: run ?? pool.projection,
    summarize: pool.summaries,
    clock,
    caches,
  });
  const projection = new ProjectionService({ ...rest, store, projector });
  return { projector, projection };
}

export interface Projection extends Pick<ProjectionService, 'wake' | 'rebuild' | 'behindDays' | 'pausedFor'> {
  settled(symbols?: Iterable<string>, onProgress?: (progress: Progress) => void): Promise<void>;
}

export interface SharedProjectionOptions {
  readonly reader: Reader;
  /** Computes rebuilds, and nothing else. */
  readonly local: ProjectionService;
  readonly definitions: ReadonlyMap<string, number>;
  readonly notify: (symbols: Iterable<string>) => void;
  readonly retry: RetryPolicy;
  readonly timers?: Timers;
}

/** A command waits so long for compute without progress. */
const PATIENCE_MS = 30_000;
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

  /** Workers of other processes cannot be paused: what they write meanwhile loses by its version. */
  pausedFor<T>(change: () => Promise<T>): Promise<T> {
    return change();
  }

  async rebuild(...args: Parameters<ProjectionService['rebuild']>): ReturnType<ProjectionService['rebuild']> {
    const done = await this.#options.local.rebuild(...args);
    await this.#options.local.settled([args[0]]);
    return done;
  }

  /** Waits until the records of the symbols are current. @throws {BehindError} without progress */
  async settled(symbols: Iterable<string> = [], onProgress?: (progress: Progress) => void): Promise<void> {
    const { timers = systemTimers } = this.#options;
    const wanted = new Set(symbols);
    let most = 0;
    let least = Number.POSITIVE_INFINITY;
    let sinceMs = timers.monotonicMs();
    while (wanted.size > 0) {
      const left = await this.#left(wanted);
      if (left === 0) return;
      most = Math.max(most, left);
      onProgress?.({ label: 'computing', done: most - left, total: most });
      const nowMs = timers.monotonicMs();
      if (left < least) {
        least = left;
        sinceMs = nowMs;
      } else if (nowMs - sinceMs > PATIENCE_MS)
        throw new BehindError(
          `everything has landed, but ${left} days are not computed yet: \`status\` names what fails, else see whether \`compute\` runs`,
        );
      await timers.sleep(POLL_MS);
    }
  }

  /** Returns how many days of the symbols are left to compute. */
  async #left(wanted: ReadonlySet<string>): Promise<number> {
    const { reader, definitions, retry } = this.#options;
    const today = dayOfMs(systemClock.nowMs());
    const behind = await retryTransient(() => findBehind(reader, definitions, null, today), retry);
    return behind.reduce((sum, { symbol, days }) => sum + (wanted.has(symbol) ? days : 0), 0);
  }
}
