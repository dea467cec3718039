import { expect, it } from 'vitest';
import type { Account } from './account.ts';
import { demoOnly, Pace } from './symbols.ts';

it('sends twenty searches at once, then one a second: at most 80 in any minute, of 120 that are free', () => {
  const pace = new Pace();
  let nowMs = 5_000_000;
  const sentAt: number[] = [];
  // The reader types for two minutes.
  for (const endMs = nowMs + 120_000; nowMs < endMs; ) {
    const waitMs = pace.take(nowMs);
    if (waitMs === 0) sentAt.push(nowMs);
    nowMs += Math.max(waitMs, 80);
  }
  expect(sentAt.filter((ms) => ms < 5_000_000 + 1_600)).toHaveLength(20);
  const most = Math.max(...sentAt.map((from) => sentAt.filter((ms) => ms >= from && ms < from + 60_000).length));
  expect(most).toBeGreaterThan(60);
  expect(most).toBeLessThanOrEqual(80);
  // All searches are free again after a pause.
  expect(Array.from({ length: 21 }, () => pace.take(nowMs + 60_000)).map((ms) => ms === 0)).toEqual([
    ...Array(20).fill(true),
    false,
  ]);
});

it('says of the demo market’s own account, and of no other, that it sees that market alone', () => {
  const account = (name: string, ...symbols: readonly string[]) =>
    ({ usage: { account: { name } }, symbols: symbols.map((symbol) => ({ symbol })) }) as unknown as Account;
  expect(demoOnly(account('demo', 'DEMO-ACME'))).toContain('only sees the demo market');
  expect(demoOnly(account('demo', 'DEMO-ACME', 'SPY'))).toBe('');
  expect(demoOnly(account('desk', 'DEMO-ACME'))).toBe('');
});
