import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMarketData, readMarketData } from '../../test/support/market-data.ts';
import { openProjection, putBars } from '../../test/support/projection.ts';

describe.skipIf(!hasMarketData)('projecting SPY of October 2013', () => {
  let opened: Awaited<ReturnType<typeof openProjection>>;
  beforeAll(async () => {
    opened = await openProjection();
  });
  afterAll(() => opened.close());

  it('writes the two gaps of the week, and nothing on a second run', async () => {
    const spy = readMarketData('bars/lean/SPY_1m.csv.gz');
    await putBars(opened.store, spy, spy.bars);
    const done = await opened.projector.project('SPY');
    // Six trading days; their evening bars reach into a seventh UTC date.
    expect(done?.days).toBe(7);
    const rows = await opened.store.reader.query(
      "SELECT toString(date) AS date, toString(direction) AS direction, filled FROM market.v_stat_gap WHERE symbol = 'SPY' AND session = 'default' ORDER BY date",
    );
    expect(rows).toEqual([
      { date: '2013-10-07', direction: 'down', filled: true },
      { date: '2013-10-10', direction: 'up', filled: false },
    ]);
    expect(await opened.projector.project('SPY')).toBeNull();
  });
});
