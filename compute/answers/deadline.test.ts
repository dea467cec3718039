/** Bounds of an answer: past its deadline it is given up, and says why; the bars of one request are bounded, not those of others. */
import { expect, it } from 'vitest';
import { defaultValues } from '../../test/support/answer.ts';
import { storeOfFile } from '../../test/support/of-file.ts';
import { putBars } from '../../test/support/projection.ts';
import { createCaches } from '../evaluation/bar-cache.ts';
import { runJob } from '../evaluation/evaluation.ts';
import { allocateBars, PRICE_COLUMNS } from '../market/bars.ts';
import { DEFAULT_SESSION, type SessionSpec } from '../market/sessions.ts';
import { Projector } from '../materialize/projector.ts';
import trend from '../statistics/trend/index.ts';
import { BarsUsed, Overloaded, TooMuchWork } from './answers.ts';
import { StoreAnswers } from './store-answers.ts';

const SYMBOL = 'BTCUSD';
const FIRST_DAY = 20_150;
const LATER: SessionSpec = { ...DEFAULT_SESSION, mode: 'custom', startMin: 600, endMin: 700 };

const statistics = [trend];
const store = await storeOfFile({ statistics });
// More bars than are computed in place.
const bars = allocateBars(40 * 1_440);
for (let i = 0; i < bars.length; i++) bars.minute[i] = FIRST_DAY * 1_440 + i;
for (const name of PRICE_COLUMNS) bars[name].fill(100);
await putBars(store, { meta: { symbol: SYMBOL, assetClass: 'crypto', intervalMin: 1 } }, bars);
const clock = { nowMs: () => (FIRST_DAY + 1) * 86_400_000 };
await new Projector({ store, statistics, run: runJob, clock }).project(SYMBOL);

/** A thread that never answers: `waiting` others wait for one. */
async function ask(session: SessionSpec, waiting: number): Promise<unknown> {
  const answers = new StoreAnswers({
    store,
    statistics: [trend],
    caches: createCaches(store.reader),
    nowMs: () => Date.now(),
    maxBarsPerRequest: 2_000_000,
    deadlineMs: 20,
    pool: {
      waiting,
      answer: (_, signal) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
    },
  });
  const symbol = (await answers.symbol(SYMBOL))!;
  const range = { months: 3, timeWindow: '3M' };
  const values = defaultValues(trend, 1);
  return answers.view({ statistic: trend, symbol, session, values, range }).catch((error) => error);
}

it('a live tail that takes longer than the deadline is overload: no other range would be quicker', async () => {
  expect(await ask(DEFAULT_SESSION, 0)).toBeInstanceOf(Overloaded);
});

it('a range computed on demand that takes longer is too much work', async () => {
  expect(await ask(LATER, 0)).toBeInstanceOf(TooMuchWork);
});

it('counts all passes of a kernel that asks for more bars, and all that one request computes', async () => {
  let passes = 0;
  const hungry = { ...trend, compute: (...asked: Parameters<typeof trend.compute>) => trend.compute(...asked) };
  const answers = new StoreAnswers({
    store,
    statistics: [hungry],
    caches: createCaches(store.reader),
    nowMs: () => Date.now(),
    maxBarsPerRequest: 2_000_000,
    deadlineMs: 400,
    pool: {
      waiting: 0,
      async answer(_, signal) {
        passes++;
        await new Promise((resolve) => setTimeout(resolve, 150));
        signal!.throwIfAborted();
        const result = { isDone: false, insufficientLookBack: true, insufficientLookAhead: false, records: null };
        return { results: [result], blocks: new Map(), written: 0 };
      },
    },
  });
  const symbol = (await answers.symbol(SYMBOL))!;
  const range = { months: 1, timeWindow: '1M' };
  const barsUsed = new BarsUsed();
  const asked = { statistic: hungry, symbol, session: LATER, values: defaultValues(trend, 1), range, barsUsed };
  await expect(answers.view(asked)).rejects.toBeInstanceOf(TooMuchWork);
  expect(passes).toBeLessThan(5);
  const before = passes;
  await expect(answers.view(asked)).rejects.toBeInstanceOf(TooMuchWork);
  expect(passes).toBe(before);
});

it('is overload where others wait for a thread, too', async () => {
  expect(await ask(LATER, 1)).toBeInstanceOf(Overloaded);
});

it('fails the request whose bars are too many, and no other that waits for the same live tail', async () => {
  const answers = new StoreAnswers({
    store,
    statistics: [trend],
    caches: createCaches(store.reader),
    nowMs: () => Date.now(),
    maxBarsPerRequest: 100_000,
    deadlineMs: 30_000,
    pool: { answer: (job) => runJob(job, statistics) },
  });
  const symbol = (await answers.symbol(SYMBOL))!;
  const barsUsed = new BarsUsed();
  barsUsed.add('OTHER', 90_000);
  const range = { months: 1, timeWindow: '1M' };
  const asked = { statistic: trend, symbol, session: DEFAULT_SESSION, values: defaultValues(trend, 1), range };
  const [full, empty] = await Promise.allSettled([answers.view({ ...asked, barsUsed }), answers.view(asked)]);
  expect(full).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) });
  expect(empty).toMatchObject({ status: 'fulfilled', value: { source: 'materialized' } });
});
