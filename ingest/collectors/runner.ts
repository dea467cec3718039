/**
 * Runs the collectors that the store says are to run, in this process. What the operator changes is seen within seconds.
 * Of several ingest processes one runs a collector: the one that said so last. That spares the vendor, it is no lock: where two
 * overlap for a moment, both land the same bars.
 */

import { Loop } from '../../lib/async.ts';
import { type Clock, systemClock, systemTimers, type Timers } from '../../lib/clock.ts';
import { type ScheduledTask, scheduled } from '../../lib/cron.ts';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/text.ts';
import type { Store } from '../../sql/connect.ts';
import type { ImportTarget } from '../landing/landing.ts';
import { openCredentials } from './credentials.ts';
import { CollectorError, countFromZero, delayAfter, runsTotal } from './errors.ts';
import { type FolderKind, FolderWorker, type ImportFile } from './folder.ts';
import type { SeriesKind } from './kind.ts';
import { itemsOf, kindOf } from './kinds.ts';
import { Ownership } from './ownership.ts';
import { ActionsWorker, NewsWorker } from './scheduled-worker.ts';
import { SeriesWorker } from './series-worker.ts';
import { CollectorStore, type StoredCollector } from './store.ts';

export interface CollectorRunnerOptions {
  readonly store: Store;
  readonly target: ImportTarget;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** How a dropped file is imported; drop folders need it. */
  readonly importFile?: ImportFile;
  /** Names this process where others may run collectors of the same store; null where it is alone. */
  readonly owner?: string | null;
  /** After so long without a sign of life of the process that has it another runs a collector. */
  readonly ownerGoneMs?: number;
}

/** What a collector's work has of its process. */
interface Common {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Names the collector in each line. */
  readonly logger: Logger;
}

interface Running {
  readonly version: number;
  stop(): Promise<void>;
}

const LOOK_MS = 2_000;
const OPEN_BACKOFF = { firstMs: 5_000, maxMs: 300_000 } as const;

export class CollectorRunner {
  readonly #options: CollectorRunnerOptions;
  readonly #store: CollectorStore;
  readonly #clock: Clock;
  readonly #running = new Map<string, Running>();
  readonly #failed = new Map<string, { version: number; failures: number; untilMs: number }>();
  readonly #ownership: Ownership;
  readonly #loop: Loop;

  constructor(options: CollectorRunnerOptions) {
    const { store, clock = systemClock, owner = null, ownerGoneMs: goneMs, logger } = options;
    this.#options = options;
    this.#clock = clock;
    this.#store = new CollectorStore(store, clock);
    this.#loop = new Loop(async (signal) => {
      await this.#look(signal).catch((error) => {
        if (!signal.aborted) logger.warn({ err: error }, 'the collectors could not be read');
      });
      return LOOK_MS;
    }, systemTimers);
    this.#ownership = new Ownership({ store, owner, clock, timers: systemTimers, signal: this.#loop.signal, goneMs });
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

  async #look(signal: AbortSignal): Promise<void> {
    const wanted = new Map(
      (await this.#store.list()).filter(({ state }) => state === 'running').map((one) => [one.id, one]),
    );
    for (const [id, running] of this.#running) {
      if (wanted.get(id)?.version === running.version && (await this.#ownership.owns(id))) continue;
      this.#running.delete(id);
      await running.stop();
    }
    for (const collector of wanted.values()) {
      const { id, version } = collector;
      if (this.#running.has(id) || signal.aborted) continue;
      const failed = this.#failed.get(id);
      if (failed?.version === version && failed.untilMs > this.#clock.nowMs()) continue;
      if (!(await this.#ownership.owns(id))) continue;
      try {
        countFromZero(id);
        this.#running.set(id, await this.#open(collector));
        this.#failed.delete(id);
      } catch (error) {
        await this.#recordFailure(collector, error, failed?.failures ?? 0);
      }
    }
  }

  async #recordFailure(
    { id, kind, version, options }: StoredCollector,
    error: unknown,
    failures: number,
  ): Promise<void> {
    runsTotal.inc({ collector: id, outcome: 'error' });
    const delayMs = delayAfter(null, failures + 1, OPEN_BACKOFF, systemTimers);
    const nowMs = this.#clock.nowMs();
    const untilMs = nowMs + delayMs;
    this.#failed.set(id, { version, failures: failures + 1, untilMs });
    this.#options.logger.warn(
      { collector: id, err: error, delayMs },
      'a collector cannot be opened and is tried again',
    );
    const message = messageOf(error);
    const known = new Map((await this.#store.progress(id)).map((row) => [row.item, row]));
    const rows = itemsOf(kind, options).map((item) => ({
      item,
      resumeMs: known.get(item)?.resumeMs ?? null,
      runMs: known.get(item)?.runMs ?? null,
      file: known.get(item)?.file ?? '',
      nextRunMs: untilMs,
      error: message,
      errorMs: nowMs,
    }));
    await this.#store.recordProgress(id, rows);
  }

  async #open(collector: StoredCollector): Promise<Running> {
    const kind = kindOf(collector.kind);
    let task: ScheduledTask | undefined;
    const nextTickMs = () => task?.getNextRun()?.getTime() ?? null;
    const logger = this.#options.logger.child({ collector: collector.id });
    const common = { clock: this.#clock, timers: systemTimers, logger };
    const { schedule: expression, workers } =
      kind.form === 'series'
        ? await this.#series(collector, kind, common, nextTickMs)
        : this.#folder(collector, kind, common, nextTickMs);
    const tick = () => {
      for (const worker of workers) worker.tick();
    };
    task = scheduled(expression, tick, logger);
    for (const worker of workers) worker.start();
    return {
      version: collector.version,
      async stop() {
        await task.destroy();
        const [first, ...others] = workers;
        await Promise.all(others.map((worker) => worker.stop()));
        // Closes what all of them ask.
        await first.stop();
      },
    };
  }

  async #series(
    { id, options, createdAtMs: addedMs }: StoredCollector,
    kind: SeriesKind,
    common: Common,
    nextTickMs: () => number | null,
  ) {
    const { environment, target } = this.#options;
    const series = kind.series(options);
    const credentials = openCredentials(environment, options['credentials'] as string | undefined);
    const source = await kind.open(options, { credentials, ...common });
    const all = { id, options: series, source, target, store: this.#store, addedMs, nextTickMs, ...common };
    const workers = [
      new SeriesWorker(all),
      ...(series.news && source.news ? [new NewsWorker(all)] : []),
      ...(series.actions && source.actions ? [new ActionsWorker(all)] : []),
    ];
    return { schedule: series.schedule, workers };
  }

  #folder({ id, options }: StoredCollector, kind: FolderKind, common: Common, nextTickMs: () => number | null) {
    const { importFile } = this.#options;
    if (!importFile) throw new CollectorError('drop folders do not run in this process');
    const folder = kind.folder(options);
    const all = { id, options: folder, importFile, store: this.#store, nextTickMs, ...common };
    return { schedule: folder.schedule, workers: [new FolderWorker(all)] };
  }
}
