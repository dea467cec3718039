/**
 * What `npm run compute` does: keeps the records of its share of the symbols up to what has landed. The workers of a
 * group share the partitions of the topic `landed`; each does the symbols whose notices come through its own, and
 * finds what it was not notified of by reconciling.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SymbolShare } from '../../compute/evaluation/behind.ts';
import { isQuick, runJob } from '../../compute/evaluation/evaluation.ts';
import type { ComputePool } from '../../compute/evaluation/threads.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionRuns } from '../../compute/materialize/runs.ts';
import { type Owner, ProjectionService } from '../../compute/materialize/service.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { LANDED_TOPIC } from '../../ingest/contract/events.ts';
import { partitionOf } from '../../ingest/kafka/kafkajs/producer.ts';
import { decodeLanded } from '../../ingest/kafka/notices.ts';
import type { Admin, Fetched, Kafka, Position, TopicPartition } from '../../ingest/kafka/port.ts';
import { COMPUTE_GROUP } from '../../ingest/kafka/topics.ts';
import { retry } from '../../lib/async.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { gauge } from '../../lib/metrics.ts';
import type { Store } from '../../sql/connect.ts';
import { FollowedNotices } from './followed-notices.ts';
import { PATIENT, unregistered } from './run.ts';

export interface ComputeServiceOptions {
  readonly kafka: Kafka;
  /** Migrated. */
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often records of days that have not ended are stored, too; 0: never. */
  readonly openRefreshMs?: number;
  /** After each symbol whose records changed. */
  readonly onUpdated: (symbol: string) => void;
  /** It cannot continue. Told once or more. */
  readonly onFailed: (error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface ComputeService {
  readonly projection: ProjectionService;
  /** What keeps it from its work; empty where nothing does. */
  notReady(): string[];
  /** Finishes the symbol at work and leaves the group. */
  stop(): Promise<void>;
}

const LOOK_FOR_TOPIC_MS = 500;
const PATIENCE_MS = 30_000;

const shareOf = gauge('projection_partitions', 'Partitions of the topic `landed` whose symbols are this process’s');

/** The share that the group has given to this process. */
class GroupShare implements Owner {
  #share: SymbolShare = { partitions: 1, mine: [] };
  #mine: ReadonlySet<number> = new Set();

  set(share: SymbolShare): void {
    this.#share = share;
    this.#mine = new Set(share.mine);
    shareOf.set(share.mine.length);
  }

  share(): SymbolShare {
    return this.#share;
  }

  owns(symbol: string): boolean {
    return this.#mine.size > 0 && this.#mine.has(partitionOf(symbol, this.#share.partitions));
  }
}

export async function startCompute(options: ComputeServiceOptions): Promise<ComputeService> {
  const { kafka, store, statistics, pool, clock, logger, signal, onFailed } = options;
  const owner = new GroupShare();
  const runs = new ProjectionRuns({ store });
  const guarded = runs.guarded();
  const projection = new ProjectionService({
    store,
    // Nobody waits for an answer of this process: what is quick is not worth the trip to a thread and back.
    projector: new Projector({
      store: guarded,
      statistics,
      run: (job) => (isQuick(job) ? runJob(job) : pool.projection(job)),
      clock,
      onUnregistered: unregistered(logger),
    }),
    summaries: new Summaries({ store, statistics, run: pool.summaries, clock }),
    logger,
    onUpdated: options.onUpdated,
    openRefreshMs: options.openRefreshMs,
    onFatal: onFailed,
    owner,
    runs,
  });

  const admin = await kafka.admin();
  await topicThere(admin, logger, signal);
  const consumer = kafka.consumer({ group: COMPUTE_GROUP });
  const share = (partitions: number, mine: readonly number[]) => {
    owner.set({ partitions, mine });
    projection.reassigned();
  };

  const followed = new FollowedNotices({ consumer, open: (symbols) => projection.open(symbols), logger });

  let known = -1;
  /** From now on: what was landed before, the reconciliation finds. */
  async function positions(asked: readonly TopicPartition[], generation: number): Promise<Position[]> {
    const ends = await retry(() => admin.ends(LANDED_TOPIC), {
      ...PATIENT,
      signal,
      isTransient: (error) => kafka.isAway(error),
    });
    if (generation !== consumer.generation) return [];
    const wanted = new Set(asked.map(({ partition }) => partition));
    // Asked again for one of them, the group's word on the others still holds.
    const kept = generation === known ? owner.share().mine : [];
    known = generation;
    share(ends.length, [...new Set([...kept, ...wanted])]);
    projection.reconcile().catch(onFailed);
    const starts = ends
      .filter(({ partition }) => wanted.has(partition))
      .map(({ topic, partition, end }) => ({ topic, partition, offset: end }));
    followed.begin(generation, starts);
    return starts;
  }

  function fetched(part: Fetched): void {
    const notices = part.records.flatMap(({ value, offset }) => {
      const notice = decodeLanded(value?.toString() ?? '');
      return notice ? [{ ...notice, offset }] : [];
    });
    projection.landed(notices.map(({ symbol, days }) => ({ symbol, days: Object.values(days).flat() })));
    followed.add(part, notices);
  }

  await consumer.run([LANDED_TOPIC], { positions, fetched, revoked: () => share(1, []), crashed: onFailed });

  return {
    projection,
    notReady() {
      if (!consumer.joined) return ['the log: not in its group'];
      const silentMs = clock.nowMs() - consumer.lastTickMs;
      const log = silentMs < PATIENCE_MS ? [] : [`the log: no answer for ${Math.round(silentMs / 1000)} s`];
      return [...log, ...projection.notReady()];
    },
    async stop() {
      followed.stop();
      await projection.stop();
      await consumer.close();
      await admin.close();
    },
  };
}

/** Ingest creates the topics. */
async function topicThere(admin: Admin, logger: Logger, signal: AbortSignal): Promise<void> {
  for (let reported = false; !(await admin.topics()).includes(LANDED_TOPIC); reported = true) {
    if (!reported) logger.warn({ topic: LANDED_TOPIC }, 'waiting for ingest to create the topic');
    await sleep(LOOK_FOR_TOPIC_MS, undefined, { signal });
  }
}
