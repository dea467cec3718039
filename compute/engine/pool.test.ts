import { afterAll, expect, it } from 'vitest';
import { defaultValues } from '../../test/support/answer.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { DEFAULT_SESSION } from '../market/sessions/spec.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { type AnswerJob, runAnswer } from './answer-job.ts';
import { createPool } from './pool.ts';

const pool = createPool({ threads: 1, maxWaiting: 1 });
afterAll(() => pool.close());

const { bars, meta } = randomMarket({
  seed: 11,
  assetClass: 'equity',
  intervalMin: 15,
  firstDay: 19_900,
  days: 30,
  hours: 'regular',
  density: 0.9,
  ticks: 9,
});
const lastBarStart = bars.minute[bars.length - 1];
const statistics = await loadStatistics();

it('a worker thread loads every statistics module from the sources, as it does from the built program', async () => {
  // The modules are used only once all of them are loaded.
  await expect(pool.answer({ statistic: 'none' } as AnswerJob)).rejects.toThrow("no statistic 'none'");
});

it.each(statistics.map((statistic) => [statistic.name, statistic] as const))(
  '%s: a thread answers what is answered in place, and a summary without the records',
  async (_, statistic) => {
    const job: AnswerJob = {
      meta,
      bars,
      clock: { lastBarStart, lastBarEnd: lastBarStart + meta.intervalMin },
      reachesStart: true,
      reachesEnd: true,
      news: {},
      firstDay: null,
      statistic: statistic.name,
      session: DEFAULT_SESSION,
      values: defaultValues(statistic, meta.intervalMin),
      wanted: { from: 19_900, to: 19_920 },
    };
    const inPlace = await runAnswer(job);
    expect(await pool.answer(job)).toEqual(inPlace);
    const summary = { path: statistic.summary.path, timeWindow: '1M' };
    const summed = await pool.answer({ ...job, summary });
    expect(summed).toEqual(await runAnswer({ ...job, summary }));
    expect([summed.records.length, summed.days.length]).toEqual([0, 0]);
    expect(Object.keys(summed.summary!.raw)).not.toHaveLength(0);
  },
);
