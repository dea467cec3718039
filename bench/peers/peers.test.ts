import { afterAll, describe, expect, it } from 'vitest';
import { loadStatistics } from '../../compute/statistics/registry.ts';
import { disagreements, KERNEL_CASES, kernelCases, summaryFromBars } from '../kernels.ts';
import { dataOf, stockBars, stockNews } from '../market.ts';
import { openSqlPeer } from './sql.ts';

// Another symbol than the benchmark's; half a year holds a change of New York's clock.
const YEARS = 0.5;
const SYMBOL = 1;
const bars = stockBars(YEARS, SYMBOL);
const news = stockNews(YEARS, SYMBOL);

const statistics = await loadStatistics();
const peer = await openSqlPeer(bars, news);
afterAll(() => peer.close());

describe('the SQL beside the kernels', () => {
  for (const { what, statistic: name, values = {}, sql } of KERNEL_CASES) {
    it(`makes the figures of ${what}`, async () => {
      const statistic = statistics.find((candidate) => candidate.name === name)!;
      const row = await peer.row(sql);
      expect(Object.keys(row).length).toBeGreaterThan(4);
      expect(disagreements(summaryFromBars(statistic, values, dataOf(bars, news)), row)).toEqual([]);
    });
  }

  it('may be missing: every statistic is measured all the same', () => {
    const measured = new Set(kernelCases(statistics).map(({ statistic }) => statistic));
    expect(measured).toEqual(new Set(statistics.map(({ name }) => name)));
  });

  it('reports where it differs', () => {
    expect(disagreements({ n: 1, of: { rate: 2 } }, { n: 1, 'of.rate': 2.1, gone: 3, also_this: 4 })).toEqual([
      'of.rate: ours 2, peer 2.1',
      'gone: ours undefined, peer 3',
    ]);
  });
});
