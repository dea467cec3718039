/**
 * `npm start`: everything in one process on the embedded engine. Serves as soon as the store is open; the demo market
 * lands meanwhile, symbol by symbol. A request to try and the link to the console are printed once the first of them is
 * served, so that they find figures.
 */
import { LoginLinks } from '../../api/console-session.ts';
import { systemClock } from '../../lib/clock.ts';
import { scheduled } from '../../lib/cron.ts';
import { removeOpsFile, SILENT, writeOpsFile } from '../operation.ts';
import { measureStore } from '../ops-port/store-metrics.ts';
import { serveApi } from './api.ts';
import type { ProgramConfig } from './config.ts';
import { say } from './demo.ts';
import { openInstallation } from './installation.ts';
import { type Running, runProgram, startBackground } from './process.ts';

const RECONCILIATION_SCHEDULE = '*/1 * * * *';
const MS = { drain: 20_000, close: 20_000, demo: 30_000 } as const;

export const runService = () => runProgram('market-stats', begin, { lands: true });

async function begin(running: Running, config: ProgramConfig) {
  const { store, logger, shutdown, fail, ops } = running;
  const { dataDir } = config.store;
  const clock = systemClock;
  const installation = await openInstallation({ store, config, name: 'market-stats', clock, logger, onFatal: fail });
  shutdown.onStop('installation', MS.close, installation.close);
  const { operations, pushed, notReady } = installation;
  const demo = installation.demo!;
  shutdown.onStop('figures of the store', MS.close, measureStore(store, installation.landing.live, logger));

  const isDemo = config.service.demo && !demo.isDropped;
  // Without the demo market its token is useless: it is over before anything is served.
  if (!isDemo) await demo.revokeToken();
  const loginLinks = new LoginLinks(clock);
  const status = async () => (await operations['status']({}, SILENT)) as object;
  const { url } = await serveApi(running, config, { ...installation, loginLinks, status });
  writeOpsFile(dataDir, ops);
  shutdown.onStop('ops file', MS.close, () => removeOpsFile(dataDir));

  await installation.reconcile();
  const reconcile = () => void installation.reconcile().catch(fail);
  const reconciliation = scheduled(RECONCILIATION_SCHEDULE, reconcile, logger);
  shutdown.onStop('reconciliation', MS.drain, () => void reconciliation.stop());
  startBackground(running, { ...installation, isAlone: true });

  if (isDemo) {
    const token = await demo.ensureToken();
    demo.announce(url);
    const onFirst = () => demo.announceFirst(url, token, loginLinks);
    const began = performance.now();
    const landed = demo.land(installation, shutdown.signal, onFirst).then((events) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      if (events !== null) logger.info({ landed: events, seconds }, 'the demo market is up to date');
    }, fail);
    shutdown.onStop('demo', MS.demo, () => landed);
  } else {
    say(`market-stats serves at ${url}`);
    say('create a token: npm run -s cli -- accounts create --name me --plan pro_api, then tokens issue --account ID');
  }
  return { operations, pushed, notReady };
}
