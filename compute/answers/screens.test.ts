import { describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLogger } from '../../lib/logger.ts';
import { projectionOfFile, putBars } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { runJob } from '../evaluation/evaluation.ts';
import { runSummaries } from '../evaluation/summary-job.ts';
import { Projector } from '../materialize/projector.ts';
import { ProjectionService } from '../materialize/service.ts';
import { Summaries } from '../materialize/summaries.ts';
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
  it('has another version from the moment that summaries have followed the records, and that moment is reported', {
    timeout: 45_000,
  }, async () => {
    const { store, statistics } = opened;
    const meta = { ...market.meta, symbol: 'FRESH' };
    const info = { ...meta, hasBars: true } as SymbolInfo;
    const screens = new StoreScreens(store.reader, { listed: async () => [info] });
    const trend = statistics.filter(({ name }) => name === 'trend');
    const ranked = (sortBy: string) =>
      screens.screen({
        statistic: trend[0],
        session: 'default',
        values: {},
        timeWindow: '12M',
        sortBy,
        order: 'desc',
        minSampleSize: 0,
        limit: 10,
      });
    const ask = async () => {
      const version = await screens.version();
      const rows = await ranked('total_days');
      return { version, days: rows.map(({ value }) => value) };
    };
    const updates: Promise<{ version: string; days: number[] }>[] = [];
    const service = new ProjectionService({
      store,
      projector: new Projector({ store, statistics: trend, run: runJob, clock: systemClock }),
      summaries: new Summaries({ store, statistics: trend, run: runSummaries, clock: systemClock }),
      logger: silentLogger,
      onUpdated: () => void updates.push(ask()),
      onFatal: (error) => expect.fail(String(error)),
    });
    const settled = async () => {
      service.wake(['FRESH']);
      await service.settled();
      return { shown: await ask(), last: await updates.at(-1) };
    };

    const none = await ask();
    expect(none.days).toEqual([]);
    await putBars(store, { meta }, bars, { to: FIRST_PART });
    const first = await settled();
    expect(updates).toHaveLength(2);
    expect(first.last).toEqual(first.shown);
    await putBars(store, { meta }, bars, { from: FIRST_PART });
    const second = await settled();
    await service.stop();
    // A rate says its cases: every day may be a trend day.
    expect((await ranked('trend_day_rate_pct')).map(({ n }) => n)).toEqual(second.shown.days);
    expect(updates).toHaveLength(4);
    expect(second.last).toEqual(second.shown);

    expect(second.shown.days[0]).toBeGreaterThan(first.shown.days[0]);
    expect(new Set([none, first.shown, second.shown].map(({ version }) => version)).size).toBe(3);
  });
});
