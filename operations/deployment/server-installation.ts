/**
 * An installation of servers as the command line sees it: the store, and the log in front of it. Landing and computing
 * are other processes' work (`ingest`, `compute`); a command tells them and waits. The log is opened when a command
 * first needs it.
 */

import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import { createPool } from '../../compute/evaluation/threads.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionRuns } from '../../compute/materialize/runs.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { DEMO_PREFIX } from '../../demo/symbols.ts';
import { openKafka } from '../../ingest/kafka/kafkajs/client.ts';
import { DEFAULT_RETRY, loggedRetry } from '../../ingest/landing/insert.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { IngestConfig, KafkaConfig, StoreConfig } from '../../lib/variables.ts';
import { openStore } from '../../sql/connect.ts';
import { LogCommands } from '../commands/log-commands.ts';
import type { Operation, Progress } from '../operation.ts';
import { createOperations } from '../operations.ts';
import { RemoteProjection } from './remote-projection.ts';
import { unregistered } from './run.ts';

export interface ServerInstallationOptions {
  readonly store: StoreConfig;
  readonly kafka: KafkaConfig;
  readonly ingest: IngestConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: Progress) => void;
  /** The caches of the API hear of it. */
  readonly onChanged?: (symbol: string) => void;
  readonly onFatal: (error: unknown) => void;
}

export interface ServerInstallation {
  readonly operations: Readonly<Record<string, Operation>>;
  close(): Promise<void>;
}

export async function openServers(options: ServerInstallationOptions): Promise<ServerInstallation> {
  const { clock, logger, onProgress, onChanged = () => {} } = options;
  const store = await openStore(options.store);
  const pool = createPool({ threads: 1 });
  const bounds = { maxClockSkewMs: options.ingest.maxClockSkewMs };
  const log = new LogCommands({
    kafka: () => openKafka(options.kafka, logger, 'cli'),
    partitions: options.kafka.partitions,
    store,
    bounds,
    clock,
    logger,
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
    const runs = new ProjectionRuns({ store });
    const projector = new Projector({
      store: runs.guarded(),
      statistics,
      run: pool.projection,
      clock,
      onUnregistered: unregistered(logger),
    });
    const summaries = new Summaries({ store, statistics, run: pool.summaries, clock });
    const local = new ProjectionService({
      store,
      projector,
      summaries,
      runs,
      logger,
      onUpdated: onChanged,
      onFatal: options.onFatal,
    });
    const projection = new RemoteProjection({
      reader: store.reader,
      local,
      definitions: projector.definitions,
      unsummarized: () => summaries.behind(),
      tell: (symbols) => log.tell(symbols),
      workers: () => log.workers(),
      onProgress,
      retry: loggedRetry(logger),
    });
    const landing = await Landing.open({
      store,
      clock,
      logger,
      bounds,
      deadLetters: log.deadLetters(DEFAULT_RETRY),
      onLanded(changed) {
        if (!log.isRebuilding) projection.wake(new Set(changed.map(({ symbol }) => symbol)));
      },
    });
    log.use(landing, projection);
    const operations = createOperations({
      store,
      statistics,
      registry: landing.registry,
      landing: {
        setSymbol: (...args) => landing.setSymbol(...args),
        dropSymbol: (symbol) => landing.dropSymbol(symbol),
        letGo: (symbols) => landing.letGo(symbols),
        landAgain: (events) => log.landAgain(events),
      },
      projection,
      retention: new Retention({
        ...{ store, clock, logger, exceptPrefix: DEMO_PREFIX },
        onChanged: (symbols) => projection.wake(symbols),
      }),
      clock,
      logger,
      feed: 'log',
      logState: () => log.state(),
      pushing: (...given) => log.pushing(...given),
      landed: () => log.landed(),
      eventsBehind: () => log.eventsBehind(),
      replay: (...args) => log.replay(...args),
      rebuildFromLog: (symbol) => log.rebuild(symbol),
      async dropDemo() {
        const dropped: string[] = [];
        for (const { symbol } of landing.registry.list()) {
          if (!symbol.startsWith(DEMO_PREFIX)) continue;
          await landing.dropSymbol(symbol);
          onChanged(symbol);
          dropped.push(symbol);
        }
        return { dropped };
      },
      onChanged,
    });
    return {
      operations,
      async close() {
        await local.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
