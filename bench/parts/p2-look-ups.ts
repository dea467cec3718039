/** What comes before an answer: a symbol that nobody asked for yet, settled or with live bars; `/today` of ten of them. */
import { BarsUsed } from '../../compute/answers/answers.ts';
import type { StoreAnswers } from '../../compute/answers/store-answers.ts';
import { todayOf } from '../../compute/answers/today.ts';
import { type Costed, costed, figure, inTurn, type Line, type Part } from '../harness.ts';
import { putAll, stock, stockBars } from '../market.ts';
import { openBenchStore } from '../stores.ts';

const MIB = 2 ** 20;
const ASKED_PER_ROUND = 10;
const SYMBOLS = 10;
/** Bars of each that land after its records were computed; of every other symbol none do. */
const LIVE_BARS = 100;

const part: Part = {
  title: 'look-ups',
  async run({ rounds }) {
    const shop = await openBenchStore();
    const { store, statistics } = shop;
    const bars = stockBars(0.25);
    const metas = Array.from({ length: SYMBOLS }, (_, i) => stock(`LOOK${i}`));
    const live = metas.filter((_, i) => i % 2 === 1);
    await putAll(store, metas, bars, 0, bars.length - LIVE_BARS);
    await shop.projector.projectAll(metas.map(({ symbol }) => symbol));
    await putAll(store, live, bars, bars.length - LIVE_BARS, bars.length);
    const fresh = () => shop.answers(64 * MIB, 64 * MIB);
    const find = (answers: StoreAnswers, of = metas) => Promise.all(of.map(({ symbol }) => answers.symbol(symbol)));
    const today = async () => {
      const answers = fresh();
      const barsUsed = new BarsUsed();
      const found = await find(answers);
      const rows = found.map((symbol) =>
        todayOf(answers, { statistics, symbol: symbol!, earliest: undefined, barsUsed }),
      );
      return Promise.all(rows);
    };
    const cases: [what: string, Costed][] = [
      ['a settled symbol', costed(ASKED_PER_ROUND, () => find(fresh(), metas.slice(0, 1)))],
      ['a symbol with live bars', costed(ASKED_PER_ROUND, () => find(fresh(), live.slice(0, 1)))],
      [`${SYMBOLS} symbols, half of them live`, costed(ASKED_PER_ROUND, () => find(fresh()))],
      [`today of ${SYMBOLS} symbols, half of them live`, costed(2, today)],
    ];
    const elapsed = await inTurn(
      cases.map(([, { run }]) => run),
      rounds,
    );
    await shop.close();
    return cases.flatMap(([what, { cpu }], i): Line[] => [
      { part: 'p2', what, unit: 'ms', ours: figure(elapsed[i]), peer: null },
      { part: 'p2', what, unit: 'ms of CPU', ours: figure(cpu()), peer: null },
    ]);
  },
};

export default part;
