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
import { openStore } from '../../sql/connect.ts';
import { newOpsToken, removeOpsFile, SILENT, writeOpsFile } from '../operation.ts';
import { startOpsServer } from '../ops-port/ops-server.ts';
import { pushRoute } from '../ops-port/push-route.ts';
import { measureStore } from '../ops-port/store-metrics.ts';
import { ofThisProcess, openAnswers, serveApi } from './api.ts';
import { say } from './demo.ts';
import { openInstallation } from './installation.ts';
import { openProcess, startBackground } from './process.ts';

const RECONCILIATION_SCHEDULE = '*/1 * * * *';
const MS = { drain: 20_000, close: 20_000, demo: 30_000 } as const;
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
  const { dataDir } = config.store;
  const store = await openStore(config.store);
  const embedded = { ...config, kafka: null, redis: {} };
  const options = { store, config: embedded, name: 'market-stats', clock, logger, onFatal: fail };
  const installation = await openInstallation(options).catch(async (error) => {
    await store.close();
    throw error;
  });
  const { operations } = installation;
  const demo = installation.demo!;
  shutdown.onStop('store', MS.close, () => installation.close().then(() => store.close()));
  const answers = openAnswers({ ...installation, clock, maxBarsPerRequest: config.service.maxBarsPerRequest });
  installation.onStatsUpdated((symbols) => answers.invalidate(symbols));
  shutdown.onStop('answers', MS.close, () => answers.close());
  shutdown.onStop('figures of the store', MS.close, measureStore(store, logger));

  const isDemo = config.service.demo && !demo.isDropped;
  // Without the demo market its token is useless: it is over before anything is served.
  if (!isDemo) await demo.revokeToken();
  const loginLinks = new LoginLinks(clock);
  const { url, notReady } = await serveApi({
    ...installation,
    answers,
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
    operations: () => operations,
    logger,
    push: pushRoute(() => installation.pushed, logger),
    notReady: async () => [...(await notReady()), ...installation.notReady()],
  });
  writeOpsFile(dataDir, { host: config.ops.host, port: ops.port, token, pid: process.pid });
  shutdown.onStop('ops port', MS.drain, async () => {
    removeOpsFile(dataDir);
    await ops.close();
  });
  stopOnSignals(shutdown);

  await installation.reconcile();
  const reconcile = () => void installation.reconcile().catch(fail);
  const reconciliation = scheduled(RECONCILIATION_SCHEDULE, reconcile, logger);
  shutdown.onStop('reconciliation', MS.drain, () => void reconciliation.stop());
  startBackground(opened, { ...installation, isAlone: true });

  if (!isDemo) {
    say(`market-stats serves at ${url}`);
    say('create a token: npm run -s cli -- accounts create --name me --plan pro_api, then tokens issue --account ID');
    return;
  }
  const demoToken = await demo.ensureToken();
  demo.announce(url);
  const began = performance.now();
  const onFirst = () => demo.announceFirst(url, demoToken, loginLinks, shutdown.signal);
  const landed = demo.land(installation, shutdown.signal, onFirst).then((events) => {
    const seconds = Math.round((performance.now() - began) / 1000);
    if (events !== null) logger.info({ landed: events, seconds }, 'the demo market is up to date');
  }, fail);
  shutdown.onStop('demo', MS.demo, () => landed);
}
