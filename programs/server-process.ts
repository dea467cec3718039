/** What each program of the server form begins with: its log, how it stops, the store, and an ops port before all else. */
import { createLogger, type Logger } from '../lib/logger.ts';
import { collectProcessMetrics, registry as metrics } from '../lib/metrics.ts';
import { createShutdown, type Shutdown, stopOnSignals } from '../lib/shutdown.ts';
import type { LogConfig, OpsConfig, StoreConfig } from '../lib/variables.ts';
import { openStore, type Store } from '../sql/connect.ts';
import { newOpsToken } from './ops-file.ts';
import { startOpsServer } from './ops-server.ts';
import { storeProbe } from './run.ts';

export interface ServerProcess {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly store: Store;
  readonly opsPort: number;
}

const MS = { ops: 5_000, store: 10_000 } as const;

/** `waiting`: what the program waits for before it works, of which the store is told by itself; empty where it works. */
export async function openServerProcess(
  name: string,
  config: { readonly store: StoreConfig; readonly ops: OpsConfig; readonly log: LogConfig },
  waiting: () => string[],
): Promise<ServerProcess> {
  const logger = createLogger({ name, level: config.log.level });
  const shutdown = createShutdown(logger);
  collectProcessMetrics();
  const store = await openStore(config.store);
  const storeAnswers = storeProbe(store);
  const ops = await startOpsServer({
    ...config.ops,
    token: config.ops.token?.reveal() ?? newOpsToken(),
    operations: {},
    metrics,
    async notReady() {
      if (shutdown.signal.aborted) return ['it is stopping'];
      const other = waiting();
      return (await storeAnswers()) ? other : ['the store', ...other];
    },
    logger,
  });
  shutdown.onStop('ops port', MS.ops, () => ops.close());
  shutdown.onStop('store', MS.store, () => store.close());
  stopOnSignals(shutdown);
  logger.info({ opsPort: ops.port }, 'the ops port is open');
  return { logger, shutdown, store, opsPort: ops.port };
}
