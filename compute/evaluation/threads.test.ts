import { afterAll, expect, it } from 'vitest';
import { useClosings } from '../../exchange/calendar.ts';
import { defaultValues } from '../../test/support/answer.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { numbers } from '../market/records.ts';
import { DEFAULT_SESSION } from '../market/sessions.ts';
import type { AnyValues } from '../statistics/params.ts';
import { loadStatistics } from '../statistics/registry.ts';
import { type Job, runJob, type ViewWanted } from './evaluation.ts';
import { createPool } from './threads.ts';

const pool = createPool({ threads: 1 });
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

function jobOf(series: string, values: AnyValues, view: ViewWanted): Job {
  const unit = { series, session: 'default', spec: DEFAULT_SESSION, variant: '', values };
  const dates = { from: 19_900, to: 19_930 };
  return {
    meta,
    bars,
    stored: dates,
    news: {},
    clock: { lastBarStart, lastBarEnd: lastBarStart + meta.intervalMin },
    tasks: [{ unit, wanted: { from: 19_900, to: 19_920 }, loaded: dates, view }],
  };
}

it('a worker thread loads every statistics module from the sources, as it does from the built program', async () => {
  // The modules are used only once all of them are loaded.
  await expect(pool.answer(jobOf('none', {}, {}))).rejects.toThrow("no statistic 'none'");
});

it.each(statistics.map((statistic) => [statistic.name, statistic] as const))(
  '%s: a thread answers what is answered in place, and a summary without the records',
  async (name, statistic) => {
    const values = defaultValues(statistic, meta.intervalMin);
    const job = jobOf(name, values, {});
    const inPlace = await runJob(job);
    expect(inPlace.results[0].shown?.days.length).toBeGreaterThan(0);
    expect(await pool.answer(job)).toEqual(inPlace);
    const asked = { path: statistic.summary.path, timeWindow: '1M', firstDay: null, lastDate: null };
    const ofSummary = jobOf(name, values, { summary: asked });
    const { results } = await pool.answer(ofSummary);
    expect(results).toEqual((await runJob(ofSummary)).results);
    const [{ records, shown, summary }] = results;
    expect([records, shown]).toEqual([null, undefined]);
    expect(Object.keys(summary!.raw)).not.toHaveLength(0);
  },
);

it('a thread knows the closings that the operator has named', async () => {
  const closed = 19_905;
  const datesFrom = async (given: typeof pool) => {
    const trend = statistics.find(({ name }) => name === 'trend')!;
    const { results } = await given.answer(jobOf('trend', defaultValues(trend, meta.intervalMin), {}));
    return Array.from(numbers(results[0].shown!.days, 'date'));
  };
  expect(await datesFrom(pool)).toContain(closed);
  useClosings([{ day: closed, closeMin: null }]);
  const later = createPool({ threads: 1 });
  try {
    expect(await datesFrom(later)).not.toContain(closed);
  } finally {
    useClosings([]);
    await later.close();
  }
});
