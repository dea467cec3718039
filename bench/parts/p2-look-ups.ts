/** What comes before an answer: a symbol that nobody asked for yet, settled or with live bars; `/today` of ten of them. */
import { BarsUsed } from '../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { todayOf } from '../../compute/answers/today.ts';
import { costOf, cpuOf, inTurn, line, msOf, type Part } from '../harness.ts';
import { putBars, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 10;
const SYMBOLS = 10;
/** Bars of each that land after its records were computed; of every other symbol none do. */
const LIVE_BARS = 100;

const part: Part = async (rounds) => {
  const shop = await openBenchStore();
  const { store, statistics } = shop;
  const bars = stockBars(0.25);
  const metas = Array.from({ length: SYMBOLS }, (_, i) => stock(`LOOK${i}`));
  const live = metas.filter((_, i) => i % 2 === 1);
  await putBars(store, metas, bars, 0, bars.length - LIVE_BARS);
  await shop.projector.projectAll(metas.map(({ symbol }) => symbol));
  await putBars(store, live, bars, bars.length - LIVE_BARS, bars.length);
  const fresh = () => shop.answers(64 * MIB, 64 * MIB);
  const find = (answers: StoreAnswers, of = metas) => Promise.all(of.map(({ symbol }) => answers.symbol(symbol)));
  const today = async () => {
    const answers = fresh();
    const barsUsed = new BarsUsed();
    const found = await find(answers);
    const rows = found.map((symbol) =>
      todayOf(answers, { statistics, symbol: symbol!, earliest: undefined, barsUsed, orbMinutes: 5 }),
    );
    return Promise.all(rows);
  };
  const cases = {
    'a settled symbol': () => costOf(() => find(fresh(), metas.slice(0, 1)), ASKED_PER_ROUND),
    'a symbol with live bars': () => costOf(() => find(fresh(), live.slice(0, 1)), ASKED_PER_ROUND),
    [`${SYMBOLS} symbols, half of them live`]: () => costOf(() => find(fresh()), ASKED_PER_ROUND),
    [`today of ${SYMBOLS} symbols, half of them live`]: () => costOf(today, 2),
  };
  const found = await inTurn(cases, rounds);
  await shop.close();
  return Object.entries(found).flatMap(([what, costs]) => [
    line(what, 'ms', msOf(costs)),
    line(what, 'ms of CPU', cpuOf(costs)),
  ]);
};

export default part;
