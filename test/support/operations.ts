/** The command line's operations of an embedded installation over a store, with statistics that follow in place. */
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { Retention } from '../../ingest/retention/run.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { Operation } from '../../operations/operation.ts';
import { createOperations, type OperationsOptions } from '../../operations/operations.ts';
import type { Store } from '../../sql/connect.ts';

export interface OpenedOperations {
  readonly landing: Landing;
  readonly projector: Projector;
  readonly projection: ProjectionService;
  readonly retention: Retention;
  readonly operations: Readonly<Record<string, Operation>>;
  /** By name, without progress or remarks. */
  run<T>(name: string, args: object): Promise<T>;
  stop(): Promise<void>;
}

export async function openOperations(
  store: Store,
  statistics: readonly Statistic[],
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<OpenedOperations> {
  const projector = new Projector({ store, statistics, clock, run: (job) => runJob(job, statistics) });
  const failed: unknown[] = [];
  const projection = new ProjectionService({
    store,
    projector,
    clock,
    logger: silentLogger,
    onUpdated() {},
    onFatal: (error) => void failed.push(error),
  });
  const landing = await Landing.open({ store, clock, onLanded: (changed) => projection.landed(changed) });
  await landing.recoverPushed();
  await projection.reconcile();
  const retention = new Retention({
    store,
    clock,
    exceptPrefix: 'DEMO',
    onChanged: (symbols) => projection.wake(symbols),
  });
  const asked: OperationsOptions['landing'] = {
    registry: landing.registry,
    alone: (task) => landing.alone(task),
    landAgain: (events) => landing.landAgain(events),
  };
  const operations = createOperations({
    store,
    statistics,
    landing: asked,
    projection,
    retention,
    clock,
    log: null,
    push: async (use) => ({ done: await use(landing), served: () => projection.settled() }),
    onChanged() {},
  } as Partial<OperationsOptions> as OperationsOptions);
  return {
    landing,
    projector,
    projection,
    retention,
    operations,
    async run<T>(name: string, args: object): Promise<T> {
      const answer = await operations[name](args as never, { progress() {}, notice() {} });
      if (failed.length > 0) throw failed[0];
      return answer as T;
    },
    async stop() {
      await projection.stop();
    },
  };
}
