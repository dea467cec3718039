/**
 * `npm start`: everything in one process on the embedded engine. Serves as soon as the store is open; the demo market
 * lands meanwhile, symbol by symbol. A request to try and the link to the console are printed once the first of them is
 * served, so that whoever follows them finds figures.
 */
import type { ApiDeps } from '../api/app.ts';
import { apiConfigSchema } from '../api/config.ts';
import { LoginLinks, sessionKeyInFile } from '../api/console-session.ts';
import { createLimiter, storedUsage } from '../api/limits.ts';
import { featuredQuery } from '../demo/featured.ts';
import { DEMO_SOURCE, landDemo } from '../demo/land.ts';
import { DEMO_PREFIX, DEMO_SYMBOLS } from '../demo/symbols.ts';
import { useClosings } from '../exchange/calendar.ts';
import { calendarConfigSchema } from '../exchange/calendar-variables.ts';
import { claimFeed } from '../ingest/landing/feed.ts';
import { openClassifier } from '../ingest/news/open.ts';
import { RetentionSchedule } from '../ingest/retention/schedule.ts';
import { systemClock, systemTimers } from '../lib/clock.ts';
import { type ConfigRule, parseConfig } from '../lib/config.ts';
import { scheduled } from '../lib/cron.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { collectProcessMetrics, exposition } from '../lib/metrics.ts';
import { projectVersion } from '../lib/paths.ts';
import { createShutdown, type Shutdown, stopOnSignals } from '../lib/shutdown.ts';
import {
  classifierConfigSchema,
  computeConfigSchema,
  ingestConfigSchema,
  logConfigSchema,
  opsConfigSchema,
  serviceConfigSchema,
  storeConfigSchema,
} from '../lib/variables.ts';
import { type Installation, openInstallation } from '../operations/deployment/installation.ts';
import { failing, run } from '../operations/deployment/run.ts';
import { serveApi } from '../operations/deployment/serve-api.ts';
import { newOpsToken, removeOpsFile, writeOpsFile } from '../operations/ops-port/ops-file.ts';
import { startOpsServer } from '../operations/ops-port/ops-server.ts';
import { pushRoute } from '../operations/ops-port/push-route.ts';
import { measureStore } from '../operations/ops-port/store-metrics.ts';

const RECONCILIATION_SCHEDULE = '*/1 * * * *';
const MS = { drain: 20_000, close: 20_000, demo: 30_000, collectors: 30_000, warmUp: 5_000 } as const;

/** Servers are the other programs' business: here they would be silently ignored. */
const embeddedOnly: ConfigRule = (set) => {
  const variable = ['CLICKHOUSE_URL', 'KAFKA_BROKERS', 'REDIS_URL'].find((name) => set[name]);
  return variable
    ? { variable, message: '`npm start` runs embedded, without servers; use `npm run ingest`, `compute` and `api`' }
    : null;
};

async function main(): Promise<void> {
  const config = parseConfig(
    {
      store: storeConfigSchema,
      ingest: ingestConfigSchema,
      service: serviceConfigSchema,
      compute: computeConfigSchema,
      ops: opsConfigSchema,
      log: logConfigSchema,
      calendar: calendarConfigSchema,
      classifier: classifierConfigSchema,
      api: apiConfigSchema,
    },
    process.env,
    [embeddedOnly],
  );
  useClosings(config.calendar.closings);
  const logger = createLogger({ name: 'market-stats', level: config.log.level });
  const shutdown = createShutdown(logger);
  const fail = failing(logger, shutdown);
  collectProcessMetrics(projectVersion());
  const installation = await openInstallation({ ...config, clock: systemClock, logger, onFatal: fail });
  shutdown.onStop('store', MS.close, () => installation.close());
  await claimFeed(installation.store, 'direct');
  shutdown.onStop(
    'figures of the store',
    MS.close,
    measureStore(installation.store, { logger, exceptPrefix: DEMO_PREFIX }),
  );

  const { demoToken } = installation;
  const demo = config.service.demo && !installation.demoDropped();
  // Without the demo market its token is useless: it is over before anything is served.
  if (!demo) await demoToken.revoke();
  const loginLinks = new LoginLinks(systemClock);
  const ready = await serve(installation, config, loginLinks, logger, shutdown);
  stopOnSignals(shutdown);

  await installation.projection.reconcile();
  const reconcile = () => void installation.projection.reconcile().catch(fail);
  const reconciliation = scheduled(RECONCILIATION_SCHEDULE, reconcile, logger);
  shutdown.onStop('reconciliation', MS.drain, () => void reconciliation.stop());

  installation.collectors.start();
  shutdown.onStop('collectors', MS.collectors, () => installation.collectors.stop());

  const { retention, store: kept } = installation;
  const retained = new RetentionSchedule({
    ...{ retention, store: kept, clock: systemClock, timers: systemTimers, logger, othersMs: 0 },
  });
  retained.start();
  shutdown.onStop('retention', MS.collectors, () => retained.stop());

  if (config.classifier) {
    const { store, landing: target } = installation;
    const classifier = openClassifier({
      ...{ config: config.classifier, store, target, environment: process.env, logger, owner: null },
    });
    classifier.start();
    shutdown.onStop('classifier', MS.collectors, () => classifier.stop());
  }

  if (demo) {
    const token = await demoToken.ensure();
    announce(ready.url, demoToken.path);
    const onFirst = async () => {
      announceRequest(ready.url, demoToken.path);
      await warmUp(ready.url, token, shutdown.signal);
      announceConsole(`${ready.url}/console#login=${loginLinks.create(token)}`);
    };
    const landing = installation
      .landDemo((dropped) => landDemoMarket(installation, AbortSignal.any([shutdown.signal, dropped]), logger, onFirst))
      .catch(fail);
    shutdown.onStop('demo', MS.demo, () => landing);
  } else {
    say(`market-stats serves at ${ready.url}`);
    say('create a token: npm run -s cli -- accounts create --name me --plan pro_api, then tokens issue --account ID');
  }
}

/** Nobody waits at a terminal. */
const SILENT = { progress() {}, notice() {} };

interface Config {
  store: { dataDir: string };
  service: { host: string; port: number };
  ops: { host: string; port: number; token?: { reveal(): string } };
  api: ApiDeps['config'];
}

/** API and ops port. */
async function serve(
  installation: Installation,
  config: Config,
  loginLinks: LoginLinks,
  logger: Logger,
  shutdown: Shutdown,
): Promise<{ url: string }> {
  const { store, answers, statistics, projection } = installation;
  const { dataDir } = config.store;
  const clock = systemClock;
  const served = await serveApi({
    store,
    answers,
    statistics,
    limiter: createLimiter({ log: storedUsage(store.priorityReader, store.writer), clock, logger }),
    sessionKey: sessionKeyInFile(dataDir),
    loginLinks,
    status: async () => (await installation.operations['status']({}, SILENT)) as object,
    onStatsUpdated(listener) {
      installation.onUpdated((symbol) => listener([symbol]));
      return () => {};
    },
    config,
    clock,
    logger,
    shutdown,
  });

  const token = config.ops.token?.reveal() ?? newOpsToken();
  const ops = await startOpsServer({
    ...config.ops,
    token,
    operations: installation.operations,
    push: pushRoute(() => installation.landing, logger),
    metrics: exposition,
    notReady: async () => [...(await served.notReady()), ...projection.notReady()],
    logger,
  });
  writeOpsFile(dataDir, { host: config.ops.host, port: ops.port, token, pid: process.pid });
  shutdown.onStop('ops port', MS.drain, async () => {
    removeOpsFile(dataDir);
    await ops.close();
  });
  return { url: served.url };
}

async function landDemoMarket(
  installation: Installation,
  signal: AbortSignal,
  logger: Logger,
  onFirst: () => Promise<void>,
): Promise<void> {
  const { landing, store, projection } = installation;
  const stored = await store.reader.query<{ symbol: string; first: number; last: number }>(
    `SELECT CAST(symbol, 'String') AS symbol, intDiv(toUInt32(min(ts)), 86400) AS first,
            intDiv(toUInt32(maxIf(ts, source = {source:String})), 86400) AS last
     FROM market.bars WHERE startsWith(symbol, {prefix:String}) GROUP BY symbol`,
    { source: DEMO_SOURCE, prefix: DEMO_PREFIX },
  );
  const firstDays = new Map(stored.map(({ symbol, first }) => [symbol, Number(first)]));
  // None of this source: the epoch.
  const lastDays = new Map(stored.flatMap(({ symbol, last }) => (Number(last) > 0 ? [[symbol, Number(last)]] : [])));
  const began = performance.now();
  const landed = await landDemo({
    landing,
    clock: systemClock,
    signal,
    lastDay: (symbol) => lastDays.get(symbol) ?? null,
    firstDay: (symbol) => firstDays.get(symbol) ?? null,
    async onSymbol(done, total, symbol) {
      // Each symbol is served before the next one lands: the first answers come early.
      if (done > 0) await projection.settled([DEMO_SYMBOLS[done - 1].symbol]);
      if (done === 1 && !signal.aborted) await onFirst();
      if (!signal.aborted && lastDays.size < DEMO_SYMBOLS.length) {
        say(
          done < total ? `demo market: ${done} of ${total} symbols served, landing ${symbol}` : 'demo market: complete',
        );
      }
    },
  });
  if (!signal.aborted)
    logger.info({ landed, seconds: Math.round((performance.now() - began) / 1000) }, 'the demo market is up to date');
}

/** What is printed may end in a log: no token. */
function announce(url: string, tokenPath: string): void {
  say(`market-stats serves at ${url} (console: ${url}/console/, reference: ${url}/docs)`);
  say(`the token of the demo market (symbols ${DEMO_PREFIX}...) is in ${tokenPath}`);
  say(`a request to try and the link to the console follow once ${DEMO_SYMBOLS[0].symbol} is served`);
}

/** Before the symbol is served it would be answered with 404. */
function announceRequest(url: string, tokenPath: string): void {
  const path = /^[\w./-]+$/.test(tokenPath) ? tokenPath : `'${tokenPath.replaceAll("'", "'\\''")}'`;
  const question = `symbol=${DEMO_SYMBOLS[0].symbol}&session=exchange`;
  say('');
  say(`  curl -H "Authorization: Bearer $(cat ${path})" '${url}/stats/gap/summary?${question}'`);
}

/** The link, too, may end in a log: it is over after one use or ten minutes. */
function announceConsole(link: string): void {
  say('');
  say(`log in to the console, once and within ten minutes: ${link}`);
  say('');
}

/** Has what the first screen asks for in the caches: the next symbol lands while it is read. Nobody depends on it. */
async function warmUp(url: string, token: string, signal: AbortSignal): Promise<void> {
  const question = new URLSearchParams(featuredQuery(DEMO_SYMBOLS[0].symbol));
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(MS.warmUp)]);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' };
  for (const path of ['/symbols', '/stats', `/query?${question}`]) {
    await fetch(url + path, { headers, signal: bounded })
      .then((answer) => answer.arrayBuffer())
      .catch(() => {});
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

run(main);
