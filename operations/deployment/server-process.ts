/** What each program of the server form begins with: its log, how it stops, the store, and an ops port before all else. */

import type { ImportTarget } from '../../ingest/files/imports.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { collectProcessMetrics, exposition } from '../../lib/metrics.ts';
import { projectVersion } from '../../lib/paths.ts';
import { createShutdown, type Shutdown, stopOnSignals } from '../../lib/shutdown.ts';
import type { LogConfig, OpsConfig, StoreConfig, WatchdogConfig } from '../../lib/variables.ts';
import { openStore, type Store } from '../../sql/connect.ts';
import { newOpsToken } from '../ops-port/ops-file.ts';
import { startOpsServer } from '../ops-port/ops-server.ts';
import { pushRoute } from '../ops-port/push-route.ts';
import { storeProbe } from './run.ts';

export interface ServerProcess {
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly store: Store;
  readonly opsPort: number;
}

const MS = { ops: 5_000, store: 10_000, watchdog: 1_000 } as const;
const WATCH_EVERY_MS = 10_000;
/** Another start may repair it. */
const UNREADY = 1;

/**
 * `waiting`: what the program waits for before it works, of which the store is reported separately; empty where it works.
 * `pushed`: where events that are pushed to it go; null while it is starting.
 */
export async function openServerProcess(
  name: string,
  config: {
    readonly store: StoreConfig;
    readonly ops: OpsConfig;
    readonly log: LogConfig;
    readonly watchdog?: WatchdogConfig;
  },
  waiting: () => string[],
  pushed?: () => Pick<ImportTarget, 'landEvents'> | null,
): Promise<ServerProcess> {
  const logger = createLogger({ name, level: config.log.level });
  const shutdown = createShutdown(logger);
  collectProcessMetrics(projectVersion());
  const store = await openStore(config.store);
  const storeAnswers = storeProbe(store);
  const notReady = async () => {
    if (shutdown.signal.aborted) return ['it is stopping'];
    const other = waiting();
    return (await storeAnswers()) ? other : ['the store', ...other];
  };
  const ops = await startOpsServer({
    ...config.ops,
    token: config.ops.token?.reveal() ?? newOpsToken(),
    operations: {},
    push: pushed && pushRoute(pushed, logger),
    metrics: exposition,
    notReady,
    logger,
  });
  shutdown.onStop('ops port', MS.ops, () => ops.close());
  shutdown.onStop('store', MS.store, () => store.close());
  stopOnSignals(shutdown);
  const forMs = config.watchdog?.unreadyExitMs;
  if (forMs) exitWhenUnready(notReady, forMs, shutdown, logger);
  logger.info({ opsPort: ops.port }, 'the ops port is open');
  return { logger, shutdown, store, opsPort: ops.port };
}

/**
 * Ends the program when it has been unready for so long without a break: what it waits for may be there again for
 * whoever begins again, as after connections that nobody closed.
 */
function exitWhenUnready(notReady: () => Promise<string[]>, forMs: number, shutdown: Shutdown, logger: Logger): void {
  let readyAtMs = performance.now();
  const look = async () => {
    const waiting = await notReady();
    if (shutdown.signal.aborted) return;
    if (waiting.length === 0) readyAtMs = performance.now();
    const unreadyMs = performance.now() - readyAtMs;
    if (unreadyMs < forMs) return;
    clearInterval(timer);
    const seconds = Math.round(unreadyMs / 1000);
    logger.fatal(
      { waitingFor: waiting },
      `unready for ${seconds} s (UNREADY_EXIT_S): ending, so that its supervisor starts it again; nothing is lost. It waits for: ${waiting.join('; ')}`,
    );
    await shutdown.stop('unready');
    process.exit(UNREADY);
  };
  const timer = setInterval(() => void look(), Math.min(WATCH_EVERY_MS, forMs / 3));
  shutdown.onStop('watchdog', MS.watchdog, () => clearInterval(timer));
}
