/** A process as it runs in an embedded installation, over a store and a time that the test controls. */
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { definitionsOf } from '../../compute/evaluation/tables/coverage.ts';
import { admitDefinitions } from '../../compute/evaluation/tables/derived.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { Operation } from '../../operations/operation.ts';
import { createOperations, type OperationsOptions } from '../../operations/operations.ts';
import type { Store } from '../../sql/connect.ts';
import type { Actor } from './scheduler.ts';

export interface Installation {
  readonly actor: Actor;
  readonly landing: Landing;
  readonly projector: Projector;
  readonly projection: ProjectionService;
  readonly operations: Readonly<Record<string, Operation>>;
  /** What ended it by itself; null while it runs. */
  readonly ending: { error: unknown };
}

export async function openInstallation(
  actor: Actor,
  given: Store,
  statistics: readonly Statistic[],
): Promise<Installation> {
  const store = actor.port(given);
  const ending: { error: unknown } = { error: null };
  const { clock } = actor.scheduler;
  await admitDefinitions(store, definitionsOf(statistics));
  const projector = new Projector({ store, statistics, clock, run: (job) => runJob(job, statistics) });
  const projection = new ProjectionService({
    store,
    projector,
    timers: actor.timers,
    clock,
    logger: silentLogger,
    onUpdated() {},
    onFatal: (error) => {
      ending.error ??= error;
    },
  });
  const landing = await Landing.open({
    store,
    clock,
    retry: { attempts: 1, timers: actor.timers },
    onLanded: (changed) => projection.wake(new Set(changed.map(({ symbol }) => symbol))),
  });
  await landing.recoverPushed();
  await projection.reconcile();
  const operations = createOperations({
    store,
    statistics,
    landing,
    projection,
    clock,
    log: null,
    push: async (use) => ({ done: await use(landing), served: () => projection.settled() }),
    onChanged() {},
  } as Partial<OperationsOptions> as OperationsOptions);
  return { actor, landing, projector, projection, operations, ending };
}
