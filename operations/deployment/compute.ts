/**
 * `npm run compute` keeps the records of its share of the symbols up to what has landed. The workers of a
 * group share the partitions of the topic `landed`; each does the symbols whose notices come through its own, and
 * finds what it was not notified of by reconciling.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { SymbolShare } from '../../compute/evaluation/behind.ts';
import { isQuick, runJob } from '../../compute/evaluation/evaluation.ts';
import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import { type ComputePool, createPool } from '../../compute/evaluation/threads.ts';
import type { Owner } from '../../compute/materialize/work.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { LANDED_TOPIC } from '../../ingest/contract/events.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { partitionOf } from '../../ingest/kafka/kafkajs/producer.ts';
import type { Fetched, Kafka, Position, TopicPartition } from '../../ingest/kafka/port.ts';
import { decodeLanded } from '../../ingest/kafka/records.ts';
import { COMPUTE_GROUP } from '../../ingest/kafka/topics.ts';
import { retry } from '../../lib/async.ts';
import { systemClock } from '../../lib/clock.ts';
import { scheduled } from '../../lib/cron.ts';
import type { Logger } from '../../lib/logger.ts';
import { gauge } from '../../lib/metrics.ts';
import { openRedis, publishUpdated } from '../../lib/redis.ts';
import type { Store } from '../../sql/connect.ts';
import type { ProgramConfig } from './config.ts';
import { onceThere, PATIENT, type Running, runProgram, UNREADY_EXIT_MS } from './process.ts';
import { openProjection } from './projection.ts';

const MS = { reconciliation: 1_000, projection: 60_000, redis: 2_000, pool: 10_000 } as const;
const SECONDS = 60;
const LOOK_FOR_TOPIC_MS = 500;
const PATIENCE_MS = 30_000;

/**
 * `npm run compute`. Several side by side share the symbols. Exit codes: 0 stopped by a signal, 1 unready for five
 * minutes, 2 wrong configuration, 3 an error that another start will not fix by itself.
 */
export const runCompute = () => runProgram('compute', begin, { unreadyExitMs: UNREADY_EXIT_MS });

async function begin(opened: Running, config: ProgramConfig) {
  const { logger, shutdown, store, fail: onFailed } = opened;
  const statistics = await loadStatistics();
  await onceThere(() => prepareTables(store, statistics), opened);
  const pool = createPool({ threads: 1 });
  shutdown.onStop('worker threads', MS.pool, () => pool.close());
  const redis = config.redis.url ? openRedis(config.redis.url, 'compute', logger) : null;
  shutdown.onStop('redis', MS.redis, () => redis?.disconnect());
  const kafka = openKafka(config.kafka!, logger, 'compute');
  const onUpdated = (symbol: string) => void (redis && publishUpdated(redis, [symbol]));
  const parts = { kafka, store, statistics, pool, logger, onFailed, signal: shutdown.signal, onUpdated };
  const service = await onceThere(() => startCompute(parts), opened, 'the log', kafka.isAway);
  shutdown.onStop('projection', MS.projection, service.stop);
  // At a second of its own: processes that were started together do not all ask the store at one moment.
  const everyMinute = `${Math.floor(Math.random() * SECONDS)} * * * * *`;
  const reconciliation = scheduled(everyMinute, () => service.reconcile().catch(onFailed), logger);
  shutdown.onStop('reconciliation', MS.reconciliation, () => void reconciliation.stop());
  return { said: 'compute works', notReady: service.notReady };
}

const shareOf = gauge('projection_partitions', 'Partitions of the topic `landed` whose symbols are this process’s');

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

interface ComputeParts {
  readonly kafka: Kafka;
  /** Migrated. */
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly pool: ComputePool;
  readonly logger: Logger;
  readonly onUpdated: (symbol: string) => void;
  /** It cannot continue. Called once or more. */
  readonly onFailed: (error: unknown) => void;
  readonly signal: AbortSignal;
}

async function startCompute({ kafka, onFailed, signal, ...parts }: ComputeParts) {
  const { pool, logger } = parts;
  const owner = new GroupShare();
  const { projection } = openProjection({
    ...parts,
    clock: systemClock,
    owner,
    onFatal: onFailed,
    // Nobody waits for an answer of this process: what is quick is not worth the trip to a thread and back.
    run: (job) => (isQuick(job) ? runJob(job) : pool.projection(job)),
  });

  const admin = await kafka.admin();
  // Ingest creates the topics.
  for (let reported = false; !(await admin.topics()).includes(LANDED_TOPIC); reported = true) {
    if (!reported) logger.warn({ topic: LANDED_TOPIC }, 'waiting for ingest to create the topic');
    await sleep(LOOK_FOR_TOPIC_MS, undefined, { signal });
  }
  const consumer = kafka.consumer({ group: COMPUTE_GROUP });
  const share = (partitions: number, mine: readonly number[]) => {
    owner.set({ partitions, mine });
    projection.reassigned();
  };

  let known = -1;
  /** Positions at the ends of the partitions: the reconciliation finds what landed before. */
  async function positions(asked: readonly TopicPartition[], generation: number): Promise<Position[]> {
    const isTransient = (error: unknown) => kafka.isAway(error);
    const ends = await retry(() => admin.ends(LANDED_TOPIC), { ...PATIENT, signal, isTransient });
    if (generation !== consumer.generation) return [];
    const wanted = new Set(asked.map(({ partition }) => partition));
    // Asked again for one of them, what the group said of the others still holds.
    const kept = generation === known ? owner.share().mine : [];
    known = generation;
    share(ends.length, [...new Set([...kept, ...wanted])]);
    projection.reconcile().catch(onFailed);
    return ends
      .filter(({ partition }) => wanted.has(partition))
      .map(({ topic, partition, end }) => ({ topic, partition, offset: end }));
  }

  function fetched({ records }: Fetched): void {
    const notices = records.flatMap(({ value }) => decodeLanded(value?.toString() ?? '') ?? []);
    projection.landed(notices.map(({ symbol, days }) => ({ symbol, days: Object.values(days).flat() })));
  }

  await consumer.run([LANDED_TOPIC], { positions, fetched, revoked: () => share(1, []), crashed: onFailed });

  return {
    reconcile: () => projection.reconcile(),
    notReady() {
      if (!consumer.joined) return ['the log: not in its group'];
      const silentMs = systemClock.nowMs() - consumer.lastTickMs;
      const log = silentMs < PATIENCE_MS ? [] : [`the log: no answer for ${Math.round(silentMs / 1000)} s`];
      return [...log, ...projection.notReady()];
    },
    /** Finishes the symbol at work and leaves the group. */
    async stop() {
      await projection.stop();
      await consumer.close();
      await admin.close();
    },
  };
}
