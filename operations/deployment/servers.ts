/**
 * The deployment on servers as the command line sees it: the store, and the log in front of it. Landing and computing are
 * other processes' work (`ingest`, `compute`); a command notifies them and waits. The log is opened when a command first
 * needs it.
 */

import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import { createPool } from '../../compute/evaluation/threads.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { DEMO_PREFIX } from '../../demo/symbols.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { claimFeed } from '../../ingest/landing/feed.ts';
import { DEFAULT_RETRY, loggedRetry } from '../../ingest/landing/insert.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { IngestConfig, KafkaConfig, StoreConfig } from '../../lib/variables.ts';
import { openStore } from '../../sql/connect.ts';
import { LogCommands } from '../commands/log-commands.ts';
import type { Progress } from '../operation.ts';
import { createOperations } from '../operations.ts';
import type { Deployment } from './embedded.ts';
import { openProjection, RemoteProjection } from './projection.ts';

interface ServersOptions {
  readonly store: StoreConfig;
  readonly kafka: KafkaConfig;
  readonly ingest: IngestConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: Progress) => void;
  readonly onChanged?: (symbol: string) => void;
  readonly onFatal: (error: unknown) => void;
}

export async function openServers(options: ServersOptions): Promise<Deployment> {
  const { clock, logger, onProgress, onFatal, onChanged = () => {} } = options;
  const store = await openStore(options.store);
  const pool = createPool({ threads: 1 });
  const bounds = { maxClockSkewMs: options.ingest.maxClockSkewMs };
  const common = { store, clock, logger };
  const log = new LogCommands({
    ...common,
    kafka: () => openKafka(options.kafka, logger, 'cli'),
    partitions: options.kafka.partitions,
    bounds,
    onProgress,
  });
  const close = async () => {
    await log.close();
    await pool.close();
    await store.close();
  };
  try {
    const statistics = await loadStatistics();
    await prepareTables(store, statistics);
    await claimFeed(store, 'log');
    const local = openProjection({ ...common, statistics, pool, onUpdated: onChanged, onFatal, isShared: true });
    const projection = new RemoteProjection({
      reader: store.reader,
      local: local.projection,
      definitions: local.projector.definitions,
      unsummarized: () => local.summaries.behind(),
      tell: (symbols) => log.tell(symbols),
      workers: () => log.workers(),
      onProgress,
      retry: loggedRetry(logger),
    });
    const landing = await Landing.open({
      ...common,
      bounds,
      deadLetters: log.deadLetters(DEFAULT_RETRY),
      onLanded(changed) {
        if (!log.isRebuilding) projection.wake(new Set(changed.map(({ symbol }) => symbol)));
      },
    });
    log.use(landing, projection);
    const retention = new Retention({
      ...common,
      exceptPrefix: DEMO_PREFIX,
      onChanged: (symbols) => projection.wake(symbols),
    });
    const operations = createOperations({
      ...common,
      statistics,
      landing,
      projection,
      retention,
      log,
      onChanged,
      pushing: (...given) => log.pushing(...given),
    });
    return {
      operations,
      async close() {
        await local.projection.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
