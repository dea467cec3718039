/** What the command line does with the log: produce, read again, look how far it has landed. */
import { z } from 'zod';
import type { Bounds } from '../../ingest/contract/decode.ts';
import { DEAD_LETTER_TOPIC, EVENT_TOPICS, parseIsoTime, type Refusal } from '../../ingest/contract/events.ts';
import { eventsBehind, NotLandedError, SentTo, untilLanded } from '../../ingest/kafka/lag.ts';
import { LogImport } from '../../ingest/kafka/log-import.ts';
import {
  type Admin,
  type Kafka,
  type LogEnds,
  type LogRecord,
  type Producer,
  partitionKey,
} from '../../ingest/kafka/port.ts';
import { ledgerEnds } from '../../ingest/kafka/positions.ts';
import {
  deadLetterLanding,
  encodeLanded,
  kafkaDeadLetters,
  LandedNotices,
  logEventOf,
} from '../../ingest/kafka/records.ts';
import { type LogRange, type ReplayPlace, rangesOf, readRanges } from '../../ingest/kafka/replay.ts';
import { COMPUTE_GROUP, ensureTopics } from '../../ingest/kafka/topics.ts';
import type { DeadLetterSink } from '../../ingest/landing/dead-letters.ts';
import type { LandingResult, LogEvent } from '../../ingest/landing/events.ts';
import { DEFAULT_RETRY, loggedRetry, type RetryPolicy } from '../../ingest/landing/insert.ts';
import type { Landing } from '../../ingest/landing/landing.ts';
import { addCounts, emptyResult } from '../../ingest/landing/push.ts';
import { Registry } from '../../ingest/landing/registry/registry.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Store } from '../../sql/connect.ts';
import { deleteRows } from '../../sql/symbols.ts';
import type { ArgumentsOf } from '../commands.ts';
import type { Projection } from '../deployment/projection.ts';
import { BehindError, type OperationContext, type Progress, usageError, waitedFor } from '../operation.ts';

export interface LogCommandsOptions {
  readonly kafka: () => Kafka;
  readonly partitions: number;
  readonly store: Store;
  readonly bounds: Bounds;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: Progress) => void;
}

interface Open {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly producer: Producer;
  readonly notices: LandedNotices;
}

export type Log = Pick<LogCommands, 'landed' | 'eventsBehind' | 'replay' | 'rebuild' | 'landAgain'>;

const withFirstOffset = ({ topic, partition, end }: LogEnds) => ({ topic, partition, firstOffset: end });
const NOTICES_TIMEOUT_MS = 5_000;
const SYMBOL_OF_VALUE = z.object({ symbol: z.string() });

export class LogCommands {
  readonly #options: LogCommandsOptions;
  readonly #sent = new SentTo();
  #open: Promise<Open> | null = null;
  #landing!: Landing;
  #projection!: Projection;
  #rebuilding = false;
  /** The operator hears what is waited for. */
  readonly #patience: RetryPolicy;

  constructor(options: LogCommandsOptions) {
    this.#options = options;
    this.#patience = loggedRetry(options.logger);
  }

  /** What is made of this, and it of that. */
  use(landing: Landing, projection: Projection): void {
    this.#landing = landing;
    this.#projection = projection;
  }

  /** What lands then is computed here: no worker need be notified. */
  get isRebuilding(): boolean {
    return this.#rebuilding;
  }

  async #log(): Promise<Open> {
    this.#open ??= (async () => {
      const { logger, partitions } = this.#options;
      const kafka = this.#options.kafka();
      const admin = await kafka.admin();
      // What does no harm ingest tells at its start; not each command again.
      await ensureTopics(admin, partitions, logger.child({}, { level: 'error' }));
      const producer = await kafka.producer();
      return { kafka, admin, producer, notices: new LandedNotices(producer, logger) };
    })();
    return this.#open;
  }

  async close(): Promise<void> {
    const open = await this.#open?.catch(() => null);
    if (!open) return;
    await open.notices.stop(NOTICES_TIMEOUT_MS);
    await Promise.allSettled([open.producer.close(), open.admin.close()]);
  }

  /** Dead letters go to their topic; it is recorded which partitions have to land. */
  deadLetters(retry: RetryPolicy): DeadLetterSink {
    return {
      write: async (deadLetters, signal) => {
        const { producer } = await this.#log();
        const { store, logger } = this.#options;
        await kafkaDeadLetters({ producer, store, logger, retry, onSent: this.#sent.add }).write(deadLetters, signal);
      },
    };
  }

  tell(symbols: Iterable<string>): void {
    const list = [...symbols];
    if (list.length === 0) return;
    const notified = this.#log().then(({ producer }) =>
      producer.send(
        'landed',
        list.map((symbol) => ({ key: symbol, value: encodeLanded({ symbol, days: {} }) })),
      ),
    );
    // Who misses it finds the days in the store.
    notified.catch((error) => this.#options.logger.warn({ err: error }, 'compute was not notified'));
  }

  async workers(): Promise<number> {
    const { admin } = await this.#log();
    return admin.members(COMPUTE_GROUP);
  }

  async eventsBehind(): Promise<number> {
    const { admin } = await this.#log();
    return eventsBehind(admin);
  }

  /** Resolves once all that was sent has landed. @throws {BehindError} without progress: it is in the log, and lands later */
  async landed(): Promise<void> {
    const { admin } = await this.#log();
    let most = 0;
    try {
      await untilLanded(admin, this.#sent, {
        onProgress: (left) => {
          most = Math.max(most, left);
          this.#options.onProgress({ label: 'landing', done: most - left, total: most });
        },
      });
    } catch (error) {
      throw error instanceof NotLandedError ? new BehindError(error.message) : error;
    }
  }

  /** `settledFirst`: after all that is in the log now. `onBehind`: told why it is not served yet; else that throws. */
  async pushing<T>(
    use: (target: LogImport) => Promise<T>,
    settledFirst = false,
    onBehind?: (why: string) => void,
  ): Promise<T> {
    const target = await this.#target();
    if (settledFirst) {
      const { admin } = await this.#log();
      for (const topic of EVENT_TOPICS) this.#sent.add((await admin.ends(topic)).map(withFirstOffset));
      await this.landed();
    }
    const done = await use(target);
    try {
      await this.landed();
      await this.#projection.settled(target.symbols);
    } catch (error) {
      if (!onBehind || !(error instanceof BehindError)) throw error;
      onBehind(error.message);
    }
    return done;
  }

  async #target(): Promise<LogImport> {
    const { store, clock, bounds } = this.#options;
    const { admin, producer } = await this.#log();
    return new LogImport({
      store,
      registry: await Registry.open(store, { clock }),
      producer,
      admin,
      deadLetters: this.deadLetters(this.#patience),
      clock,
      bounds,
      retry: this.#patience,
      sent: this.#sent,
      landed: () => this.landed(),
    });
  }

  /** Originals where they stood; rows that never came into the log are produced, or a rebuild would lose them. */
  async landAgain(events: readonly LogEvent[]): Promise<(Refusal | null)[]> {
    const refusals: (Refusal | null)[] = events.map(() => null);
    const inLog = events.flatMap((event, index) => (neverProduced(event) ? [] : [{ event, index }]));
    const again = await this.#landing.landAgain(inLog.map(({ event }) => event));
    again.forEach((refusal, i) => {
      refusals[inLog[i].index] = refusal;
    });
    const rows = events.flatMap((event, index) => (neverProduced(event) ? [{ event, index }] : []));
    if (rows.length > 0) {
      const target = await this.#target();
      const produced = await target.produceAgain(rows.map(({ event }) => event));
      produced.forEach((refusal, i) => {
        refusals[rows[i].index] = refusal;
      });
      this.#projection.wake(target.symbols);
    }
    return refusals;
  }

  /** Lands a range of a topic again. `from` and `to`: an offset of every partition, or a time in ISO 8601. */
  async replay({ topic, from, to, partition }: ArgumentsOf<'replay'>, context: OperationContext) {
    if (topic !== DEAD_LETTER_TOPIC && !(EVENT_TOPICS as readonly string[]).includes(topic)) {
      throw usageError(`--topic: give one of ${[...EVENT_TOPICS, DEAD_LETTER_TOPIC].join(', ')}`);
    }
    const range = { from: parsePlace('--from', from), to: to === undefined ? undefined : parsePlace('--to', to) };
    const { admin } = await this.#log();
    const partitions = partition === undefined ? undefined : await partitionsOf(admin, topic, partition);
    const changed = new Set<string>();
    const result = await this.#read(await rangesOf(admin, topic, { ...range, partitions }), {
      ledger: false,
      changed,
      progress: (progress) => context.progress(progress),
    });
    const waited = await waitedFor(async () => {
      await this.landed();
      await this.#projection.settled(changed);
    }, context);
    const { landed, duplicates, deadLetters } = result;
    return { landed, duplicates, dead_letters: deadLetters, ...waited };
  }

  /** Lands the whole log; what comes of it is for the caller to compute. */
  async rebuild(symbol: string | undefined): Promise<void> {
    const { admin } = await this.#log();
    if (symbol === undefined) await this.#beginRecreated(admin);
    const ranges: LogRange[] = [];
    for (const topic of [...EVENT_TOPICS, ...(symbol === undefined ? [DEAD_LETTER_TOPIC] : [])]) {
      ranges.push(...(await rangesOf(admin, topic, { from: { offset: 0n } })));
    }
    this.#rebuilding = true;
    const progress = this.#options.onProgress;
    await this.#read(ranges, { ledger: symbol === undefined, symbol, changed: new Set(), progress });
    await this.landed();
  }

  /** Of a topic that was recreated: its events win over those that are stored, and the ledger counts from its start again. */
  async #beginRecreated(admin: Admin): Promise<void> {
    const { store } = this.#options;
    for (const topic of [...EVENT_TOPICS, DEAD_LETTER_TOPIC] as const) {
      const landed = await ledgerEnds(store.reader, [topic]);
      for (const { partition, end } of await admin.ends(topic)) {
        if ((landed.get(partitionKey({ topic, partition })) ?? 0n) <= end) continue;
        if (topic !== DEAD_LETTER_TOPIC) await this.#landing.beginLog(topic, partition);
        await deleteRows(store, ['ingest_ledger'], 'topic = {topic:String} AND partition = {partition:UInt16}', {
          topic,
          partition,
        });
      }
    }
  }

  async #read(
    ranges: readonly LogRange[],
    wish: { ledger: boolean; symbol?: string; changed: Set<string>; progress: (progress: Progress) => void },
  ): Promise<LandingResult> {
    const { store, clock, logger } = this.#options;
    const { kafka, admin } = await this.#log();
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
        const events = records.filter(
          (record) => record.topic !== DEAD_LETTER_TOPIC && this.#concerns(record, wish.symbol),
        );
        if (events.length === 0) return;
        const result = await this.#landing.land(events.map(logEventOf), { ledger: wish.ledger, signal });
        addCounts(total, result);
        for (const { symbol } of result.changed) wish.changed.add(symbol);
      },
    });
    return total;
  }

  #concerns({ value }: LogRecord, symbol: string | undefined): boolean {
    if (symbol === undefined) return true;
    try {
      const parsed = SYMBOL_OF_VALUE.parse(JSON.parse(value?.toString('utf8') ?? ''));
      return this.#landing.registry.resolve(parsed.symbol) === symbol || parsed.symbol.replaceAll('/', '') === symbol;
    } catch {
      return false;
    }
  }
}

/** A row of an import that was refused before it was produced has no place in the log. */
function neverProduced({ position, partition, offset }: LogEvent): boolean {
  return Boolean(position) && partition === 0 && offset === 0;
}

async function partitionsOf(admin: Admin, topic: string, text: string): Promise<ReadonlySet<number>> {
  const numbers = text.split(',').map((one) => (/^\s*\d{1,6}\s*$/.test(one) ? Number(one) : Number.NaN));
  const there = (await admin.ends(topic)).map(({ partition }) => partition);
  if (!numbers.every((number) => there.includes(number)))
    throw usageError(`--partition: "${text}": give numbers from 0 to ${Math.max(...there)}, separated by commas`);
  return new Set(numbers);
}

function parsePlace(flag: '--from' | '--to', text: string): ReplayPlace {
  if (/^\d{1,18}$/.test(text)) return { offset: BigInt(text) };
  const time = parseIsoTime(text);
  if (!time || time.local) {
    throw usageError(`${flag}: "${text}" is neither an offset nor a time such as 2025-06-04T13:30:00Z`);
  }
  return { timeMs: Math.floor(time.ms) };
}
