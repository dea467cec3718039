/**
 * A late bar and a corrected bar in the middle of five years and of half a year, and a bar at the end of a session in
 * progress. The peer inserts the same rows alone, one statement per table, with one read and the state.
 */

import { readStates } from '../../compute/evaluation/state.ts';
import { type BarColumns, sliceBars } from '../../compute/market/bars.ts';
import type { Projector } from '../../compute/materialize/projector.ts';
import { MS_PER_DAY } from '../../lib/days.ts';
import { costOf, inTurn, line, type Part } from '../harness.ts';
import { putBars, putNews, stock, stockBars } from '../market.ts';
import { type BenchStore, openBenchStore, RecordedInserts } from '../stores.ts';

const LONG_YEARS = 5;
const SHORT_YEARS = 0.5;
/** Distance of two changed bars, so that each is on another day. */
const APART = 500;

/** Stores a symbol's bars except some in the middle. Returns functions that put the next late or corrected bar and time it. */
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
    return (await costOf(() => projector.project(name))).ms;
  };
  return {
    late: next(late, (at) => putBars(shop.store, meta, bars, at, at + 1)),
    corrected: next(wrong, (at) => putBars(shop.store, meta, corrected(bars, at))),
  };
}

/** Returns one bar with its close at the other end of its range. */
function corrected(bars: BarColumns, at: number): BarColumns {
  const bar = sliceBars(bars, at, at + 1);
  const { high, low, close } = bar;
  return { ...bar, close: Float64Array.of(close[0] * 2 > high[0] + low[0] ? low[0] : high[0]) };
}

/** Returns a case: the cost of one change of a symbol, and the cost of its rows, a read and its state alone. */
async function withFloor(shop: BenchStore, years: number, kind: 'late' | 'corrected', holes: number) {
  const name = `${kind.toUpperCase()}.${years}Y`;
  const change = (await symbolWithHoles(shop, name, years, holes))[kind];
  const inserts = new RecordedInserts(shop.store);
  const projector = shop.computing({ store: inserts.store });
  return async () => {
    inserts.taken();
    const ms = await change(projector);
    const written = inserts.taken();
    const floor = await costOf(async () => {
      await readStates(shop.store.reader, [name]);
      await Promise.all(written.blocks.map((write) => write()));
      for (const write of written.rows) await write();
    });
    return { ms, floorMs: floor.ms };
  };
}

/** Returns the rows that the projector writes for a bar at the end of a session in progress. */
async function rowsOfLiveBar(shop: BenchStore): Promise<number> {
  const meta = stock('LIVE');
  const bars = stockBars(SHORT_YEARS);
  const lastDay = Math.floor(bars.minute[bars.length - 1] / 1440);
  const inserts = new RecordedInserts(shop.store);
  const projector = shop.computing({ store: inserts.store, clock: { nowMs: () => lastDay * MS_PER_DAY } });
  await putBars(shop.store, meta, bars, 0, bars.length - 1);
  await projector.project(meta.symbol);
  inserts.taken();
  await putBars(shop.store, meta, bars, bars.length - 1, bars.length);
  await projector.project(meta.symbol);
  return inserts.taken().blocks.length;
}

const part: Part = async (rounds) => {
  const shop = await openBenchStore();
  // One bar more than rounds is for the warm-up.
  const holes = rounds + 1;
  const results = await inTurn(
    {
      late: await withFloor(shop, LONG_YEARS, 'late', holes),
      corrected: await withFloor(shop, LONG_YEARS, 'corrected', holes),
      lateOfShort: await withFloor(shop, SHORT_YEARS, 'late', holes),
      correctedOfShort: await withFloor(shop, SHORT_YEARS, 'corrected', holes),
    },
    rounds,
  );
  const live = await rowsOfLiveBar(shop);
  await shop.close();
  const ms = (costs: typeof results.late) => costs.map((one) => one.ms);
  const floor = (costs: typeof results.late) => ({
    peer: [costs.map(({ floorMs }) => floorMs), 'its rows, a read and its state alone'] as const,
    ratio: { atMost: 2 },
  });
  const flat = (costs: typeof results.late) => ({
    peer: [ms(costs), 'half a year'] as const,
    ratio: { atMost: 1.2 },
  });
  const written = 'records that a bar at the end of a session in progress writes';
  return [
    line(`late bar in ${LONG_YEARS} years`, 'ms', ms(results.late), floor(results.late)),
    line('corrected bar', 'ms', ms(results.corrected), floor(results.corrected)),
    line('late bar, ten times the history', 'ms', ms(results.late), flat(results.lateOfShort)),
    line('corrected bar, ten times the history', 'ms', ms(results.corrected), flat(results.correctedOfShort)),
    line(written, 'inserts', live, { ours: { atMost: 0 } }),
  ];
};

export default part;
