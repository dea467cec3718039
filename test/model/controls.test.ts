/** Negative controls of the model suites: a store without one of its fences, on which traces have to go wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBench } from './bench.ts';
import { playPlot, plotArbitrary } from './interleaving.ts';
import { play, type Step } from './sequence.ts';

const SET_KILLED: readonly Step[] = [
  { do: 'land', symbol: 'AAA', from: 0, to: 20, take: 0 },
  { do: 'settle' },
  { do: 'set', symbol: 'AAA', assetClass: 'crypto', intervalMin: 30, kill: { write: 4, when: 'before' } },
];

describe('`symbols set` killed between its entry and its marks', () => {
  it.each([
    ['leaves nothing wrong', undefined],
    ['is found where marks do not tell how a symbol was registered', 'registration'],
  ] as const)('%s', async (_, fence) => {
    const bench = await openBench(fence);
    const played = play(bench, SET_KILLED, { seed: 1, statistics: bench.statistics });
    try {
      if (fence === undefined) await played;
      else await expect(played).rejects.toThrow(/expected/);
    } finally {
      await bench.close();
    }
  });
});

/** With how many of them the suite finds it, at most; the seed is one of several that do, with few. */
const TRACES = 20;
const SEED = 1;

describe('interleaved processes, of random plots', () => {
  it('show a late write of a symbol that was dropped, where no generation outranks it', {
    timeout: 600_000,
  }, async () => {
    const bench = await openBench('generations');
    const found: string[] = [];
    try {
      for (const plot of fc.sample(plotArbitrary, { seed: SEED, numRuns: TRACES })) {
        await playPlot(bench, plot).catch(({ message }: Error) => found.push(message));
        if (found.length > 0) break;
      }
    } finally {
      await bench.close();
    }
    expect(found).toEqual([
      expect.stringMatching(/whose version is above|nobody can have left so|of AAA: expected|nothing is behind/),
    ]);
  });
});
