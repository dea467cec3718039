/** Negative controls of standing.ts: its random sequences find each fault when its fix is taken out. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { inputSteps } from './input-steps.ts';
import { playInputs } from './standing.ts';
import { FIXES, type Fix, FOCUS } from './unfixed.ts';

const SEED = 20_251_123;
const TIME_MS = 300_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

/** With how many of them it is found, at most. */
const MOST = 20;
/** What needs several things to meet: a seed, of several, that has them early. */
const SEEDS: Partial<Record<Fix, number>> = { cancelled: 4 };

describe.each(FIXES)('without the fix of %s', (fix) => {
  const seed = SEEDS[fix] ?? SEED;
  it(`one of ${MOST} random sequences goes wrong, which with it does not (seed ${seed})`, {
    timeout: TIME_MS,
  }, async () => {
    for (const steps of fc.sample(inputSteps(FOCUS[fix]), { seed, numRuns: MOST })) {
      const wrong = await playInputs(bench, steps, { seed: 0, without: fix, rowsAlone: true }).catch(
        (error: Error) => error,
      );
      if (!wrong) continue;
      expect(wrong.message).toMatch(/expected .* to deeply equal/);
      return playInputs(bench, steps, { seed: 0, rowsAlone: true });
    }
    expect.unreachable('none went wrong');
  });
});
