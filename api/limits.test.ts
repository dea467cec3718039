import { afterEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../lib/clock.ts';
import { silentLogger } from '../lib/logger.ts';
import { createLimiter, memoryWindows, type UsageLog } from './limits.ts';

const noon = Date.UTC(2025, 5, 10, 12);
const account = { id: 'acc_1', perMinute: 3, perDay: 5 };
const open: { close(): Promise<void> }[] = [];

function limiter(options: { windowMs?: number; log?: UsageLog; clock?: ReturnType<typeof fixedClock> } = {}) {
  const made = createLimiter({ clock: fixedClock(noon), logger: silentLogger, ...options });
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

describe('the minute window', () => {
  it('lets exactly as many pass of a hundred at one moment, of each account by itself', async () => {
    const limits = limiter();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => limits.take(account)));
    expect(statuses.filter((rateLimit) => rateLimit.limited === null)).toHaveLength(3);
    expect(statuses.map((rateLimit) => rateLimit.minute.remaining)).toEqual([2, 1, ...new Array(98).fill(0)]);
    expect((await limits.take({ ...account, id: 'acc_2' })).limited).toBeNull();
  });

  it('charges refused requests neither to the window nor to the day', async () => {
    const limits = limiter({ windowMs: 300 });
    for (let i = 0; i < 20; i++) await limits.take(account);
    expect((await limits.peek(account)).day.remaining).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 320));
    expect((await limits.take(account)).limited).toBeNull();
  });

  it('holds a changed limit from the next request on', async () => {
    const limits = limiter();
    for (let i = 0; i < 4; i++) await limits.take(account);
    expect((await limits.take({ ...account, perMinute: 10 })).limited).toBeNull();
  });

  it('peeks without charging', async () => {
    const limits = limiter();
    expect((await limits.peek(account)).minute).toMatchObject({ limit: 3, remaining: 3 });
    await limits.take(account);
    for (let i = 0; i < 5; i++) expect((await limits.peek(account)).minute.remaining).toBe(2);
  });

  it('gives the reset in whole milliseconds within the window', async () => {
    const { minute } = await limiter().take(account);
    expect(Number.isInteger(minute.resetMs)).toBe(true);
    expect(minute.resetMs - Date.now()).toBeGreaterThan(55_000);
    expect(minute.resetMs - Date.now()).toBeLessThanOrEqual(60_001);
  });
});

it('the memory of windows stays bounded, however many accounts come', async () => {
  const windowOf = memoryWindows(60_000, 100);
  for (let i = 0; i < 10_000; i++) windowOf(`acc_${i}`).charge();
  const used = (i: number) => windowOf(`acc_${i}`).window.used;
  expect([used(9_999), used(9_900), used(9_899), used(0)]).toEqual([1, 1, 0, 0]);
});

describe('the quota of the day', () => {
  const wide = { id: 'acc_1', perMinute: 1000, perDay: 2 };

  it('refuses beyond it until midnight UTC, without charging the minute', async () => {
    const clock = fixedClock(noon);
    const limits = limiter({ clock });
    await limits.take(wide);
    await limits.take(wide);
    const refused = await limits.take(wide);
    expect(refused.limited).toBe('day');
    expect(refused.day).toEqual({ limit: 2, remaining: 0, resetMs: Date.UTC(2025, 5, 11) });
    expect(refused.minute.remaining).toBe(998);
    clock.set(Date.UTC(2025, 5, 11));
    expect((await limits.take(wide)).limited).toBeNull();
  });

  it('continues from what was written down, after a restart', async () => {
    const written = new Map<string, number>();
    const log: UsageLog = {
      read: async (accountId, day) => written.get(`${accountId} ${day}`) ?? 0,
      write: async (counts) => {
        for (const { accountId, day, requests } of counts) written.set(`${accountId} ${day}`, requests);
      },
    };
    const first = createLimiter({ clock: fixedClock(noon), logger: silentLogger, log });
    await first.take(wide);
    await first.close();
    const second = limiter({ log });
    expect((await second.take(wide)).limited).toBeNull();
    expect((await second.take(wide)).limited).toBe('day');
  });
});
