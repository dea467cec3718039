/**
 * Random sequences of landing, corrections, operators' commands, other builds, clocks that are set back and kills at
 * every write: whenever nothing is behind, everything that is stored and answered is what the model says.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { propertySeed } from '../support/random-market.ts';
import { type Bench, openBench } from './bench.ts';
import { play, stepsArbitrary } from './sequence.ts';

/** Thousands by `npm run test:long`. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 50);
/** Where these do not end in time, that is a failure. */
const TIME_MS = 1_200_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe('an embedded installation', () => {
  it('stores and answers what the model says, whatever happens to it', { timeout: TIME_MS + 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(stepsArbitrary, fc.nat(), (steps, chance) => play(bench, steps, { seed: chance })),
      {
        seed: propertySeed(),
        numRuns: RUNS,
        endOnFailure: true,
        interruptAfterTimeLimit: TIME_MS,
        markInterruptAsFailure: true,
      },
    );
  });
});
