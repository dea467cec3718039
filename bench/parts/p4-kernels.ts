/** Each statistic alone, from columns of bars to its summary on one core, against straightforward SQL on the same bars. */
import { once } from 'node:events';
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { cpuMs, figure, inTurn, type Line, type Part } from '../harness.ts';
import { disagreements, kernelCases, summaryFromBars } from '../kernels.ts';
import { dataOf, stockBars, stockNews } from '../market.ts';
import type { Answered, Asked } from '../peers/sql-process.ts';
import { forkScript } from '../processes.ts';

const YEARS = 5;
/** Runs of ours that make a round: a single one is over too soon to be measured. */
const RUNS = 5;

async function startSqlPeer() {
  const child = forkScript('bench/peers/sql-process');
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the SQL peer ended with code ${code}`)));
  ended.catch(() => {});
  const ask = async (asked: Asked): Promise<unknown> => {
    child.send(asked);
    return (await Promise.race([once(child, 'message'), ended]))[0];
  };
  await ask({ years: YEARS });
  return { ask: (sql: string) => ask({ sql }) as Promise<Answered>, close: () => child.disconnect() };
}

const part: Part = {
  title: 'kernels',
  async run({ rounds }) {
    const bars = stockBars(YEARS);
    const news = stockNews(YEARS);
    const peer = await startSqlPeer();
    const statistics = await loadStatistics();
    const { first, end, length } = dataOf(bars, news).sessions(EXCHANGE_SESSION);
    let counted = 0;
    for (let s = 0; s < length; s++) counted += end[s] - first[s];
    const rate = (ms: number) => counted / ms / 1000;
    const lines: Line[] = [];
    for (const { what, statistic: name, values = {}, sql, atLeast, elsewhere } of kernelCases(statistics)) {
      const statistic = statistics.find((candidate) => candidate.name === name)!;
      const fromBars = () => summaryFromBars(statistic, values, dataOf(bars, news));
      const wrong = sql === undefined ? [] : disagreements(fromBars(), (await peer.ask(sql)).row);
      if (wrong.length > 0) throw new Error(`${what}: the peer does other work: ${wrong.join('; ')}`);
      // Sessions and candles are made once and serve several statistics and variants.
      const cut = dataOf(bars, news);
      const fromCandles = () => summaryFromBars(statistic, values, cut);
      const rateOf = async (run: () => unknown) => {
        const total = await cpuMs(() => {
          for (let i = 0; i < RUNS; i++) run();
        });
        return rate(total / RUNS);
      };
      const [ours, kernel, peers] = await inTurn(
        [
          () => rateOf(fromBars),
          () => rateOf(fromCandles),
          async () => (sql === undefined ? 0 : rate((await peer.ask(sql)).cpuMs)),
        ],
        rounds,
      );
      const line = { part: 'p4', unit: 'million bars/s' };
      lines.push(
        {
          ...line,
          what: `${what}, from bars`,
          ours: figure(ours),
          ...(sql === undefined ? { peer: null } : { peer: figure(peers), peerName: 'SQL' }),
        },
        {
          ...line,
          what: `${what}, sessions and candles made`,
          ours: figure(kernel),
          peer: null,
          elsewhere,
          bars: atLeast === undefined ? [] : [{ of: 'ours', atLeast }],
        },
      );
    }
    peer.close();
    return lines;
  },
};

export default part;
