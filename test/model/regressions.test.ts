/** What the random suites have found, by what happened: each of these was stored or answered wrongly once. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Bench, castFor, openBench } from './bench.ts';
import { type Plot, playPlot } from './interleaving.ts';
import { play, type Step } from './sequence.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const landed = { do: 'land', symbol: 'AAA', intervalMin: 30, from: 0, to: 20, take: 0 } as const;
const settled = { do: 'settle' } as const;

const SEQUENCES: Record<string, readonly Step[]> = {
  'a deletion after the clock was set back and a restart is not lost': [
    landed,
    { do: 'clock', ms: -3_600_000 },
    { do: 'restart' },
    { do: 'delete', symbol: 'AAA', intervalMin: 30, from: 3, to: 9 },
  ],
  'another class leaves nothing of the former one, where the command was killed and repeated': [
    landed,
    settled,
    { do: 'set', symbol: 'AAA', assetClass: 'crypto', kill: { write: 3, when: 'before' } },
  ],
  'two series of a symbol follow their own bars, and the news of both': [
    { do: 'news', symbol: 'AAA', id: 'n1', at: 5, take: 0 },
    settled,
    landed,
    { ...landed, intervalMin: 60, to: 50 },
    settled,
    { do: 'delete', symbol: 'AAA', intervalMin: 60, from: 3, to: 30 },
    settled,
    { do: 'unnews', symbol: 'AAA', id: 'n1' },
    { ...landed, from: 4, to: 9, take: 1 },
  ],
  'a build of higher definitions recomputes what a killed one has left': [4, 12].flatMap((write): Step[] => [
    landed,
    { do: 'settle', kill: { write, when: 'after' } },
    { do: 'definition', by: 1 },
    { do: 'settle', kill: { write, when: 'before' } },
  ]),
  'a symbol that was dropped and landed again has nothing of its former life': [
    landed,
    { do: 'news', symbol: 'AAA', id: 'n1', at: 5, take: 0 },
    settled,
    { do: 'drop', symbol: 'AAA', kill: { write: 3, when: 'after' } },
    { ...landed, from: 10, to: 14, take: 2 },
    settled,
  ],
};

const PLOT: Plot = { builds: [0, 0], ingest: [], commands: [], chance: [], slowness: 0, seed: 0 };
const first = { ...landed, afterMs: 0 };

const PLOTS: Record<string, Plot> = {
  'a symbol dropped while a worker computes it, and landed again': {
    ...PLOT,
    ingest: [first, { ...landed, from: 4, to: 9, take: 1, afterMs: 200 }],
    commands: [{ do: 'drop', symbol: 'AAA', afterMs: 40 }],
  },
  'a symbol set again while a worker computes it': {
    ...PLOT,
    ingest: [first],
    commands: [{ do: 'set', symbol: 'AAA', assetClass: 'crypto', afterMs: 40 }],
  },
  'news that lands while its symbol is dropped': {
    builds: [1, 0],
    ingest: [
      { do: 'delete', symbol: 'AAA', intervalMin: 30, from: 1, to: 31, afterMs: 120 },
      {
        do: 'land',
        symbol: 'BBB',
        intervalMin: 30,
        take: 2,
        from: 55,
        to: 84,
        afterMs: 1,
        kill: { write: 19, when: 'before' },
      },
      { do: 'unnews', symbol: 'AAA', id: 'c1', afterMs: 1 },
      { do: 'news', symbol: 'BBB', id: 'n1', at: 23, take: 0, afterMs: 80 },
    ],
    commands: [{ do: 'drop', symbol: 'BBB', afterMs: 120 }],
    chance: [
      { do: 'move', symbol: 'AAA', afterMs: 120 },
      { do: 'reconcile', worker: 0, afterMs: 0 },
      { do: 'move', symbol: 'BBB', afterMs: 120 },
    ],
    slowness: 0.3,
    seed: 11,
  },
};

describe('found once', () => {
  it.each(Object.keys(SEQUENCES))('%s', (name) =>
    play(bench, SEQUENCES[name], { seed: 1, statistics: castFor(bench, SEQUENCES[name]) }),
  );
  it.each(Object.keys(PLOTS))('%s', (name) => playPlot(bench, { ...PLOTS[name], seed: 11 }, bench.statistics));
});
