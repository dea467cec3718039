/** Each statistic alone, from columns of bars to its summary on one core, against straightforward SQL on the same bars. */
import { EXCHANGE_SESSION } from '../../compute/market/sessions.ts';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { costOf, inTurn, type Line, line, type Part } from '../harness.ts';
import { disagreements, kernelCases, summaryFromBars } from '../kernels.ts';
import { dataOf, stockBars, stockNews } from '../market.ts';
import { ask, forkScript } from '../processes.ts';

const YEARS = 5;
/** Runs of ours that make a round: a single one is over too soon to be measured. */
const RUNS = 5;

const part: Part = async (rounds) => {
  const bars = stockBars(YEARS);
  const news = stockNews(YEARS);
  const peer = forkScript('bench/peers/sql-process');
  const askPeer = (sql: string) => ask<{ row: Record<string, number>; cpu: number }>(peer, { sql });
  await ask(peer, { years: YEARS });
  const statistics = await loadStatistics();
  const { first, end, length } = dataOf(bars, news).sessions(EXCHANGE_SESSION);
  let counted = 0;
  for (let s = 0; s < length; s++) counted += end[s] - first[s];
  const rate = ({ cpu }: { cpu: number }) => counted / cpu / 1000;
  const lines: Line[] = [];
  for (const { what, statistic: name, values = {}, sql, atLeast, elsewhere } of kernelCases(statistics)) {
    const statistic = statistics.find((candidate) => candidate.name === name)!;
    const summary = (data = dataOf(bars, news)) => summaryFromBars(statistic, values, data);
    const wrong = sql === undefined ? [] : disagreements(summary(), (await askPeer(sql)).row);
    if (wrong.length > 0) throw new Error(`${what}: the peer does other work: ${wrong.join('; ')}`);
    // Sessions and candles are made once and serve several statistics and variants.
    const cut = dataOf(bars, news);
    const found = await inTurn(
      {
        ours: async () => rate(await costOf(() => summary(), RUNS)),
        kernel: async () => rate(await costOf(() => summary(cut), RUNS)),
        peer: async () => (sql === undefined ? 0 : rate(await askPeer(sql))),
      },
      rounds,
    );
    lines.push(
      line(`${what}, from bars`, 'million bars/s', found.ours, sql === undefined ? {} : { peer: [found.peer, 'SQL'] }),
      line(`${what}, sessions and candles made`, 'million bars/s', found.kernel, {
        elsewhere,
        ...(atLeast === undefined ? {} : { ours: { atLeast } }),
      }),
    );
  }
  peer.disconnect();
  return lines;
};

export default part;
