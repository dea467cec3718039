/** Negative control of the model suites: a store without one of its fences, on which a known trace has to go wrong. */
import { describe, expect, it } from 'vitest';
import { openBench } from './bench.ts';
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
