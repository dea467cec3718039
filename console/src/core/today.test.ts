import { expect, it } from 'vitest';
import type { TodayRow } from './api.ts';
import { itemsOf } from './today.ts';

it('has no odds of an opening range without a bar', () => {
  const history = { n: 29, hits: 16, rate_pct: 55.2, low: 37.5, high: 71.6, text: 'opening ranges', at: null };
  const shown = (orb: object) => {
    const row = {
      state: 'open',
      last: { close: 10 },
      gap: null,
      previous: null,
      orb: { history, orb_minutes: 15, ...orb },
    };
    const { state, odds } = itemsOf(row as unknown as TodayRow)[1];
    return [state, odds?.n];
  };
  expect(shown({ state: 'inside', high: 11, low: 9 })).toEqual(['unbroken, 9.00–11.00', 29]);
  expect(shown({ state: 'inside', high: null, low: null })).toEqual(['none: no bar within it', undefined]);
  expect(shown({ state: 'pending', high: null, low: null })).toEqual(['not complete yet', 29]);
});
