/** The processes of an installation of servers, over a store and a time that the test controls. */

import { runJob } from '../../compute/evaluation/evaluation.ts';
import { definitionsOf } from '../../compute/evaluation/tables/coverage.ts';
import { admitDefinitions } from '../../compute/evaluation/tables/derived.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import type { Owner } from '../../compute/materialize/work.ts';
import type { Statistic } from '../../compute/statistics/statistic.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { silentLogger } from '../../lib/logger.ts';
import { SharedProjection } from '../../operations/deployment/projection.ts';
import type { Operation } from '../../operations/operation.ts';
import { createOperations, type OperationsOptions } from '../../operations/operations.ts';
import type { Store } from '../../sql/connect.ts';
import type { Actor } from './scheduler.ts';

export interface Worker {
  readonly actor: Actor;
  readonly projection: ProjectionService;
  readonly projector: Projector;
  /** Rejects where the store has been worked on by a newer build. */
  readonly admitted: Promise<void>;
}

/** `npm run compute`. */
export function openWorker(
  actor: Actor,
  given: Store,
  statistics: readonly Statistic[],
  { owner, onFatal = () => {} }: { owner?: Owner; onFatal?: (error: unknown) => void } = {},
): Worker {
  const store = actor.port(given);
  const { clock } = actor.scheduler;
  const { timers } = actor;
  const projector = new Projector({
    store,
    statistics,
    clock,
    run: (job) => runJob(job, statistics),
  });
  const projection = new ProjectionService({
    store,
    projector,
    owner,
    timers,
    clock,
    logger: silentLogger,
    onFatal,
    onUpdated() {},
  });
  const admitted = admitDefinitions(store, definitionsOf(statistics));
  admitted.catch(() => {});
  return { actor, projection, projector, admitted };
}

/** `npm run ingest`. */
export function openIngest(actor: Actor, given: Store): Promise<Landing> {
  const { clock } = actor.scheduler;
  return Landing.open({ store: actor.port(given), clock, retry: { attempts: 1, timers: actor.timers } });
}

/** A command of the command line: a process of its own. */
export async function openCommands(
  actor: Actor,
  given: Store,
  statistics: readonly Statistic[],
  tell: (symbols: Iterable<string>) => void,
): Promise<Readonly<Record<string, Operation>>> {
  const { clock } = actor.scheduler;
  const { timers } = actor;
  const store = actor.port(given);
  const local = openWorker(actor, given, statistics);
  const projection = new SharedProjection({
    reader: store.reader,
    local: local.projection,
    definitions: local.projector.definitions,
    notify: tell,
    retry: { attempts: 1, timers },
    timers,
  });
  const landing = await Landing.open({ store, clock, retry: { attempts: 1, timers } });
  return createOperations({
    store,
    statistics,
    landing,
    projection,
    clock,
    log: null,
    push: async (use) => ({ done: await use(landing), served: () => projection.settled() }),
    onChanged() {},
  } as Partial<OperationsOptions> as OperationsOptions);
}
