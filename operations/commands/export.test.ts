import { expect, it } from 'vitest';
import { storeOfFile } from '../../test/support/of-file.ts';
import { openOperations } from '../../test/support/operations.ts';

const store = await storeOfFile();

it('a pair is found with its slash and in any case, as by the other commands', async () => {
  const opened = await openOperations(store, []);
  try {
    const bar = { symbol: 'BTC/USD', asset_class: 'crypto', interval: '1m', ts: Date.UTC(2025, 5, 4, 14), volume: 1 };
    const value = JSON.stringify({ ...bar, open: 1, high: 1, low: 1, close: 1 });
    await opened.landing.landEvents('bars', [{ key: 'BTCUSD', value, source: 'test' }]);
    const exported = (symbol: string) => opened.run('export', { table: 'bars', symbol });
    expect(await exported('btc/usd')).toEqual({ bytes: expect.any(Number) });
    await expect(exported('eth/usd')).rejects.toThrow('bars has no row of ETHUSD');
    await expect(exported('$')).rejects.toThrow('"$" is not a symbol');
  } finally {
    await opened.stop();
  }
});
