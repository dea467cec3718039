import { describe, expect, it } from 'vitest';
import { projectionOfFile, putBars, serviceOver } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import type { SymbolInfo } from './answers.ts';
import { StoreScreens } from './screens.ts';

const market = randomMarket({
  seed: 11,
  assetClass: 'equity',
  intervalMin: 30,
  firstDay: 19_900,
  days: 12,
  hours: 'regular',
  density: 1,
  ticks: 12,
});
const { bars } = market;
const FIRST_PART = Math.round(bars.length * 0.6);
const opened = await projectionOfFile();

describe('a screen', () => {
  it('follows the records, and the moment from which it does is reported', { timeout: 45_000 }, async () => {
    const { store, statistics } = opened;
    const meta = { ...market.meta, symbol: 'FRESH' };
    const info = { ...meta, hasBars: true } as SymbolInfo;
    const screens = new StoreScreens(store.reader, { listed: async () => [info] });
    const trend = statistics.filter(({ name }) => name === 'trend');
    const ranked = (sortBy: string) =>
      screens.screen({
        statistic: trend[0],
        session: 'default',
        sortBy,
        order: 'desc',
        minSampleSize: 0,
        limit: 10,
      });
    const days = async () => (await ranked('total_days')).map(({ value }) => value);
    const updates: Promise<number[]>[] = [];
    const service = serviceOver({ store, statistics: trend }, { onUpdated: () => void updates.push(days()) });
    const settled = async () => {
      service.wake(['FRESH']);
      await service.settled();
      return { shown: await days(), last: await updates.at(-1) };
    };

    expect(await days()).toEqual([]);
    await putBars(store, { meta }, bars, { to: FIRST_PART });
    const first = await settled();
    expect(updates).toHaveLength(1);
    expect(first.last).toEqual(first.shown);
    await putBars(store, { meta }, bars, { from: FIRST_PART });
    const second = await settled();
    await service.stop();
    // A rate says its cases: every day may be a trend day.
    expect((await ranked('trend_day_rate_pct')).map(({ n }) => n)).toEqual(second.shown);
    expect(updates).toHaveLength(2);
    expect(second.last).toEqual(second.shown);
    expect(second.shown[0]).toBeGreaterThan(first.shown[0]);
  });
});
