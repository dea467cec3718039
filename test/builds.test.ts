/** Builds of different definitions on one store: the newer one wins, forward and back, wherever one of them is killed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Overloaded } from '../compute/answers/answers.ts';
import { StoreScreens } from '../compute/answers/screens.ts';
import type { Statistic } from '../compute/statistics/statistic.ts';
import { type BuildOptions, openBuild, rowsOf, withRaised } from './support/builds.ts';
import { openProjection, putBars } from './support/projection.ts';
import { randomMarket } from './support/random-market.ts';

const market = randomMarket({
  seed: 21,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: 19_900,
  days: 14,
  hours: 'regular',
  density: 1,
  ticks: 12,
});
const { bars } = market;

let opened: Awaited<ReturnType<typeof openProjection>>;
/** What the builds know: two statistics are enough to see that one of them stays as it is. */
let older: readonly Statistic[];
let newer: readonly Statistic[];
let number = 0;
let symbol: string;

beforeAll(async () => {
  opened = await openProjection();
  older = opened.statistics.filter(({ name }) => name === 'trend' || name === 'orb');
  newer = withRaised(older, 'trend', 'close');
  await put('NEW');
  await build(newer).settle('NEW');
});
afterAll(() => opened.close());
beforeEach(() => {
  symbol = `B${++number}`;
});

const put = (name: string, part?: { from?: number; to?: number }) =>
  putBars(opened.store, { meta: { ...market.meta, symbol: name } }, bars, part);
const build = (statistics: readonly Statistic[], options?: BuildOptions) =>
  openBuild(opened.store, statistics, options);
const rows = (name: string) => rowsOf(opened.store, newer, name);

/** What the tables hold where only the newer build has ever computed. */
async function asNewer(): Promise<Record<string, string>> {
  return rows('NEW');
}

async function expectSettled(): Promise<void> {
  expect(await build(newer).behind()).not.toContain(symbol);
  expect(await rows(symbol)).toEqual(await asNewer());
  await build(newer).projector.project(symbol, {});
  expect(await rows(symbol)).toEqual(await asNewer());
}

describe('a raised definition', () => {
  it('is served on demand until the records follow, never empty, and by the older build as well', async () => {
    await put(symbol);
    await build(older).settle(symbol);
    const before = await build(older).answer(symbol, 'trend');
    expect(before).toMatchObject({ source: 'materialized' });
    const early = await build(newer).answer(symbol, 'trend');
    expect(early).toMatchObject({ source: 'on_demand' });
    expect(early?.records.length).toBeGreaterThan(0);
    expect(await build(newer).answer(symbol, 'orb')).toMatchObject({ source: 'materialized' });

    await build(newer).settle(symbol);
    expect(await build(newer).answer(symbol, 'trend')).toEqual({ ...early, source: 'materialized' });
    expect(await build(older).answer(symbol, 'trend')).toEqual({ ...before, source: 'on_demand' });
    await expectSettled();
  });

  it('answers 503 where the bars are too many to compute it on demand', async () => {
    await put(symbol);
    await build(older).settle(symbol);
    const answer = build(newer).answer(symbol, 'trend', { maxBarsPerRequest: 10 });
    await expect(answer).rejects.toBeInstanceOf(Overloaded);
  });

  it('answers 503 to a ranking by summaries of the other definition', async () => {
    await put(symbol);
    await build(older).settle(symbol);
    const info = { ...market.meta, series: `${symbol} 30m`, symbol, hasBars: true } as never;
    const screens = new StoreScreens(opened.store.reader, { listed: async () => [info] });
    const wish = { session: 'default', sortBy: 'total_days', order: 'desc' } as const;
    const ask = () =>
      screens.screen({
        statistic: newer.find(({ name }) => name === 'trend')!,
        ...wish,
        minSampleSize: 0,
        limit: 1000,
      });
    await expect(ask()).rejects.toBeInstanceOf(Overloaded);
    await build(newer).settle(symbol);
    expect((await ask()).map((row) => row.symbol)).toContain(symbol);
  });
});
