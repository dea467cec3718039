/**
 * A bar that comes late, a bar that is corrected, in the middle of five years and of half a year; and one at the end of
 * a session in progress. Against the same rows written alone, one statement a table, with one read and the state.
 */

import { readStates } from '../../compute/evaluation/state.ts';
import { type BarColumns, sliceBars } from '../../compute/market/bars.ts';
import type { Projector } from '../../compute/materialize/projector.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { elapsedMs, figure, inTurn, type Line, type Part } from '../harness.ts';
import { putBars, putNews, stock, stockBars } from '../market.ts';
import { type BenchStore, openBenchStore, RecordedInserts } from '../stores.ts';

const LONG_YEARS = 5;
const SHORT_YEARS = 0.5;
/** Bars between two changed ones: each is of another day. */
const APART = 500;

/** A symbol all of whose bars are stored but some in the middle: the next of these, and the next of others again. */
async function symbolWithHoles(shop: BenchStore, name: string, years: number, holes: number) {
  const meta = stock(name);
  const bars = stockBars(years);
  const middle = (bars.length >> 1) - holes * APART;
  const late = Array.from({ length: holes }, (_, i) => middle + 2 * i * APART);
  const wrong = late.map((at) => at + APART);
  let from = 0;
  for (const hole of [...late, bars.length]) {
    await putBars(shop.store, meta, bars, from, hole);
    from = hole + 1;
  }
  await putNews(shop.store, meta, years);
  await shop.projector.project(name);
  const next = (places: number[], put: (at: number) => Promise<void>) => async (projector: Projector) => {
    const at = places.pop();
    if (at === undefined) throw new Error('no bar is left');
    await put(at);
    return elapsedMs(() => projector.project(name));
  };
  return {
    name,
    late: next(late, (at) => putBars(shop.store, meta, bars, at, at + 1)),
    corrected: next(wrong, (at) => putBars(shop.store, meta, corrected(bars, at))),
  };
}

/** One bar, its close at the other end of its range. */
function corrected(bars: BarColumns, at: number): BarColumns {
  const bar = sliceBars(bars, at, at + 1);
  const { high, low, close } = bar;
  return { ...bar, close: Float64Array.of(close[0] * 2 > high[0] + low[0] ? low[0] : high[0]) };
}

/** What a change costs, and what its rows, a read and its state cost alone: one after the other. */
function withFloor(shop: BenchStore, name: string, change: (projector: Projector) => Promise<number>) {
  const inserts = new RecordedInserts(shop.store);
  const projector = shop.projectorWith({ store: inserts.store });
  let written: ReturnType<typeof inserts.taken>;
  return [
    async () => {
      inserts.taken();
      const ms = await change(projector);
      written = inserts.taken();
      return ms;
    },
    () =>
      elapsedMs(async () => {
        await readStates(shop.store.reader, [name]);
        await Promise.all(written.blocks.map((write) => write()));
        for (const write of written.rows) await write();
      }),
  ] as const;
}

/** Rows that a bar at the end of a session in progress makes the projector write. */
async function rowsOfLiveBar(shop: BenchStore): Promise<number> {
  const meta = stock('LIVE');
  const bars = stockBars(SHORT_YEARS);
  const lastDay = Math.floor(bars.minute[bars.length - 1] / 1440);
  const inserts = new RecordedInserts(shop.store);
  const clock = { nowMs: () => lastDay * MS_PER_DAY };
  const projector = shop.projectorWith({ store: inserts.store, clock });
  await putBars(shop.store, meta, bars, 0, bars.length - 1);
  await projector.project(meta.symbol);
  inserts.taken();
  await putBars(shop.store, meta, bars, bars.length - 1, bars.length);
  await projector.project(meta.symbol);
  return inserts.taken().blocks.length;
}

const part: Part = {
  title: 'late bar',
  async run({ rounds }) {
    const shop = await openBenchStore();
    // A bar more than rounds for the one that warms up.
    const holes = rounds + 1;
    const symbols = [];
    for (const [name, years] of [
      ['LONG', LONG_YEARS],
      ['LONG.CORRECTED', LONG_YEARS],
      ['SHORT', SHORT_YEARS],
      ['SHORT.CORRECTED', SHORT_YEARS],
    ] as const)
      symbols.push(await symbolWithHoles(shop, name, years, holes));
    const [long, longWrong, short, shortWrong] = symbols;
    const cases = [
      withFloor(shop, long.name, long.late),
      withFloor(shop, longWrong.name, longWrong.corrected),
      withFloor(shop, short.name, short.late),
      withFloor(shop, shortWrong.name, shortWrong.corrected),
    ];
    const values = (await inTurn(cases.flat(), rounds)).map(figure);
    const [late, lateFloor, correction, correctionFloor, lateOfShort, , correctionOfShort] = values;
    const live = await rowsOfLiveBar(shop);
    await shop.close();
    const line = { part: 'p5', unit: 'ms' } as const;
    const floor = { peerName: 'its rows, a read and its state alone', bars: [{ of: 'ratio', atMost: 1.5 }] } as const;
    const flat = { peerName: 'half a year', bars: [{ of: 'ratio', atMost: 1.2 }] } as const;
    const lines: Line[] = [
      { ...line, ...floor, what: `late bar in ${LONG_YEARS} years`, ours: late, peer: lateFloor },
      { ...line, ...floor, what: 'corrected bar', ours: correction, peer: correctionFloor },
      { ...line, ...flat, what: 'late bar, ten times the history', ours: late, peer: lateOfShort },
      { ...line, ...flat, what: 'corrected bar, ten times the history', ours: correction, peer: correctionOfShort },
      {
        part: 'p5',
        unit: 'inserts',
        what: 'records that a bar at the end of a session in progress writes',
        ours: figure([live]),
        peer: null,
        bars: [{ of: 'ours', atMost: 0 }],
      },
    ];
    return lines;
  },
};

export default part;
