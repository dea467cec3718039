/** Negative controls of the model suites: stores without one of their fences, on which known traces have to go wrong. */
import { describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { type Plot, playPlot } from './interleaving.ts';
import { play, type Step } from './sequence.ts';
import type { Fence } from './unfenced.ts';

/** Found by random traces: a run of before the drop writes rows above all that the symbol will have. */
const DROPPED: Plot = {
  builds: [0, 0],
  ingest: [
    { do: 'delete', symbol: 'AAA', from: 16, to: 21, afterMs: 1, kill: { write: 23, when: 'after' } },
    { do: 'news', symbol: 'BBB', id: 'n1', at: 42, take: 1, afterMs: 40_000, kill: { write: 1, when: 'after' } },
    { do: 'delete', symbol: 'BBB', from: 2, to: 32, afterMs: 120, kill: { write: 21, when: 'before' } },
    { do: 'land', symbol: 'AAA', take: 1, from: 45, to: 73, afterMs: 1, kill: { write: 15, when: 'before' } },
  ],
  commands: [
    { do: 'rebuild', symbol: 'AAA', afterMs: 30 },
    { do: 'drop', symbol: 'AAA', afterMs: 1 },
    {
      ...{ do: 'set', symbol: 'AAA', assetClass: 'crypto', intervalMin: 30, afterMs: 80 },
      kill: { write: 18, when: 'before' },
    },
  ],
  chance: [
    { do: 'stall', worker: 1, ms: 15_000, afterMs: 1_500 },
    { do: 'stall', worker: 1, ms: 300, afterMs: 40_000 },
    { do: 'move', symbol: 'AAA', afterMs: 120 },
    { do: 'stall', worker: 1, ms: 15_000, afterMs: 40_000 },
  ],
  slowness: 0.3,
  seed: 1_593_334_008,
};

const SET_KILLED: readonly Step[] = [
  { do: 'land', symbol: 'AAA', from: 0, to: 20, take: 0 },
  { do: 'settle' },
  { do: 'set', symbol: 'AAA', assetClass: 'crypto', intervalMin: 30, kill: { write: 4, when: 'before' } },
];

const CONTROLS: readonly { fence: Fence; what: string; play: (bench: Bench) => Promise<void> }[] = [
  {
    fence: 'generations',
    what: 'a symbol is dropped while a worker computes it',
    play: (bench) => playPlot(bench, DROPPED),
  },
  {
    fence: 'registration',
    what: '`symbols set` is killed between its entry and its marks',
    play: (bench) => play(bench, SET_KILLED, { seed: 1, statistics: bench.statistics }),
  },
];

describe.each([true, false])('with the fence: %s', (fenced) => {
  it.each(CONTROLS)('$fence: $what', async ({ fence, play: trace }) => {
    const bench = await openBench(fenced ? undefined : fence);
    try {
      if (fenced) await trace(bench);
      else await expect(trace(bench)).rejects.toThrow(/expected/);
    } finally {
      await bench.close();
    }
  });
});
