/** Negative controls of the model suites: a store without one of its fences, on which traces have to go wrong. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { play, type Step } from './sequence.ts';
import { type Fence, withoutFence } from './unfenced.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

const without = (fence: Fence): Bench => ({ ...bench, store: withoutFence(bench.store, fence) });

const LANDED = { do: 'land', symbol: 'AAA', intervalMin: 30, from: 0, to: 20, take: 0 } as const;

/** By fence, what goes wrong without it, and how the model says so. */
const TRACES: Partial<Record<Fence, { steps: readonly Step[]; says: RegExp }>> = {
  registration: {
    steps: [
      LANDED,
      { do: 'settle' },
      { do: 'set', symbol: 'AAA', assetClass: 'crypto', kill: { write: 3, when: 'before' } },
    ],
    says: /expected/,
  },
  definitions: {
    steps: [LANDED, { do: 'settle' }, { do: 'definition', by: 1 }],
    says: /of another generation or definition, with nothing behind/,
  },
  dates: {
    steps: [
      LANDED,
      { do: 'settle' },
      { do: 'delete', symbol: 'AAA', intervalMin: 30, from: 0, to: 20 },
      { do: 'settle' },
    ],
    says: /of AAA 30m: expected/,
  },
  ranks: {
    steps: [LANDED, { do: 'clock', ms: -3_600_000 }, { do: 'restart' }, { ...LANDED, take: 1 }],
    says: /bars of AAA: expected/,
  },
};

describe.each(Object.entries(TRACES))('a trace that needs the fence of %s', (fence, { steps, says }) => {
  const trace = () => ({ seed: 1, statistics: bench.statistics });
  it('leaves nothing wrong', () => play(bench, steps, trace()));
  it('goes wrong without it', async () => {
    await expect(play(without(fence as Fence), steps, trace())).rejects.toThrow(says);
  });
});

/** With how many of them the suite finds it, at most; the seed is one of several that do, with few. */
const MOST = 20;
const SEED = 2;

describe('interleaved processes, of random plots', () => {
  it('show a late write of a symbol that was dropped, where no generation outranks it', {
    timeout: 600_000,
  }, async () => {
    const found: string[] = [];
    for (const plot of fc.sample(plotArbitrary, { seed: SEED, numRuns: MOST })) {
      await playPlot(without('generations'), plot).catch(({ message }: Error) => found.push(message));
      if (found.length > 0) break;
    }
    expect(found).toEqual([
      expect.stringMatching(
        /whose version is above|nobody can have left so|of (AAA|BBB).*: expected|does not have: expected|nothing is behind/,
      ),
    ]);
  });
});
