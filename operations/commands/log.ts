/** The log of an installation on servers: produces, reads again, and looks how far it has landed. */
import type { Bounds } from '../../ingest/contract/decode.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS, type Refusal } from '../../ingest/contract/events.ts';
import { eventsBehind, NotLandedError, SentTo, untilLanded } from '../../ingest/kafka/lag.ts';
import { LogImport, type LogImportOptions } from '../../ingest/kafka/log-import.ts';
import { type Admin, type Kafka, type Producer, partitionKey } from '../../ingest/kafka/port.ts';
import { ledgerEnds } from '../../ingest/kafka/positions.ts';
import { deadLetterLanding, kafkaDeadLetters, LandedNotices, logEventOf } from '../../ingest/kafka/records.ts';
import { type LogRange, rangesOf, readRanges } from '../../ingest/kafka/replay.ts';
import { ensureTopics } from '../../ingest/kafka/topics.ts';
import type { LandingResult, LogEvent } from '../../ingest/landing/events.ts';
import { DEFAULT_RETRY, type RetryPolicy } from '../../ingest/landing/insert.ts';
import { type ImportTarget, Landing } from '../../ingest/landing/landing.ts';
import { addCounts, emptyResult } from '../../ingest/landing/push.ts';
import { batchStarts } from '../../ingest/landing/ranks.ts';
import { Registry } from '../../ingest/landing/registry/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { deleteRows } from '../../sql/writer.ts';
import type { ArgumentsOf } from '../commands.ts';
import type { Projection } from '../deployment/projection.ts';
import { BehindError, type OperationContext, type Progress, waitedFor } from '../operation.ts';
import { symbolIn } from './dead-letters.ts';

export interface LogOptions {
  readonly kafka: Kafka;
  /** Partitions of topics that are created. */
  readonly partitions: number;
  /** Migrated. */
  readonly store: Store;
  readonly bounds: Bounds;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Leaves out what topics lack, but for errors. */
  readonly isBrief?: boolean;
  /** Landing and commands wait so long for a store that is away. */
  readonly retry: RetryPolicy;
}

interface TargetOptions extends Pick<LogImportOptions, 'sendTimeoutMs' | 'logger'> {
  /** Pushed events come after all that is in the log. */
  readonly isLast: boolean;
  readonly retry: RetryPolicy;
  readonly onProgress?: OnProgress;
}

/**
 * Lends a target to a change. `served` waits until what it pushed has landed and is computed.
 * @param how `afterLog`: waits first until all that is in the log has landed
 */
export type Push = <T>(
  use: (target: ImportTarget) => Promise<T>,
  how?: { readonly afterLog?: boolean; readonly onProgress?: OnProgress },
) => Promise<{ readonly done: T; readonly served: () => Promise<void> }>;

type OnProgress = (progress: Progress) => void;

const STOP_MS = 3_000;
/** A sender waits for the answer for about half a minute. */
const PUSHING: RetryPolicy = { attempts: 12, firstDelayMs: 100, maxDelayMs: 5_000 };
const PUSH_SEND_MS = 4_000;

interface Opened {
  readonly admin: Admin;
  readonly producer: Producer;
  readonly notices: LandedNotices;
  readonly landing: Landing;
  close(): Promise<void>;
}

/** The log as one process writes to it and reads it again; `ingest` follows it with consumers of its own. */
export class Log {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly landing: Landing;
  readonly #options: LogOptions;
  readonly #opened: Opened;

  private constructor(options: LogOptions, opened: Opened) {
    this.kafka = options.kafka;
    this.admin = opened.admin;
    this.landing = opened.landing;
    this.#options = options;
    this.#opened = opened;
  }

  static async open(options: LogOptions): Promise<Log> {
    const { kafka, partitions, logger, ...parts } = options;
    const clients: { close(): Promise<void> }[] = [];
    const keep = <T extends { close(): Promise<void> }>(one: T): T => {
      clients.push(one);
      return one;
    };
    const close = async () => void (await Promise.allSettled(clients.map((one) => one.close())));
    try {
      const admin = keep(await kafka.admin());
      await ensureTopics(admin, partitions, options.isBrief ? logger.child({}, { level: 'error' }) : logger);
      const producer = keep(await kafka.producer());
      // A notice never waits for dead letters, nor they for it.
      const notices = new LandedNotices(keep(await kafka.producer()), logger);
      const landing = await Landing.open({
        ...parts,
        logger,
        deadLetters: kafkaDeadLetters({ ...parts, producer, logger }),
        onLanded: (changed) => notices.add(changed),
      });
      return new Log(options, { admin, producer, notices, landing, close });
    } catch (error) {
      await close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#opened.notices.stop(STOP_MS);
    await this.#opened.close();
  }

  /** Has compute look at these symbols. If the notice is lost, its reconciliation finds their days. */
  notify(symbols: Iterable<string>): void {
    this.#opened.notices.add([...symbols].map((symbol) => ({ kind: 'bars', symbol, days: [] })));
  }

  eventsBehind(): Promise<number> {
    return eventsBehind(this.admin);
  }

  /** Takes events into the log; they are durable when it answers. */
  async target({ isLast, onProgress, ...options }: TargetOptions): Promise<LogImport> {
    const { store, clock, bounds, logger, retry } = this.#options;
    const sent = new SentTo();
    return new LogImport({
      store,
      registry: await Registry.open(store, { clock }),
      producer: this.#opened.producer,
      ...(isLast ? { admin: this.admin } : {}),
      deadLetters: kafkaDeadLetters({ producer: this.#opened.producer, store, logger, retry, onSent: sent.add }),
      clock,
      bounds,
      sent,
      landed: () => this.#landed(sent, onProgress),
      ...options,
    });
  }

  /** Returns the target of pushes: if the log is away, the sender gets an error within five seconds and sends again. */
  pushTarget(): Promise<LogImport> {
    const { logger } = this.#options;
    return this.target({ isLast: true, retry: PUSHING, sendTimeoutMs: PUSH_SEND_MS, logger });
  }

  /** Returns the target of a collector, which repeats itself: events that others have sent meanwhile stay. */
  collectorTarget(): Promise<LogImport> {
    return this.target({ isLast: false, retry: PUSHING, logger: this.#options.logger });
  }

  /** @throws {BehindError} without progress: it is in the log, and lands later */
  async #landed(sent: SentTo, onProgress?: OnProgress): Promise<void> {
    let most = 0;
    const show = (left: number) => {
      most = Math.max(most, left);
      onProgress?.({ label: 'landing', done: most - left, total: most });
    };
    await untilLanded(this.admin, sent, { onProgress: show }).catch((error) => {
      throw error instanceof NotLandedError ? new BehindError(error.message) : error;
    });
  }

  /** Resolves once all that is in these topics now has landed. @throws {BehindError} */
  async landed(topics: readonly string[], onProgress?: OnProgress): Promise<void> {
    const all = new SentTo();
    for (const topic of topics)
      all.add(
        (await this.admin.ends(topic)).map(({ end: firstOffset, ...partition }) => ({ ...partition, firstOffset })),
      );
    await this.#landed(all, onProgress);
  }

  push(projection: Pick<Projection, 'settled'>): Push {
    return async (use, { afterLog = false, onProgress } = {}) => {
      if (afterLog) await this.landed(EVENT_TOPICS, onProgress);
      const target = await this.target({ isLast: true, retry: this.#options.retry, onProgress });
      const done = await use(target);
      const served = async () => {
        await target.landed();
        await projection.settled(target.symbols, onProgress);
      };
      return { done, served };
    };
  }

  /** Lands originals where they stood; rows that never came into the log are produced, or a rebuild would lose them. */
  async landAgain(events: readonly LogEvent[]): Promise<(Refusal | null)[]> {
    const again = await this.landing.landAgain(events.filter((event) => !neverProduced(event)));
    const rows = events.filter(neverProduced);
    const target = rows.length > 0 && (await this.target({ isLast: true, retry: this.#options.retry }));
    const produced = target ? await target.produceAgain(rows) : [];
    return events.map((event) => (neverProduced(event) ? produced : again).shift() ?? null);
  }

  /** Lands a topic again, from an offset of every partition or a time. */
  async replay(
    { topic, from }: ArgumentsOf<'replay'>,
    projection: Pick<Projection, 'settled'>,
    context: OperationContext,
  ) {
    const changed = new Set<string>();
    const wish = { ledger: false, changed, progress: context.progress };
    const ranges = await this.#fromBatchStarts(await rangesOf(this.admin, topic, from));
    const result = await this.#read(ranges, wish);
    const waited = await waitedFor(async () => {
      if (hasAny(result.deadLetters)) await this.landed([DEAD_LETTER_TOPIC]);
      await projection.settled(changed, context.progress);
    }, context);
    const { landed, duplicates, deadLetters } = result;
    return { landed, duplicates, dead_letters: deadLetters, ...waited };
  }

  /** Lands the whole log; what comes of it is for the caller to compute. */
  async rebuild(symbol: string | undefined, progress: OnProgress = () => {}): Promise<void> {
    if (symbol === undefined) await this.#beginRecreated();
    const ranges: LogRange[] = [];
    for (const topic of [...EVENT_TOPICS, ...(symbol === undefined ? [DEAD_LETTER_TOPIC] : [])]) {
      ranges.push(...(await rangesOf(this.admin, topic, { offset: 0n })));
    }
    const result = await this.#read(ranges, { ledger: symbol === undefined, symbol, changed: new Set(), progress });
    if (hasAny(result.deadLetters)) await this.landed([DEAD_LETTER_TOPIC]);
  }

  /** Begins topics that were recreated: their events win over stored ones, and the ledger counts from the start again. */
  async #beginRecreated(): Promise<void> {
    const { store } = this.#options;
    for (const topic of [...EVENT_TOPICS, DEAD_LETTER_TOPIC] as const) {
      const landed = await ledgerEnds(store.reader, [topic]);
      for (const { partition, end } of await this.admin.ends(topic)) {
        if ((landed.get(partitionKey({ topic, partition })) ?? 0n) <= end) continue;
        if (topic !== DEAD_LETTER_TOPIC) await this.landing.beginLog(topic, partition);
        await deleteRows(
          store.writer,
          'market.ingest_ledger',
          'topic = {topic:String} AND partition = {partition:UInt16}',
          {
            topic,
            partition,
          },
        );
      }
    }
  }

  /** The events of a batch that has landed get their ranks from its start on. */
  async #fromBatchStarts(ranges: readonly LogRange[]): Promise<LogRange[]> {
    const places = ranges.map(({ from: offset, ...range }) => ({ ...range, offset }));
    const starts = await batchStarts(this.#options.store, places);
    return starts.map(({ offset, ...range }, i) => {
      const { start } = ranges[i];
      return { ...range, start, from: offset < start ? start : offset };
    });
  }

  async #read(
    ranges: readonly LogRange[],
    wish: { ledger: boolean; symbol?: string; changed: Set<string>; progress: OnProgress },
  ): Promise<LandingResult> {
    const { store, clock, logger } = this.#options;
    const { kafka, admin } = this;
    const landDeadLetters = deadLetterLanding({ store, clock, logger, retry: DEFAULT_RETRY });
    const total = emptyResult();
    await readRanges({
      kafka,
      admin,
      ranges,
      clock,
      logger,
      onProgress: (done, all) => wish.progress({ label: 'reading the log', done, total: all }),
      land: async (records, signal) => {
        const deadLetters = records.filter(({ topic }) => topic === DEAD_LETTER_TOPIC);
        if (deadLetters.length > 0) await landDeadLetters(deadLetters, signal, wish.ledger);
        const events = records.filter(({ topic }) => topic !== DEAD_LETTER_TOPIC).map(logEventOf);
        const concerns = (event: LogEvent) => this.#concerns(event, wish.symbol);
        const result = await this.landing.land(events, { ledger: wish.ledger, concerns, signal });
        addCounts(total, result);
        for (const { symbol } of result.changed) wish.changed.add(symbol);
      },
    });
    return total;
  }

  #concerns({ value }: LogEvent, symbol: string | undefined): boolean {
    if (symbol === undefined) return true;
    const named = symbolIn(value);
    return this.landing.registry.resolve(named) === symbol || named.replaceAll('/', '') === symbol;
  }
}

const hasAny = (counts: object) => Object.keys(counts).length > 0;

/** A row of an import that was refused before it was produced has no place in the log. */
function neverProduced({ position, partition, offset }: LogEvent): boolean {
  return Boolean(position) && partition === 0 && offset === 0;
}
