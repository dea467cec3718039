import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../lib/clock.ts';
import { type LimitedApp, startLimitedApp } from '../test/support/limited-app.ts';
import type { UsageLog } from './day-counts.ts';

const noon = Date.UTC(2025, 5, 10, 12);
const account = { id: 'acc_1', perMinute: 3, perDay: 5 };
const started: LimitedApp[] = [];

async function start(options: Partial<Parameters<typeof startLimitedApp>[0]> = {}): Promise<LimitedApp> {
  const app = await startLimitedApp({ clock: fixedClock(noon), ...options });
  started.push(app);
  return app;
}

afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

describe('the minute', () => {
  it('lets exactly the limit pass of many requests at once, per account', async () => {
    const app = await start();
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.take({ ...account, perDay: 1_000 })));
    expect(answers.filter(({ limitedBy }) => limitedBy === null)).toHaveLength(3);
    expect(answers.map(({ remaining }) => remaining).sort()).toEqual([...new Array(28).fill(0), 1, 2]);
    expect((await app.take({ ...account, id: 'acc_2' })).limitedBy).toBeNull();
  });

  it('serves a client that keeps asking as soon as the window is over, and does not charge the refused requests', async () => {
    const app = await start({ windowMs: 2_000 });
    for (let i = 0; i < 10; i++) await app.take(account);
    expect((await app.usage(account)).day.used).toBe(3);
    await sleep(2_020);
    expect((await app.take(account)).limitedBy).toBeNull();
  });

  it('holds a changed limit from the next request on', async () => {
    const app = await start();
    for (let i = 0; i < 4; i++) await app.take(account);
    expect((await app.take({ ...account, perMinute: 10 })).limitedBy).toBeNull();
  });

  it('is read without being charged', async () => {
    const app = await start();
    expect((await app.usage(account)).minute).toMatchObject({ limit: 3, used: 0 });
    await app.take(account);
    for (let i = 0; i < 5; i++) expect((await app.usage(account)).minute.used).toBe(1);
    for (let i = 0; i < 5; i++) await app.take(account);
    expect((await app.usage(account)).minute.used).toBe(3);
  });

  it('says when it opens again, in whole seconds within the window, and asks to wait for one at least', async () => {
    const app = await start();
    const { resetMs } = await app.take(account);
    expect(resetMs - Date.now()).toBeGreaterThan(55_000);
    expect(resetMs - Date.now()).toBeLessThanOrEqual(61_000);
    for (let i = 0; i < 2; i++) await app.take(account);
    expect((await app.take(account)).retryAfterS).toBeGreaterThan(50);
    const short = await start({ windowMs: 200 });
    for (let i = 0; i < 3; i++) await short.take(account);
    expect((await short.take(account)).retryAfterS).toBeGreaterThanOrEqual(1);
  });

  it('of free requests is one of its own, and they do not count in the day', async () => {
    const app = await start();
    for (let i = 0; i < 120; i++) expect((await app.take(account, '/free')).limitedBy).toBeNull();
    expect((await app.take(account, '/free')).limitedBy).toBe('minute');
    expect(await app.take(account)).toMatchObject({ limitedBy: null, remainingDay: 4 });
  });
});

describe('the day', () => {
  const wide = { id: 'acc_1', perMinute: 1000, perDay: 2 };

  it('refuses beyond its limit until midnight UTC', async () => {
    const clock = fixedClock(noon);
    const app = await start({ clock });
    await app.take(wide);
    await app.take(wide);
    expect(await app.take(wide)).toMatchObject({ limitedBy: 'day', remainingDay: 0, retryAfterS: 43_200 });
    expect((await app.usage(wide)).day).toEqual({ limit: 2, used: 2, resetMs: Date.UTC(2025, 5, 11) });
    clock.set(Date.UTC(2025, 5, 11));
    expect((await app.take(wide)).limitedBy).toBeNull();
  });

  it('continues from what was written, after a restart', async () => {
    const written = new Map<string, number>();
    const log: UsageLog = {
      read: async (accountId, day) => written.get(`${accountId} ${day}`) ?? 0,
      write: async (counts) => {
        for (const { accountId, day, requests } of counts) written.set(`${accountId} ${day}`, requests);
      },
    };
    const first = await start({ log });
    await first.take(wide);
    await first.close();
    started.pop();
    const second = await start({ log });
    expect((await second.take(wide)).limitedBy).toBeNull();
    expect((await second.take(wide)).limitedBy).toBe('day');
  });
});
