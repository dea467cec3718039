/** Negative controls of the model suites: a store without one of its fences, on which traces have to go wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, castFor, openBench } from './bench.ts';
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
    says: /of another definition, with nothing behind/,
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
  const trace = () => ({ seed: 1, statistics: castFor(bench, steps) });
  it('leaves nothing wrong', () => play(bench, steps, trace()));
  it('goes wrong without it', async () => {
    await expect(play(without(fence as Fence), steps, trace())).rejects.toThrow(says);
  });
});
