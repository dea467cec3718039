/**
 * The random suites, a few of each: whatever happens, the store holds and answers what the model says, and nothing more.
 * `npm run test:long` plays thousands.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { runs } from '../support/property-seed.ts';
import { type Bench, openBench } from './bench.ts';
import { inputSteps } from './input-steps.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { play, stepsArbitrary } from './sequence.ts';
import { playInputs } from './standing.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

const sampled = async <T>(of: fc.Arbitrary<T>, count: number, check: (one: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(of, check), { numRuns: runs(count), endOnFailure: true });

it('an embedded installation, whatever happens to it', { timeout: 300_000 }, () =>
  sampled(fc.tuple(stepsArbitrary, fc.nat()), 8, ([steps, seed]) => play(bench, steps, { seed })),
);

it('processes that share a store, whatever their order', { timeout: 300_000 }, () =>
  sampled(plotArbitrary, 8, (plot) => playPlot(bench, plot)),
);

it('what is stored is what remains of all that was brought', { timeout: 300_000 }, () =>
  sampled(fc.tuple(inputSteps(), fc.nat()), 2, ([steps, seed]) => playInputs(bench, steps, { seed })),
);
