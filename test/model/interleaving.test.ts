/**
 * Several workers, ingest and operators' commands whose calls of the store interleave in an order that a seed gives, with
 * kills at every write: at the end the store holds and answers what the model says, and nothing more.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { propertySeed } from '../support/random-market.ts';
import { type Bench, openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';

/** Thousands by `npm run test:long`. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 50);
/** Where these do not end in time, that is a failure. */
const TIME_MS = 1_200_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe('processes that share a store', () => {
  it('leave in it what the model says, whatever their order', { timeout: TIME_MS + 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plotArbitrary, (plot) => playPlot(bench, plot)),
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
