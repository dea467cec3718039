/**
 * The random suites, a few of each: whatever happens, the store holds and answers what the model says, and nothing more.
 * `npm run test:long` plays thousands.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { runs } from '../support/property-seed.ts';
import { type Bench, openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { play, stepsArbitrary } from './sequence.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

const sampled = async <T>(of: fc.Arbitrary<T>, count: number, check: (one: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(of, check), { numRuns: runs(count), endOnFailure: true });

it('an embedded installation, whatever happens to it', { timeout: 300_000 }, () =>
  sampled(fc.tuple(stepsArbitrary, fc.nat()), 2, ([steps, seed]) => play(bench, steps, { seed })),
);

it('processes that share a store, whatever their order', { timeout: 300_000 }, () =>
  sampled(plotArbitrary, 2, (plot) => playPlot(bench, plot)),
);
