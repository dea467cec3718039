/**
 * Landing: from records of the log to rows of the store. At least once on the way in, once for a reader:
 *
 *     decode -> seal (registry, duplicates) -> insert -> ledger -> dead letters -> answer
 *
 * Only when the answer is there may the next offset be committed. A row has the key and the rank of its event, so
 * whatever is sent again changes nothing. Everything before the answer may be repeated after a crash at any point.
 */

import { inTurn } from '../../lib/async.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { getOrMake } from '../../lib/collections.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { counter, fromZero, histogram } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { type Bounds, DEFAULT_BOUNDS, identityOf } from '../contract/decode.ts';
import {
  EVENT_TOPICS,
  type EventTable,
  type EventTopic,
  type IdRow,
  type Refusal,
  rowsOf,
} from '../contract/events.ts';
import { type DecodedBatch, decodeBatch, rankBatch } from './batch.ts';
import {
  type DeadLetterLimits,
  type DeadLetterSink,
  deadLettersOf,
  Rejections,
  storeDeadLetters,
} from './dead-letters.ts';
import type { ChangedDays, LandingResult, LogEvent } from './events.ts';
import { DayCollector, DEFAULT_RETRY, type RetryPolicy, retryTransient, type TableOutcome } from './insert.ts';
import { landBars } from './land-bars.ts';
import { keysOfSeveral, landTable, type Sealed } from './land-table.ts';
import { ledgerEntries, writeLedger } from './ledger.ts';
import { LiveBars } from './live.ts';
import { addRejected, emptyResult, landPushed, type PushedEvents, type PushOptions } from './push.ts';
import { Ranks } from './ranks.ts';
import { recoverPushed } from './recover.ts';
import { Registry } from './registry/registry.ts';

const landedTotal = counter('ingest_landed_events_total', 'Events that were taken, duplicates included', ['topic']);
fromZero(landedTotal, { topic: EVENT_TOPICS });
const retriesTotal = counter('ingest_store_retries_total', 'Statements of landing that were tried again');
const batchSeconds = histogram(
  'ingest_batch_seconds',
  'From a sealed batch to its ledger and dead letters',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

export interface LandingOptions {
  store: Store;
  clock?: Clock;
  bounds?: Bounds;
  logger?: Logger;
  retry?: RetryPolicy;
  /** Where dead letters go; the table by default. With a log they go to its topic `dead-letters`. */
  deadLetters?: DeadLetterSink;
  /** Told after each batch that changed something: wakes the projector. A failure in it is logged, nothing more. */
  onLanded?: (changed: readonly ChangedDays[]) => void | Promise<void>;
}

export interface LandOptions {
  /** Stops with a DeadLetterLimitError before the ledger and the dead letters of the batch that goes too far. */
  limits?: DeadLetterLimits;
  /** Looks at what is stored first, and leaves out what is equal to it. */
  skipDuplicates?: boolean;
  /** False for records out of the middle of the log: the ledger says up to where all has landed. */
  ledger?: boolean;
  /** Lands some of the records. All of them are ranked. */
  concerns?: (event: LogEvent) => boolean;
  signal?: AbortSignal;
}

type Turn = <T>(task: () => Promise<T>) => Promise<T>;

/** A batch once every event was judged, in the order of arrival: bars by their place in the columns, others by table. */
interface SealedBatch {
  readonly bars: Uint32Array;
  readonly rows: Map<EventTable, Sealed[]>;
}

export class Landing {
  readonly registry: Registry;
  readonly live: LiveBars;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #bounds: Bounds;
  readonly #logger: Logger;
  readonly #retry: RetryPolicy;
  readonly #deadLetters: DeadLetterSink;
  readonly #onLanded: LandingOptions['onLanded'];
  readonly #ranks: Ranks;
  readonly #rejections: Rejections;
  /** Batches take turns from the registry to the answer; decoding does not wait. */
  readonly #inTurn = inTurn();
  readonly #inTurnOfRanks = inTurn();

  private constructor(options: LandingOptions, registry: Registry) {
    this.registry = registry;
    this.#store = options.store;
    this.#clock = options.clock ?? systemClock;
    this.live = new LiveBars(this.#clock);
    this.#bounds = options.bounds ?? DEFAULT_BOUNDS;
    this.#logger = options.logger ?? silentLogger;
    this.#rejections = new Rejections(this.#logger);
    this.#retry = {
      ...(options.retry ?? DEFAULT_RETRY),
      onRetry: ({ attempt, delayMs, error }) => {
        retriesTotal.inc();
        this.#logger.warn({ attempt, delayMs, err: error }, 'the store did not take a statement: trying again');
      },
    };
    this.#deadLetters = options.deadLetters ?? storeDeadLetters(options.store.writer, this.#retry);
    this.#onLanded = options.onLanded;
    this.#ranks = new Ranks(options.store);
  }

  static async open(options: LandingOptions): Promise<Landing> {
    return new Landing(options, await Registry.open(options.store, { clock: options.clock }));
  }

  /**
   * Lands a sealed batch of records, at most 65,536 or so. Bad data is in the answer. Throws for a store that stays
   * away or fails for good, and beyond the limits; then nothing of the batch may be committed.
   */
  async land(events: readonly LogEvent[], options: LandOptions = {}): Promise<LandingResult> {
    const { concerns } = options;
    const ranked = this.#inTurnOfRanks(() => this.#ranks.rankLog(events, this.#policy(options)));
    // Met in the batch's turn.
    ranked.catch(() => {});
    const concerned = concerns ? events.filter(concerns) : events;
    return (await this.#landBatch(concerned, options, this.#inTurn, () => ranked)).result;
  }

  /**
   * Lands pushed events (an import, the ops endpoint) in bounded batches, in their order. Each batch is ranked in its turn.
   * Rows equal to the stored ones are duplicates.
   */
  landEvents(topic: EventTopic, events: PushedEvents, options: PushOptions = {}): Promise<LandingResult> {
    return this.#push(topic, events, options, this.#inTurn);
  }

  /** Does something between two batches, as changing the registry: nothing lands until it ends but what it pushes itself. */
  alone<T>(task: (target: Pick<Landing, 'landEvents' | 'registry'>) => Promise<T>): Promise<T> {
    const landEvents: Landing['landEvents'] = (topic, events, options = {}) =>
      this.#push(topic, events, options, (own) => own());
    return this.#inTurn(() => task({ registry: this.registry, landEvents }));
  }

  #push(topic: EventTopic, events: PushedEvents, options: PushOptions, turn: Turn): Promise<LandingResult> {
    const how = { skipDuplicates: true, signal: options.signal };
    const land = async (batch: readonly LogEvent[]) => (await this.#landBatch(batch, how, turn, 'push')).result;
    return landPushed(topic, events, this.#clock, land, options);
  }

  /** Lands dead letters by their own ranks, without the ledger and new dead letters. Answers why each was refused, or `null`. */
  async landAgain(events: readonly LogEvent[]): Promise<(Refusal | null)[]> {
    // Written whatever is stored: rows of a replay that was killed lie there without their days knowing of them.
    const { refusals } = await this.#landBatch(events, {}, this.#inTurn, 'replay');
    return events.map((_, index) => refusals.get(index) ?? null);
  }

  /** At the start, before the first pushed event: see recover.ts. Answers days that a kill left unannounced. */
  async recoverPushed(): Promise<ChangedDays[]> {
    const changed = await this.#inTurn(() => retryTransient(() => recoverPushed(this.#store), this.#retry));
    if (changed.length > 0)
      this.#logger.warn({ changed }, 'rows of an interrupted batch were found: their days are computed');
    return changed;
  }

  /** The topic was deleted and created again: from here on its records are those of another log. */
  beginLog(topic: EventTopic, partition: number): Promise<void> {
    return this.#inTurn(() => this.#ranks.beginLog({ topic, partition }, this.#retry));
  }

  #policy({ signal }: Pick<LandOptions, 'signal'>): RetryPolicy {
    return signal ? { ...this.#retry, signal } : this.#retry;
  }

  async #landBatch(
    events: readonly LogEvent[],
    options: LandOptions,
    turn: Turn,
    how: 'push' | 'replay' | (() => Promise<void>),
  ) {
    const decoded = await retryTransient(() => decodeBatch(events, this.#bounds, this.registry), this.#retry);
    return turn(async () => {
      const done = batchSeconds.startTimer();
      let stampMs = this.#clock.nowMs();
      if (how === 'push') stampMs = await this.#ranks.rankPushed(events, stampMs);
      else if (how !== 'replay') await how();
      const landed = await this.#landDecoded(events, decoded, options, { how, stampMs });
      done();
      return landed;
    });
  }

  async #landDecoded(
    events: readonly LogEvent[],
    decoded: DecodedBatch,
    options: LandOptions,
    { how, stampMs }: { how: 'push' | 'replay' | (() => Promise<void>); stampMs: number },
  ): Promise<{ refusals: Map<number, Refusal>; result: LandingResult }> {
    const { limits, skipDuplicates = false, ledger = true, signal } = options;
    const isReplay = how === 'replay';
    const policy = this.#policy(options);
    const { bars, refusals } = decoded;
    const result = emptyResult();
    const days = new DayCollector();
    await retryTransient(() => this.registry.refreshIfStale(), policy);
    const sealed = this.#seal(decoded, events);
    await retryTransient(() => this.registry.persist(), policy);

    const tokens: string[] = [];
    // By event: one that is rows of two tables counts once.
    const landed = new Uint8Array(events.length);
    const lost = new Set<number>();
    const take = (outcome: TableOutcome) => {
      for (const [index, refusal] of outcome.refused) refusals.set(index, refusal);
      for (const index of outcome.landed) landed[index] = 1;
      for (const index of outcome.lost) lost.add(index);
      tokens.push(outcome.token);
      days.addAll(outcome.changed);
    };
    const batch = { events, skipDuplicates, ingestedAtMs: stampMs };
    if (sealed.bars.length > 0) take(await landBars(this.#store, { ...batch, bars, picked: sealed.bars }, policy));
    const mixed = sealed.rows.size > 1 ? keysOfSeveral(sealed.rows) : new Set<string>();
    for (const [table, rows] of sealed.rows) {
      const outcome = await landTable(this.#store, { ...batch, table, sealed: rows, mixed }, policy);
      if (table === 'news_unclassified' && outcome.landed.length > 0) result.waiting = outcome.landed.length;
      take(outcome);
    }
    const taken = new Map<EventTopic, number>();
    events.forEach(({ topic }, index) => {
      if (refusals.has(index)) return;
      if (landed[index]) result.landed++;
      else {
        result.duplicates++;
        if (lost.has(index)) result.lost = (result.lost ?? 0) + 1;
      }
      taken.set(topic, (taken.get(topic) ?? 0) + 1);
    });
    limits?.count(events, refusals);

    if (!isReplay && ledger) {
      const entries = ledgerEntries(events, refusals, how === 'push');
      const token = identityOf(tokens);
      const landedAtMs = how === 'push' ? stampMs : this.#clock.nowMs();
      await retryTransient(() => writeLedger(this.#store.writer, entries, token, landedAtMs), policy);
    }
    if (refusals.size > 0) {
      const deadLetters = deadLettersOf(events, refusals);
      if (!isReplay) {
        await this.#deadLetters.write(deadLetters, signal);
        this.#rejections.add(deadLetters);
      }
      addRejected(result, deadLetters);
    }
    for (const [topic, count] of taken) landedTotal.inc({ topic }, count);
    this.live.record(bars, events, refusals, stampMs);
    result.changed = days.list();
    await this.#tell(result.changed);
    return { refusals, result };
  }

  /** Bars are judged in their order: the first of a series registers it for those behind it. */
  #seal(decoded: DecodedBatch, events: readonly LogEvent[]): SealedBatch {
    const { bars, others, refusals } = decoded;
    rankBatch(decoded, events);
    const sealed = { bars: bars.judge(this.registry, refusals), rows: new Map<EventTable, Sealed[]>() };
    for (const { index, row: event } of others) {
      for (const row of rowsOf(event) as readonly IdRow[]) {
        getOrMake(sealed.rows, row.table, (): Sealed[] => []).push({ index, row });
      }
    }
    return sealed;
  }

  async #tell(changed: readonly ChangedDays[]): Promise<void> {
    if (!this.#onLanded || changed.length === 0) return;
    try {
      await this.#onLanded(changed);
    } catch (error) {
      // The rows are stored; reconciliation finds their days without the notice.
      this.#logger.error({ err: error }, 'the notice that events landed failed');
    }
  }
}

/** What imports need of landing: embedded it is the `Landing` itself, with a log what produces to it. */
export type ImportTarget = Pick<Landing, 'landEvents'> & {
  readonly registry: Pick<Landing['registry'], 'list' | 'get'>;
  /** With a log: once all that was sent has landed. */
  readonly landed?: () => Promise<void>;
};
