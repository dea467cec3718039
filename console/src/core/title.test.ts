import { expect, it } from 'vitest';
import { titleOf } from './title.ts';

const STATISTICS = [
  { name: 'gap', title: 'Gaps', console: { records: 'Sessions' } },
  { name: 'orb', title: 'Opening range', console: {} },
] as never;

const titled = (path: string, query: Record<string, string> = {}) => titleOf({ path, query }, STATISTICS);

it('has symbol, statistic and view', () => {
  expect(titled('/stat/gap', { symbol: 'BTC/USD', view: '/' })).toBe('BTC/USD · Gaps · Sessions · market-stats');
  expect(titled('/stat/orb', { symbol: 'SPY', view: '/weekday' })).toBe(
    'SPY · Opening range · By weekday · market-stats',
  );
  expect(titled('/session', { symbol: 'SPY', date: '2026-03-02' })).toMatch(
    /^SPY · Session · .*2026.* · market-stats$/,
  );
  expect(titled('/session', { symbol: 'SPY', date: 'today' })).toBe('SPY · Session · market-stats');
  expect(titled('/query', { symbol: 'SPY', when: 'gap.direction=up' })).toBe(
    'SPY · Ask · gap.direction=up · market-stats',
  );
  expect(titled('')).toBe('Overview · market-stats');
  expect(titled('/usage')).toBe('Usage · market-stats');
});
