/** The embedded deployment, its parts in order. The service runs it, and the command line where no service runs. */
import { createAccounts } from '../../api/accounts.ts';
import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import type { ProjectionService } from '../../compute/materialize/service.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { DEMO_PREFIX } from '../../demo/symbols.ts';
import { CollectorRunner } from '../../ingest/collectors/runner.ts';
import { ImportRecords, type ImportTarget } from '../../ingest/files/imports.ts';
import type { LandingResult } from '../../ingest/landing/events.ts';
import { claimFeed } from '../../ingest/landing/feed.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { IngestConfig, ServiceConfig, StoreConfig } from '../../lib/variables.ts';
import { openStore } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import { importDropped } from '../commands/imports.ts';
import { isOperatorError, type Operations } from '../operation.ts';
import { createOperations } from '../operations.ts';
import { openAnswers } from './api.ts';
import { DemoMarket } from './demo.ts';
import { openProjection } from './projection.ts';

export interface Deployment {
  readonly operations: Operations;
  close(): Promise<void>;
}

interface EmbeddedOptions {
  readonly store: StoreConfig;
  readonly ingest: IngestConfig;
  readonly service: ServiceConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: unknown) => void;
}

export async function openEmbedded(options: EmbeddedOptions) {
  const { clock, logger, onFatal } = options;
  const store = await openStore(options.store);
  try {
    const statistics = await loadStatistics();
    await prepareTables(store, statistics);
    await claimFeed(store, 'direct');

    const listeners: ((symbols: readonly string[]) => void)[] = [];
    const { maxBarsPerRequest } = options.service;
    const { answers, pool, caches } = openAnswers({ store, statistics, clock, maxBarsPerRequest });
    const onUpdated = (symbol: string) => {
      answers.invalidate([symbol]);
      for (const listener of listeners) listener([symbol]);
    };
    const common = { store, clock, logger };
    const { projection } = openProjection({
      ...common,
      statistics,
      pool,
      caches,
      onUpdated,
      onFatal,
      isShared: false,
    });
    const landing = await Landing.open({
      ...common,
      bounds: { maxClockSkewMs: options.ingest.maxClockSkewMs },
      onLanded: (changed) => projection.landed(changed),
    });
    const retention = new Retention({
      ...common,
      exceptPrefix: DEMO_PREFIX,
      onChanged: (symbols) => projection.wake(symbols),
    });
    await landing.recoverPushed();
    await retention.finish();
    await new ImportRecords(store, { clock }).endKilled();
    const collectors = new CollectorRunner({
      ...common,
      target: landing,
      environment: process.env,
      importFile: (...file) => importDropped(operations, ...file),
    });
    const demo = new DemoMarket(createAccounts(store.writer, clock), options.store.dataDir);
    const parts = { store, statistics, landing, projection, retention, demo };
    const operations: Operations = createOperations({
      ...common,
      ...parts,
      log: null,
      pushing: (use) => pushing(landing, projection, onFatal, use),
      onChanged: onUpdated,
      onCollectors: () => collectors.wake(),
    });
    return {
      ...parts,
      answers,
      operations,
      collectors,
      pushed: () => landing,
      /** Calls the listener with a symbol after its statistics changed. */
      onStatsUpdated(listener: (symbols: readonly string[]) => void) {
        listeners.push(listener);
        return () => {};
      },
      async close() {
        await projection.stop();
        await pool.close();
        await answers.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Lends landing to an import, and waits until what it changed is computed. */
async function pushing<T>(
  landing: Landing,
  projection: ProjectionService,
  onFatal: (error: unknown) => void,
  use: (target: ImportTarget) => Promise<T>,
): Promise<T> {
  const changed = new Set<string>();
  const underWay = projection.importing();
  const through = ({ registry, landEvents }: ImportTarget): ImportTarget => ({
    registry,
    async landEvents(topic, events, how) {
      const onBatch = (result: LandingResult) => {
        const symbols = result.changed.map(({ symbol }) => symbol);
        for (const symbol of symbols) changed.add(symbol);
        underWay.landed(symbols);
        how?.onBatch?.(result);
      };
      try {
        return await landEvents(topic, events, { ...how, onBatch });
      } catch (error) {
        // Nothing can be written to a full disk: a service that continued would refuse one request after the other.
        if (error instanceof StoreError && isOperatorError(error)) onFatal(error);
        throw error;
      }
    },
  });
  const { registry } = landing;
  const target = through({ registry, landEvents: (...args) => landing.landEvents(...args) });
  const done = await use(target).finally(() => underWay.end());
  await projection.settled(changed);
  return done;
}
