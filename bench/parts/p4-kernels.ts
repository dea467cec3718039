/** Each statistic alone, from columns of bars to its summary on one core, against straightforward SQL on the same bars. */
import { EXCHANGE_SESSION } from '../../compute/sessions/spec.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { figure, type Line } from '../figures.ts';
import { disagreements, KERNEL_CASES, summaryFromBars } from '../kernels.ts';
import { dataOf, stockBars, stockNews } from '../market.ts';
import { openSqlPeer } from '../peers/sql.ts';
import { cpuMs, inTurn } from '../rounds.ts';
import type { Part } from './part.ts';

const YEARS = 5;
/** Runs of ours that make a round: a single one is over too soon to be measured. */
const RUNS = 5;

const part: Part = {
  title: 'kernels',
  async run({ rounds }) {
    const bars = stockBars(YEARS);
    const news = stockNews(YEARS);
    const peer = await openSqlPeer(bars, news);
    const statistics = await loadStatistics();
    const { first, end, length } = dataOf(bars, news).sessions(EXCHANGE_SESSION);
    let counted = 0;
    for (let s = 0; s < length; s++) counted += end[s] - first[s];
    const lines: Line[] = [];
    for (const { what, statistic: name, values = {}, sql, atLeast, elsewhere } of KERNEL_CASES) {
      const statistic = statistics.find((candidate) => candidate.name === name)!;
      const ours = () => summaryFromBars(statistic, values, dataOf(bars, news));
      const wrong = disagreements(ours(), await peer.row(sql));
      if (wrong.length > 0) throw new Error(`${what}: the peer does other work: ${wrong.join('; ')}`);
      const rate = (ms: number) => counted / ms / 1000;
      const [oursRates, peerRates] = await inTurn(
        [
          async () => {
            const total = await cpuMs(() => {
              for (let run = 0; run < RUNS; run++) ours();
            });
            return rate(total / RUNS);
          },
          async () => rate(await cpuMs(() => peer.row(sql))),
        ],
        rounds,
      );
      lines.push({
        ...{ part: 'p4', what, unit: 'million bars/s', ours: figure(oursRates), peer: figure(peerRates) },
        ...{ peerName: 'SQL', elsewhere, bars: atLeast === undefined ? [] : [{ of: 'ours', atLeast }] },
      });
    }
    await peer.close();
    return lines;
  },
};

export default part;
