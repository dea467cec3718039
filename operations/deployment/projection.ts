/** The projection of a deployment: computed in this process, or by compute workers elsewhere. */

import type { Caches } from '../../compute/evaluation/bar-cache.ts';
import { type Behind, findBehind } from '../../compute/evaluation/behind.ts';
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

export type Projection = Pick<ProjectionService, 'wake' | 'settled' | 'rebuild' | 'behindDays' | 'pausedFor'>;

export interface RemoteProjectionOptions {
  readonly reader: Reader;
  /** Computes what is asked for by name, and nothing else. */
  readonly local: ProjectionService;
  readonly definitions: ReadonlyMap<string, number>;
  /** Symbols whose summaries do not follow their records. */
  readonly unsummarized: () => Promise<string[]>;
  readonly tell: (symbols: Iterable<string>) => void;
  readonly workers: () => Promise<number>;
  readonly onProgress?: (progress: Progress) => void;
  readonly patienceMs?: number;
  readonly retry: RetryPolicy;
  readonly timers?: Timers;
  readonly clock?: Clock;
}

const PATIENCE_MS = 90_000;
const POLL_MS = 200;

/** The projection where workers compute: it notifies them, and waits for the store. A rebuild is computed here. */
export class RemoteProjection implements Projection {
  readonly #options: RemoteProjectionOptions;
  readonly #notified = new Set<string>();

  constructor(options: RemoteProjectionOptions) {
    this.#options = options;
  }

  wake(symbols: Iterable<string>): void {
    const list = [...symbols];
    for (const symbol of list) this.#notified.add(symbol);
    this.#options.tell(list);
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

  /** Once records and summaries of the symbols (default: those notified) are current. @throws {BehindError} */
  async settled(symbols?: Iterable<string>): Promise<void> {
    const { reader, definitions, onProgress, workers, retry } = this.#options;
    const { patienceMs = PATIENCE_MS, timers = systemTimers, clock = systemClock } = this.#options;
    const wanted = new Set(symbols ?? this.#notified);
    if (wanted.size === 0) return;
    const concerns = (behind: readonly Behind[]) => behind.filter(({ symbol }) => wanted.has(symbol));
    let most = 0;
    let least = Number.POSITIVE_INFINITY;
    let sinceMs = timers.monotonicMs();
    for (;;) {
      const today = dayOfMs(clock.nowMs());
      const behind = concerns(await retryTransient(() => findBehind(reader, definitions, null, today), retry));
      const unsummarized = behind.length > 0 ? [] : await retryTransient(this.#options.unsummarized, retry);
      const summaries = unsummarized.filter((symbol) => wanted.has(symbol));
      const left = behind.reduce((sum, { days }) => sum + days, 0) + summaries.length;
      if (left === 0) break;
      most = Math.max(most, left);
      const names = new Set([...behind.map(({ symbol }) => symbol), ...summaries]);
      const listed = await retryTransient(() => listQuarantined(reader), retry);
      const failing = listed.filter(({ symbol, isCurrent }) => isCurrent && names.has(symbol));
      // The rest may still be computed; these will not be.
      if (failing.length === names.size) {
        const [{ symbol, message }] = failing;
        throw new BehindError(`everything has landed, but computing ${symbol} fails: ${message}; see \`status\``);
      }
      onProgress?.({ label: 'computing', done: most - left, total: most });
      const nowMs = timers.monotonicMs();
      if (left < least) {
        least = left;
        sinceMs = nowMs;
      } else if (nowMs - sinceMs > patienceMs / 18) {
        const running = await workers().catch(() => null);
        if (!running || nowMs - sinceMs > patienceMs) {
          const figures = `${behind.length > 0 ? `${left} days` : 'summaries'} of ${names.size} symbols`;
          throw new BehindError(`everything has landed, but ${figures} are not computed yet: ${whyNot(running)}`);
        }
      }
      await timers.sleep(POLL_MS);
    }
    for (const symbol of wanted) this.#notified.delete(symbol);
  }
}

/** @param running workers; null: the log does not say */
function whyNot(running: number | null): string {
  if (running === null) return 'the log does not answer; they follow once `compute` reaches it';
  return running === 0 ? 'no compute worker runs; start `npm run compute`' : 'look at the logs of compute';
}
