/**
 * Assembles an installation from its parts. With Kafka its events go through the log and `compute` processes work beside
 * it; without, they land here and are computed here. The service, `ingest`, and commands without a service run on it.
 */
import { availableParallelism } from 'node:os';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import { createPool } from '../../compute/evaluation/threads.ts';
import type { ProjectionService } from '../../compute/materialize/service.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { DEMO_PREFIX } from '../../demo/symbols.ts';
import { CollectorRunner, type CollectorRunnerOptions } from '../../ingest/collectors/runner.ts';
import { ImportRecords } from '../../ingest/files/imports.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import type { LandingResult } from '../../ingest/landing/events.ts';
import { claimFeed } from '../../ingest/landing/feed.ts';
import { loggedRetry, type RetryPolicy } from '../../ingest/landing/insert.ts';
import type { ImportTarget } from '../../ingest/landing/landing.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/config.ts';
import type { Logger } from '../../lib/logger.ts';
import { openRedis, publishUpdated } from '../../lib/redis.ts';
import type { IngestConfig, KafkaConfig, StoreConfig } from '../../lib/variables.ts';
import type { Store } from '../../sql/connect.ts';
import { DiskError } from '../../sql/errors.ts';
import { createAccounts } from '../commands/accounts.ts';
import { importDropped } from '../commands/imports.ts';
import { Log, type Push } from '../commands/log.ts';
import type { Operations } from '../operation.ts';
import { createOperations } from '../operations.ts';
import { DemoMarket } from './demo.ts';
import { openProjection, type Projection, SharedProjection } from './projection.ts';

export interface InstallationOptions {
  /** Open; the caller closes it. */
  readonly store: Store;
  readonly config: {
    readonly store: StoreConfig;
    readonly kafka: KafkaConfig | null;
    readonly redis: { readonly url?: Secret };
    readonly ingest: IngestConfig;
  };
  /** The name of the connections to the log and Redis. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: unknown) => void;
  /** On servers landing waits so long for a store that is away. */
  readonly retry?: RetryPolicy;
  /** This process among others that run collectors. */
  readonly owner?: Pick<CollectorRunnerOptions, 'owner' | 'ownerGoneMs'>;
}

const BAR_CACHE_BYTES = 512 * 2 ** 20;

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

export async function openInstallation(options: InstallationOptions) {
  const { store, config, clock, logger, onFatal } = options;
  const common = { store, clock, logger };
  const closing: Closing = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    const statistics = await loadStatistics();
    await prepareTables(store, statistics);
    await claimFeed(store, config.kafka ? 'log' : 'direct');

    const updated = listenersOf(config.redis.url, options, closing);
    const pool = createPool({ threads: Math.max(1, availableParallelism() - 1) });
    closing.push(() => pool.close());
    const caches = createCaches(store.reader, { barBytes: BAR_CACHE_BYTES });
    const onUpdated = updated.tell;
    const computing = openProjection({ ...common, statistics, pool, caches, onUpdated, onFatal });
    closing.push(() => computing.projection.stop());

    const { landing, log, projection, push } = config.kafka
      ? await onLog(options, config.kafka, computing, closing)
      : await onLanding(options, computing.projection);
    const retention = new Retention({
      ...common,
      exceptPrefix: DEMO_PREFIX,
      onChanged: (symbols) => projection.wake(symbols),
    });
    if (!log) {
      await landing.recoverPushed();
      await retention.finish();
      await new ImportRecords(store, { clock }).endKilled();
    }
    const collectors = new CollectorRunner({
      ...common,
      ...options.owner,
      target: log ? await log.collectorTarget() : landing,
      environment: process.env,
      async importFile(...file) {
        // A file waits while the log is away: nothing is recorded of it before.
        await log?.admin.topics();
        return importDropped(operations, ...file);
      },
    });
    const demo = log ? null : new DemoMarket(createAccounts(store.writer, clock), config.store.dataDir);
    const parts = { store, statistics, landing, projection, retention };
    const operations: Operations = createOperations({
      ...common,
      ...parts,
      log,
      push,
      demo: demo ?? undefined,
      onChanged: updated.tell,
      onCollectors: () => collectors.wake(),
    });
    return {
      ...parts,
      log,
      demo,
      pool,
      caches,
      operations,
      collectors,
      /** Takes pushed events. */
      pushed: log ? await log.pushTarget() : landing,
      /** Calls the listener with symbols whose statistics changed here. */
      onStatsUpdated: updated.add,
      /** Finds days that changed unnoticed; on servers that is for `compute`. */
      reconcile: async () => {
        if (!log) await computing.projection.reconcile();
      },
      notReady: () => (log ? [] : computing.projection.notReady()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Computing = ReturnType<typeof openProjection>;
type Closing = (() => Promise<unknown>)[];
interface Ways {
  readonly landing: Landing;
  readonly log: Log | null;
  readonly projection: Projection;
  readonly push: Push;
}

async function onLog(
  { store, config, name, clock, logger, retry = loggedRetry(logger) }: InstallationOptions,
  kafka: KafkaConfig,
  { projection: local, projector }: Computing,
  closing: Closing,
): Promise<Ways> {
  const log = await Log.open({
    kafka: openKafka(kafka, logger, name),
    partitions: kafka.partitions,
    bounds: { maxClockSkewMs: config.ingest.maxClockSkewMs },
    ...{ store, clock, logger, retry },
    // `ingest` says at its start how topics differ, and not each command again.
    isBrief: name === 'cli',
  });
  closing.push(() => log.close());
  const projection = new SharedProjection({
    reader: store.reader,
    local,
    definitions: projector.definitions,
    notify: (symbols) => log.notify(symbols),
    retry,
  });
  return { landing: log.landing, log, projection, push: log.push(projection) };
}

async function onLanding(
  { store, config, clock, logger, onFatal }: InstallationOptions,
  projection: ProjectionService,
): Promise<Ways> {
  const landing = await Landing.open({
    ...{ store, clock, logger },
    bounds: { maxClockSkewMs: config.ingest.maxClockSkewMs },
    onLanded: (changed) => projection.landed(changed),
  });
  return { landing, log: null, projection, push: pushHere(landing, projection, onFatal) };
}

/** Lends landing; `served` waits until what changed is computed. */
function pushHere(landing: Landing, projection: ProjectionService, onFatal: (error: unknown) => void): Push {
  return async (use) => {
    const changed = new Set<string>();
    const underWay = projection.importing();
    const target: ImportTarget = {
      registry: landing.registry,
      async landEvents(topic, events, how) {
        const onBatch = (result: LandingResult) => {
          const symbols = result.changed.map(({ symbol }) => symbol);
          for (const symbol of symbols) changed.add(symbol);
          underWay.landed(symbols);
          how?.onBatch?.(result);
        };
        try {
          return await landing.landEvents(topic, events, { ...how, onBatch });
        } catch (error) {
          // Nothing can be written to a full disk: a service that continued would refuse one request after the other.
          if (error instanceof DiskError) onFatal(error);
          throw error;
        }
      },
    };
    const done = await use(target).finally(() => underWay.end());
    return { done, served: () => projection.settled(changed) };
  };
}

/** Who hears of changed statistics: listeners in this process, and caches of `api` processes over Redis. */
function listenersOf(url: Secret | undefined, { name, logger }: InstallationOptions, closing: Closing) {
  const listeners: ((symbols: readonly string[]) => void)[] = [];
  if (url) {
    const redis = openRedis(url, name, logger);
    const published = new Set<Promise<void>>();
    listeners.push((symbols) => {
      const one = publishUpdated(redis, symbols).finally(() => published.delete(one));
      published.add(one);
    });
    closing.push(() => Promise.all(published).then(() => redis.disconnect()));
  }
  return {
    tell(symbol: string) {
      for (const listener of listeners) listener([symbol]);
    },
    add(listener: (symbols: readonly string[]) => void) {
      listeners.push(listener);
      return () => {};
    },
  };
}
