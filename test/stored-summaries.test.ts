/** Stored summaries are those that `/summary` answers: every statistic, variant, session window and time window. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreAnswers } from '../compute/answers/store-answers.ts';
import { createCaches } from '../compute/engine/caches.ts';
import { runJob } from '../compute/engine/job.ts';
import { TIME_WINDOWS } from '../compute/engine/range.ts';
import { runSummaries } from '../compute/engine/summary-job.ts';
import { unitsOf } from '../compute/engine/tables/units.ts';
import { Summaries } from '../compute/materialize/summaries.ts';
import { numericLeaves, renderSummary, SummaryFields } from '../compute/statistics/summary-fields.ts';
import { systemClock } from '../lib/clock.ts';
import { defaultValues } from './support/answer.ts';
import { openProjection, putBars, putNews } from './support/projection.ts';
import { propertySeed, randomMarket } from './support/random-market.ts';

/** One shorter than a month, one longer than three: windows that hold all, and windows that do not. */
const MARKETS = [
  { symbol: 'SHORT', assetClass: 'equity', intervalMin: 30, days: 18 },
  { symbol: 'LONG', assetClass: 'crypto', intervalMin: 60, days: 130 },
] as const;

let opened: Awaited<ReturnType<typeof openProjection>>;
let answers: StoreAnswers;
const seed = propertySeed();

beforeAll(async () => {
  opened = await openProjection();
  const { store, statistics, projector } = opened;
  for (const { symbol, ...request } of MARKETS) {
    const common = { seed, firstDay: 19_800, hours: 'extended', density: 0.9, ticks: 5 } as const;
    const market = randomMarket({ ...common, ...request });
    const named = { meta: { ...market.meta, symbol } };
    await putBars(store, named, market.bars);
    await putNews(store, named, 7, market.bars);
  }
  const names = MARKETS.map(({ symbol }) => symbol);
  await projector.projectAll(names);
  await new Summaries({ store, statistics, run: runSummaries, clock: systemClock }).refreshAll(names);
  answers = new StoreAnswers({
    ...{
      store,
      statistics,
      pool: { answer: (job) => runJob(job) },
      nowMs: () => Date.now(),
      maxBarsPerRequest: 2_000_000,
    },
    ...{ caches: createCaches(store.reader), deadlineMs: 60_000 },
  });
}, 300_000);
afterAll(async () => {
  await answers.close();
  await opened.close();
});

describe.each(MARKETS.map(({ symbol }) => symbol))('summaries of %s', (symbol) => {
  it('are those of the API in every window', { timeout: 300_000 }, async () => {
    const info = (await answers.symbol(symbol))!;
    let compared = 0;
    for (const statistic of opened.statistics) {
      const rows = await opened.store.reader.query<{ key: string; summary: string; metrics: object }>(
        `SELECT concat(session, '|', variant, '|', time_window) AS key, summary, metrics
         FROM market.v_stat_${statistic.name}_summary WHERE symbol = {symbol:String}`,
        { symbol },
      );
      for (const { key, summary, metrics } of rows) {
        const leaves = Object.entries(numericLeaves(JSON.parse(summary)));
        const wanted = Object.fromEntries(leaves.map(([path, value]) => [path.replace(/^summary\./, ''), value]));
        expect(metrics, `${statistic.name} ${key}`).toEqual(wanted);
      }
      const stored = new Map(rows.map(({ key, summary }) => [key, summary]));
      const fields = new SummaryFields(statistic.summary.fields);
      for (const { session, spec, variant, values } of unitsOf(statistic, info)) {
        for (const [timeWindow, months] of Object.entries(TIME_WINDOWS)) {
          const key = `${session}|${variant}|${timeWindow}`;
          const all = { ...defaultValues(statistic, info.intervalMin), ...values };
          const request = { statistic, symbol: info, session: spec, values: all, range: { months, timeWindow } };
          const { summary } = await answers.summary(request, statistic.summary);
          const text = stored.get(key);
          if (text === undefined) continue;
          expect(text, `${statistic.name} ${key}`).toBe(JSON.stringify(renderSummary(fields, summary)));
          stored.delete(key);
          compared++;
        }
      }
      expect([...stored.keys()], statistic.name).toEqual([]);
    }
    expect(compared).toBeGreaterThan(200);
  });
});
