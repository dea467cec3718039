import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../lib/days.ts';
import { FEW_STATISTICS, openProjection, putBars, serviceOver } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import type { ProjectionService } from './service.ts';

const FIRST_DAY = Date.UTC(2025, 2, 3) / MS_PER_DAY;
/** Hourly bars around the clock, none missing but on days without any. */
const { bars } = randomMarket({
  seed: 5,
  assetClass: 'crypto',
  intervalMin: 60,
  firstDay: FIRST_DAY,
  days: 12,
  ticks: 2,
  density: 1,
  hours: 'always',
} as const);
const dayOf = (i: number) => Math.floor(bars.minute[i] / 1440);
/** The bars of the last day are in `[live, bars.length)`. */
const live = bars.minute.findIndex((_, i) => dayOf(i) === dayOf(bars.length - 1));
const today = dayOf(live);

describe('the day in progress', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  const updated: string[] = [];
  const services: ProjectionService[] = [];
  let day = today;

  function open(): ProjectionService {
    const clock = { nowMs: () => day * MS_PER_DAY };
    const service = serviceOver(opened, { clock, onUpdated: (symbol) => updated.push(symbol) });
    services.push(service);
    return service;
  }

  const meta = (symbol: string) => ({ meta: { symbol, assetClass: 'crypto', intervalMin: 60 } }) as const;
  const lastDate = async (symbol: string) => {
    const [{ last }] = await opened.store.reader.query<{ last: number }>(
      `SELECT toInt32(max(date)) AS last FROM market.stat_sessions FINAL WHERE symbol = {symbol:String}`,
      { symbol },
    );
    return last;
  };
  const settledThrough = async (symbol: string) => {
    const [{ through }] = await opened.store.reader.query<{ through: number }>(
      'SELECT toInt32(settled_through) AS through FROM market.v_symbol_coverage WHERE symbol = {symbol:String}',
      { symbol },
    );
    return through;
  };
  const rows = async () => {
    const [{ n }] = await opened.store.reader.query<{ n: number }>(
      "SELECT toFloat64(sum(rows)) AS n FROM system.parts WHERE active AND database = 'market' AND table LIKE 'stat_%'",
    );
    return n;
  };

  beforeAll(async () => {
    opened = await openProjection(FEW_STATISTICS);
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    await opened.close();
  });

  it('writes nothing but its bars until it has ended', { timeout: 30_000 }, async () => {
    const service = open();
    await putBars(opened.store, meta('LIVE'), bars, { to: live });
    service.wake(['LIVE']);
    await service.settled();
    const before = await rows();
    expect(await lastDate('LIVE')).toBeLessThan(today);
    updated.length = 0;
    await putBars(opened.store, meta('LIVE'), bars, { from: live });
    service.landed([{ symbol: 'LIVE', days: [today] }]);
    // Readers hear of it at once.
    expect(updated).toEqual(['LIVE']);
    await service.settled();
    await service.reconcile();
    await service.settled();
    expect([await service.behindDays(), await rows()]).toEqual([0, before]);
    // A correction of an ended day leaves it out as well.
    await putBars(opened.store, meta('LIVE'), bars, { from: live - 3, to: live });
    service.landed([{ symbol: 'LIVE', days: [dayOf(live - 1)] }]);
    await service.settled();
    expect([(await lastDate('LIVE')) < today, await settledThrough('LIVE')]).toEqual([true, today - 1]);
    day = today + 1;
    await service.reconcile();
    await service.settled();
    expect([await service.behindDays(), await lastDate('LIVE')]).toEqual([0, today]);
    expect(await settledThrough('LIVE')).toBe(today);
    day = today;
  });

  it('is not taken back by a process whose clock is behind', { timeout: 90_000 }, async () => {
    const ahead = open();
    await putBars(opened.store, meta('SKEW'), bars);
    day = today + 1;
    ahead.wake(['SKEW']);
    await ahead.settled();
    expect(await lastDate('SKEW')).toBe(today);
    day = today;
    const behind = open();
    await putBars(opened.store, meta('SKEW'), bars, { from: live - 3, to: live });
    behind.wake(['SKEW']);
    await behind.settled();
    expect(await lastDate('SKEW')).toBe(today);
  });
});
