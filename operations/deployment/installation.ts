/**
 * An embedded installation's parts, opened in order: store, tables, landing, projection, answers. The service and the
 * command line (where no service runs) are made of the same ones.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Accounts, createAccounts } from '../../api/accounts.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { prepareTables } from '../../compute/evaluation/tables/derived.ts';
import type { ComputePool } from '../../compute/evaluation/threads.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Summaries } from '../../compute/materialize/summaries.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { DEMO_PREFIX, DEMO_SYMBOLS } from '../../demo/symbols.ts';
import { CollectorRunner } from '../../ingest/collectors/runner.ts';
import type { ImportTarget } from '../../ingest/files/imports.ts';
import type { LandingResult } from '../../ingest/landing/events.ts';
import { fedBy } from '../../ingest/landing/feed.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ComputeConfig, IngestConfig, ServiceConfig, StoreConfig } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { StoreError } from '../../sql/errors.ts';
import { importDropped } from '../commands/imports.ts';
import type { Operation } from '../operation.ts';
import { createOperations } from '../operations.ts';
import { isOperatorError } from '../operator-error.ts';
import { openAnswers } from './answers.ts';
import { DemoToken } from './demo-token.ts';
import { unregistered } from './run.ts';

export interface InstallationOptions {
  readonly store: StoreConfig;
  readonly ingest: IngestConfig;
  readonly service: ServiceConfig;
  readonly compute?: ComputeConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: unknown) => void;
}

export interface Installation {
  readonly store: Store;
  readonly statistics: readonly Statistic[];
  readonly landing: Landing;
  readonly projection: ProjectionService;
  readonly answers: StoreAnswers;
  readonly accounts: Accounts;
  readonly demoToken: DemoToken;
  readonly pool: ComputePool;
  readonly operations: Readonly<Record<string, Operation>>;
  /** Runs once it is started. */
  readonly collectors: CollectorRunner;
  readonly retention: Retention;
  /** Called with a symbol after its statistics changed. */
  onUpdated(listener: (symbol: string) => void): void;
  /** The operator dropped the demo market: it is not generated again. */
  readonly demoDropped: () => boolean;
  /** Runs the landing of the demo market; where the operator drops it, `dropped` aborts and the drop waits for the end. */
  landDemo(landing: (dropped: AbortSignal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { clock, logger, service, ingest } = options;
  const { dataDir } = options.store;
  const store = await openStore(options.store);
  try {
    const statistics = await loadStatistics();
    await prepareTables(store, statistics);

    const listeners: ((symbol: string) => void)[] = [];
    const { maxBarsPerRequest } = service;
    const { answers, pool, caches } = openAnswers({ store, statistics, clock, maxBarsPerRequest });
    const updated = (symbol: string) => {
      answers.invalidate([symbol]);
      for (const listener of listeners) listener(symbol);
    };
    const projection = new ProjectionService({
      store,
      projector: new Projector({
        store,
        statistics,
        run: pool.projection,
        clock,
        caches,
        onUnregistered: unregistered(logger),
      }),
      summaries: new Summaries({ store, statistics, run: pool.summaries, clock }),
      logger,
      onUpdated: updated,
      openRefreshMs: options.compute?.openRefreshMs,
      onFatal: options.onFatal,
    });
    const landing = await Landing.open({
      store,
      clock,
      logger,
      bounds: { maxClockSkewMs: ingest.maxClockSkewMs },
      onLanded: (changed) => projection.landed(changed),
    });
    const retention = new Retention({
      ...{ store, clock, logger, exceptPrefix: DEMO_PREFIX },
      onChanged: (symbols) => projection.wake(symbols),
    });
    // Where a log feeds the store that is the business of `ingest`; what would write here is refused.
    if ((await fedBy(store))?.by !== 'log') {
      await landing.recoverPushed();
      await retention.finish();
    }
    const collectors = new CollectorRunner({
      store,
      target: landing,
      environment: process.env,
      logger,
      clock,
      importFile: (kind, path, wishes) => importDropped(operations, kind, path, wishes),
    });
    const accounts = createAccounts(store.writer, clock);
    const demoToken = new DemoToken(accounts, dataDir);
    const demoMark = join(dataDir, 'demo-dropped');
    const demoEnd = new AbortController();
    let demoLanding: Promise<unknown> = Promise.resolve();
    const operations = createOperations({
      store,
      statistics,
      registry: landing.registry,
      landing,
      projection,
      retention,
      clock,
      logger,
      feed: 'direct',
      logState: null,
      async pushing(use) {
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
              // A full disk takes nothing of anybody: whoever serves on would refuse one request after the other.
              if (error instanceof StoreError && isOperatorError(error)) options.onFatal(error);
              throw error;
            }
          },
          alone: (task) => landing.alone((inner) => task(through(inner))),
        });
        const { registry } = landing;
        const target = through({ registry, landEvents: (...args) => landing.landEvents(...args) });
        const done = await use(target).finally(() => underWay.end());
        await projection.settled(changed);
        return done;
      },
      eventsBehind: async () => 0,
      replay: null,
      rebuildFromLog: null,
      async dropDemo() {
        writeFileSync(demoMark, '');
        await demoToken.revoke();
        demoEnd.abort();
        await demoLanding.catch(() => {});
        // News may have landed where bars had not: such a symbol is in no registry.
        const registered = landing.registry.list().map(({ symbol }) => symbol);
        const names = new Set([...DEMO_SYMBOLS.map(({ symbol }) => symbol), ...registered]);
        const demo = [...names].filter((symbol) => symbol.startsWith(DEMO_PREFIX));
        const dropped = await projection.pausedFor(() => landing.dropSymbols(demo));
        for (const symbol of dropped) updated(symbol);
        return { dropped };
      },
      onChanged: updated,
      onCollectors: () => collectors.wake(),
    });
    return {
      store,
      statistics,
      landing,
      projection,
      answers,
      accounts,
      demoToken,
      pool,
      operations,
      collectors,
      retention,
      onUpdated: (listener) => listeners.push(listener),
      demoDropped: () => existsSync(demoMark),
      landDemo(landing) {
        const done = landing(demoEnd.signal);
        demoLanding = done;
        return done;
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
