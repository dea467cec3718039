import { describe, expect, it } from 'vitest';
import { rowsOf, summaryOf } from '../../../test/support/answer.ts';
import { hasMarketData, readMarketData } from '../../../test/support/market-data.ts';
import gap from './index.ts';

describe.skipIf(!hasMarketData)('SPY, week of 2013-10-07', () => {
  it('gaps down on the 7th, filled, and up on the 10th, 8.04 % filled', () => {
    const spy = readMarketData('bars/lean/SPY_1m.csv.gz');
    const rows = rowsOf(gap, '', spy);
    expect(rows.map((row) => [row.date, row.direction, row.filled])).toEqual([
      ['2013-10-07', 'down', true],
      ['2013-10-10', 'up', false],
    ]);
    expect(rows[1].partial_fill_pct).toBeCloseTo(8.04, 2);
    expect(summaryOf(gap, spy)).toMatchObject({ total_days: 5, total_gaps: 2, filled_gaps: 1, fill_rate: 50 });
  });
});
