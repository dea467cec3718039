/**
 * What is stored is what remains: random sequences of imports, pushes, undos, drops, retention, restores and restarts
 * against plain arrays; and that they find each fault when its fix is taken out.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { type InputStep, inputStepsArbitrary, playInputs } from './standing.ts';
import { FIXES, type Fix } from './unfixed.ts';

/** The same in every run; others by `npm run test:long`. */
const SEED = 20_251_123;
const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);
const TIME_MS = 300_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

it(`what is stored is what remains of all that was brought (seed ${SEED})`, { timeout: TIME_MS + 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(inputStepsArbitrary, fc.nat(), (steps, seed) => playInputs(bench, steps, { seed })),
    { seed: SEED, numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: true },
  );
});

const BARS = { do: 'import', series: 'base', symbol: 'AAA', from: 0, count: 6, take: 0 } as const;
const EARNINGS = { ...BARS, series: 'earnings' } as const;
const DAILY = { ...BARS, series: 'daily' } as const;
const UNDO = { do: 'undo', import: 0 } as const;

/** By fix, what goes wrong without it. */
const TRACES: Record<Fix, { steps: readonly InputStep[]; says: RegExp }> = {
  claims: { steps: [BARS, { do: 'again', import: 0 }, UNDO], says: /of AAA: expected/ },
  owners: { steps: [BARS, { ...BARS, do: 'push' }, UNDO], says: /of AAA: expected/ },
  rest: { steps: [EARNINGS, BARS, { do: 'undo', import: 1 }], says: /rows of AAA: expected/ },
  dailies: { steps: [DAILY, BARS, { do: 'undo', import: 1 }], says: /registration of AAA: expected/ },
};

describe.each(FIXES)('a trace that needs the fix of %s', (fix) => {
  const { steps, says } = TRACES[fix];
  it('leaves nothing wrong', () => playInputs(bench, steps, { seed: 0 }));
  it('goes wrong without it', async () => {
    await expect(playInputs(bench, steps, { seed: 0, without: fix })).rejects.toThrow(says);
  });
});
