import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFile } from '../lib/paths.ts';
import { plan, readMeasured, table, WHOLE_MARKET } from './scaling.ts';

it('is arithmetic that can be done by hand', () => {
  const one = { value: 1, line: '' };
  const measured = {
    hotRequestsPerSecond: { ...one, value: 10_000 },
    coldFromStoreMs: { ...one, value: 10 },
    landingBarsPerSecond: { ...one, value: 1_000 },
    rebuildBarsPerSecondACore: { ...one, value: 500 },
    liveBarCpuMsASymbol: one,
    firstAnswerCpuMs: { ...one, value: 50 },
    lateBarMs: { ...one, value: 36 },
    dayEndCpuMsASymbol: { ...one, value: 600 },
    diskKbASymbol: { ...one, value: 39 },
  };
  const load = {
    symbols: 100,
    years: 1,
    requestsPerSecond: 1_000,
    coldShare: 0.1,
    watchedSymbols: 20,
    lateBarsADay: 1_000,
  };
  const amounts = plan(load, measured).map(({ amount }) => amount);
  // 100 x 390 x 252; / 1,000 / 3,600; / 500 / 3,600; 100 ms; 20 x 50 ms; 100 x 600 ms; 36 s; 900 / 10,000; 100 x 10 ms;
  // 100 symbols x 39 kB x (98,280 bars / 3,900).
  const expected = [9_828_000, 2.73, 5.46, 0.1, 1, 1, 0.01, 0.09, 1, 0.00009828];
  expect(amounts).toHaveLength(expected.length);
  for (const [i, amount] of amounts.entries()) expect(amount).toBeCloseTo(expected[i], 10);
});

it('docs/scaling.md shows what it prints, from lines that docs/performance.md quotes', () => {
  const page = readFileSync(projectFile('docs', 'scaling.md'), 'utf8');
  expect(page).toContain(table(plan(WHOLE_MARKET, readMeasured())));
  expect(page).not.toMatch(/aimed? at|aims at/);
});
