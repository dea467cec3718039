/**
 * `npm start`: everything in one process on the embedded engine. Serves as soon as the store is open; the demo market
 * lands meanwhile, symbol by symbol. A request to try and the link to the console are printed once the first of them is
 * served, so that they find figures.
 */
import { apiConfigSchema } from '../../api/config.ts';
import { LoginLinks } from '../../api/console-session.ts';
import { useClosings } from '../../exchange/calendar.ts';
import { calendarConfigSchema } from '../../exchange/calendar-variables.ts';
import { systemClock } from '../../lib/clock.ts';
import { type ConfigRule, parseConfig } from '../../lib/config.ts';
import { scheduled } from '../../lib/cron.ts';
import { stopOnSignals } from '../../lib/shutdown.ts';
import {
  ingestConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from '../../lib/variables.ts';
import { newOpsToken, removeOpsFile, writeOpsFile } from '../operation.ts';
import { pushRoute, startOpsServer } from '../ops-port/ops-server.ts';
import { measureStore } from '../ops-port/store-metrics.ts';
import { ofThisProcess, serveApi } from './api.ts';
import { say } from './demo.ts';
import { openEmbedded } from './embedded.ts';
import { openProcess, startBackground } from './process.ts';

const RECONCILIATION_SCHEDULE = '*/1 * * * *';
const MS = { drain: 20_000, close: 20_000, demo: 30_000 } as const;
/** Nobody waits at a terminal. */
const SILENT = { progress() {}, notice() {} };

/** Servers are the other programs' business: here they would be silently ignored. */
const embeddedOnly: ConfigRule = (set) => {
  const variable = ['CLICKHOUSE_URL', 'KAFKA_BROKERS', 'REDIS_URL'].find((name) => set[name]);
  return variable
    ? { variable, message: '`npm start` runs embedded, without servers; use `npm run ingest`, `compute` and `api`' }
    : null;
};

export async function runService(): Promise<void> {
  const config = parseConfig(
    {
      store: storeConfigSchema,
      ingest: ingestConfigSchema,
      service: serviceConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
      api: apiConfigSchema,
    },
    process.env,
    [embeddedOnly],
  );
  useClosings(config.calendar.closings);
  const opened = openProcess('market-stats', config.log);
  const { logger, shutdown, fail } = opened;
  const clock = systemClock;
  const deployment = await openEmbedded({ ...config, clock, logger, onFatal: fail });
  const { store, projection, operations, demo } = deployment;
  const { dataDir } = config.store;
  shutdown.onStop('store', MS.close, () => deployment.close());
  shutdown.onStop('figures of the store', MS.close, measureStore(store, logger));

  const isDemo = config.service.demo && !demo.isDropped;
  // Without the demo market its token is useless: it is over before anything is served.
  if (!isDemo) await demo.revokeToken();
  const loginLinks = new LoginLinks(clock);
  const { url, notReady } = await serveApi({
    ...deployment,
    ...ofThisProcess(dataDir, store, logger),
    ...opened,
    loginLinks,
    config,
    clock,
    status: async () => (await operations['status']({}, SILENT)) as object,
  });
  const token = config.ops.token?.reveal() ?? newOpsToken();
  const ops = await startOpsServer({
    ...config.ops,
    token,
    operations,
    logger,
    push: pushRoute(deployment.pushed, logger),
    notReady: async () => [...(await notReady()), ...projection.notReady()],
  });
  writeOpsFile(dataDir, { host: config.ops.host, port: ops.port, token, pid: process.pid });
  shutdown.onStop('ops port', MS.drain, async () => {
    removeOpsFile(dataDir);
    await ops.close();
  });
  stopOnSignals(shutdown);

  await projection.reconcile();
  const reconcile = () => void projection.reconcile().catch(fail);
  const reconciliation = scheduled(RECONCILIATION_SCHEDULE, reconcile, logger);
  shutdown.onStop('reconciliation', MS.drain, () => void reconciliation.stop());
  startBackground(opened, { ...deployment, owner: null });

  if (!isDemo) {
    say(`market-stats serves at ${url}`);
    say('create a token: npm run -s cli -- accounts create --name me --plan pro_api, then tokens issue --account ID');
    return;
  }
  const demoToken = await demo.ensureToken();
  demo.announce(url);
  const began = performance.now();
  const onFirst = () => demo.announceFirst(url, demoToken, loginLinks, shutdown.signal);
  const landed = demo.land(deployment, shutdown.signal, onFirst).then((events) => {
    const seconds = Math.round((performance.now() - began) / 1000);
    if (events !== null) logger.info({ landed: events, seconds }, 'the demo market is up to date');
  }, fail);
  shutdown.onStop('demo', MS.demo, () => landed);
}
