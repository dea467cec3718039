/** The bound on bars read on demand is the request's: over several symbols they count together. */
import { afterAll, describe, expect, it } from 'vitest';
import { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { createCaches } from '../../compute/evaluation/bar-cache.ts';
import { runJob } from '../../compute/evaluation/evaluation.ts';
import { Projector } from '../../compute/materialize/projector.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { systemClock } from '../../lib/clock.ts';
import { UNLIMITED } from '../../test/support/api.ts';
import { apiOfFile } from '../../test/support/api-of-file.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { putBars } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];

const statistics = await loadStatistics();
const store = await storeOfFile({ statistics });
const projector = new Projector({ store, statistics, run: runJob, clock: systemClock });
let bars = 0;
for (const symbol of SYMBOLS) {
  const request = { seed: 5, assetClass: 'equity', intervalMin: 5, firstDay: 20_150, days: 15, ticks: 3 } as const;
  const market = randomMarket({ ...request, hours: 'regular', density: 1 });
  bars = market.bars.length;
  await putBars(store, { meta: { ...market.meta, symbol } }, market.bars);
  await projector.project(symbol);
}
const answers = new StoreAnswers({
  store,
  statistics,
  pool: { answer: (job) => runJob(job) },
  nowMs: () => Date.now(),
  // Room for two symbols and a half.
  maxBarsPerRequest: Math.floor(2.5 * bars),
  caches: createCaches(store.reader, { recordBytes: 2 ** 24, barBytes: 2 ** 24 }),
  deadlineMs: 60_000,
});
const api = await apiOfFile([], { deps: { answers } });
afterAll(async () => {
  await answers.close();
});

const status = async (path: string, token?: string) => (await api.get(path, token ? { token } : {})).status;

describe('bars read on demand', () => {
  it('count together over the symbols of one request, in memory or not', async () => {
    const path = (symbols: readonly string[]) => `/stats/fvg/multi_top?start_time=14:05&symbols=${symbols.join(',')}`;
    for (let i = 0; i < 2; i++) {
      const reply = await api.get(path(SYMBOLS));
      expect([reply.status, reply.body.detail?.[0].loc]).toEqual([422, ['query', 'time_window']]);
      expect(reply.body.detail[0].msg).toMatch(/fewer symbols or a shorter range/);
      for (const symbol of SYMBOLS) await api.get(`/stats/fvg/top?start_time=14:05&symbol=${symbol}`);
    }
    expect(await status(path(SYMBOLS.slice(0, 2)))).toBe(200);
  });

  it('count in lists over all symbols, and not where the answer is prepared', async () => {
    expect(await status('/stats/orb/top?start_time=14:05')).toBe(422);
    expect(await status('/stats/orb/top')).toBe(200);
  });

  it('count in rankings that are made from records', async () => {
    const token = api.account('free', { ...UNLIMITED, directApi: true, historyDays: 5_000 });
    expect(await status('/stats/gap/screen', token)).toBe(200);
  });
});
