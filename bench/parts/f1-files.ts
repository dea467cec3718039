/**
 * Product files that a live bar and a request with custom parameters pass: those of which a function runs, after the same
 * was done before, so that what is made once does not count. Everything runs in this thread.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { ProjectionService } from '../../compute/materialize/service.ts';
import { Landing } from '../../ingest/landing/landing.ts';
import { systemClock as clock, systemTimers as timers } from '../../lib/clock.ts';
import { silentLogger as logger } from '../../lib/logger.ts';
import { line, type Part } from '../harness.ts';
import { openBenchStore, startApi } from '../stores.ts';

const SYMBOL = 'FILES';
const ROOT = new URL('../../', import.meta.url);
const OF_PRODUCT = /^(lib|exchange|sql|ingest|compute|api|operations)\//;
/** Custom parameters over two years: nothing stored serves. */
const REQUEST = `/stats/orb?symbol=${SYMBOL}&orb_minutes=20&time_window=24M`;

/** Returns the product files of which a function is called during the work, each after the room it is in. */
async function filesPassed(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const root = fileURLToPath(ROOT);
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges: [{ count }] }) => count > 0))
    .map(({ url }) => fileURLToPath(url).slice(root.length))
    .filter((path) => OF_PRODUCT.test(path))
    .sort();
}

const part: Part = async () => {
  const shop = await openBenchStore();
  const { store, statistics } = shop;
  await shop.fill(SYMBOL);
  const projection = new ProjectionService({
    ...{ store, clock, timers, logger, projector: shop.projector, onUpdated() {} },
    onFatal(error) {
      throw error;
    },
  });
  const landing = await Landing.open({ store, clock, logger, onLanded: (changed) => projection.landed(changed) });
  const startMs = clock.nowMs() - (clock.nowMs() % 60_000) - 120_000;
  let bars = 0;
  const live = async () => {
    const figures = { open: 100, high: 101, low: 99, close: 100 + bars / 100, volume: 1 };
    const bar = { symbol: SYMBOL, asset_class: 'equity', interval: '1m', ts: startMs + 60_000 * bars++, ...figures };
    await landing.landEvents('bars', [{ key: SYMBOL, value: JSON.stringify(bar) }]);
    await projection.settled();
  };
  const answers = new StoreAnswers({
    ...{ store, statistics, nowMs: () => clock.nowMs(), maxBarsPerRequest: 10_000_000, deadlineMs: 60_000 },
    pool: { answer: (job) => runJob(job, statistics) },
    caches: createCaches(store.reader),
  });
  const api = await startApi(shop, answers);
  await live();
  await api.get(REQUEST.replace('=20', '=25'));
  const ofBar = await filesPassed(live);
  await projection.stop();
  const ofRequest = await filesPassed(() => api.get(REQUEST));
  console.error(`live bar: ${ofBar.join(' ')}
custom request: ${ofRequest.join(' ')}`);
  await api.close();
  await shop.close();
  return [
    line('a live bar passes', 'files', ofBar.length, { ours: { atMost: 45 } }),
    line('a custom request passes', 'files', ofRequest.length, { ours: { atMost: 30 } }),
  ];
};

export default part;
