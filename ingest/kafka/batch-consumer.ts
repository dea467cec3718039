/**
 * Follows topics of the log at least once: fetches into a bounded buffer, seals batches off across fetches, hands them
 * over one after another, and commits a batch once it is safe, never before.
 *
 * A rebalance ends a generation: records that were fetched in it and are not committed are discarded, and the
 * partition's next consumer reads them again. A batch that is being landed at that moment is finished but not committed;
 * landing it twice is harmless, because a row is identified by its event's offset.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { counter, gauge } from '../../lib/metrics.ts';
import { type Batch, type BatchBounds, DEFAULT_BATCH_BOUNDS, FetchBuffer } from './buffer.ts';
import type { Consumer, Fetched, LogRecord, Position } from './port.ts';
import { countFromZero, type Positions } from './positions.ts';

export const bufferedRecords = gauge('ingest_buffered_records', 'Records fetched and not yet sealed', ['consumer']);
const committedTotal = counter('ingest_committed_records_total', 'Records landed and committed', ['consumer']);

export interface BatchConsumerOptions {
  readonly name: string;
  readonly consumer: Consumer;
  readonly topics: readonly string[];
  readonly positions: Positions;
  /** Resolves once every record of the batch is safe. A failure ends the consumer, with nothing of it committed. */
  readonly land: (records: readonly LogRecord[], signal: AbortSignal) => Promise<void>;
  /** After each batch, once it is safe. */
  readonly onLanded?: (ends: readonly Position[]) => void;
  /** It has ended, and not because it was stopped. Told once. */
  readonly onFailed: (error: Error) => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bounds?: BatchBounds;
}

/** Batches being landed at once: the next is decoded while the one before it is written. */
const IN_FLIGHT = 2;
/** Where so few come while others wait for company, nothing is won by larger batches. */
const FEW_RECORDS = 32;
const COMMIT_RETRY_MS = { first: 100, max: 5_000 } as const;

export class BatchConsumer {
  readonly #options: BatchConsumerOptions;
  readonly #buffer: FetchBuffer;
  readonly #stopping = new AbortController();
  /** Landed but not yet committed, in their order. */
  #commits: Promise<void> = Promise.resolve();
  #inFlight = 0;
  /** What the last batch took to land; 0 where it was small. */
  #landingMs = 0;
  #busySinceMs = 0;
  #paused = false;
  #draining = false;
  #begun = false;
  #failed = false;
  #stopped = false;
  #wake: () => void = () => {};
  /** Emits `change` when records were fetched or have landed, and when they are given up. */
  readonly #changes = new EventEmitter();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: BatchConsumerOptions) {
    this.#options = options;
    countFromZero(options.name, options.topics);
    this.#buffer = new FetchBuffer(options.bounds ?? DEFAULT_BATCH_BOUNDS);
  }

  async start(): Promise<void> {
    const { consumer, topics, positions } = this.#options;
    await consumer.run(topics, {
      positions: async (partitions, generation) => {
        // Asked again for one whose place was lost: what was fetched of it before must not be read or reported again.
        if (this.#begun) await this.#allLanded(generation);
        const starts = await positions(partitions, this.#stopping.signal);
        await this.#commitBack(
          generation,
          starts.filter(({ isStoreBehind }) => isStoreBehind),
        );
        this.#begun = true;
        return starts;
      },
      fetched: (fetched) => this.#take(fetched),
      revoked: () => {
        this.#begun = false;
        this.#buffer.clear();
        // With the buffer gone there is room; nobody else would say so.
        this.#paused = false;
        if (!this.#stopped) consumer.resume();
        this.#changed();
      },
      crashed: (error) => this.#fail(error),
    });
    this.#loop = this.#run();
  }

  /** Why it is not at work as it should be; `null` where it is. */
  notReady(nowMs: number, patienceMs: number): string | null {
    const { consumer } = this.#options;
    if (this.#failed || this.#stopped) return 'stopped';
    if (!consumer.joined) return 'no place in the group';
    if (!this.#begun) return 'looking where to continue';
    if (nowMs - consumer.lastTickMs > patienceMs) return 'the broker is silent';
    if (this.#inFlight > 0 && nowMs - this.#busySinceMs > patienceMs)
      return `a batch does not land, for ${Math.round((nowMs - this.#busySinceMs) / 1000)} s`;
    return null;
  }

  /** Finishes and commits what is being landed, within the time given, and leaves the group. */
  async stop(timeoutMs: number): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#options.consumer.pause();
    this.#changed();
    const late = setTimeout(() => this.#stopping.abort(new Error('stopping')), timeoutMs);
    await this.#loop;
    await this.#commits.catch(() => {});
    clearTimeout(late);
    this.#stopping.abort(new Error('stopping'));
    await this.#options.consumer.close();
  }

  #take(fetched: Fetched): void {
    this.#buffer.push(fetched, this.#options.clock.nowMs());
    bufferedRecords.set({ consumer: this.#options.name }, this.#buffer.records);
    if (this.#buffer.isFull) this.#pause();
    this.#changed();
  }

  /** Commits offsets behind those of the group, so that its lag counts what has to be read again. */
  async #commitBack(generation: number, starts: readonly Position[]): Promise<void> {
    if (starts.length === 0) return;
    try {
      await this.#options.consumer.commit(generation, starts);
    } catch (error) {
      this.#options.logger.warn(
        { err: error },
        'the committed offsets could not be moved back: the next commit corrects them',
      );
    }
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#options.consumer.pause();
  }

  #goOn(): void {
    if (!this.#paused || this.#draining || this.#stopped) return;
    this.#paused = false;
    this.#options.consumer.resume();
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#stopped && !this.#failed) {
      const waitMs = this.#inFlight >= IN_FLIGHT ? null : this.#buffer.readyInMs(clock.nowMs(), this.#landingMs);
      if (waitMs !== 0) {
        await this.#woken(waitMs);
        continue;
      }
      this.#landNext(this.#buffer.take(clock.nowMs()));
      if (this.#buffer.hasRoom) this.#goOn();
    }
    while (this.#inFlight > 0) await this.#woken(null);
  }

  /** Fetches nothing more until what was fetched is landed and committed. */
  async #allLanded(generation: number): Promise<void> {
    const { consumer } = this.#options;
    this.#draining = true;
    this.#pause();
    const goesOn = () => consumer.generation === generation && !this.#failed && !this.#stopped;
    while (goesOn() && (!this.#buffer.isEmpty || this.#inFlight > 0)) await once(this.#changes, 'change');
    await this.#commits.catch(() => {});
    this.#draining = false;
    this.#goOn();
  }

  #changed(): void {
    this.#wake();
    this.#changes.emit('change');
  }

  #woken(waitMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = waitMs === null ? undefined : setTimeout(() => this.#wake(), waitMs);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = () => {};
        resolve();
      };
    });
  }

  #landNext(batch: Batch): void {
    const { land, clock } = this.#options;
    const { signal } = this.#stopping;
    if (this.#inFlight === 0) this.#busySinceMs = clock.nowMs();
    this.#inFlight++;
    const began = performance.now();
    const landed = batch.records.length === 0 ? Promise.resolve() : land(batch.records, signal);
    // Its failure is met below, in the order of the batches.
    landed.catch(() => {});
    this.#commits = this.#commits
      .then(async () => {
        await landed;
        this.#landingMs = batch.records.length < FEW_RECORDS ? 0 : performance.now() - began;
        await this.#commit(batch);
        this.#options.onLanded?.(batch.ends);
      })
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#inFlight--;
        this.#busySinceMs = clock.nowMs();
        this.#changed();
      });
  }

  async #commit({ generation, ends, records }: Batch): Promise<void> {
    if (this.#failed) return;
    const { consumer, logger, name } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        if (await consumer.commit(generation, ends)) committedTotal.inc({ consumer: name }, records.length);
        return;
      } catch (error) {
        // Its records are safe, so only time is lost: the broker is unavailable, or the group is changing.
        logger.warn({ err: error, attempt }, 'the broker rejected a commit: trying again');
        const delayMs = backoffMs(attempt, COMMIT_RETRY_MS.first, COMMIT_RETRY_MS.max);
        await sleep(delayMs, undefined, { signal: this.#stopping.signal });
        if (consumer.generation !== generation) return;
      }
    }
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.consumer.pause();
    // What is in flight behind it must not continue: it could not be committed any more.
    const stoppedByUs = this.#stopping.signal.aborted;
    this.#stopping.abort(error instanceof Error ? error : new Error(String(error)));
    this.#changed();
    if (!stoppedByUs && !this.#stopped) this.#options.onFailed(error as Error);
  }
}
