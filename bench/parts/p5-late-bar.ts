/** One bar that comes late, in the middle of five years and of half a year, against recomputing the symbol's records. */
import { Projector } from '../../compute/materialize/projector.ts';
import { systemClock } from '../../lib/clock.ts';
import { figure } from '../figures.ts';
import { putBars, putNews, stock, stockBars } from '../market.ts';
import { elapsedMs, inTurn } from '../rounds.ts';
import { openWorkshop, type Workshop } from '../workshop.ts';
import type { Part } from './part.ts';

const LONG_YEARS = 5;
const SHORT_YEARS = 0.5;
/** Bars between two late ones: each is of another day. */
const APART = 500;

/** A symbol all of whose bars are stored but some in the middle, and how to bring the next of these. */
async function symbolWithHoles(shop: Workshop, name: string, years: number, holes: number) {
  const meta = stock(name);
  const bars = stockBars(years);
  const middle = (bars.length >> 1) - ((holes * APART) >> 1);
  const late = Array.from({ length: holes }, (_, i) => middle + i * APART);
  let from = 0;
  for (const hole of [...late, bars.length]) {
    await putBars(shop.store, meta, bars, from, hole);
    from = hole + 1;
  }
  await putNews(shop.store, meta, years);
  await shop.projector.project(name);
  return async (projector: Projector): Promise<number> => {
    const hole = late.pop();
    if (hole === undefined) throw new Error('no late bar is left');
    await putBars(shop.store, meta, bars, hole, hole + 1);
    return elapsedMs(() => projector.project(name));
  };
}

const part: Part = {
  title: 'late bar',
  async run({ rounds }) {
    const shop = await openWorkshop();
    const { store, statistics, projector } = shop;
    // A bar more than rounds: a symbol is held in memory from its second change on.
    const holes = rounds + 2;
    const late = await symbolWithHoles(shop, 'LONG', LONG_YEARS, holes);
    const lateRead = await symbolWithHoles(shop, 'LONG.READ', LONG_YEARS, holes);
    const lateOfShort = await symbolWithHoles(shop, 'SHORT', SHORT_YEARS, holes);
    const lateReadOfShort = await symbolWithHoles(shop, 'SHORT.READ', SHORT_YEARS, holes);
    for (const first of [late, lateOfShort]) await first(projector);
    const bars = stockBars(LONG_YEARS);
    let copies = 0;
    const forgetful = () => new Projector({ store, statistics, run: shop.pool.projection, clock: systemClock });
    const [held, read, short, shortRead, rebuilt] = await inTurn(
      [
        () => late(projector),
        () => lateRead(forgetful()),
        () => lateOfShort(projector),
        () => lateReadOfShort(forgetful()),
        async () => {
          const copy = stock(`COPY${++copies}`);
          await putBars(store, copy, bars);
          return elapsedMs(() => forgetful().project(copy.symbol));
        },
      ],
      rounds,
    );
    await shop.close();
    const rebuild = { peer: figure(rebuilt), peerName: 'rebuild', unit: 'ms', part: 'p5' };
    const limit = [{ of: 'ratio', atMost: 1 / 50 }] as const;
    const flat = [{ of: 'ratio', atMost: 1.5 }] as const;
    return [
      { ...rebuild, what: `late bar, ${bars.length} bars, records in memory`, ours: figure(held), bars: limit },
      { ...rebuild, what: 'late bar after a restart, records in the store', ours: figure(read), bars: limit },
      {
        ...{ part: 'p5', unit: 'ms', what: 'late bar, ten times the history', ours: figure(held) },
        ...{ peer: figure(short), peerName: 'half a year', bars: flat },
      },
      {
        ...{ part: 'p5', unit: 'ms', what: 'late bar after a restart, ten times the history', ours: figure(read) },
        ...{ peer: figure(shortRead), peerName: 'half a year', bars: flat },
      },
    ];
  },
};

export default part;
