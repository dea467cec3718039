import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../../lib/clock.ts';
import { FEW_STATISTICS, openProjection, putBars, serviceOver } from '../../test/support/projection.ts';
import { randomMarket } from '../../test/support/random-market.ts';
import { runJob } from '../evaluation/evaluation.ts';
import type { ProjectionService } from './service.ts';

const FIRST_DAY = Date.UTC(2025, 2, 3) / 86_400_000;

describe('the projection as bars keep coming', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  let service: ProjectionService;
  /** Symbols as their readers are notified of them. */
  let updated: string[] = [];
  const { bars } = randomMarket({
    seed: 11,
    assetClass: 'crypto',
    intervalMin: 60,
    firstDay: FIRST_DAY,
    days: 20,
    ticks: 2,
    density: 0.9,
    hours: 'always',
  } as const);
  const put = (symbol: string, from: number, to: number) =>
    putBars(opened.store, { meta: { symbol, assetClass: 'crypto', intervalMin: 60 } }, bars, { from, to });

  beforeAll(async () => {
    opened = await openProjection(FEW_STATISTICS);
    service = serviceOver(opened, { onUpdated: (symbol) => updated.push(symbol) });
    for (const symbol of ['A', 'B']) await put(symbol, 0, 100);
    service.wake(['A', 'B']);
    await service.settled();
  });
  afterAll(async () => {
    await service.stop();
    await opened.close();
  });

  it('computes what an import lands once it has ended, and at once where a caller waits for it', {
    timeout: 60_000,
  }, async () => {
    await service.settled();
    const underWay = service.importing();
    await put('A', 110, 111);
    underWay.landed(['A']);
    await put('B', 110, 111);
    updated = [];
    service.wake(['A', 'B']);
    await vi.waitFor(() => expect(updated).toContain('B'), { timeout: 20_000 });
    expect(updated).not.toContain('A');
    await service.settled(['A']);
    expect(updated).toContain('A');

    await put('A', 111, 112);
    await put('B', 111, 112);
    updated = [];
    service.wake(['A', 'B']);
    await vi.waitFor(() => expect(updated).toContain('B'), { timeout: 20_000 });
    expect(updated).not.toContain('A');
    underWay.end();
    await vi.waitFor(() => expect(updated).toContain('A'), { timeout: 20_000 });
    await service.settled();
  });

  it('pauses three times as long as a symbol took that changes again', { timeout: 60_000 }, async () => {
    await service.settled();
    let nowMs = 1_000_000;
    let took = 1_000;
    const done: string[] = [];
    const slow = serviceOver(opened, {
      async run(job) {
        nowMs += took;
        return runJob(job);
      },
      timers: { ...systemTimers, monotonicMs: () => nowMs },
      onUpdated: (symbol) => done.push(symbol),
    });
    const woken = (symbol: string) => {
      slow.wake([symbol]);
      nowMs += 500;
    };
    await put('A', 120, 121);
    woken('A');
    await vi.waitFor(() => expect(slow.open(['A'])).toEqual([]), { timeout: 20_000 });
    expect(done).toContain('A');
    took = 0;
    await put('A', 121, 122);
    await put('B', 121, 122);
    woken('A');
    woken('B');
    await vi.waitFor(() => expect(slow.open(['B'])).toEqual([]), { timeout: 20_000 });
    expect(slow.open(['A'])).toEqual(['A']);
    nowMs += 1_000_000;
    await vi.waitFor(() => expect(slow.open(['A'])).toEqual([]), { timeout: 20_000 });
    await slow.stop();
  });

  it('is not put off by notices that never cease', { timeout: 90_000 }, async () => {
    await put('A', 102, 103);
    updated = [];
    const notices = setInterval(() => service.wake(['A']), 5);
    try {
      await vi.waitFor(() => expect(updated).toContain('A'), { timeout: 90_000 });
    } finally {
      clearInterval(notices);
    }
  });
});
