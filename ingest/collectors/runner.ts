/**
 * Runs the collectors that the operator wants, in this process. A change is noticed within seconds. One of several ingest
 * processes runs all collectors: the one that claimed them last. The claim spares the vendor and is no lock: two processes that
 * overlap for a moment land the same bars.
 */

import { Loop } from '../../lib/async.ts';
import { type Clock, systemClock, systemTimers } from '../../lib/clock.ts';
import { type ScheduledTask, scheduled } from '../../lib/cron.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import type { ImportTarget } from '../landing/landing.ts';
import { BarsWorker } from './bars.ts';
import type { CandleSource, WorkerContext } from './contract.ts';
import { openCredentials } from './credentials.ts';
import { CollectorError, countFromZero } from './errors.ts';
import { FolderWorker, type ImportFile } from './folder.ts';
import { kindOf } from './kinds.ts';
import { NewsWorker } from './news.ts';
import { SplitsWorker } from './splits.ts';
import { CollectorStore, type StoredCollector } from './store.ts';
import type { Worker } from './worker.ts';

export interface CollectorRunnerOptions {
  readonly store: Store;
  readonly target: ImportTarget;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Imports a dropped file; drop folders need it. */
  readonly importFile?: ImportFile;
  /** Name of this process if others may run collectors of the same store. */
  readonly owner?: string | null;
  /** Another process takes over after this time without a sign of life. */
  readonly ownerGoneMs?: number;
}

interface Running {
  readonly version: number;
  stop(): Promise<void>;
}

const LOOK_MS = 2_000;
const OWNER_GONE_MS = 60_000;
const BEATS_UNTIL_GONE = 4;
const CLAIM_MS = 2_000;

export class CollectorRunner {
  readonly #options: CollectorRunnerOptions;
  readonly #store: CollectorStore;
  readonly #clock: Clock;
  readonly #running = new Map<string, Running>();
  readonly #loop: Loop;
  #beatMs = Number.NEGATIVE_INFINITY;

  constructor(options: CollectorRunnerOptions) {
    const { store, clock = systemClock, logger } = options;
    this.#options = options;
    this.#clock = clock;
    this.#store = new CollectorStore(store, clock);
    this.#loop = new Loop(async (signal) => {
      await this.#look(signal).catch((error) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the collectors could not be read');
      });
      return LOOK_MS;
    }, systemTimers);
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all([...this.#running.values()].map((one) => one.stop()));
  }

  /** Stops and starts collectors until those run that the store lists. */
  async #look(signal: AbortSignal): Promise<void> {
    const collectors = (await this.#isOwner(signal)) ? await this.#store.list() : [];
    const wanted = new Map(collectors.filter(({ state }) => state === 'running').map((one) => [one.id, one]));
    for (const [id, running] of this.#running) {
      if (wanted.get(id)?.version === running.version) continue;
      this.#running.delete(id);
      await running.stop();
    }
    for (const [id, collector] of wanted) {
      if (this.#running.has(id) || signal.aborted) continue;
      countFromZero(id);
      try {
        this.#running.set(id, this.#open(collector));
      } catch (error) {
        this.#options.logger.error({ collector: id, err: error }, 'a collector cannot run: remove it and add it again');
        this.#running.set(id, { version: collector.version, stop: async () => {} });
      }
    }
  }

  /** Claims the collectors if no other process has given a sign of life lately. */
  async #isOwner(signal: AbortSignal): Promise<boolean> {
    const { owner = null, ownerGoneMs = OWNER_GONE_MS } = this.#options;
    if (owner === null) return true;
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#beatMs < ownerGoneMs / BEATS_UNTIL_GONE) return true;
    this.#beatMs = Number.NEGATIVE_INFINITY;
    const known = await this.#store.owner();
    if (known && known.owner !== owner && nowMs - known.beatMs < ownerGoneMs) return false;
    await this.#store.setOwner(owner, known?.version ?? 0);
    if (known?.owner !== owner) {
      // Another process may have claimed them at the same moment: the later claim holds.
      await systemTimers.sleep(CLAIM_MS, signal);
      if ((await this.#store.owner())?.owner !== owner) return false;
    }
    this.#beatMs = nowMs;
    return true;
  }

  #open(collector: StoredCollector): Running {
    const logger = this.#options.logger.child({ collector: collector.id });
    let task: ScheduledTask | undefined;
    const nextTickMs = () => task?.getNextRun()?.getTime() ?? null;
    const context = {
      id: collector.id,
      store: this.#store,
      clock: this.#clock,
      timers: systemTimers,
      logger,
      nextTickMs,
    };
    const { schedule, workers } = this.#workersOf(collector, context);
    task = scheduled(
      schedule,
      () => {
        for (const worker of workers) worker.tick();
      },
      logger,
    );
    for (const worker of workers) worker.start();
    return {
      version: collector.version,
      async stop() {
        await task.destroy();
        // The first worker closes the source that all of them use.
        for (const worker of workers.reverse()) await worker.stop();
      },
    };
  }

  #workersOf(
    { kind: name, options }: StoredCollector,
    context: WorkerContext,
  ): { schedule: string; workers: Worker<WorkerContext>[] } {
    const { environment, target, importFile } = this.#options;
    const kind = kindOf(name);
    if (kind.form === 'folder') {
      if (!importFile) throw new CollectorError('drop folders do not run in this process');
      const folder = kind.folder(options);
      return { schedule: folder.schedule, workers: [new FolderWorker({ ...context, options: folder, importFile })] };
    }
    const series = kind.series(options);
    let opening: Promise<CandleSource> | undefined;
    const open = async () => {
      const credentials = openCredentials(environment, options['credentials'] as string | undefined);
      return kind.open(options, { credentials, ...context });
    };
    const openSource = () => {
      opening ??= open().catch((error) => {
        opening = undefined;
        throw error;
      });
      return opening;
    };
    const all = { ...context, options: series, openSource, target };
    const workers = [
      new BarsWorker(all),
      ...(series.news ? [new NewsWorker(all)] : []),
      ...(series.actions ? [new SplitsWorker(all)] : []),
    ];
    return { schedule: series.schedule, workers };
  }
}
